/** Made-up flows with numbers, dates and states in small ranges, so that every applicant can be counted out. */
import fc from 'fast-check';
import type { Json, JsonObject } from '../../../compile/index.ts';
import type { Field } from '../../../runtime/core/definition.ts';

type Logic = Json;
/** `k` is asked nowhere: pages set it; `r` is what a call brings. */
export type Name = 'n' | 'm' | 'k' | 'd' | 'e' | 's' | 'c' | 'i' | 't' | 'r';

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
  'route.query.from': ['account', '', null],
};
/** What the one call of these flows brings, by its outcome. */
export const BROUGHT: Readonly<Record<string, readonly (Json | undefined)[]>> = {
  ok: [1, 2, 3].map((x) => ({ x })),
  anew: [undefined],
};
const OPERATION: Json = {
  name: 'ask',
  kind: 'rest',
  method: 'POST',
  path: '/ask',
  input: { type: 'object', properties: {}, additionalProperties: false },
  value: { type: 'object', properties: { x: { type: 'integer', minimum: 1, maximum: 3 } }, required: ['x'] },
  access: 'public',
  timeoutMs: 1000,
  outcomes: { ok: 'Made up', anew: 'Made up' },
};
/** What the rows of the three states allow. */
const CAPS = { CA: 1, OH: 3, TX: 3 } as const;

/** Numbers of an identity card that a state gives out. */
const cards = (state: string): readonly string[] => [`${state}11`, `${state}22`];
export const day = (number: number): string => `2026-11-${String(number).padStart(2, '0')}`;
const PATHS: Readonly<Record<Exclude<Name, 'r'>, string>> = {
  n: 'made.n',
  m: 'made.m',
  k: 'made.k',
  d: 'made.d',
  e: 'made.e',
  s: 'contactInformation.address.stateCode',
  c: 'made.c',
  i: 'made.i',
  t: 'made.t',
};
export const fact = (name: Name): Logic => ({ var: name === 'r' ? 'results.r.x' : `answers.${PATHS[name]}` });

/** Facts that a page may ask for or set. */
type AskedName = Exclude<Name, 'r'>;

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
const schemaOf = (name: AskedName, { largest = LARGEST }: Spec): JsonObject => {
  if (name === 'i') return { type: 'string', pattern: { lookup: ['states', fact('s'), 'idPattern'] } };
  if (name === 't') return { type: 'string', minLength: 1, maxLength: 3, examples: ['q'] };
  if (name === 's') return choices(['TX', 'CA', 'OH']);
  return name === 'c' ? choices(ANYTHING) : name === 'd' || name === 'e' ? date : number(largest);
};

/** Every value of a flow's field. */
export function valuesOf({ bind }: Field, { largest = LARGEST, days = DAYS }: Spec): readonly Json[] {
  if (bind === PATHS.n || bind === PATHS.m) return Array.from({ length: largest + 1 }, (_, value) => value);
  if (bind === PATHS.d || bind === PATHS.e) return days.map(day);
  if (bind === PATHS.i) return Object.keys(CAPS).flatMap(cards);
  if (bind === PATHS.t) return TEXTS;
  return bind === PATHS.s ? ['TX', 'CA', 'OH'] : ANYTHING;
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
}
export interface PageSpec {
  readonly fields: readonly FieldSpec[];
  readonly when?: Logic;
  readonly check?: Logic;
  readonly notice?: { readonly when?: Logic };
  readonly next?: { readonly when: Logic; readonly to: string };
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
}
export interface Spec {
  readonly pages: readonly PageSpec[];
  readonly duties: readonly DutySpec[];
  /** The largest number that may be answered. */
  readonly largest?: number;
  /** Days of the month that are counted out. */
  readonly days?: readonly number[];
}

