import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { OPERATORS } from '../../compile/operators/index.ts';
import { parse, root, sources, type Source } from './source.ts';
import { decisionsByName, ownWords } from './vocabulary.ts';

/** The verifier takes their meaning for granted; verifier/LAWS.md lists them. */
const KERNEL = ['var', 'rule', 'if', 'and', 'or', '!', 'missing', 'answered'];
const ids = new Set([...OPERATORS.keys()].filter((id) => !KERNEL.includes(id)));

/** Where a word that is the name of an operator too means something else. */
const OTHER: Readonly<Record<string, readonly string[]>> = {
  // All states, all answers, all products.
  'compile/checks/demanded.ts': ['*'],
  'compile/checks/locks.ts': ['*'],
  'compile/checks/obligations.ts': ['*'],
  'compile/rules/unowed.ts': ['*'],
  'runtime/core/lock.ts': ['*'],
  'verifier/prove/obligation.ts': ['*'],
  // Between the parts of an address or of a name.
  'compile/checks/ways.ts': ['/'],
  'compile/content.ts': ['/'],
  'runtime/gateway/routing.ts': ['/', 'none'],
  'verifier/diff/sentences.ts': ['/'],
  // What a transport brings back.
  'runtime/gateway/outcome.ts': ['none'],
  // The code of a problem, a folder added to others, a quantifier of a pattern, a telephone number, a shape of Mermaid.
  'compile/checks/index.ts': ['lookup'],
  'compile/disk.ts': ['+'],
  'compile/runaway.ts': ['+'],
  'server/identity/codes.ts': ['+'],
  'verifier/graph/mermaid.ts': ['>'],
};

const looked = sources(root).filter(
  ({ file }) =>
    /^(compile|verifier|cli|contract|runtime|server|scripts|widgets)\//.test(file) &&
    !file.startsWith('compile/operators/'),
);
const { members } = ownWords([], looked);
const found = (source: Source, other: readonly string[] = []): readonly string[] =>
  decisionsByName(source, { operator: ids }, { values: new Set(other), members });

describe('an operator is one folder', () => {
  test('no comparison, case, list or keyed table outside of compile/operators holds its id', () => {
    expect(looked.length).toBeGreaterThan(300);
    expect(looked.flatMap((source) => found(source, OTHER[source.file]))).toEqual([]);
  });

  test('every excuse is needed', () => {
    const needless = Object.entries(OTHER).flatMap(([file, words]) => {
      const source = looked.find((one) => one.file === file);
      const told = source ? found(source).join('\n') : '';
      return words.filter((word) => !told.includes(`"${word}"`)).map((word) => `${file}: ${word}`);
    });
    expect(needless).toEqual([]);
  });

  test('no folder of an operator holds the id of another, but for what it is made of', () => {
    const folder = /^compile\/operators\/([^/]+)\//;
    const own = new Map(
      sources(root).flatMap(({ file, text }) => {
        const id = /^ {2}id: '([^']+)',$/m.exec(text)?.[1];
        return folder.test(file) && id !== undefined ? [[folder.exec(file)?.[1] ?? '', id] as const] : [];
      }),
    );
    expect(own.size).toBe(new Set(OPERATORS.values()).size);
    const deciding = sources(root).filter(
      ({ file }) => folder.test(file) || /^compile\/operators\/\w+\.ts$/.test(file),
    );
    const told = deciding.flatMap((source) => {
      // Examples are rules: they may hold any operator.
      const [said = ''] = source.text.split('\n  examples: [');
      const cut = said === source.text ? source : parse(source.file, `${said}};`);
      const id = own.get(folder.exec(source.file)?.[1] ?? '');
      return decisionsByName(
        cut,
        { operator: new Set([...ids].filter((one) => OPERATORS.get(one)?.id !== id)) },
        { values: new Set(), members },
      );
    });
    expect(told).toEqual([]);
  });

  test('the kernel is the one verifier/LAWS.md lists', () => {
    const laws = readFileSync(join(root, 'verifier/LAWS.md'), 'utf8');
    const line = laws.split('\n').find((one) => one.startsWith('- Kernel of the language')) ?? '';
    expect([...line.matchAll(/`([^`]+)`/g)].map((match) => match[1])).toEqual(KERNEL);
    expect(KERNEL.filter((id) => !OPERATORS.has(id))).toEqual([]);
  });

  test('a folder holds index.ts, evaluate.ts where the kit has a function of its own, and nothing else', () => {
    const folders = readdirSync(join(root, 'compile/operators'), { withFileTypes: true }).filter((one) =>
      one.isDirectory(),
    );
    const odd = folders.flatMap(({ name }) =>
      readdirSync(join(root, 'compile/operators', name))
        .filter((file) => file !== 'index.ts' && file !== 'evaluate.ts')
        .map((file) => `${name}/${file}`),
    );
    expect(odd).toEqual([]);
  });

  const planted: readonly (readonly [string, string])[] = [
    ['comparison', `export const f = (operator: string) => operator === 'WORD';`],
    [
      'case',
      `export const f = (operator: string) => { switch (operator) { case 'WORD': return 1; default: return 0; } };`,
    ],
    ['keyed table', `export const table: Readonly<Record<string, number>> = { 'WORD': 1 };`],
    ['set', `export const set = new Set(['WORD']);`],
    ['asked of a list', `export const f = (x: string[]) => x.includes('WORD');`],
    ['expression', `export const rule = { 'WORD': [{ var: 'a' }, 1] };`],
  ];
  test.each(planted)('a planted %s is caught, for every operator', (_form, text) => {
    const missed = [...ids].filter((id) => {
      const source = parse('verifier/planted.ts', text.replaceAll('WORD', id));
      return found(source).length === 0 && !(members.has(id) && text.includes(`{ 'WORD':`));
    });
    expect(missed).toEqual([]);
  });
});
