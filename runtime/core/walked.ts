/**
 * How far a walk is known from one that was made: up to the last step of that one, where nothing is otherwise that the
 * steps before it look at. Who types on the twentieth page walks one step, not twenty.
 */
import type { CompiledFlow, Lock, Step, StepId, Target } from './definition.ts';
import type { JsonObject, Path } from './facts.ts';
import type { Remembered } from './state.ts';
import { isObject, own } from './paths.ts';
import { overlap, shapeOf } from './shape.ts';

export interface Walk {
  /** Steps on the way, in order, the last one included. */
  readonly path: readonly StepId[];
  /** The first unfinished step. */
  readonly at: StepId;
  /** The answers that count: of visible fields of the steps on the path. */
  readonly relevant: JsonObject;
  /** `at` is where the journey ends. */
  readonly ended: boolean;
  /** idTags of the disclosures that were on the pages left so far. */
  readonly shownBefore: readonly string[];
}
export interface Trace extends Walk {
  /** `relevant` without what `at` itself asks. */
  readonly before: JsonObject;
  /** Bind paths of the visible fields on the path and the paths its steps may assign. */
  readonly asked: readonly Path[];
  /** Whether `at` was left and its fields and checks hold what that asks: it is open only because of where it leads. */
  readonly held: boolean;
  /** `at` was left for a step that is on the way already. */
  readonly leadsBack: boolean;
  /** The target by which `at` leads out of the flow. */
  readonly exit?: Target;
}

/** A walk that was made: over what, and how it stood before its last step. */
export interface Walked extends Pick<Remembered, 'answers' | 'journey' | 'world' | 'start'> {
  readonly flow: CompiledFlow;
  readonly until: StepId | undefined;
  readonly locks: readonly Lock[];
  readonly trace: Trace;
  /**
   * How many of the paths were asked before the last step; undefined where the last step asks again what one before it
   * asks: then it cannot be taken back.
   */
  readonly askedBefore: number | undefined;
  /** Documents that were on the pages left, as often as they were. */
  readonly shown: readonly string[];
  /** Steps of the line that were tried, entered or not. */
  readonly tried: readonly StepId[];
}

/** Whether the steps before the last of a walk do over these facts what they did in it. */
export function stillLeads(
  walked: Walked,
  { flow, of, until, locks }: Pick<Walked, 'flow' | 'until' | 'locks'> & { readonly of: Remembered },
): boolean {
  const { answers, journey, world, start } = of;
  const { path } = walked.trace;
  const last = path.length - 1;
  if (walked.flow !== flow || walked.start !== start || last === 0 || walked.askedBefore === undefined) return false;
  const isBefore = (steps: readonly StepId[]): boolean => steps.some((id) => path.lastIndexOf(id, last - 1) >= 0);
  if (
    walked.answers !== answers &&
    someDiffering(walked.answers, answers, (changed) => isBefore(readersOf(flow, changed).asking))
  )
    return false;
  let isOne = false;
  for (let index = 0; index < last; index += 1) {
    const id = path[index] as StepId;
    const left = own(journey, id);
    if (id === until || (walked.journey !== journey && own(walked.journey, id) !== left)) return false;
    isOne ||= left !== undefined;
  }
  // Without a record that both have they may be two people's.
  if (!isOne) return false;
  if (walked.world === world) return true;
  if (walked.locks.length !== locks.length || walked.locks.some((lock, index) => lock !== locks[index])) return false;
  return !someDiffering(walked.world, world, (changed) => {
    const { reading, entering, everywhere } = readersOf(flow, changed);
    return everywhere || isBefore(reading) || entering.some((id) => walked.tried.includes(id));
  });
}

/**
 * Whether one of the members of two objects that are not the same in both, by root and member (`results.loanOffer`,
 * `today`), is such a one.
 */
function someDiffering(one: object, other: object, is: (path: Path) => boolean): boolean {
  return someKey(one, other, (root) => {
    const [a, b] = [own(one as JsonObject, root), own(other as JsonObject, root)];
    if (a === b) return false;
    if (!isObject(a) || !isObject(b)) return is(root);
    return someKey(a, b, (member) => a[member] !== b[member] && is(`${root}.${member}`));
  });
}

