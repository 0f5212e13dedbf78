/** `npm run soak -- <kind> [arguments]`: what takes too long for `npm test`. */
const kinds: Readonly<Record<string, () => Promise<{ soak: (words: readonly string[]) => Promise<number> }>>> = {
  postgres: () => import('../soak/postgres.ts'),
};

const [kind = '', ...words] = process.argv.slice(2);
const chosen = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
if (chosen === undefined) {
  console.error(`Which one? ${Object.keys(kinds).join(', ')}.`);
  process.exitCode = 2;
} else process.exitCode = await (await chosen()).soak(words);
