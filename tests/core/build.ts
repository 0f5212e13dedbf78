/** Compiled flows made by hand, so that the engine is tested without the compiler. */
import type {
  Action,
  Call,
  Check,
  Choice,
  CompiledFlow,
  Compute,
  Dialog,
  Field,
  LayoutItem,
  Rule,
  Step,
  Target,
  Text,
} from '../../runtime/core/definition.ts';
import type { Facts, Json, JsonObject, Path } from '../../runtime/core/facts.ts';
import type { Effect, Event } from '../../runtime/core/events.ts';
import type { State, World } from '../../runtime/core/state.ts';
import { get } from '../../runtime/core/paths.ts';
import { initial, reduce } from '../../runtime/core/reduce.ts';

export const world: World = {
  results: {},
  session: {},
  application: { id: 'a-1' },
  customer: {},
  brand: {},
  flags: {},
  route: { params: {}, query: {} },
  cookies: {},
  device: {},
  compliance: { states: {}, documents: { 'tila-box': 'hash-tila', consent: 'hash-consent' } },
  today: '2026-11-20',
  now: '2026-11-20T15:00:00Z',
};

const root = (facts: Facts): JsonObject => facts as unknown as JsonObject;
export const read = <T = Json>(path: Path): Compute<T> => ({
  reads: [path],
  of: (facts) => get(root(facts), path) as T | undefined,
});
export const constant = <T>(value: T): Compute<T> => ({ reads: [], of: () => value });

/** True when the fact equals the value; unknown while it is missing. */
export const is = (path: Path, value: Json): Rule => ({
  reads: [path],
  of: (facts) => {
    const found = get(root(facts), path);
    return found === undefined ? undefined : found === value;
  },
});
export const atLeast = (path: Path, least: number): Rule => ({
  reads: [path],
  of: (facts) => {
    const found = get(root(facts), path);
    return typeof found === 'number' ? found >= least : undefined;
  },
});

export function field(id: string, part: Partial<Field> = {}): Field {
  const type = part.type ?? 'string';
  return {
    id,
    bind: part.bind ?? `data.${id}`,
    control: 'text',
    type,
    label: id,
    required: true,
    dynamic: [],
    messages: {},
    normalise: ['trim'],
    sensitive: false,
    reveal: 'owner',
    hidden: 'keep',
    keep: 'application',
    options: {},
    validate: (value) => (typeof value === (type === 'integer' ? 'number' : type) ? undefined : { keyword: 'type' }),
    ...part,
  };
}

export const to = (stepId: string, flowId = 'journey'): Target => ({ kind: 'to', flow: flowId, step: stepId });
export const next = (target: Target, when?: Rule): Choice => ({ target, ...(when && { when }) });
export const call = (operation: string, part: Partial<Call> = {}): Call => ({
  operation,
  kind: 'graphql',
  with: {},
  keeps: 'session',
  on: {},
  ...part,
});
export const action = (id: string, part: Partial<Action> = {}): Action => ({
  id,
  label: id,
  style: 'primary',
  validates: true,
  set: [],
  calls: [],
  next: [],
  ...part,
});
export const check = (assert: Rule, at?: string, message: Text = 'No.'): Check => ({
  assert,
  message,
  ...(at !== undefined && { at }),
});

export interface StepPart extends Partial<Omit<Step, 'fields' | 'id'>> {
  readonly fields?: readonly Field[];
}
export function step(id: string, part: StepPart = {}): Step {
  const { fields = [], ...rest } = part;
  const affects: Record<Path, string[]> = {};
  for (const one of fields) {
    const parts: readonly (Compute | undefined)[] = [
      one.when,
      typeof one.required === 'boolean' ? undefined : one.required,
      one.default,
      ...one.dynamic.map(({ limit }) => limit),
      ...Object.values(one.options),
      ...(one.choices && 'from' in one.choices
        ? [one.choices.from]
        : (one.choices?.items ?? []).map((item) => item.when)),
      ...[one.label, one.hint, ...Object.values(one.messages)].map((words) =>
        typeof words === 'object' ? words : undefined,
      ),
    ];
    for (const path of [...parts.flatMap((each) => each?.reads ?? []), ...(one.item?.reads ?? [])])
      affects[path] = [...(affects[path] ?? []), one.id];
  }
  return {
    id,
    kind: 'form',
    path: id,
    access: 'public',
    title: id,
    load: [],
    layout: fields.map((one): LayoutItem => ({ kind: 'field', field: one.id })),
    checks: [],
    actions: rest.kind === undefined || rest.kind === 'form' ? [action('continue')] : [],
    next: [],
    listen: [],
    timers: [],
    affects,
    fields: Object.fromEntries(fields.map((one) => [one.id, one])),
    fieldOrder: fields.map((one) => one.id),
    ...rest,
  };
}

export interface FlowPart extends Partial<Omit<CompiledFlow, 'steps' | 'line' | 'dialogs'>> {
  readonly off?: readonly Step[];
  readonly dialogs?: readonly Dialog[];
}
export function flow(line: readonly Step[], part: FlowPart = {}): CompiledFlow {
  const { off = [], dialogs = [], ...rest } = part;
  const steps = [...line, ...off];
  const binds: Record<Path, { step: string; field: string }[]> = {};
  for (const one of steps)
    for (const each of Object.values(one.fields))
      binds[each.bind] = [...(binds[each.bind] ?? []), { step: one.id, field: each.id }];
  return {
    id: 'journey',
    brand: 'brand',
    hash: 'hash',
    base: '/journey',
    access: 'public',
    saves: 'application',
    stages: [],
    binds,
    line: line.map((one) => one.id),
    steps: Object.fromEntries(steps.map((one) => [one.id, one])),
    dialogs: Object.fromEntries(dialogs.map((one) => [one.id, one])),
    ...rest,
  };
}

/** A person at a flow: events in, the state and all effects to look at. */
export function person(made: CompiledFlow, start: Partial<Extract<Event, { type: 'entered' }>> = {}) {
  let state: State = initial(made, start.world ?? world);
  const all: Effect[] = [];
  const send = (event: Event): readonly Effect[] => {
    const [after, effects] = reduce(made, state, event);
    state = after;
    all.push(...effects);
    return effects;
  };
  send({ type: 'entered', answers: {}, journey: {}, revision: 0, world, ...start });
  const pending = (operation?: string) => {
    const found = all
      .filter((effect) => effect.type === 'call')
      .filter((effect) => operation === undefined || effect.call.operation === operation)
      .at(-1);
    if (!found) throw new Error(`no call ${operation ?? ''} was asked for`);
    return found;
  };
  return {
    get state() {
      return state;
    },
    get at() {
      return state.page.step;
    },
    get effects() {
      return all as readonly Effect[];
    },
    send,
    pending,
    fill: (values: Readonly<Record<string, Json | undefined>>) =>
      Object.entries(values).flatMap(([id, value]) => send({ type: 'answered', field: id, value })),
    press: (id = 'continue') => send({ type: 'pressed', action: id }),
    tell: (outcome: string, value?: Json, operation?: string) =>
      send({ type: 'called', id: pending(operation).id, outcome, ...(value !== undefined && { value }) }),
    saves: () => all.filter((effect) => effect.type === 'save'),
  };
}
export const effect = <T extends Effect['type']>(effects: readonly Effect[], type: T) =>
  effects.filter((one): one is Extract<Effect, { type: T }> => one.type === type);
