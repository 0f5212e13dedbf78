import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isUnavailable } from '../../server/database/index.ts';
import { gaveWay } from '../../server/database/retrying.ts';
import { textProblem, valueProblem } from '../../server/http/input.ts';

/** How deep lists and objects stand in each other. */
function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}
/** Texts that look like JSON themselves, quoted, half quoted and escaped. */
const tricky = fc
  .array(fc.constantFrom('"', '\\', '{', '}', '[', ']', ',', ':', 'a', '\n', '\u2028', 'é'), { maxLength: 60 })
  .map((parts) => parts.join(''));

test('brackets in a text are text, after a quotation mark of its own and after a backslash too', () => {
  for (const bracket of ['[', '{', ']', '}'])
    for (const before of ['', '"', '\\', '\\"', '""', '\\\\"', '"\\', '\n"'])
      for (const value of [before + bracket.repeat(100), { [before + bracket.repeat(100)]: [bracket.repeat(50)] }])
        expect([value, textProblem(JSON.stringify(value))]).toEqual([value, undefined]);
});

test('what stands inside a text counts as no structure, however it is quoted: a body is judged by its own depth alone', () => {
  const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
    tree: fc.oneof(
      { depthSize: 'small' },
      tricky,
      fc.integer(),
      fc.array(tie('tree'), { maxLength: 3 }),
      fc.dictionary(tricky, tie('tree'), { maxKeys: 3 }),
    ),
  }));
  fc.assert(
    fc.property(tree, fc.integer({ min: 0, max: 40 }), (value, wraps) => {
      let whole: unknown = value;
      for (let at = 0; at < wraps; at += 1) whole = at % 2 === 0 ? [whole] : { in: whole };
      const text = JSON.stringify(whole);
      expect({ text, problem: textProblem(text) }).toEqual({
        text,
        problem: depthOf(whole) > 32 ? 'is nested too deeply' : undefined,
      });
    }),
    { numRuns: 500 },
  );
});

test('a value goes on at the greatest depth and number there may be, and not beyond; no text or name that cannot be kept does, at any place', () => {
  const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)]);
  expect([32, 33].map((depth) => valueProblem(nested(depth)))).toEqual([undefined, 'is nested too deeply']);
  expect([19_999, 20_000].map((many) => valueProblem(Array.from({ length: many }, () => 0)))).toEqual([
    undefined,
    'holds too many values',
  ]);
  for (const bad of ['\0', 'a\0b', '\ud800', 'x\udc00', '\udc00\ud800'])
    for (const place of [bad, [bad], { a: bad }, { [bad]: 1 }, [{ a: [bad] }], { a: { [`x${bad}`]: null } }])
      expect([JSON.stringify(place), valueProblem(place) !== undefined]).toEqual([JSON.stringify(place), true]);
  for (const good of ['😀', '\u2028', '', ' ', '￿']) expect(valueProblem([good, { [good]: good }])).toBeUndefined();
});

test('of the codes of PostgreSQL those that gave way are done again, those of a place that keeps nothing now may be asked again, and no other', () => {
  // Of appendix A of its manual: one of each class, and all of those that matter here.
  const codes = {
    again: ['40001', '40P01'],
    unavailable: ['53000', '53100', '53200', '53300', '53400', '57P01', '57P02', '57P03', '58030', '25006'],
    neither: [
      '00000',
      '08006',
      '22P02',
      '23505',
      '25P02',
      '40002',
      '40003',
      '42601',
      '57014',
      '57P04',
      '57P05',
      '58P01',
      'XX000',
    ],
  };
  const judged = (code: unknown) => ({ again: gaveWay({ code }), unavailable: isUnavailable({ code }) });
  for (const [kind, of] of Object.entries(codes))
    for (const code of of)
      expect([code, judged(code)]).toEqual([code, { again: kind === 'again', unavailable: kind === 'unavailable' }]);
  for (const code of ['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EACCES'])
    expect([code, judged(code)]).toEqual([code, { again: false, unavailable: true }]);
  for (const code of [undefined, null, 40001, 'ENOENT', 'x53100', '531000', ''])
    expect([code, judged(code)]).toEqual([code, { again: false, unavailable: false }]);
});
