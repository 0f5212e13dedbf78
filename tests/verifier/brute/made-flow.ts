/** Made-up flows with numbers, dates and states in small ranges, so that every applicant can be counted out. */
import fc from 'fast-check';
import type { Json, JsonObject } from '../../../compile/index.ts';
import type { Field } from '../../../runtime/core/definition.ts';

type Logic = Json;
/**
 * `k` is asked nowhere: pages set it; `r` is what a call brings; `l` is a list that the person makes; `b` is a box, a
 * consent that the two flows of a pair ask alike; `q` is what all flows of the brand are told, `f` what one carries.
 */
export type Name = 'n' | 'm' | 'k' | 'd' | 'e' | 's' | 'c' | 'i' | 't' | 'r' | 'l' | 'b' | 'q' | 'f';

/** Numbers that may be answered, from 0, where a flow does not say otherwise. */
const LARGEST = 4;
/** Days of the month that may be answered. */
const DAYS = [17, 18, 19, 20, 21, 22];
/** Texts that are counted out: those that rules name, parts of them, and some that none names. */
const TEXTS = ['q', 'TX', 'T', 'X,C', 'OH', 'Ab1', 'x', '1', 'zz'];
/** What a flag and a cookie may be; null is missing. */
export const WORLD: Readonly<Record<string, readonly Json[]>> = {
  'flags.maintenance': [true, false, null],
  'cookies.storeNumber': ['12', 'x', null],
  'session.isAuthenticated': [true, false],
  'route.query.from': ['account', '', null, 'YES', 'TX'],
  // What every flow of the brand is told before its first page.
  'results.q': [{ x: 1 }, { x: 3 }, null],
};
/** What the one call of these flows brings, by its outcome. */
export const BROUGHT: Readonly<Record<string, readonly (Json | undefined)[]>> = {
  ok: [1, 2, 3].map((x) => ({ x })),
  anew: [undefined],
};
const OPERATION = {
  name: 'ask',
  kind: 'rest',
  method: 'POST',
  path: '/ask',
  input: { type: 'object', properties: {}, additionalProperties: false },
  value: { type: 'object', properties: { x: { type: 'integer', minimum: 1, maximum: 3 } }, required: ['x'] },
  access: 'public',
  timeoutMs: 1000,
  outcomes: { ok: 'Made up', anew: 'Made up' },
} satisfies JsonObject;
/** What is asked for the session, before the first page of any flow. */
const TOLD: Json = { ...OPERATION, name: 'tell', method: 'GET', path: '/tell', outcomes: {} };
/** What the rows of the three states allow. */
const CAPS = { CA: 1, OH: 3, TX: 3 } as const;

/** Numbers of an identity card that a state gives out. */
const cards = (state: string): readonly string[] => [`${state}11`, `${state}22`];
export const day = (number: number): string => `2026-11-${String(number).padStart(2, '0')}`;
const PATHS: Readonly<Record<AskedName, string>> = {
  n: 'made.n',
  m: 'made.m',
  k: 'made.k',
  d: 'made.d',
  e: 'made.e',
  s: 'contactInformation.address.stateCode',
  c: 'made.c',
  i: 'made.i',
  t: 'made.t',
  l: 'made.l',
  b: 'made.b',
};
const BESIDE = { r: 'results.r.x', q: 'results.q.x', f: 'route.query.from' } as const;
export const fact = (name: Name): Logic => ({
  var: Object.hasOwn(BESIDE, name) ? BESIDE[name as keyof typeof BESIDE] : `answers.${PATHS[name as AskedName]}`,
});

/** Facts that a page may ask for or set. */
type AskedName = Exclude<Name, keyof typeof BESIDE>;

/** What `c` may be answered. */
const ANYTHING = ['YES', 'NO', 'MAYBE'] as const;

/** Answers that these flows add to the declared ones. */
const ANSWERS: Json = {
  type: 'object',
  properties: {
    made: {
      type: 'object',
      properties: {
        n: { type: 'integer' },
        m: { type: 'integer' },
        k: { type: 'integer' },
        d: { type: 'string', format: 'date' },
        e: { type: 'string', format: 'date' },
        c: { type: 'string', enum: [...ANYTHING] },
        i: { type: 'string' },
        t: { type: 'string' },
        b: { type: 'boolean' },
        l: {
          type: 'array',
          items: { type: 'object', properties: { x: { type: 'integer' }, w: { type: 'boolean' } } },
        },
      },
    },
  },
};

