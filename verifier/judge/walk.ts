/** One move walked with core: what happens is told to `reduce`. */
import { initial, reduce, set, stepPath } from '../../runtime/core/index.ts';
import type { Call, CompiledFlow, Effect, JsonObject, Reduced, State, World } from '../../runtime/core/index.ts';
import { put } from '../../runtime/core/paths.ts';
import type { Certificate, Deed } from '../certificate.ts';

/** A state, with the calls whose answers it waits for. */
export interface Stand {
  readonly state: State;
  readonly calls: readonly Extract<Effect, { readonly type: 'call' }>[];
}
/** One deed, or coming into the flow, and what core made of it. */
export interface Stride {
  readonly from: State;
  readonly deed: Deed | { readonly type: 'entered' };
  /** The call that was answered. */
  readonly call?: Call;
  readonly to: State;
  /** Steps of which it made another record. */
  readonly left: readonly string[];
}
export interface Walked extends Stand {
  /** Whether the last deed led out of the flow. */
  readonly out: boolean;
  readonly strides: readonly Stride[];
}

type Start = Omit<Certificate['starts'][number], 'to'>;
type Before = Pick<Walked, 'calls' | 'strides'>;

const OUT: ReadonlySet<Effect['type']> = new Set(['enter', 'leave', 'handOff', 'reload', 'return', 'signOut']);

const told = (world: World, facts: JsonObject): World =>
  Object.entries(facts).reduce((all, [path, value]) => set(all, path, value), world as unknown as JsonObject) as never;

/** Coming into the flow, at its first page or by the address of an entry, where this is known of the person. */
export function entered(flow: CompiledFlow, unknown: World, { given, entry }: Start): Walked {
  const world = told(unknown, given);
  const start = initial(flow, world);
  const path = entry === undefined ? {} : { path: stepPath(flow, entry) };
  const { answers, journey, saved } = start;
  const begun = reduce(flow, start, { type: 'entered', answers, journey, revision: saved.revision, world, ...path });
  return stood(begun, { from: start, deed: { type: 'entered' } }, { calls: [], strides: [] });
}

/** What comes of deeds, one after the other. */
export function walked(flow: CompiledFlow, from: Stand, deeds: readonly Deed[]): Walked {
  const begun: Walked = { ...from, out: false, strides: [] };
  return deeds.reduce((so, deed) => {
    const back = deed.type === 'returned';
    if (so.out && !back) throw new Error('Something happens in the flow after it was left: mend the certificate.');
    return stood(happened(flow, so.state, deed), { from: so.state, deed }, back ? { ...so, calls: [] } : so);
  }, begun);
}

function happened(flow: CompiledFlow, state: State, deed: Deed): Reduced {
  const { world, answers, journey, saved } = state;
  if (deed.type === 'given') return reduce(flow, state, { type: 'world', change: told(world, deed.facts) });
  if (deed.type === 'supposed')
    return reduce(flow, { ...state, answers: put(answers, deed.bind, deed.value) }, { type: 'world', change: {} });
  if (deed.type !== 'returned') return reduce(flow, state, deed);
  const results = Object.entries(world.results).filter(([name]) => state.keeps[name] === 'application');
  const back = { ...world, results: Object.fromEntries(results), route: { params: {}, query: {} } };
  return reduce(flow, state, { type: 'entered', answers, journey, revision: saved.revision, world: back });
}

function stood([state, effects]: Reduced, { from, deed }: Pick<Stride, 'from' | 'deed'>, so: Before): Walked {
  const { pending, loaded, busy } = state.page;
  const calls = [...so.calls, ...effects.filter((effect) => effect.type === 'call')];
  const { id: called } = deed as { readonly id?: string };
  const call = so.calls.find(({ id }) => id === called)?.call;
  const left = Object.entries(state.journey).flatMap(([id, record]) => (from.journey[id] === record ? [] : id));
  return {
    state,
    calls: calls.filter(({ id }) => id === busy?.call || (pending[id] !== undefined && !loaded.includes(pending[id]))),
    out: effects.some(({ type }) => OUT.has(type)),
    strides: [...so.strides, { from, deed, ...(call && { call }), to: state, left }],
  };
}
