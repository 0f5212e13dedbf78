/**
 * Definition files as they come out of a bad day: each kind of damage, made the same way every time from the content it
 * is given.
 */
import type { Files } from '../../compile/index.ts';

export interface Damage {
  readonly kind: string;
  readonly file: string;
  /** The files that are not as they were; `undefined`: gone. */
  readonly changed: Readonly<Record<string, string | undefined>>;
  /** Whether it cannot be loaded: something must be told. */
  readonly certain: boolean;
}

/** Numbers from 0 to 1 that depend on the seed alone (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

type Random = () => number;
type Branch = Record<string, unknown> | unknown[];
interface Spot {
  readonly holder: Branch;
  readonly key: string;
  readonly value: unknown;
}
const pick = <T>(list: readonly T[], random: Random): T => list[Math.floor(random() * list.length)] as T;

function spotsOf(root: unknown): readonly Spot[] {
  if (typeof root !== 'object' || root === null) return [];
  return Object.entries(root).flatMap(([key, value]) => [{ holder: root as Branch, key, value }, ...spotsOf(value)]);
}
function put({ holder, key }: Spot, value: unknown): void {
  (holder as Record<string, unknown>)[key] = value;
}
/** Takes a member out, or gives it another name. */
function rename({ holder, key, value }: Spot, to: string | undefined): void {
  if (Array.isArray(holder)) {
    holder.splice(Number(key), 1);
    return;
  }
  const members = Object.entries(holder).flatMap(([name, inner]) =>
    name !== key ? [[name, inner] as const] : to === undefined ? [] : [[to, value] as const],
  );
  for (const name of Object.keys(holder)) delete holder[name];
  for (const [name, inner] of members)
    Object.defineProperty(holder, name, { value: inner, enumerable: true, configurable: true, writable: true });
}
/** Two neighbouring letters change places. */
function misspelt(word: string, random: Random): string {
  if (word.length < 2) return `${word}x`;
  const at = Math.floor(random() * (word.length - 1));
  const swapped = word.slice(0, at) + (word[at + 1] ?? '') + (word[at] ?? '') + word.slice(at + 2);
  return swapped === word ? `${word.slice(0, at)}${word.slice(at + 1)}` : swapped;
}

/** One damage to a parsed file; false when it does not apply. */
type Parsed = (doc: Branch, random: Random) => boolean;
const onSpot =
  (fits: (spot: Spot) => boolean, change: (spot: Spot, random: Random) => void): Parsed =>
  (doc, random) => {
    const spots = spotsOf(doc).filter((spot) => spot.key !== '$schema' && fits(spot));
    if (spots.length === 0) return false;
    change(pick(spots, random), random);
    return true;
  };
const named = (spot: Spot): boolean => !Array.isArray(spot.holder);
const POINTERS = new Set([
  'to',
  'bind',
  '$ref',
  'call',
  'disclosure',
  'dialog',
  'leave',
  'step',
  'shown',
  'passed',
  'outcome',
  'stage',
  'widget',
  'consent',
  'rule',
  'var',
  'when',
  'assert',
  'confirm',
  'flow',
  'brand',
  'at',
  'start',
]);
const HOSTILE = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf', 'prototype', '__defineGetter__'];
const PATHS = [
  '../x',
  '../../etc/passwd',
  'a/b',
  'a\\b',
  '',
  '.',
  '..',
  'a.b',
  ' a',
  'ä',
  'a\nb',
  'a\u0000b',
  '%2e%2e',
  '{x}',
  'CON',
];
const NUMBERS = [
  '1e400',
  '-1e400',
  '1e308',
  '5e-324',
  '123456789012345678901234567890',
  '-0',
  '0.1e-400',
  '9007199254740993',
];