const choices = (values: readonly string[], offered: Offered = {}): JsonObject => ({
  type: 'string',
  enum: [...values],
  control: 'radio',
  choices: values.map((value) => ({
    value,
    label: value,
    ...(offered[value] !== undefined && { when: offered[value] }),
  })),
});
const number = (largest: number): JsonObject => ({ type: 'integer', minimum: 0, maximum: largest, control: 'money' });
const date: JsonObject = { type: 'string', format: 'date', control: 'date', examples: [day(20)] };
/** Numbers of one item, from 0. */
const LARGEST_ITEM = 2;
const listOf = ({ box, when, check, fewest }: ItemSpec): JsonObject => ({
  type: 'array',
  ...(fewest !== undefined && { minItems: fewest }),
  maxItems: 2,
  item: {
    name: 'thing',
    fields: {
      x: { bind: 'x', label: 'x', ...(when !== undefined && { when }), ...number(box ? 1 : LARGEST_ITEM) },
      ...(box && { w: { bind: 'w', label: 'w', type: 'boolean', required: false, when: box } }),
    },
    ...(check !== undefined && { checks: [{ assert: check, at: 'x', message: 'No' }] }),
  },
});
const schemaOf = (name: AskedName, { largest = LARGEST }: Spec, item: ItemSpec = {}): JsonObject => {
  if (name === 'l') return listOf(item);
  if (name === 'b') return { type: 'boolean' };
  if (name === 'i') return { type: 'string', pattern: { lookup: ['states', fact('s'), 'idPattern'] } };
  if (name === 't') return { type: 'string', minLength: 1, maxLength: 3, examples: ['q'] };
  if (name === 's') return choices(['TX', 'CA', 'OH']);
  return name === 'c' ? choices(ANYTHING) : name === 'd' || name === 'e' ? date : number(largest);
};

/** Every value of a flow's field. */
export function valuesOf({ bind, item, validate }: Field, { largest = LARGEST, days = DAYS }: Spec): readonly Json[] {
  if (bind === PATHS.n || bind === PATHS.m) return Array.from({ length: largest + 1 }, (_, value) => value);
  if (bind === PATHS.d || bind === PATHS.e) return days.map(day);
  if (bind === PATHS.i) return Object.keys(CAPS).flatMap(cards);
  if (bind === PATHS.t) return TEXTS;
  // What its own page refuses is not made, though it is saved.
  if (bind.startsWith(PATHS.b)) return [true, false].filter((value) => validate(value) === undefined);
  if (bind === PATHS.l) return listsOf(item?.fields.length === 2);
  return bind === PATHS.s ? ['TX', 'CA', 'OH'] : ANYTHING;
}

/** Every list of up to two items, and one whose item is not finished. */
function listsOf(box: boolean): readonly Json[] {
  const numbered = (largest: number): readonly JsonObject[] => Array.from({ length: largest + 1 }, (_, x) => ({ x }));
  const items = box ? numbered(1).flatMap((one) => [one, { ...one, w: true }]) : numbered(LARGEST_ITEM);
  return [[], [{}], ...items.map((one) => [one]), ...items.flatMap((one) => items.map((other) => [one, other]))];
}

/** What each item of the list is asked beside a number. */
interface ItemSpec {
  /** It has a box, too, while this holds. */
  readonly box?: Logic;
  /** When the number is asked. */
  readonly when?: Logic;
  readonly check?: Logic;
  readonly fewest?: number;
}
/** When a choice is offered, where it is not always. */
type Offered = Readonly<Record<string, Logic>>;
interface FieldSpec {
  readonly name: AskedName;
  readonly offered?: Offered;
  readonly when?: Logic;
  readonly maximum?: Logic;
  readonly default?: Logic;
  readonly required?: Logic;
  readonly hidden?: 'erase';
  readonly item?: ItemSpec;
  /** The one value that the page takes: true of a box that must be ticked. */
  readonly const?: true;
}
export interface PageSpec {
  readonly fields: readonly FieldSpec[];
  readonly when?: Logic;
  readonly check?: Logic;
  readonly notice?: { readonly when?: Logic /** The box beside it. */; readonly consent?: 'b' };
  /** `other`: the first page of the other flow of the pair, which is told what is carried. */
  readonly next?: { readonly when: Logic; readonly to: string; readonly carry?: { readonly from: Logic } };
  readonly set?: { readonly name: AskedName; readonly value: Logic };
  /** A second button, which checks nothing. */
  readonly back?: string;
  /** What is called as the page comes, or by its button, and where the outcome `anew` leads then. */
  readonly call?: { readonly by: 'load' | 'press'; readonly keeps: 'screen' | 'session'; readonly anew?: string };
  /** Whether its address begins a way of its own, in a flow that the server does not store. */
  readonly entry?: Logic;
}
/** What must be so before a page. */
interface DutySpec {
  readonly when?: Logic;
  readonly states?: readonly string[];
  readonly holds?: Logic;
  readonly shown?: true;
  readonly passed?: string;
  /** The page before which it must be so, where it is not the last one. */
  readonly at?: string;
  /** Before the box is ticked, in whichever flow it is asked. */
  readonly consent?: true;
  /** The notice must have been agreed to. */
  readonly agreed?: true;
}
export interface Spec {
  readonly pages: readonly PageSpec[];
  readonly duties: readonly DutySpec[];
  /** The largest number that may be answered. */
  readonly largest?: number;
  /** Days of the month that are counted out. */
  readonly days?: readonly number[];
  /** Another flow of the brand. A duty about a consent stands with one of the two and is of both. */
  readonly other?: Spec;
}
/** The id of the other flow of a pair. */
export const otherOf = (flow: string): string => (flow.endsWith('b') ? flow.slice(0, -1) : `${flow}b`);
/** The box of a pair has a name of its own: a duty about it is of every flow of the brand that asks it. */
export const boxOf = (flow: string): string => `${PATHS.b}${flow.replaceAll(/\D/g, '')}`;

