/**
 * Small flows made up at random, compiled by hand: every answer has two or three values, so everything that can happen
 * can be counted out.
 */
import fc from 'fast-check';
import type {
  Action,
  Call,
  Check,
  Choice,
  CompiledFlow,
  Field,
  LayoutItem,
  Rule,
  Step,
  Target,
} from '../../../runtime/core/definition.ts';
import type { Json } from '../../../runtime/core/facts.ts';
import { readsOf, type Logic } from '../../../verifier/domain/atoms.ts';
import { shownOnce } from '../../../verifier/explore/equivalence/memory.ts';
import type { Asked, Domain } from '../../../verifier/explore/exploration.ts';
import { truthOf, valueOf } from '../../../compile/operators/evaluate.ts';

/** Values of every answer. */
export const VALUES = ['a', 'b'] as const;
const TAGS = ['first-notice', 'second-notice'] as const;

interface FieldSpec {
  readonly bind: string;
  readonly when: Logic | undefined;
  readonly required: boolean;
  readonly erase: boolean;
}
interface StepSpec {
  readonly id: string;
  readonly kind: 'form' | 'wait';
  readonly when: Logic | undefined;
  readonly fields: readonly FieldSpec[];
  readonly disclosure: { readonly tag: string; readonly when: Logic | undefined } | undefined;
  readonly check: Logic | undefined;
  readonly next: readonly { readonly when: Logic | undefined; readonly target: Target }[];
  readonly call: { readonly outcomes: Readonly<Record<string, Target>> } | undefined;
  readonly skip: Target | undefined;
  readonly set: { readonly path: string; readonly value: Logic } | undefined;
}
interface Question {
  readonly scope: Logic;
  readonly shown: string;
  readonly at: readonly string[];
}
export interface SmallFlow {
  readonly flow: CompiledFlow;
  readonly domain: Domain;
  readonly asked: readonly Asked[];
  /** What it is made of, for the report of a failing case. */
  readonly spec: unknown;
}

const rule = (logic: Logic): Rule => ({ reads: [...readsOf(logic)], of: (facts) => truthOf(logic, facts) });

function stepOf(spec: StepSpec): Step {
  const fields: Record<string, Field> = {};
  for (const { bind, when, required, erase } of spec.fields) {
    fields[bind] = {
      id: bind,
      bind,
      control: 'text',
      type: 'string',
      label: bind,
      required,
      validate: (value: Json) => (VALUES.some((one) => one === value) ? undefined : { keyword: 'enum' }),
      dynamic: [],
      messages: {},
      normalise: [],
      sensitive: false,
      reveal: 'owner',
      hidden: erase ? 'erase' : 'keep',
      keep: 'application',
      options: {},
      ...(when !== undefined && { when: rule(when) }),
    };
  }
  const call: Call | undefined = spec.call && {
    operation: `do-${spec.id}`,
    kind: 'rest',
    with: {},
    keeps: 'application',
    on: spec.call.outcomes,
  };
  const next: Choice[] = spec.next.map(({ when, target }) => ({
    target,
    ...(when !== undefined && { when: rule(when) }),
  }));
  const go: Action = {
    id: 'go',
    label: 'Go',
    style: 'primary',
    validates: true,
    set: spec.set
      ? [
          {
            path: spec.set.path,
            value: { reads: [...readsOf(spec.set.value)], of: (facts) => valueOf(spec.set?.value ?? null, facts) },
          },
        ]
      : [],
    calls: call ? [call] : [],
    next,
  };
  const skip: Action | undefined = spec.skip && {
    id: 'skip',
    label: 'Skip',
    style: 'link',
    validates: false,
    set: [],
    calls: [],
    next: [{ target: spec.skip }],
  };
  const layout: LayoutItem[] = spec.fields.map(({ bind }) => ({ kind: 'field', field: bind }));
  if (spec.disclosure)
    layout.push({
      kind: 'disclosure',
      idTag: spec.disclosure.tag,
      ...(spec.disclosure.when !== undefined && { when: rule(spec.disclosure.when) }),
    });
  const check: Check[] = spec.check === undefined ? [] : [{ assert: rule(spec.check), message: 'no' }];
  const form = spec.kind === 'form';
  return {
    id: spec.id,
    kind: spec.kind,
    path: spec.id,
    access: 'public',
    title: spec.id,
    load: form || !call ? [] : [call],
    fields: form ? fields : {},
    fieldOrder: form ? spec.fields.map(({ bind }) => bind) : [],
    layout: form ? layout : [],
    checks: form ? check : [],
    actions: form ? [go, ...(skip ? [skip] : [])] : [],
    next: form ? [] : next,
    listen: [],
    timers: [],
    affects: form ? affectsOf(fields) : {},
    ...(spec.when !== undefined && { when: rule(spec.when) }),
  };
}

/** Which fields of the page depend on which answers. */
function affectsOf(fields: Readonly<Record<string, Field>>): Step['affects'] {
  const found: Record<string, string[]> = {};
  for (const { id, when } of Object.values(fields)) for (const path of when?.reads ?? []) (found[path] ??= []).push(id);
  return found;
}