const PARSED: Readonly<Record<string, { readonly damage: Parsed; readonly times: number; readonly certain?: true }>> = {
  'a key is gone': { times: 45, damage: onSpot(named, (spot) => rename(spot, undefined)) },
  'an item is gone': {
    times: 10,
    damage: onSpot(
      (spot) => Array.isArray(spot.holder),
      (spot) => rename(spot, undefined),
    ),
  },
  'a key is misspelt': { times: 45, damage: onSpot(named, (spot, random) => rename(spot, misspelt(spot.key, random))) },
  'a value is misspelt': {
    times: 45,
    damage: onSpot(
      ({ value }) => typeof value === 'string',
      (spot, random) => put(spot, misspelt(String(spot.value), random)),
    ),
  },
  'a value is of another type': {
    times: 60,
    damage: onSpot(
      () => true,
      (spot, random) =>
        put(
          spot,
          pick([0, -1, 1.5, null, true, '', 'x', [], {}, [null], [[]], { a: 1 }, { var: 1 }, { '': '' }], random),
        ),
    ),
  },
  'a pointer leads nowhere': {
    times: 40,
    damage: onSpot(
      ({ key, value }) => POINTERS.has(key) && typeof value === 'string',
      (spot, random) => put(spot, pick(['nowhere', 'no/where', 'nowhere/at/all', 'apply/', '/apply'], random)),
    ),
  },
  'a key is a name of JavaScript': {
    times: 25,
    damage: onSpot(named, (spot, random) => rename(spot, pick(HOSTILE, random))),
  },
  'a value is a name of JavaScript': {
    times: 30,
    damage: onSpot(
      ({ value }) => typeof value === 'string',
      (spot, random) =>
        put(
          spot,
          pick(
            [
              ...HOSTILE,
              'answers.__proto__.x',
              'constructor.prototype',
              '{{constructor.name}}',
              '{{__proto__ | money}}',
            ],
            random,
          ),
        ),
    ),
  },
  'an id is a path': {
    times: 25,
    damage: onSpot(
      ({ key, value }) =>
        ['id', 'path', 'to', 'name', 'flow', 'base', 'as', 'abbr', 'brand', 'key'].includes(key) &&
        typeof value === 'string',
      (spot, random) => put(spot, pick(PATHS, random)),
    ),
  },
  'a lone surrogate': {
    times: 12,
    damage: onSpot(
      ({ value }) => typeof value === 'string',
      (spot, random) => put(spot, pick(['\ud800', 'a\udc00b', '{{\ud800}}', '\udfff\ud800'], random)),
    ),
  },
  'a key with a lone surrogate': { times: 6, damage: onSpot(named, (spot) => rename(spot, '\ud800')) },
  'a piece stands twice as deep': {
    times: 12,
    damage: onSpot(
      ({ value }) => typeof value === 'object' && value !== null,
      (spot) => put(spot, { ...(spot.value as object), again: structuredClone(spot.value) }),
    ),
  },
  'a list holds itself many times': {
    times: 6,
    damage: onSpot(
      ({ value }) => Array.isArray(value) && value.length > 0,
      (spot) =>
        put(
          spot,
          Array.from({ length: 300 }, () => structuredClone((spot.value as unknown[])[0])),
        ),
    ),
  },
  'a pattern that runs away': {
    times: 8,
    damage: onSpot(
      ({ key, value }) =>
        (key === 'pattern' || key === 'idPattern' || key === 'maxLength') && typeof value !== 'object',
      ({ holder }, random) =>
        put(
          { holder, key: 'idPattern' in holder ? 'idPattern' : 'pattern', value: '' },
          pick(['^(a+)+$', '^(\\w+\\s?)*$', '^((a{1,30}){1,30}){1,30}$', '(?=(a+)+b)a', '^(.*,){25}x', '['], random),
        ),
    ),
  },
};

/** Damage to the text itself. `certain`: no such file can be read. */
const TEXTS: Readonly<
  Record<
    string,
    { readonly damage: (text: string, random: Random) => string; readonly times: number; readonly certain: boolean }
  >