/** Files of a flow, of the other flow of the pair, and of what is asked of them. */
export function filesOf(flow: string, spec: Spec): Readonly<Record<string, Json>> {
  const own = filesOfOne(flow, spec);
  const named = JSON.stringify(own)
    .replaceAll(`${PATHS.b}"`, `${boxOf(flow)}"`)
    .replaceAll('"b":{"type":"boolean"}', `"${boxOf(flow).slice('made.'.length)}":{"type":"boolean"}`);
  return { ...(JSON.parse(named) as typeof own), ...(spec.other && filesOf(otherOf(flow), spec.other)) };
}
function filesOfOne(flow: string, spec: Spec): Readonly<Record<string, Json>> {
  const { pages, duties } = spec;
  const files: Record<string, Json> = {};
  const ids = pages.map((_, index) => `p${index}`);
  files[`flows/${flow}/flow.json`] = {
    id: flow,
    title: 'Made up',
    base: `/${flow}`,
    access: 'public',
    saves: pages.some(({ entry }) => entry !== undefined)
      ? 'session'
      : { draft: flow, statuses: { OPEN: { keptDays: 30 } } },
    line: [...ids, 'sign'],
    outcomes: ['refused'],
    answers: ANSWERS,
  };
  for (const [index, page] of pages.entries()) {
    const { fields, when, check, notice, next, set, back, call, entry } = page;
    const calls: JsonObject[] = call
      ? [
          {
            call: 'ask',
            as: 'r',
            keeps: call.keeps,
            on: { anew: call.anew === undefined ? { stay: true, message: 'No' } : { to: call.anew } },
          },
        ]
      : [];
    const go: JsonObject = {
      id: 'go',
      label: 'Go',
      ...(next && { next: [{ ...next, to: next.to === 'other' ? `${otherOf(flow)}/p0` : next.to }] }),
      ...(set && { set: { [`answers.${PATHS[set.name]}`]: set.value } }),
      ...(call?.by === 'press' && { calls }),
    };
    files[`flows/${flow}/steps/p${index}.json`] = {
      id: `p${index}`,
      kind: 'form',
      title: `Page ${index}`,
      ...(when !== undefined && { when }),
      ...(entry !== undefined && { entry }),
      ...(call?.by === 'load' && { load: calls }),
      fields: Object.fromEntries(
        fields.map(({ name, offered, item, ...more }) => [
          name,
          {
            bind: PATHS[name],
            label: name,
            ...schemaOf(name, spec, item),
            ...(offered && choices(ANYTHING, offered)),
            ...more,
          },
        ]),
      ),
      layout: [
        ...fields.flatMap(({ name }) => (name === notice?.consent ? [] : name)),
        { copy: 'Made up.' },
        ...(notice ? [{ disclosure: 'notice', ...notice }] : []),
      ],
      ...(check !== undefined && { checks: [{ assert: check, message: 'No' }] }),
      actions: [
        go,
        ...(back === undefined ? [] : [{ id: 'back', label: 'Back', validates: false, next: [{ to: back }] }]),
      ],
    };
  }
  files[`flows/${flow}/steps/sign.json`] = {
    id: 'sign',
    kind: 'form',
    title: 'Sign',
    layout: [{ copy: 'Sign.' }],
    outcome: 'refused',
  };
  files[`flows/${flow}/values/total.json`] = {
    says: 'Both numbers',
    type: 'integer',
    value: { '+': [fact('n'), fact('m')] },
  };
  files[`flows/${flow}/values/many.json`] = { says: 'How many things', type: 'integer', value: { count: [fact('l')] } };
  files[`flows/${flow}/values/much.json`] = {
    says: 'All things together',
    type: 'integer',
    value: { sum: [{ map: [fact('l'), { var: 'x' }] }] },
  };
  if (pages.some(({ next }) => next?.to === 'refused'))
    files[`flows/${flow}/steps/refused.json`] = {
      id: 'refused',
      kind: 'form',
      title: 'Refused',
      layout: [{ copy: 'No.' }],
      outcome: 'refused',
    };
  for (const [index, { shown, passed, at = 'sign', consent, agreed, ...rest }] of duties.entries()) {
    files[`compliance/obligations/${flow}-${index}.json`] = {
      says: 'Made up',
      before: consent ? { consent: PATHS.b } : { step: `${flow}/${at}` },
      citation: 'Made up',
      ...(rest as JsonObject),
      ...(shown && { shown: 'notice' }),
      ...(agreed && { agreed: 'notice' }),
      ...(passed !== undefined && { passed: `${flow}/${passed}` }),
    };
  }
  return files;
}