const answer = fc.constantFrom('p', 'q', 'r').map((name): Logic => ({ var: `answers.${name}` }));
const atom: fc.Arbitrary<Logic> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.tuple(answer, fc.constantFrom(...VALUES)).map(([path, value]): Logic => ({ '==': [path, value] })),
  },
  { weight: 2, arbitrary: fc.tuple(answer, answer).map(([a, b]): Logic => ({ '==': [a, b] })) },
  { weight: 1, arbitrary: fc.constantFrom('p', 'q', 'r').map((name): Logic => ({ answered: [`answers.${name}`] })) },
  { weight: 1, arbitrary: fc.constant<Logic>({ '==': [{ var: 'flags.on' }, true] }) },
);
const logic: fc.Arbitrary<Logic> = fc.oneof(
  atom,
  fc.tuple(atom, atom).map((both): Logic => ({ and: both })),
  fc.tuple(atom, atom).map((both): Logic => ({ or: both })),
  atom.map((one): Logic => ({ '!': [one] })),
);
const maybe = <T>(one: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(one, { nil: undefined, freq: 2 });

const LINE = ['s0', 's1', 's2', 's3'] as const;
const ASIDE = ['x'] as const;
const target: fc.Arbitrary<Target> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom(...LINE.slice(1), ...ASIDE).map((step): Target => ({ kind: 'to', flow: 'small', step })),
  },
  {
    weight: 2,
    arbitrary: fc
      .subarray([...LINE], { minLength: 1, maxLength: 2 })
      .map((steps): Target => ({ kind: 'reopen', steps })),
  },
  { weight: 1, arbitrary: fc.constant<Target>({ kind: 'leave', address: 'home' }) },
);

const step = (id: string): fc.Arbitrary<StepSpec> =>
  fc.record({
    id: fc.constant(id),
    kind: id === 's0' ? fc.constant('form' as const) : fc.constantFrom<'form' | 'wait'>('form', 'form', 'wait'),
    when: LINE.some((one) => one === id) && id !== 's0' ? maybe(logic) : fc.constant(undefined),
    fields: fc
      .subarray(['p', 'q', 'r'], { maxLength: 2 })
      .chain((binds) =>
        fc.tuple(
          ...binds.map((bind) =>
            fc.record({ bind: fc.constant(bind), when: maybe(atom), required: fc.boolean(), erase: fc.boolean() }),
          ),
        ),
      ),
    disclosure: maybe(fc.record({ tag: fc.constantFrom(...TAGS), when: maybe(atom) })),
    check: fc.option(logic, { nil: undefined, freq: 4 }),
    next: fc.array(fc.record({ when: logic, target }), { maxLength: 2 }),
    call: maybe(
      fc.dictionary(fc.constantFrom('refused', 'other'), target, { maxKeys: 2 }).map((outcomes) => ({ outcomes })),
    ),
    skip: fc.option(target, { nil: undefined, freq: 4 }),
    set: fc.option(
      fc.record({
        path: fc.constantFrom('p', 'q', 'r'),
        value: fc.oneof<fc.Arbitrary<Logic>[]>(fc.constantFrom(...VALUES), answer),
      }),
      { nil: undefined, freq: 4 },
    ),
  });

const question: fc.Arbitrary<Question> = fc.record({
  scope: logic,
  shown: fc.constantFrom(...TAGS),
  at: fc.constantFrom(...LINE.slice(1), ...ASIDE).map((at) => [at]),
});

/** The flow of these pages, with these questions asked of it. */
function made(specs: readonly StepSpec[], questions: readonly Question[], saves: CompiledFlow['saves']): SmallFlow {
  const asked = questions.map(
    ({ scope, shown, at }): Asked => ({ scope: [rule(scope)], memory: shownOnce([shown]), at }),
  );
  const steps = Object.fromEntries(specs.map((spec) => [spec.id, stepOf(spec)]));
  const binds: Record<string, { step: string; field: string }[]> = {};
  for (const { id, fieldOrder } of Object.values(steps))
    for (const field of fieldOrder) (binds[field] ??= []).push({ step: id, field });
  const flow: CompiledFlow = {
    id: 'small',
    brand: 'none',
    hash: '0',
    base: '/small',
    access: 'public',
    saves,
    line: LINE,
    steps,
    dialogs: {},
    stages: [],
    binds,
  };
  const domain: Domain = {
    answers: () => ({ values: VALUES, each: true }),
    near: () => [],
    candidates: () => [undefined, ...VALUES],
    results: () => [undefined],
    resultsNamed: () => [undefined],
    outcomes: (operation) => [
      'ok',
      ...Object.keys(specs.find(({ id }) => operation === `do-${id}`)?.call?.outcomes ?? {}),
    ],
    signsIn: () => false,
    changesPerson: () => false,
    payload: () => undefined,
    world: { 'flags.on': [true, false] },
    progress: () => undefined,
    kept: [],
    asked,
    sampled: () => undefined,
  };
  return { flow, domain, asked, spec: { specs, questions, saves } };
}

/**
 * A flow of a few pages on a line and one beside it, with conditions, calls, ways back and notices at random, and
 * questions asked of it.
 */
export const smallFlow: fc.Arbitrary<SmallFlow> = fc
  .tuple(
    fc.tuple(...[...LINE, ...ASIDE].map(step)),
    fc.array(question, { minLength: 1, maxLength: 2 }),
    fc.constantFrom<CompiledFlow['saves']>('none', 'application'),
  )
  .map(([specs, questions, saves]) => made(specs, questions, saves));
