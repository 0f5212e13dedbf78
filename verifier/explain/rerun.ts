/**
 * Plays a changed fixture as far as it takes: what the change makes a page ask besides is answered, what it asks no
 * more is left out.
 */
import type { CompiledFlow, Step } from '../../runtime/core/definition.ts';
import type { Json } from '../../runtime/core/facts.ts';
import { facts as pageFactsOf } from '../../runtime/core/index.ts';
import type { State } from '../../runtime/core/state.ts';
import { refusal } from '../../runtime/core/validate.ts';
import type { Do, Fixture } from '../fixture/fixture.ts';
import type { Product } from '../fixture/product.ts';
import { play, stoppedAt, type Playthrough } from './playthrough.ts';
import type { Values } from './values.ts';

export interface Rerun {
  readonly fixture: Fixture;
  readonly journey: Playthrough;
  /** Answers that had to be given besides, fact path to value. */
  readonly besides: Readonly<Record<string, Json>>;
  /** Pages that had to be answered or left besides. */
  readonly repairs: number;
}
export interface Rules {
  /** Fact paths of the change itself: when a page refuses one, it is a change nobody could make. */
  readonly changed: ReadonlySet<string>;
  readonly valuesOf: (flow: string) => Values;
  /**
   * Whether what is asked has come, or cannot come any more; undefined while it may, so that the journey is worth going
   * on with.
   */
  readonly seen: (journey: Playthrough) => boolean | undefined;
  /** Pages answered or left besides at most; each is a journey played again. */
  readonly repairs: number;
}

/** Gives undefined when a page refuses the changed answer. */
export function rerun(product: Product, fixture: Fixture, rules: Rules): Rerun | undefined {
  let at = fixture;
  const besides: Record<string, Json> = {};
  for (let repairs = 0; ; repairs += 1) {
    const journey = play(product, at);
    const seen = rules.seen(journey);
    const stopped = stoppedAt(journey.ran);
    const state = journey.last.get(journey.flow);
    const flow = product.flows[journey.flow];
    const step = flow?.steps[state?.page.step ?? ''];
    const done: Rerun = { fixture: at, journey, besides, repairs };
    if (seen !== undefined || !state || !flow || !step || repairs >= rules.repairs) return done;
    if (refusesChange(state, step, rules.changed)) return undefined;
    const place = `${journey.flow}/${step.id}`;
    const next =
      withoutGone(at.do, { stopped, place, state }) ??
      goOn(at.do, { stopped, place, flow, state, step }, { rules, besides });
    if (!next) return done;
    at = { ...at, do: next };
  }
}

function refusesChange(state: State, step: Step, changed: ReadonlySet<string>): boolean {
  return (
    state.page.asked &&
    Object.values(state.page.fields).some(
      ({ id, visible, problem, value }) =>
        visible && problem && value !== undefined && changed.has(`answers.${step.fields[id]?.bind ?? ''}`),
    )
  );
}

/** Where a journey stopped: after which act, on which page. */
interface Stopped {
  readonly stopped: number | undefined;
  /** `flow/step`. */
  readonly place: string;
  readonly flow: CompiledFlow;
  readonly state: State;
  readonly step: Step;
}

/** The acts without the answers that the page asks no more; undefined when that is not why it stopped. */
function withoutGone(
  acts: readonly Do[],
  { stopped, place, state }: Pick<Stopped, 'stopped' | 'place' | 'state'>,
): readonly Do[] | undefined {
  const one = acts[stopped ?? -1];
  if (one?.kind !== 'answer' || (one.at ?? place) !== place) return undefined;
  const kept = Object.fromEntries(Object.entries(one.answer).filter(([id]) => state.page.fields[id]?.visible === true));
  return Object.keys(kept).length === Object.keys(one.answer).length
    ? undefined
    : acts.map((act) => (act === one ? { ...one, answer: kept } : act));
}

/**
 * The acts with what the page still needs, and its main button, put in where the journey stopped; undefined when there
 * is nothing to do for a person.
 */
function goOn(
  acts: readonly Do[],
  { stopped, place, flow, state, step }: Stopped,
  { rules, besides }: { readonly rules: Rules; readonly besides: Record<string, Json> },
): readonly Do[] | undefined {
  const primary = step.actions.find(({ style }) => style === 'primary');
  if (!primary || step.kind !== 'form' || step.outcome !== undefined) return undefined;
  const facts = pageFactsOf(flow, state);
  const open = Object.values(state.page.fields).flatMap(({ id, visible, problem, value }) => {
    const field = step.fields[id];
    if (!visible || !field || (!problem && (value !== undefined || refusal(field, value, facts) === undefined)))
      return [];
    const fitting = rules
      .valuesOf(flow.id)
      .typed(field, facts)
      .find((one) => JSON.stringify(one) !== JSON.stringify(value) && refusal(field, one, facts) === undefined);
    return fitting === undefined ? [] : [{ id, path: `answers.${field.bind}`, fitting }];
  });
  const here = stopped !== undefined && (acts[stopped]?.at ?? place) === place;
  // A page that refused and needs nothing we can give, or that the fixture itself is about to leave, is where it ends.
  if (open.length === 0 && (state.page.asked || here)) return undefined;
  for (const { path, fitting } of open) besides[path] = fitting;
  const answer: Do[] =
    open.length > 0
      ? [{ kind: 'answer', at: place, answer: Object.fromEntries(open.map(({ id, fitting }) => [id, fitting])) }]
      : [];
  return acts.toSpliced(stopped ?? acts.length, 0, ...answer, { kind: 'press', at: place, action: primary.id });
}