/** A `flows/app.json` whose home, and whose log-in, is this page; what is no page of it leads away. */
export const appAt = (page: string): JsonObject => ({
  home: [{ to: page }],
  signIn: { to: page },
  unknownPath: { leave: 'away' },
  errors: [{ on: ['unauthenticated', 'unavailable', 'failed'], leave: 'away' }],
  addresses: { away: '/away' },
});

/** Files that all these flows share. */
export function sharedFiles(first: string): Readonly<Record<string, Json | string>> {
  const row = (abbr: string, cap: number): Json => ({
    abbr,
    name: abbr,
    rows: [
      {
        from: '2020-01-01',
        until: null,
        served: true,
        minimumAge: 18,
        cap,
        idPattern: `^${abbr}\\d{2}$`,
        idValid: [...cards(abbr)],
        idInvalid: ['1', 'A'],
        disclosures: { agreements: [] },
        citation: 'Made up',
      },
    ],
  });
  return {
    'schemas/api/operations/ask.json': OPERATION,
    'schemas/api/operations/tell.json': TOLD,
    'flows/app.json': { ...appAt(`${first}/p0`), session: { load: [{ call: 'tell', as: 'q' }] } },
    'brands/made/brand.json': { key: 'made', name: 'Made up' },
    'compliance/disclosures/notice/1.md':
      '---\nidTag: notice\ntitle: Notice\ntype: notice\nfrom: 2020-01-01\n---\nRead this.\n',
    ...Object.fromEntries(
      Object.entries(CAPS).map(([abbr, cap]) => [`compliance/states/${abbr}.json`, row(abbr, cap)]),
    ),
  };
}

const ORDERS = ['<', '<=', '>', '>=', '==', '!='] as const;
const compare = (left: fc.Arbitrary<Logic>, right: fc.Arbitrary<Logic>): fc.Arbitrary<Logic> =>
  fc.tuple(fc.constantFrom(...ORDERS), left, right).map(([operator, a, b]): Logic => ({ [operator]: [a, b] }));
const cap: Logic = { lookup: ['states', fact('s'), 'cap'] };
const numbers = fc.integer({ min: 1, max: LARGEST - 1 });
const days = fc.integer({ min: 19, max: 20 }).map(day);

