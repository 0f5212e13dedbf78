import type { World } from '../../runtime/core/state.ts';

/** The world in which the benches of the product's own page are measured. */
export const world: World = {
  results: {},
  session: { access: 'public' },
  application: {},
  customer: {},
  brand: { name: 'Measure' },
  flags: {},
  route: { params: {}, query: {} },
  cookies: {},
  device: {},
  compliance: { states: {}, documents: {} },
  today: '2026-11-20',
  now: '2026-11-20T15:00:00Z',
};
