import { expect, test } from 'vitest';
import { parseJson } from '../../compile/parse.ts';
import { placeAt } from '../../compile/places.ts';
import { options, files, changed } from './content.ts';
import { compileContent } from '../../compile/index.ts';

test('a byte order mark is ignored and places are kept', () => {
  const { value, problems } = parseJson('a.json', '\uFEFF{\n  "a": [1, { "b": true }]\n}');
  expect([value, problems]).toEqual([{ a: [1, { b: true }] }, []]);
  expect(placeAt(value as object, '/a/1/b')).toEqual({ file: 'a.json', line: 2, column: 19 });
});
test.each([
  ['a missing comma', '{\n  "a": 1\n  "b": 2\n}', 3],
  ['an open bracket', '{ "a": [1, 2', 1],
  ['a comment', '{\n // no\n "a": 1 }', 2],
  ['a trailing comma', '{ "a": 1, }', 1],
  ['nothing', '', 1],
  ['only a mark', '\uFEFF', 1],
  ['no JSON at all', 'hello', 1],
  ['a broken escape', '{ "a": "\\x" }', 1],
  ['a line end inside a text', '{ "a":\n "b\nc" }', 2],
  ['a tab inside a text', '{ "a": "b\tc" }', 1],
])('%s is a problem with a line', (_, text, line) => {
  const { problems } = parseJson('b.json', text);
  expect(problems.map((problem) => [problem.code, problem.line])).toEqual([['json', line]]);
});
test('ten megabytes, ten thousand levels, a name twice and __proto__ are problems, not crashes', () => {
  const told = (text: string): string[] => parseJson('c.json', text).problems.map((problem) => problem.message);
  expect(told(`{"a":"${'x'.repeat(10_000_000)}"}`)[0]).toMatch(/characters/);
  expect(told('['.repeat(10_000) + ']'.repeat(10_000))[0]).toMatch(/deeper than 200/);
  expect(told('{"a":'.repeat(10_000) + '1' + '}'.repeat(10_000))[0]).toMatch(/deeper than 200/);
  expect(told('{ "a": 1, "a": 2 }')).toEqual(['"a" stands twice in this object.']);
  expect(told('{ "__proto__": { "polluted": true } }')).toEqual(['"__proto__" cannot be a name.']);
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
});
test('one bad file keeps everything from compiling, with its place', () => {
  const { problems, content } = compileContent(
    changed(['flows/visit/steps/done.json', '{ "id": "done",\n "kind" "form" }']),
    options,
  );
  expect(content).toBeUndefined();
  expect(problems.map(({ file, line }) => `${file}:${line}`)).toEqual(['flows/visit/steps/done.json:2']);
});
test('files in another order give the same modules', () => {
  const reversed = Object.fromEntries(Object.entries(files).reverse());
  expect(compileContent(reversed, options).content?.brands['oak']?.flows['visit']?.hash).toBe(
    compileContent(files, options).content?.brands['oak']?.flows['visit']?.hash,
  );
});