/** A comparison of facts among these. */
function atomOf(known: readonly Name[]): fc.Arbitrary<Logic> {
  const has = (...names: readonly Name[]): boolean => names.every((name) => known.includes(name));
  const kinds: { weight: number; arbitrary: fc.Arbitrary<Logic> }[] = [];
  const add = (weight: number, names: readonly Name[], arbitrary: () => fc.Arbitrary<Logic>): void =>
    void (has(...names) && kinds.push({ weight, arbitrary: arbitrary() }));
  for (const name of ['n', 'm', 'k'] as const) {
    add(2, [name], () => compare(fc.constant(fact(name)), numbers));
    add(1, [name, 's'], () => compare(fc.constant(fact(name)), fc.constant(cap)));
    add(1, [name], () => fc.constant<Logic>({ answered: `answers.${PATHS[name]}` }));
  }
  add(3, ['n', 'm'], () => compare(fc.constant(fact('n')), fc.constant(fact('m'))));
  add(2, ['n', 'k'], () => compare(fc.constant(fact('n')), fc.constant(fact('k'))));
  add(1, ['n', 'm'], () => compare(fc.constant<Logic>({ var: 'values.total' }), fc.integer({ min: 2, max: 6 })));
  add(3, ['r'], () => compare(fc.constant(fact('r')), numbers));
  add(2, ['r'], () => fc.constantFrom<Logic>({ answered: 'results.r' }, { '!': [{ answered: 'results.r' }] }));
  add(1, ['n', 'r'], () => compare(fc.constant(fact('n')), fc.constant(fact('r'))));
  for (const name of ['d', 'e'] as const) add(2, [name], () => compare(fc.constant(fact(name)), days));
  add(2, ['d', 'e'], () => compare(fc.constant(fact('d')), fc.constant(fact('e'))));
  add(1, ['d'], () =>
    compare(fc.constant<Logic>({ daysBetween: [fact('d'), { var: 'today' }] }), fc.integer({ min: 1, max: 2 })),
  );
  add(2, ['s'], () => fc.constantFrom('TX', 'CA', 'OH').map((state): Logic => ({ '==': [fact('s'), state] })));
  add(2, ['c'], () => fc.constantFrom(...ANYTHING).map((choice): Logic => ({ '==': [fact('c'), choice] })));
  add(1, ['c'], () => fc.constant<Logic>({ answered: `answers.${PATHS.c}` }));
  add(1, ['s'], () => fc.constantFrom<Json>(['TX', 'OH'], 'TX,CA').map((among): Logic => ({ in: [fact('s'), among] })));
  add(2, ['t'], () =>
    fc.constantFrom<Logic>(
      { '==': [fact('t'), 'TX'] },
      { in: [fact('t'), 'TX,CA'] },
      { in: [fact('t'), ['TX', 'OH']] },
      { '!': [fact('t')] },
    ),
  );
  add(1, ['n'], () => fc.constantFrom<Logic>({ '!!': [fact('n')] }, { '!': [fact('n')] }));
  add(2, ['b'], () => fc.constantFrom<Logic>({ '==': [fact('b'), true] }, { '!': [{ '==': [fact('b'), true] }] }));
  add(2, ['q'], () => fc.constantFrom<Logic>({ '>': [fact('q'), 1] }, { answered: 'results.q' }));
  add(2, ['f'], () => fc.constantFrom(...CARRIED).map((one): Logic => ({ '==': [fact('f'), one] })));
  add(8, ['l'], () => listAtom);
  add(1, ['l', 'n'], () => compare(fc.constant(MANY), fc.constant(fact('n'))));
  kinds.push({ weight: 2, arbitrary: worldAtom });
  return fc.oneof(...kinds);
}
/** What one flow may carry to the other. */
export const CARRIED = ['account', 'YES', 'TX'] as const;
const LIST = fact('l');
const MANY: Logic = { var: 'values.many' };
const MUCH: Logic = { var: 'values.much' };
/** What is so of one item. */
const itemAtom: fc.Arbitrary<Logic> = fc.oneof(
  { weight: 3, arbitrary: compare(fc.constant<Logic>({ var: 'x' }), fc.integer({ min: 0, max: LARGEST_ITEM })) },
  { weight: 1, arbitrary: fc.constant<Logic>({ '==': [{ var: 'w' }, true] }) },
);
const listAtom: fc.Arbitrary<Logic> = fc.oneof(
  { weight: 3, arbitrary: compare(fc.constant(MANY), fc.integer({ min: 0, max: 2 })) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.constantFrom('some', 'all', 'none'), itemAtom)
      .map(([of, one]): Logic => ({ [of]: [LIST, one] })),
  },
  {
    weight: 2,
    arbitrary: compare(
      itemAtom.map((one): Logic => ({ count: [LIST, one] })),
      fc.integer({ min: 0, max: 2 }),
    ),
  },
  { weight: 2, arbitrary: compare(fc.constant(MUCH), numbers) },
  {
    weight: 2,
    arbitrary: compare(
      fc.constantFrom<Logic>({ var: `answers.${PATHS.l}.0.x` }, { var: `answers.${PATHS.l}.1.x` }),
      fc.integer({ min: 0, max: LARGEST_ITEM }),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom<Logic>(
      { answered: `answers.${PATHS.l}` },
      { '!': [LIST] },
      { '!!': [LIST] },
      { answered: `answers.${PATHS.l}.1` },
      { answered: `answers.${PATHS.l}.0.w` },
      { '!!': [{ missing: [`answers.${PATHS.l}`, `answers.${PATHS.l}.1.x`] }] },
    ),
  },
);
const [flag, cookie, signedIn, from] = [
  { var: 'flags.maintenance' },
  { var: 'cookies.storeNumber' },
  { var: 'session.isAuthenticated' },
  { var: 'route.query.from' },
];
/** What is so of the world, or missing. */
const worldAtom: fc.Arbitrary<Logic> = fc.constantFrom<Logic>(
  { '==': [flag, true] },
  { '==': [flag, false] },
  { '!': [flag] },
  { '!!': [flag] },
  { answered: 'cookies.storeNumber' },
  { '!': [{ answered: 'cookies.storeNumber' }] },
  { '!!': [{ missing: ['cookies.storeNumber', 'flags.maintenance'] }] },
  { '==': [cookie, '12'] },
  { '==': [signedIn, true] },
  { '!': [signedIn] },
  { '==': [from, 'account'] },
  { '!': [from] },
);
function logicOf(known: readonly Name[]): fc.Arbitrary<Logic> {
  const atom = atomOf(known);
  return fc.oneof(
    { weight: 3, arbitrary: atom },
    { weight: 1, arbitrary: fc.tuple(atom, atom).map((both): Logic => ({ and: both })) },
    { weight: 1, arbitrary: fc.tuple(atom, atom).map((both): Logic => ({ or: both })) },
    { weight: 1, arbitrary: atom.map((one): Logic => ({ '!': [one] })) },
  );
}
/** Once in so many times. */
const maybe = <T>(one: fc.Arbitrary<T>, times = 2): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: 1, arbitrary: one }, { weight: times - 1, arbitrary: fc.constant(undefined) });

