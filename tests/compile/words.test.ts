/** What the runtime itself says: demanded by its schema, said otherwise by app.json and by brands. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compileContent } from '../../compile/index.ts';
import { loadModule, writeModules } from '../../compile/load.ts';
import type { CompiledApp } from '../../runtime/core/app-definition.ts';
import { sayer } from '../../runtime/core/index.ts';
import { changed, options, placeOf, problemsOf, type Change } from './content.ts';

const APP = 'flows/app.json';
const otherwise = (words: string): Change => [
  APP,
  '"home": [{ "to": "visit/name" }],',
  `"home": [{ "to": "visit/name" }],\n  "words": ${words},`,
];
let dir = '';
beforeAll(() => void (dir = mkdtempSync(join(tmpdir(), 'words-'))));
afterAll(() => rmSync(dir, { recursive: true }));

async function appOf(...changes: readonly Change[]): Promise<CompiledApp> {
  const { content, problems } = compileContent(changed(...changes), options);
  if (!content) throw new Error(JSON.stringify(problems));
  writeModules(dir, content);
  return loadModule<CompiledApp>(dir, content.brands['oak']?.app.hash ?? '');
}

test('a content without words has those of the runtime, of every control and of every widget', async () => {
  const { say, own } = sayer(await appOf(), { name: 'Oak' });
  expect([say('page.back'), say('page.title', { title: 'Name' }), own('list')('add', { item: 'bill' })]).toEqual([
    'Back',
    'Name - Oak',
    'Add bill',
  ]);
});

test('app.json says one otherwise, a brand another, with facts of the brand in it; the others stand', async () => {
  const { say, own } = sayer(
    await appOf(otherwise('{ "page": { "back": "Go back" }, "list": { "remove": "Take out" } }'), [
      'brands/oak/app.json',
      '{ "says": "Oak speaks its own way", "set": { "words/page/wait": "{{brand.name}} is at it", "words/list/add": "One more {{here.item}}" } }',
    ]),
    { name: 'Oak' },
  );
  expect([say('page.back'), say('page.wait'), say('page.more')]).toEqual(['Go back', 'Oak is at it', 'Show more']);
  expect([own('list')('remove'), own('list')('add', { item: 'bill' })]).toEqual(['Take out', 'One more bill']);
});

test('a word that is missing is a problem that says where it stands and gives an example', () => {
  const without: Change = ['schemas/words.json', '    "back": "Back",\n', ''];
  expect(problemsOf(without)).toEqual([
    expect.objectContaining({
      file: 'schemas/words.json',
      message: '"page" lacks "back".',
      fix: 'Add "back": The link to the page before. For example "Back".',
    }),
  ]);
  expect(problemsOf(['schemas/words.json', '"Back"', '""'])).toHaveLength(1);
});

const wrong: readonly (readonly [string, string, string, RegExp, RegExp])[] = [
  ['a part that does not exist', '{ "pages": { "back": "x" } }', '"pages"', /called "pages"/, /"page"/],
  ['a word that does not exist', '{ "page": { "bakc": "x" } }', '"bakc"', /does not say "bakc"/, /"back"/],
  [
    'what it is not said about',
    '{ "progress": { "step": "{{here.count}}" } }',
    '"{{here',
    /"here.count"/,
    /number, total/,
  ],
  ['an answer', '{ "page": { "back": "{{answers.name}}" } }', '"{{answers', /"answers.name"/, /brand/],
  ['a fact the brand lacks', '{ "page": { "back": "{{brand.fax}}" } }', '"{{brand', /fax/, /./],
  ['one brace', '{ "page": { "back": "{brand.name}" } }', '"{brand', /./, /{{brand.name}}/],
  ['no text', '{ "page": { "back": 7 } }', '7', /must be string/, /What is said/],
];
test.each(wrong)('%s is told where it stands', (...[, words, at, message, fix]) => {
  const found = problemsOf(otherwise(words));
  expect(found[0]?.message).toMatch(message);
  expect(found[0]?.fix).toMatch(fix);
  expect(`${found[0]?.file}:${found[0]?.line}:${found[0]?.column}`).toBe(placeOf(changed(otherwise(words)), APP, at));
});
