/** A comment is as wide as the code beside it: 120 columns, which no formatter holds. */
import { expect, test } from 'vitest';
import { at, root, sources } from './source.ts';

/** What another file writes, and pages of other libraries. */
const isMade = (file: string): boolean => /^(contract\/generated|tests\/bench\/peers)\//.test(file);

test('no line of a comment is longer than 120 columns', () => {
  const wide = sources(root)
    .filter(({ file }) => !isMade(file))
    .flatMap((source) =>
      source.comments.flatMap(({ value, start }) => {
        const from = source.text.lastIndexOf('\n', start) + 1;
        const lines = source.text.slice(from, start + value.length + '/**/'.length).split('\n');
        return lines.some((line) => line.trimEnd().length > 120) ? [at(source, start)] : [];
      }),
    );
  expect(wide).toEqual([]);
});