/** Files of a flow, and of what is asked of it. */
export function filesOf(flow: string, spec: Spec): Readonly<Record<string, Json>> {
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
      ...(next && { next: [{ when: next.when, to: next.to }] }),
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
        fields.map(({ name, offered, ...more }) => [
          name,
          {
            bind: PATHS[name],
            label: name,
            ...schemaOf(name, spec),
            ...(offered && choices(ANYTHING, offered)),
            ...more,
          },
        ]),
      ),
      layout: [
        ...fields.map(({ name }) => name),
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
  if (pages.some(({ next }) => next?.to === 'refused'))
    files[`flows/${flow}/steps/refused.json`] = {
      id: 'refused',
      kind: 'form',
      title: 'Refused',
      layout: [{ copy: 'No.' }],
      outcome: 'refused',
    };
  for (const [index, { shown, passed, at = 'sign', ...rest }] of duties.entries()) {
    files[`compliance/obligations/${flow}-${index}.json`] = {
      says: 'Made up',
      before: { step: `${flow}/${at}` },
      citation: 'Made up',
      ...(rest as JsonObject),
      ...(shown && { shown: 'notice' }),
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
    'flows/app.json': appAt(`${first}/p0`),
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
  kinds.push({ weight: 2, arbitrary: worldAtom });
  return fc.oneof(...kinds);
}
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
    })
    .map(less);
};
const setOf = (known: readonly Name[]): fc.Arbitrary<PageSpec['set']> => {
  const copies = known
    .filter((name) => name === 'n' || name === 'm')
    .map((name) => ({ name: 'k' as const, value: fact(name) }));
  return fc.oneof(
    ...(copies.length > 0 ? [fc.constantFrom(...copies)] : []),
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
}
const pageOf = ({ index, names, before, call, entry }: Standing): fc.Arbitrary<PageSpec> => {
  const all: readonly Name[] = [...before, ...names, 'k'];
  return fc
    .record<Whole<PageSpec>>({
      fields: fc.tuple(...names.map((name, at) => fieldOf(name, [...before, ...names.slice(0, at)]))),
      when: index === 0 ? maybe(worldAtom, 4) : maybe(logicOf(before), 3),
      check: maybe(logicOf([...before, ...names]), 6),
      notice: maybe(fc.record<Whole<{ when?: Logic }>>({ when: maybe(logicOf(all)) }).map(less), 2),
      next: maybe(fc.record({ when: logicOf(all), to: fc.constantFrom('refused', 'sign') }), 3),
      set: maybe(setOf(all), 4),
      back: index === 0 ? nothing : maybe(fc.constant('p0'), 8),
      call: fc.constant(call),
      entry: fc.constant(entry),
    })
    .map(less);
};
function dutyOf(all: readonly Name[]): fc.Arbitrary<DutySpec> {
  const states = all.includes('s') ? maybe(fc.constantFrom(['TX'], ['CA', 'OH']), 4) : nothing;
  const one = (
    demand: { readonly [K in 'holds' | 'shown' | 'passed']: fc.Arbitrary<DutySpec[K] | undefined> },
  ): fc.Arbitrary<Whole<DutySpec>> =>
    fc.record<Whole<DutySpec>>({
      when: maybe(logicOf(all)),
      states,
      at: maybe(fc.constantFrom('p0', 'p1', 'p2'), 3),
      ...demand,
    });
  return fc
    .oneof(
      { weight: 3, arbitrary: one({ holds: logicOf(all), shown: nothing, passed: nothing }) },
      { weight: 2, arbitrary: one({ holds: nothing, shown: fc.constant<true>(true), passed: nothing }) },
      { weight: 1, arbitrary: one({ holds: nothing, shown: nothing, passed: fc.constant('p1') }) },
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
const flowOf =
  (among: typeof ASKED) =>
  ({ calling, entries }: Around): fc.Arbitrary<Spec> => {
    const brought: readonly Name[] = calling ? ['r'] : [];
    return fc.constantFrom(...among).chain((asked) =>
      fc.record({
        pages: fc.tuple(
          ...asked.map((names, index) =>
            pageOf({
              index,
              names,
              before: [...asked.slice(0, index).flat(), ...brought],
              call: calling?.at === index ? calling.call : undefined,
              entry: entries[index - 1],
            }),
          ),
        ),
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
