import { dirname, join } from 'node:path/posix';
import { describe, expect, test } from 'vitest';
import { parse, root, sources, visit, literal, type Source } from './source.ts';

/**
 * The explorer's three parts, each above those before it; the words they share at the bottom, what gives explorations
 * away at the top.
 */
const PARTS = ['shared', 'equivalence', 'successors', 'search', 'given away'] as const;
const SHARED = ['exploration.ts', 'step-graph.ts'];

function partOf(file: string): number | undefined {
  const [, where] = /^verifier\/explore\/(.+)$/.exec(file) ?? [];
  if (where === undefined) return undefined;
  const folder = PARTS.findIndex((part) => where.startsWith(`${part}/`));
  return folder >= 0 ? folder : SHARED.includes(where) ? 0 : PARTS.length - 1;
}
/** What stands above the explorer: nothing of it is known in there. */
const ABOVE = ['prove', 'check', 'cover', 'diff', 'explain', 'graph', 'replay'].map((room) => `verifier/${room}/`);

/** Imports of a file that lead upwards. */
function upwards(source: Source): readonly string[] {
  const own = partOf(source.file) ?? 0;
  const found: string[] = [];
  visit(source.tree, (node) => {
    const to = node.type.startsWith('Import') || node.type.startsWith('Export') ? literal(node['source']) : undefined;
    if (to === undefined || !to.startsWith('.')) return;
    const file = join(dirname(source.file), to);
    const part = partOf(file);
    if (part !== undefined && part > own) found.push(`${source.file} imports ${file}, which stands above it`);
    if (ABOVE.some((room) => file.startsWith(room)))
      found.push(`${source.file} imports ${file}: what is asked comes in through Questions (explore/survey.ts)`);
  });
  return found;
}

describe('the explorer is three parts, and its arrows lead downwards', () => {
  const looked = sources(root).filter(({ file }) => file.startsWith('verifier/explore/'));

  test('every part has files', () => {
    for (const [i, part] of PARTS.entries())
      expect(looked.filter(({ file }) => partOf(file) === i).length, part).toBeGreaterThan(0);
  });
  test('no file imports one of a part above it, or of what asks', () => {
    expect(looked.flatMap(upwards)).toEqual([]);
  });
  test.each([
    ['verifier/explore/equivalence/a.ts', `import { b } from '../successors/b.ts';\nexport default b;`],
    ['verifier/explore/successors/a.ts', `import type { B } from '../search/b.ts';\nexport type A = B;`],
    ['verifier/explore/exploration.ts', `export { b } from './equivalence/b.ts';`],
    [
      'verifier/explore/survey.ts',
      `import { obligationsOf } from '../prove/obligation.ts';\nexport default obligationsOf;`,
    ],
  ])('planted: %s', (file, text) => {
    expect(upwards(parse(file, text))).toHaveLength(1);
  });
});