type Whole<T> = { readonly [K in keyof T]-?: T[K] | undefined };
/** Leaves out members that have no value. */
const less = <T extends object>(whole: Whole<T>): T =>
  Object.fromEntries(Object.entries(whole).filter(([, value]) => value !== undefined)) as T;

const nothing = fc.constant(undefined);
const fieldOf = (name: AskedName, known: readonly Name[]): fc.Arbitrary<FieldSpec> => {
  const limits: readonly Logic[] = [
    ...(known.includes('s') ? [cap] : []),
    ...(name === 'm' && known.includes('n') ? [fact('n')] : []),
    ...((name === 'n' || name === 'm') && known.includes('l') ? [MANY, MUCH] : []),
  ];
  return fc
    .record<Whole<FieldSpec>>({
      name: fc.constant(name),
      offered:
        name === 'c' && known.length > 0
          ? maybe(
              fc.tuple(fc.constantFrom(...ANYTHING), atomOf(known)).map(([choice, when]) => ({ [choice]: when })),
              2,
            )
          : nothing,
      when: known.length > 0 ? maybe(atomOf(known), 6) : nothing,
      maximum: (name === 'n' || name === 'm') && limits.length > 0 ? maybe(fc.constantFrom(...limits), 4) : nothing,
      default: name === 'm' && known.includes('n') ? maybe(fc.constant(fact('n')), 5) : nothing,
      required: maybe(
        known.length > 0 ? fc.oneof(fc.constant<Logic>(false), atomOf(known)) : fc.constant<Logic>(false),
        5,
      ),
      hidden: maybe(fc.constant<'erase'>('erase'), 4),
      const: name === 'b' ? maybe(fc.constant<true>(true), 3) : nothing,
      item: name === 'l' ? itemOf(known) : nothing,
    })
    .map(less);
};
/** What is asked of an item: conditions of the item, and of what was answered before. */
const itemOf = (known: readonly Name[]): fc.Arbitrary<ItemSpec> =>
  fc
    .record<Whole<ItemSpec>>({
      box: maybe(compare(fc.constant<Logic>({ var: 'item.x' }), fc.integer({ min: 0, max: 1 })), 3),
      when: known.length > 0 ? maybe(atomOf(known), 6) : nothing,
      check: maybe(compare(fc.constant<Logic>({ var: 'item.x' }), fc.integer({ min: 0, max: LARGEST_ITEM })), 4),
      fewest: maybe(fc.integer({ min: 1, max: 2 }), 3),
    })
    .map(less);