/** Whether a key of either object is such a one. */
function someKey(one: object, other: object, is: (key: string) => boolean): boolean {
  for (const key of Object.keys(one)) if (is(key)) return true;
  for (const key of Object.keys(other)) if (!Object.hasOwn(one, key) && is(key)) return true;
  return false;
}

/** Who looks at a fact, of the steps that are there. */
interface Readers {
  /** Steps that ask or set an answer at the path, or inside it. */
  readonly asking: readonly StepId[];
  /** Steps anything of which reads it. */
  readonly reading: readonly StepId[];
  /** Steps whose own condition reads it. */
  readonly entering: readonly StepId[];
  /** Something reads it that may stand on any page. */
  readonly everywhere: boolean;
}
/** By path; of a flow in pieces for the steps that are there: each piece that comes makes its `binds` anew. */
const readers = new WeakMap<CompiledFlow, { readonly binds: object; readonly by: Map<Path, Readers> }>();

function readersOf(flow: CompiledFlow, path: Path): Readers {
  const { binds } = flow;
  let kept = readers.get(flow);
  if (kept?.binds !== binds) readers.set(flow, (kept = { binds, by: new Map() }));
  let found = kept.by.get(path);
  if (!found) {
    const all = Object.values(flow.steps);
    const met = (reads: readonly Path[]): boolean => reads.some((one) => overlap(one, path));
    const which = (is: (step: Step) => boolean): readonly StepId[] => all.filter(is).map(({ id }) => id);
    found = {
      asking: which((step) => {
        const { fields, assigned } = shapeOf(flow, step);
        return fields.some(({ bind }) => overlap(bind, path)) || assigned.some((one) => overlap(one.path, path));
      }),
      reading: which(
        (step) =>
          met(decidedBy(flow, step)) || step.load.some(({ as }) => as !== undefined && overlap(`results.${as}`, path)),
      ),
      entering: which(({ when }) => met(when?.reads ?? [])),
      everywhere: path.startsWith('compliance'),
    };
    kept.by.set(path, found);
  }
  return found;
}

const decided = new WeakMap<Step, readonly Path[]>();
/**
 * The facts by which it is decided whether a step is passed and where it leads, whatever is done on it and in the
 * dialogs that it opens: what its words read, and what its calls are told, is not among them. Worked out once, looking
 * at every target.
 */
export function decidedBy(flow: CompiledFlow, step: Step): readonly Path[] {
  let found = decided.get(step);
  if (!found) {
    const { asks, links, widgets, disclosures, dialogs } = shapeOf(flow, step);
    const events = widgets.flatMap(({ item }) => Object.values(item.events));
    found = readsIn([
      [step.when, step.fields, step.checks, step.next, step.listen, step.timers, step.load.map(({ when }) => when)],
      asks.map(({ whens }) => whens),
      [...links, ...widgets, ...disclosures].map((placed) => placed.whens),
      widgets.map(({ item, buttons = new Map<string, unknown>() }) => [
        item.kind === 'repeat' && [item.each, item.only],
        [...buttons.values()],
      ]),
      links.map(({ item }) => item.target),
      [...events, ...step.actions].map(({ next, calls, ...of }) => [
        next,
        calls.map(({ on }) => on),
        'when' in of && of.when,
      ]),
      dialogs.map((id) => own(flow.dialogs, id)),
    ]);
    decided.set(step, found);
  }
  return found;
}

/** What anything in a part of a definition reads. */
function readsIn(part: unknown): readonly Path[] {
  const all = new Set<Path>();
  const seen = new Set<unknown>();
  const look = (at: unknown): void => {
    if (typeof at !== 'object' || at === null || seen.has(at)) return;
    seen.add(at);
    for (const [name, value] of Object.entries(at))
      if (name === 'reads' && Array.isArray(value)) for (const path of value as readonly Path[]) all.add(path);
      else look(value);
  };
  look(part);
  return [...all];
}
