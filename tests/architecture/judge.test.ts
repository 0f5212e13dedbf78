import { dirname, join } from 'node:path/posix';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { literal, parse, root, sources, visit, type Source } from './source.ts';

/** All that the judge of proofs stands on (decisions/0028). */
const MAY = ['verifier/judge/', 'verifier/certificate.ts', 'runtime/core/', 'compile/operators/', 'compile/kit/'];
const LINES = 500;

/** Imports of a file that lead elsewhere. */
function elsewhere({ file, tree }: Source): readonly string[] {
  const found: string[] = [];
  visit(tree, (node) => {
    const to = /^(Import|Export)/.test(node.type) ? literal(node['source']) : undefined;
    if (to === undefined) return;
    const place = to.startsWith('.') ? join(dirname(file), to) : to;
    if (!MAY.some((room) => place.startsWith(room))) found.push(`${file} imports ${place}`);
  });
  return found;
}

describe('the judge is small and stands on core and operators alone', () => {
  const own = sources(root).filter(({ file }) => file.startsWith('verifier/judge/'));

  test('it imports nothing of what it judges', () => {
    expect(own.length).toBeGreaterThan(3);
    expect(own.flatMap(elsewhere)).toEqual([]);
  });
  test(`it has at most ${LINES} lines of code`, () => {
    const code = own.flatMap(({ file }) =>
      readFileSync(join(root, file), 'utf8')
        .split('\n')
        .filter((line) => !/^\s*($|\/\/|\/?\*)/.test(line)),
    );
    expect(code.length).toBeLessThanOrEqual(LINES);
  });
  test.each([
    '../explore/survey.ts',
    '../prove/prove.ts',
    '../domain/classes.ts',
    '../../compile/content.ts',
    'fast-check',
  ])('planted: it imports %s', (to) => {
    expect(elsewhere(parse('verifier/judge/a.ts', `import { b } from '${to}';\nexport default b;`))).toHaveLength(1);
  });
});