const setOf = (known: readonly Name[]): fc.Arbitrary<PageSpec['set']> => {
  const copies = known
    .filter((name) => name === 'n' || name === 'm')
    .map((name) => ({ name: 'k' as const, value: fact(name) }));
  return fc.oneof(
    ...(copies.length > 0 ? [fc.constantFrom(...copies)] : []),
    ...(known.includes('l')
      ? [fc.constantFrom(MANY, MUCH, { var: `answers.${PATHS.l}.0.x` }).map((value) => ({ name: 'k' as const, value }))]
      : []),
    ...(known.includes('b') ? [fc.constant({ name: 'b' as const, value: true })] : []),
    numbers.map((value) => ({ name: 'k' as const, value })),
    numbers.map((value) => ({ name: 'n' as const, value })),
  );
};
/** Where a page stands, what it asks, and what was asked and is brought before. */
interface Standing {
  readonly index: number;
  readonly names: readonly AskedName[];
  readonly before: readonly Name[];
  readonly call: PageSpec['call'];
  readonly entry: PageSpec['entry'];
  /** Whether there is another flow to lead to. */
  readonly paired?: boolean;
}
const pageOf = ({ index, names, before, call, entry, paired = false }: Standing): fc.Arbitrary<PageSpec> => {
  const all: readonly Name[] = [...before, ...names, 'k'];
  return fc
    .record<Whole<PageSpec>>({
      fields: fc.tuple(...names.map((name, at) => fieldOf(name, [...before, ...names.slice(0, at)]))),
      when: index === 0 ? maybe(worldAtom, 4) : maybe(logicOf(before), 3),
      check: maybe(logicOf([...before, ...names]), 6),
      notice: maybe(
        fc
          .record<Whole<NonNullable<PageSpec['notice']>>>({
            when: maybe(logicOf(all)),
            consent: names.includes('b') ? maybe(fc.constant<'b'>('b')) : nothing,
          })
          // A box that hangs on a question of its own page brute.test.ts asks of by itself.
          .map((one) => less(one.consent && names.length > 1 ? { ...one, when: undefined } : one)),
        2,
      ),
      next: paired
        ? maybe(
            fc
              .record<Whole<NonNullable<PageSpec['next']>>>({
                when: logicOf(all),
                to: fc.constant('other'),
                carry: maybe(fc.record({ from: carriedOf(all) }), 1),
              })
              .map(({ carry, ...one }) => less({ ...one, carry: one.to === 'other' ? carry : undefined })),
            2,
          )
        : maybe(fc.record({ when: logicOf(all), to: fc.constantFrom('refused', 'sign') }), 3),
      // What a page sets may make its own check fail; brute.test.ts asks of that by itself.
      set: maybe(
        setOf(all).filter((one) => one?.name === 'k' || !names.includes(one?.name as AskedName)),
        4,
      ),
      // Where a button says where to, what the address said is gone; brute.test.ts asks of that by itself.
      back: index === 0 || paired ? nothing : maybe(fc.constant('p0'), 8),
      call: fc.constant(call),
      entry: fc.constant(entry),
    })
    .map(less);
};
const carriedOf = (all: readonly Name[]): fc.Arbitrary<Logic> =>
  fc.constantFrom<Logic>(
    ...CARRIED,
    ...all.flatMap((name) => (name === 'c' || name === 's' || name === 't' ? [fact(name)] : [])),
  );
/** What `all` can be asked of. `consent`: it stands before the box is ticked, in both flows, and not before a page. */
function dutyOf(all: readonly Name[], { consent = false, pages = 3 } = {}): fc.Arbitrary<DutySpec> {
  const states = all.includes('s') ? maybe(fc.constantFrom(['TX'], ['CA', 'OH']), 4) : nothing;
  const one = (
    demand: { readonly [K in 'holds' | 'shown' | 'passed' | 'agreed']?: fc.Arbitrary<DutySpec[K] | undefined> },
  ): fc.Arbitrary<Whole<DutySpec>> =>
    fc.record<Whole<DutySpec>>({
      when: maybe(logicOf(all)),
      states,
      at: consent ? nothing : maybe(fc.constantFrom(...['p0', 'p1', 'p2'].slice(0, pages)), 3),
      holds: nothing,
      shown: nothing,
      passed: nothing,
      agreed: nothing,
      consent: consent ? fc.constant<true>(true) : nothing,
      ...demand,
    });
  return fc
    .oneof(
      { weight: 3, arbitrary: one({ holds: logicOf(all) }) },
      { weight: 2, arbitrary: one({ shown: fc.constant<true>(true) }) },
      // Pages are of one flow, and a consent is of both.
      { weight: consent || pages < 2 ? 0 : 1, arbitrary: one({ passed: fc.constant('p1') }) },
      { weight: !consent && all.includes('b') ? 2 : 0, arbitrary: one({ agreed: fc.constant<true>(true) }) },
    )
    .map(less);
}

/** Which pages ask what: few answers on each, so that everybody can be counted out. */
const ASKED: readonly (readonly (readonly AskedName[])[])[] = [
  [['s', 'n'], ['m'], ['c']],
  [['n', 'm'], ['s'], []],
  [['n'], ['s', 'm'], ['n']],
  [['d'], ['e', 'c'], ['n']],
  [['m', 'c'], ['n'], ['d']],
  [['d', 'e'], ['s'], []],
  [['t'], ['s', 'n'], []],
  [['s', 't'], ['c'], ['n']],
];
/** Fewer still, where a call brings something or addresses of pages begin ways of their own. */
const FEW: typeof ASKED = [
  [['c'], [], []],
  [['n'], ['c'], []],
  [['c'], ['n'], []],
  [[], ['c'], ['n']],
  [['s'], [], ['c']],
];

const callOf: fc.Arbitrary<NonNullable<PageSpec['call']>> = fc
  .record<Whole<NonNullable<PageSpec['call']>>>({
    by: fc.constantFrom('load', 'press'),
    keeps: fc.constantFrom('session', 'session', 'screen'),
    anew: maybe(fc.constantFrom('p0', 'p1', 'p2', 'sign'), 3),
  })
  .map(less);
