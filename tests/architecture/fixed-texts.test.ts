import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../runtime/core/facts.ts';
import { fixedTexts } from './fixed-texts.ts';
import { gitFiles, literal, parse, root, sources, visit, type Node, type Source } from './source.ts';

/** Says to those who write content what is wrong with it; applicants never load it. */
const FOR_AUTHORS = 'runtime/app/live-edit.ts';
const drawing = sources(root).filter(({ file }) => /^(runtime|widgets)\//.test(file) && file !== FOR_AUTHORS);
const json = (file: string): JsonObject => JSON.parse(readFileSync(join(root, file), 'utf8')) as JsonObject;

describe('what a person reads stands in words, not in code', () => {
  test('no fixed text in runtime/ or widgets/', () => {
    expect(drawing.length).toBeGreaterThan(150);
    expect(drawing.flatMap(fixedTexts)).toEqual([]);
  });

  test.each([
    ['text of an element', 'const a = <p>Saved</p>;', 'Saved'],
    ['one small word', 'const a = <p>of {n}</p>;', 'of'],
    ['a label', 'const a = <nav aria-label="Site" />;', 'Site'],
    ['a name of one small word', 'const a = <input title="search" />;', 'search'],
    ['a placeholder', "const a = <input placeholder={'Type here'} />;", 'Type here'],
    ['a choice of two', "const a = <b>{on ? 'Hide' : 'Show'}</b>;", 'Hide'],
    ['a template', 'const a = tell(`${name} was removed.`);', 'was removed.'],
    ['a table', "const words = { saved: 'Saved' };", 'Saved'],
    ['what a page is told', "dispatch({ text: 'Please try again.' });", 'Please try again.'],
  ])('finds %s', (_, code, text) => {
    const found = fixedTexts(parse('a.tsx', code));
    expect(found[0]).toBe(`a.tsx:1: ${text}`);
  });

  test.each([
    ["const a = <p className='field field-wrong' role='status'>{say('page.back')}</p>;"],
    ["throw new Error('Compile the flow again.');"],
    ["if (event.key === 'Escape') close();"],
    ["import { a } from './Page.tsx';"],
    ["box.querySelector('input, select, [tabindex]');"],
    ["const a = <path d='M5 3.5h3.6' />;"],
  ])('passes over what nobody reads: %s', (code) => expect(fixedTexts(parse('a.tsx', code))).toEqual([]));
});

/** The names that a folder's code says, as far as they stand there whole. */
function saidIn(folder: string): ReadonlySet<string> {
  const names = new Set<string>();
  const inside = ({ file }: Source) => file.startsWith(`${folder}/`);
  for (const source of drawing.filter(inside))
    visit(source.tree, (node, around) => {
      const text = literal(node);
      if (text !== undefined && isNameOfWord(node, around)) names.add(text);
    });
  return names;
}
/** The first argument of `words(...)`, or one of two names it may be. */
function isNameOfWord(node: Node, around: readonly Node[]): boolean {
  const call = around.findLast(isSaying);
  const first = (call?.['arguments'] as readonly Node[] | undefined)?.[0];
  return first !== undefined && first.start <= node.start && node.end <= first.end;
}
const isSaying = (node: Node): boolean =>
  node.type === 'CallExpression' && /(^|\.)(words|own)$/.test(nameOf(node['callee'] as Node));
const nameOf = (node: Node): string =>
  node.type === 'MemberExpression' ? `.${String((node['property'] as Node)['name'])}` : String(node['name'] ?? '');

const folders = gitFiles()
  .filter((file) => /\/(control|widget)\.json$/.test(file) && /^(runtime|widgets)\//.test(file))
  .map((file) => file.slice(0, file.lastIndexOf('/')));

test.each(folders)('%s says no word that it does not declare', (folder) => {
  const file = folder.startsWith('widgets/') ? 'widget.json' : 'control.json';
  const declared = Object.keys((json(`${folder}/${file}`)['words'] ?? {}) as JsonObject);
  const unknown = [...saidIn(folder)].filter((name) => !declared.includes(name));
  expect(unknown).toEqual([]);
});

test('every word of the runtime is said somewhere', () => {
  const texts = sources(root)
    .filter(({ file }) => /^(runtime|server|compile)\//.test(file) && !file.includes('/generated/'))
    .map(({ text }) => text)
    .join('\n');
  const parts = Object.entries(json('schemas/words.json')).filter(([part]) => part !== '$schema');
  const silent = parts.flatMap(([part, table]) =>
    Object.keys(table as JsonObject)
      .map((name) => `${part}.${name}`)
      .filter(
        (word) => !texts.includes(`'${word}'`) && !texts.includes(`\`${part}.\${`) && !texts.includes(`'${part}', `),
      ),
  );
  expect(silent).toEqual([]);
});