> = {
  'cut off': {
    times: 20,
    certain: true,
    damage: (text, random) => text.trimEnd().slice(0, 1 + Math.floor(random() * (text.trimEnd().length - 2))),
  },
  'a comment': { times: 5, certain: true, damage: (text) => text.replace('{', '{ // a comment\n') },
  'a block comment': { times: 4, certain: true, damage: (text) => `/* a comment */ ${text}` },
  'a trailing comma': { times: 6, certain: true, damage: (text) => text.trimEnd().replace(/\}$/, ',}') },
  'single quotes': { times: 5, certain: true, damage: (text) => text.replaceAll('"', "'") },
  'no quotes': { times: 5, certain: true, damage: (text) => text.replace(/"(\w+)":/, '$1:') },
  'a comma is missing': { times: 6, certain: true, damage: (text) => text.replace(/",\s/, '" ') },
  'a key twice': {
    times: 8,
    certain: true,
    damage: (text) => text.replace(/^\{\s*("[^"]+":\s*"[^"]*"),/, '{ $1, $1,'),
  },
  'two files in one': { times: 5, certain: true, damage: (text) => text + text },
  'a byte order mark': { times: 6, certain: false, damage: (text) => `\uFEFF${text}` },
  'two byte order marks': { times: 3, certain: true, damage: (text) => `\uFEFF\uFEFF${text}` },
  'UTF-16 read as text': { times: 5, certain: true, damage: (text) => `\uFFFD\uFFFD${[...text].join('\u0000')}\u0000` },
  'bytes that are no text': { times: 4, certain: true, damage: (text) => text.replace(/[a-z]/g, '\uFFFD') },
  NUL: { times: 4, certain: true, damage: (text) => `\u0000${text}` },
  'a raw line end in a text': { times: 5, certain: true, damage: (text) => text.replace(/": "(.)/, '": "\n$1') },
  'lines of another system': { times: 4, certain: false, damage: (text) => text.replaceAll('\n', '\r\n') },
  empty: { times: 4, certain: true, damage: () => '' },
  'only blanks': { times: 3, certain: true, damage: () => ' \n\t\n' },
  'not an object': {
    times: 7,
    certain: true,
    damage: (_, random) => pick(['null', '[]', '"text"', '42', 'true', '[{}]', 'undefined', 'NaN'], random),
  },
  'an empty object': { times: 6, certain: false, damage: () => '{}' },
  HTML: { times: 2, certain: true, damage: () => '<!doctype html><title>Not found</title>' },
  'a merge left over': {
    times: 4,
    certain: true,
    damage: (text) => `<<<<<<< ours\n${text}=======\n${text}>>>>>>> theirs\n`,
  },
  'ten megabytes of one text': { times: 2, certain: true, damage: () => `{ "says": "${'x'.repeat(10_000_000)}" }` },
  'ten megabytes of a list': { times: 1, certain: true, damage: () => `{ "line": [${'1,'.repeat(5_000_000)}1] }` },
  'ten megabytes of blanks': { times: 1, certain: true, damage: (text) => text + ' '.repeat(10_000_000) },
  'just not too long': {
    times: 2,
    certain: false,
    damage: (text) => text.replace('{', `{ "says": "${'x'.repeat(3_900_000)}",`),
  },
  'a hundred thousand keys': {
    times: 2,
    certain: true,
    damage: () => `{ ${Array.from({ length: 100_000 }, (_, i) => `"k${i}": ${i}`).join(', ')} }`,
  },
  'ten thousand lists deep': {
    times: 3,
    certain: true,
    damage: () => `{ "rule": ${'['.repeat(10_000)}${']'.repeat(10_000)} }`,
  },
  'ten thousand objects deep': {
    times: 3,
    certain: true,
    damage: () => `${'{"and":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
  },
  'ten thousand deep and cut off': { times: 2, certain: true, damage: () => '{"and":['.repeat(10_000) },
  'a hundred and ninety deep': {
    times: 3,
    certain: false,
    damage: () => `{ "says": "Deep", "rule": ${'{"!":'.repeat(190)}true${'}'.repeat(190)} }`,
  },
  'a number without end': {
    times: 12,
    certain: false,
    damage: (text, random) => text.replace(/(?<=[\s[:])\d+(?=[\s,\]}])/, () => pick(NUMBERS, random)),
  },
};

const DOCUMENTS: Readonly<Record<string, (text: string) => string>> = {
  'a document without its head': (text) => text.split('---').slice(2).join('---'),
  'a document whose head is not closed': (text) => text.replace(/\n---\n/, '\n'),
  'a document with HTML': (text) => `${text}\n<script>alert(1)</script>\n`,
  'a document with a link that is code': (text) => `${text}\n[x](javascript:alert(1))\n`,
  'a document with an unknown fact': (text) =>
    `${text}\n{{answers.nowhere}} {{constructor}} {{__proto__.x | toString}}\n`,
  'a document with a day that is none': (text) => text.replace(/from: .*/, 'from: 2026-02-30'),
  'an empty document': () => '',
  'a document of ten megabytes': (text) => text + 'word '.repeat(2_000_000),
  'a document of many marks': (text) => `${text}\n${'*_['.repeat(20_000)}\n`,
  'a document of quotes in quotes': (text) => `${text}\n${'>'.repeat(10_000)} deep\n`,
  'a document of lists in lists': (text) =>
    `${text}\n${Array.from({ length: 400 }, (_, i) => `${' '.repeat(i * 2)}- x`).join('\n')}\n`,
  'a document with names of JavaScript': (text) => text.replace(/^---\n/, '---\nconstructor: x\n__proto__: y\n'),
};
const QUERIES: Readonly<Record<string, (text: string) => string>> = {
  'a query cut off': (text) => text.slice(0, text.length / 2),
  'an empty query': () => '',
  'a query ten thousand deep': () => `query a ${'{ a '.repeat(10_000)}${'}'.repeat(10_000)}`,
  'a query of ten megabytes': (text) => text + '# x\n'.repeat(2_500_000),
  'two queries': (text) => `${text}\nquery other { __typename }`,
  'a query of what is not there': (text) => text.replace(/\{/, '{ constructor __proto__ '),
};

/** Names of files and what stands in them. */
const NEW: readonly (readonly [kind: string, changed: Readonly<Record<string, string>>, certain?: true])[] = [
  ...['__proto__', 'constructor', 'toString'].flatMap(
    (name): (readonly [string, Readonly<Record<string, string>>])[] => [
      ['a rule called like JavaScript', { [`flows/apply/rules/${name}.json`]: '{ "says": "Hostile", "rule": true }' }],
      [
        'a value called like JavaScript',
        { [`flows/apply/values/${name}.json`]: '{ "says": "Hostile", "type": "number", "value": 1 }' },
      ],
      [
        'a step called like JavaScript',
        { [`flows/apply/steps/${name}.json`]: `{ "id": "${name}", "kind": "form", "outcome": "denied" }` },
      ],
      [
        'a flow called like JavaScript',
        {
          [`flows/${name}/flow.json`]: `{ "id": "${name}", "title": "x", "base": "/x", "access": "public", "saves": "none", "line": ["a"], "outcomes": [] }`,
        },
      ],
      ['a brand called like JavaScript', { [`brands/${name}/brand.json`]: '{ "key": "x", "name": "x" }' }],
      [
        'an operation called like JavaScript',
        {
          [`schemas/api/operations/${name}.json`]: `{ "name": "${name}", "kind": "rest", "method": "GET", "path": "/x", "input": {}, "access": "public" }`,
        },
      ],
      ['a shared value called like JavaScript', { [`schemas/values/${name}.json`]: '{ "type": "string" }' }],
      [
        'a document called like JavaScript',
        {
          [`compliance/disclosures/${name}/1.md`]: `---\nidTag: ${name}\ntitle: x\ntype: notice\nfrom: 2020-01-01\n---\nx\n`,
        },
      ],
      [
        'an overlay that changes JavaScript',
        {
          'brands/payday/flows/apply.json': `{ "set": { "${name}/polluted": true, "steps/${name}/title": "x" }, "remove": ["${name}"], "unset": ["steps/personal/${name}"] }`,
        },
      ],
    ],
  ),
  ['a file with a path in its name', { 'flows/apply/steps/../../x.json': '{}' }, true],
  ['a file in no place', { 'flows/apply/step/x.json': '{}' }, true],
  ['a folder without a name', { 'brands//brand.json': '{}' }, true],
  ['a state of three letters', { 'compliance/states/TEX.json': '{}' }, true],
  [
    'rules that lead to each other',
    {
      'flows/apply/rules/a.json': '{ "says": "Round", "rule": { "rule": "b" } }',
      'flows/apply/rules/b.json': '{ "says": "And round", "rule": { "!": { "rule": "a" } } }',
    },
    true,
  ],
  [
    'values that lead to each other',
    {
      'flows/apply/values/a.json': '{ "says": "Round", "type": "number", "value": { "var": "values.b" } }',
      'flows/apply/values/b.json':
        '{ "says": "And round", "type": "number", "value": { "+": [{ "var": "values.a" }, 1] } }',
    },
    true,
  ],
  [
    'a rule that leads to itself',
    { 'flows/apply/rules/a.json': '{ "says": "Round", "rule": { "or": [{ "rule": "a" }, true] } }' },
    true,
  ],
  [
    'shared values that lead to each other',
    { 'schemas/values/a.json': '{ "$ref": "/values/b" }', 'schemas/values/b.json': '{ "$ref": "/values/a" }' },
  ],
  [
    'rules that double thirty times',
    Object.fromEntries(
      Array.from({ length: 30 }, (_, i) => [
        `flows/apply/rules/r${i}.json`,
        i === 0
          ? '{ "says": "First", "rule": { "answered": "answers.loan.amount" } }'
          : `{ "says": "Twice", "rule": { "and": [{ "rule": "r${i - 1}" }, { "rule": "r${i - 1}" }] } }`,
      ]),
    ),
    true,
  ],
  [
    'a thousand rules in a row',
    Object.fromEntries(
      Array.from({ length: 1000 }, (_, i) => [
        `flows/apply/rules/r${i}.json`,
        i === 0
          ? '{ "says": "First", "rule": { "answered": "answers.loan.amount" } }'
          : `{ "says": "Next", "rule": { "rule": "r${i - 1}" } }`,
      ]),
    ),
  ],
];

/** All damages of the content, in the same order for the same seed. */
export function damages(files: Files, seed: number): readonly Damage[] {
  const random = randomOf(seed);
  const content = Object.keys(files)
    .filter((file) => /^(flows|brands|compliance|schemas\/(values|api|facts))/.test(file))
    .sort();
  const json = content.filter((file) => file.endsWith('.json'));
  const made: Damage[] = [];
  const add = (file: string, text: string | undefined, damage: Pick<Damage, 'kind' | 'certain'>): void => {
    if (text !== files[file]) made.push({ ...damage, file, changed: { [file]: text } });
  };
  for (const [kind, { damage, times, certain }] of Object.entries(PARSED)) {
    for (let left = times; left > 0; ) {
      const file = pick(json, random);
      const doc = JSON.parse(files[file] ?? '') as Branch;
      if (!damage(doc, random)) continue;
      add(file, JSON.stringify(doc, undefined, 2), { kind, certain: certain === true });
      left -= 1;
    }
  }
  for (const [kind, { damage, times, certain }] of Object.entries(TEXTS)) {
    for (let left = times; left > 0; left -= 1) {
      const file = pick(json, random);
      add(file, damage(files[file] ?? '', random), { kind, certain });
    }
  }
  for (const [ext, kinds] of [
    ['.md', DOCUMENTS],
    ['.graphql', QUERIES],
  ] as const) {
    const some = content.filter((file) => file.endsWith(ext));
    for (const [kind, damage] of Object.entries(kinds)) {
      const file = pick(some, random);
      add(file, damage(files[file] ?? ''), { kind, certain: false });
    }
  }
  for (const [kind, changed, certain] of NEW)
    made.push({ kind, file: Object.keys(changed)[0] ?? '', changed, certain: certain === true });
  for (const file of [
    'flows/apply/flow.json',
    'flows/app.json',
    'schemas/facts.json',
    'brands/payday/brand.json',
    'schemas/api/schema.graphql',
    'schemas/api/answers.json',
    'flows/apply/steps/personal.json',
    'compliance/states/TX.json',
  ])
    add(file, undefined, { kind: 'a file is gone', certain: false });
  return made;
}
