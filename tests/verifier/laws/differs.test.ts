/** Whom `diff` asks. */
import { expect, test } from 'vitest';
import { loadContent } from '../../../cli/products.ts';
import type { Json, JsonObject } from '../../../compile/index.ts';
import { differencesOf, type Differences } from '../../../verifier/diff/differences.ts';
import { loadedOf } from '../lending.ts';
import { asking, askOperation, filesOf, options, page, type Made } from './content.ts';

const b: Json = { var: 'results.told.b' };
const files = askOperation({ type: 'object', properties: { b: { type: 'boolean' } }, required: ['b'] }, ['ok']);
const look: JsonObject = page({ load: [{ call: 'ask', as: 'told', keeps: 'session', on: {} }] });
/** A page that says something by what a page behind it brings. */
const made = (when: Json): Made => ({
  steps: {
    choose: asking(
      { a: { type: 'boolean', control: 'checkbox', required: false } },
      { layout: ['a', { copy: 'Made up.' }, { copy: 'Said.', when }] },
    ),
    look,
    then: page(),
  },
  answers: { a: { type: 'boolean' } },
  files,
  duties: {},
});
async function compared(): Promise<Differences> {
  const [before, after] = await Promise.all(
    [true, false].map(async (is) => loadedOf(await loadContent(filesOf(made({ '==': [b, is] })), options))),
  );
  if (!before || !after) throw new Error('Two versions are compared: mend this test.');
  return differencesOf(before, after);
}

test('P61 of a page that says something else by what a call brought, whoever comes back to it sees the difference', async () => {
  const { differences, notes } = await compared();
  expect([differences.map(({ sentence }) => sentence), notes]).toEqual([
    [
      'When "b" is true of the told, the text "Said." is no longer shown on the page "Page choose".',
      'When "b" is not true of the told, the text "Said." is now shown on the page "Page choose".',
    ],
    [],
  ]);
});
