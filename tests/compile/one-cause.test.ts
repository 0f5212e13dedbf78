import { describe, expect, test } from 'vitest';
import { checkedRules, lending } from '../verifier/lending.ts';
import type { Files } from '../../compile/index.ts';

/** A name in the content: the file and the text around it in which it is defined. */
interface Name {
  readonly what: string;
  readonly files: () => Files;
}
const FILES = Object.keys(lending).filter((file) => /^(flows|brands|compliance)\//.test(file));
const misspelt = (name: string): string => `${name.slice(0, -1)}${name.endsWith('q') ? 'z' : 'q'}`;
const renamed = (file: string, part: RegExp): readonly Name[] => {
  const name = part.exec(file)?.[1];
  if (name === undefined) return [];
  const other = file.replace(name, misspelt(name));
  return [
    {
      what: `the name of the file ${file}`,
      files: () =>
        Object.fromEntries(Object.entries(lending).map(([path, text]) => [path === file ? other : path, text])),
    },
  ];
};
/** Every place where a text of the content is a name: of a rule, a step, a fact, a document, an outcome. */
const written = (file: string): readonly Name[] =>
  [
    ...(lending[file] ?? '').matchAll(
      /"(?:var|rule|answered|to|disclosure|at|consent|bind|outcome|signIn|leave|\$ref|shown|agreed|stage)": \[?"([^"]+)"/g,
    ),
  ].map((match) => {
    const from = match.index + match[0].length - 1;
    const text = lending[file] ?? '';
    return {
      what: `"${match[1]}" in ${file}`,
      files: () => ({
        ...lending,
        [file]: `${text.slice(0, from - 1)}${misspelt(text[from - 1] ?? '')}${text.slice(from)}`,
      }),
    };
  });
const names = [
  ...FILES.flatMap((file) => renamed(file, /\/(?:rules|values)\/([^/]+)\.json$/)),
  ...FILES.flatMap(written),
];

describe('a wrong name says one problem', () => {
  test('there are names of many kinds', () => expect(names.length).toBeGreaterThan(40));
  test.each(names)('$what', ({ files }) => {
    const problems = checkedRules(files()).map(({ code, file, line, message }) => `${code} ${file}:${line} ${message}`);
    expect(problems).toHaveLength(1);
  });
});

test('of a flow that its brand misspells the fixtures tell nothing more', () => {
  const brand = Object.keys(lending).find((file) => /^brands\/[^/]+\/brand\.json$/.test(file)) ?? '';
  const flow = /^flows\/([^/]+)\/flow\.json$/.exec(FILES.find((file) => file.endsWith('/flow.json')) ?? '')?.[1] ?? '';
  const step = Object.keys(lending).flatMap(
    (file) => new RegExp(`^flows/${flow}/steps/(.+)\\.json$`).exec(file)?.[1] ?? [],
  )[0];
  const id = brand.split('/')[1];
  const fixture = (name: string) => ({
    [`flows/${flow}/fixtures/${name}.json`]: JSON.stringify({
      title: name,
      clock: '2026-11-20T15:00:00Z',
      brand: id,
      flow,
      do: [{ at: `${flow}/${step}`, reload: true }],
      expect: { path: [`${flow}/${step}`], end: `${flow}/${step}` },
    }),
  });
  const with2 = { ...lending, ...fixture('one'), ...fixture('two') };
  expect(checkedRules(with2)).toEqual([]);
  const told = checkedRules({ ...with2, [brand]: (lending[brand] ?? '').replace(`"${flow}"`, `"${misspelt(flow)}"`) });
  expect(told.map(({ file, message }) => `${file} ${message}`).join('\n')).toContain(
    `${brand} There is no flow "${misspelt(flow)}".`,
  );
  expect(told.filter(({ file }) => file.includes('/fixtures/'))).toEqual([]);
});
