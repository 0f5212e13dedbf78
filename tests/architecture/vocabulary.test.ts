import { describe, expect, test } from 'vitest';
import { parse, root, sources } from './source.ts';
import { decisionsByName, ownWords, vocabulary } from './vocabulary.ts';

const ids = vocabulary(root);
const all = sources(root);
const contract = all.filter((source) =>
  /^runtime\/core\/(definition|app-definition|facts|state|events|widget-contract)\.ts$/.test(source.file),
);
const own = ownWords(
  contract,
  all.filter((source) => source.file.startsWith('runtime/')),
);

describe('the runtime holds no name of content', () => {
  test('ids are read from content', () => {
    for (const [kind, known] of Object.entries(ids)) expect(known.size, kind).toBeGreaterThan(0);
    expect(contract).toHaveLength(6);
  });

  test('no comparison, switch case, list or keyed table of the runtime and the widgets holds an id', () => {
    const looked = all.filter((source) => /^(runtime|widgets)\//.test(source.file));
    expect(looked.length).toBeGreaterThan(10);
    // A widget's own folder may say its own name: it is how it is found.
    const found = looked.flatMap((source) => {
      const widget = /^widgets\/([^/]+)\//.exec(source.file)?.[1];
      return decisionsByName(
        source,
        { ...ids, widget: new Set([...(ids['widget'] ?? [])].filter((name) => name !== widget)) },
        own,
      );
    });
    expect(found).toEqual([]);
  });

  const planted: readonly (readonly [string, string])[] = [
    ['comparison', `export const f = (step: string) => step === 'WORD';`],
    ['reversed comparison', `export const f = (step: string) => 'WORD' != step;`],
    ['template', 'export const f = (step: string) => step === `WORD`;'],
    [
      'switch case',
      `export const f = (step: string) => { switch (step) { case 'WORD': return 1; default: return 0; } };`,
    ],
    ['keyed table', `export const table: Record<string, number> = { WORD: 1 };`],
    ['keyed table, quoted', `export const table: Record<string, number> = { 'WORD': 1 };`],
    ['list', `export const list = ['WORD'];`],
    ['set', `export const set = new Set(['WORD']);`],
    ['map', `export const map = new Map([['WORD', 1]]);`],
    ['asked of a list', `export const f = (x: string[]) => x.includes('WORD');`],
    ['prefix', `export const f = (x: string) => x.startsWith('WORD');`],
  ];
  test.each(planted)('a planted %s is caught, for every kind of id', (_form, text) => {
    const example = {
      brand: 'acme-loans',
      flow: 'borrow',
      step: 'wages',
      dialog: 'really',
      widget: 'dial',
      operation: 'askBureau',
      state: 'ZZ',
    };
    for (const [kind, word] of Object.entries(example)) {
      const quoted = /^\w+$/.test(word) || !text.includes('{ WORD') ? word : `'${word}'`;
      const source = parse('runtime/core/planted.ts', text.replaceAll('WORD', quoted));
      expect(decisionsByName(source, { [kind]: new Set([word]) }, own), `${kind}: ${source.text}`).toEqual([
        expect.stringContaining(`the ${kind} "${word}"`),
      ]);
    }
  });

  test('words of the contract and plain values are let through', () => {
    const source = parse(
      'runtime/core/planted.ts',
      `export const f = (k: string) => ({ kind: k, step: k === 'form' ? 'wages' : k });`,
    );
    expect(decisionsByName(source, { step: new Set(['form', 'kind', 'wages']) }, own)).toEqual([]);
  });
});
