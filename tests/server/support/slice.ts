/**
 * Whether all is asked, as `npm run soak -- doors` does: `npm test` asks a slice in which each kind of thing is there.
 */
export const asksAll = process.env['DOORS'] === 'all';