interface Around {
  readonly calling: { readonly at: number; readonly call: NonNullable<PageSpec['call']> } | undefined;
  /** Of each page but the first. */
  readonly entries: readonly (Logic | undefined)[];
}
/** Pages that ask these; each may read what was asked before it, and what is known beside. */
const pagesOf = (
  asked: (typeof ASKED)[number],
  known: readonly Name[],
  more: (index: number) => Omit<Standing, 'index' | 'names' | 'before'>,
): fc.Arbitrary<PageSpec[]> =>
  fc.tuple(
    ...asked.map((names, index) =>
      pageOf({ index, names, before: [...asked.slice(0, index).flat(), ...known], ...more(index) }),
    ),
  );
const flowOf =
  (among: typeof ASKED) =>
  ({ calling, entries }: Around): fc.Arbitrary<Spec> => {
    const brought: readonly Name[] = calling ? ['r'] : [];
    return fc.constantFrom(...among).chain((asked) =>
      fc.record({
        pages: pagesOf(asked, brought, (index) => ({
          call: calling?.at === index ? calling.call : undefined,
          entry: entries[index - 1],
        })),
        duties: fc.array(dutyOf([...asked.flat(), 'k', ...brought]), { minLength: 2, maxLength: 3 }),
      }),
    );
  };
export const madeFlow: fc.Arbitrary<Spec> = flowOf(ASKED)({ calling: undefined, entries: [] });
/** Flows with a call, and some with entries. */
export const callingFlow: fc.Arbitrary<Spec> = fc
  .record<Around>({
    calling: maybe(fc.record({ at: fc.integer({ min: 0, max: 2 }), call: callOf }), 1),
    entries: fc.oneof(
      { weight: 2, arbitrary: fc.constant([]) },
      { weight: 1, arbitrary: fc.tuple(...[1, 2].map(() => maybe(fc.oneof(fc.constant<Logic>(true), worldAtom)))) },
    ),
  })
  .chain(flowOf(FEW));

/** Which pages ask what, beside a list. */
const LISTS: typeof ASKED = [
  [['l'], ['n'], []],
  [['l', 'c'], [], []],
  [['c'], ['l'], ['n']],
  [['l'], [], ['l']],
  [['s'], ['l'], []],
];
/** Flows that ask for a list. */
export const listFlow: fc.Arbitrary<Spec> = flowOf(LISTS)({ calling: undefined, entries: [] }).map((spec) =>
  steady(spec),
);

/** Which pages of a pair ask what, a flow each. */
const PAIRED: readonly (readonly [(typeof ASKED)[number], (typeof ASKED)[number]])[] = [
  [[['c'], ['b']], [['b']]],
  [
    [['b'], ['n']],
    [['b'], ['c']],
  ],
  [[['c', 'b']], [['n'], ['b']]],
  [[['n']], [['c', 'b'], []]],
  [[['t']], [[], ['b']]],
  [
    [['c'], []],
    [['c'], ['b']],
  ],
];
/**
 * Without duties before a page that itself comes only sometimes; of a pair, such a page asks nothing. Of whoever goes
 * back to one brute.test.ts asks by itself.
 */
const steady = (spec: Spec, isPaired = false): Spec => ({
  pages: spec.pages.map(({ when, ...page }) =>
    when === undefined || (isPaired && page.fields.length > 0) ? page : { ...page, when },
  ),
  duties: spec.duties.map(({ at, ...duty }) =>
    at === undefined || spec.pages[Number(at.slice(1))]?.when !== undefined ? duty : { ...duty, at },
  ),
});
const oneOf = (asked: (typeof ASKED)[number], shared: readonly Name[]): fc.Arbitrary<Spec> =>
  fc.record({
    pages: pagesOf(asked, ['f'], () => ({ call: undefined, entry: undefined, paired: true })),
    duties: fc
      .tuple(
        fc.array(dutyOf([...asked.flat(), 'k', 'f'], { pages: asked.length }), { minLength: 1, maxLength: 2 }),
        fc.array(dutyOf([...shared, 'k', 'f'], { consent: true }), { minLength: 1, maxLength: 1 }),
      )
      .map((both) => both.flat()),
  });
/** Two flows of one brand that lead to each other and ask for one consent. */
export const pairedFlow: fc.Arbitrary<Spec> = fc.constantFrom(...PAIRED).chain(([first, second]) => {
  const shared = first.flat().filter((name) => second.flat().includes(name));
  return fc
    .tuple(oneOf(first, shared), oneOf(second, shared))
    .map(([one, other]): Spec => ({ ...steady(one, true), other: steady(other, true) }));
});
