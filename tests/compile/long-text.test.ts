import { expect, test, vi } from 'vitest';
import { FactTree } from '../../compile/fact-tree.ts';
import { problemsOf, type Change } from './content.ts';

/** A page of words with the same unknown placeholder again and again. */
const words = (times: number): Change => [
  'flows/visit/steps/done.json',
  JSON.stringify({
    id: 'done',
    kind: 'form',
    title: 'Done',
    outcome: 'done',
    layout: [{ copy: 'word {{firstname}} '.repeat(times) }],
  }),
];

/** How often facts were looked for, and how often anything else than what was known before was given. */
function searched(times: number): { readonly asked: number; readonly made: number; readonly told: number } {
  const spy = vi.spyOn(FactTree.prototype, 'endingWith');
  try {
    const told = problemsOf(words(times)).filter(({ message }) => message.includes('"firstname"')).length;
    const { results, contexts } = spy.mock;
    const made = new Set(results.map(({ value }) => value as unknown)).size;
    expect(made).toBeLessThanOrEqual(new Set(contexts).size);
    return { asked: results.length, made, told };
  } finally {
    spy.mockRestore();
  }
}

// 2 MB of such words took half a minute: all facts were searched anew for each.
test('a placeholder that nobody declares is looked for once a text, however often it stands there', () => {
  const once = searched(1);
  expect(once).toMatchObject({ told: 1 });
  expect(searched(300)).toEqual(once);
});
