/** Carrying out a target: to a step, another flow, an address; staying with a message; reopening steps. */
import type { CompiledFlow, FieldHead, StepId, Target } from './definition.ts';
import type { Facts, Json, JsonObject, Path } from './facts.ts';
import type { Journey, Notice, Shown, Transition } from './state.ts';
import { settle } from './clears.ts';
import { disclosuresIn, disclosuresOn, showsDocuments } from './disclosures.ts';
import { evaluate, holds, text } from './express.ts';
import { handedOff } from './hand-off.ts';
import { filtered, get, isObject, own, put } from './paths.ts';
import { lockAt, locksOf } from './lock.ts';
import { isSent } from './offered.ts';
import { pageFacts } from './page.ts';
import { come, look, sentAt } from './place.ts';
import { headsOf, stepOf } from './pieces.ts';
import { lineOf, shapeOf } from './shape.ts';
import { leadsWithin } from './targets.ts';
import { change, changePage, save, stepHere, write, type Turn } from './turn.ts';
import { trace, type Trace } from './walk.ts';

export interface Leaving {
  /** How the step is left; absent when it is not (a link away). */
  readonly transition?: Transition | undefined;
  readonly facts: Facts;
  /** Whether a person did it: then Back may return to the page. */
  readonly person: boolean;
  /** Whether the page that stands is none to come back to; absent: where no person did it. */
  readonly replace?: boolean;
}

/** Goes where `target` says; undefined: on along the line. */
export function go(
  turn: Turn,
  target: Target | undefined,
  { transition, facts, person, replace = !person }: Leaving,
): void {
  const { flow } = turn;
  const { busy: _, ...idle } = turn.state.page;
  // What a load, an event or a timer brings to a page that stays takes it from no call that is under way: its answer
  // would find nobody. "One moment" was shown, and then the same button again.
  const isBeside = !person && (target?.kind === 'stay' || target?.kind === 'dialog');
  if (!isBeside) change(turn, { page: idle });
  const here = turn.state.page.step;
  if (target?.track)
    turn.effects.push({
      type: 'track',
      name: target.track.event,
      step: here,
      with: evaluate(target.track.with, facts),
    });
  const { tells } = target ?? {};
  if (tells !== undefined && holds(tells.when, facts))
    turn.effects.push({ type: 'tell', operation: tells.operation, input: evaluate(tells.with, facts) });
  switch (target?.kind) {
    case undefined:
      if (transition) leaveBy(turn, { transition, person });
      else leadOn(turn);
      return;
    case 'to': {
      const carry = evaluate(target.carry ?? {}, facts);
      const isKept = target.keep !== 'never';
      if (!leadsWithin(flow, target)) {
        if (transition) record(turn, transition, isKept);
        turn.effects.push({
          type: 'enter',
          flow: target.flow,
          step: target.step,
          carry,
          ...(replace && { replace: true }),
        });
      } else if (target.step !== here && wayTo(turn).path.includes(target.step)) {
        come(turn, { want: target.step, replace: !person, carry, exit });
      } else if (transition) leaveBy(turn, { transition, person, carry, isKept });
      return;
    }
    case 'leave':
      if (transition) record(turn, transition);
      turn.effects.push({
        type: 'leave',
        address: target.address,
        ...(target.url && { url: target.url.of(facts) as Json }),
        query: evaluate(target.query ?? {}, facts),
        hash: evaluate(target.hash ?? {}, facts),
      });
      return;
    case 'handOff':
      if (transition) record(turn, transition);
      turn.effects.push(handedOff(target, facts));
      return;
    case 'signOut':
      if (transition) record(turn, transition);
      turn.effects.push({ type: 'signOut', ...(target.then && { then: target.then }) });
      return;
    case 'reload':
    case 'return':
      if (transition) record(turn, transition);
      turn.effects.push({ type: target.kind });
      return;
    case 'dialog':
      openDialog(turn, target.dialog, turn.state.page.confirms);
      return;
    case 'stay':
      stay(turn, target, facts);
      return;
    case 'reopen':
      reopen(turn, target.steps, target.message === undefined ? undefined : text(target.message, facts));
  }
}

/** Where an open page goes when nothing was decided: it is looked at again, or the walk says where to. */
export function leadOn(turn: Turn): void {
  if (look(turn)) return;
  // What leads out of the flow decides by all that was loaded for it, however long that is kept.
  const found = trace(turn.flow, turn.state);
  if (found.exit && found.at === turn.state.page.step && stepHere(turn).kind !== 'form') exit(turn, found, true);
  else come(turn, { replace: true, anew: stepHere(turn).kind !== 'form', exit });
}

/**
 * A `route` step whose decision leads out of the flow.
 * @param replace whether the address is its own: what was left for it may be come back to
 */
export function exit(turn: Turn, found: Trace, replace: boolean): void {
  if (found.exit) go(turn, found.exit, { facts: pageFacts(turn.state), person: false, replace });
}

function wayTo(turn: Turn): Trace {
  return trace(turn.flow, turn.state, turn.state.page.step);
}

function leaveBy(
  turn: Turn,
  {
    transition,
    person,
    carry,
    isKept,
  }: { transition: Transition; person: boolean; carry?: JsonObject; isKept?: boolean },
): void {
  const { step: left, notice } = turn.state.page;
  record(turn, transition, isKept);
  come(turn, { after: left, replace: !person, ...(carry && { carry }), exit });
  if (!person && notice?.lasting && turn.state.page.step !== left) tell(turn, notice);
}

/**
 * Remembers how the page was left and what it showed, drops what is to be erased, and saves; of a page that was sent
 * the record stands.
 * @param isKept whether the server is told how the page was left; else it is open again for whoever comes later
 */
function record(turn: Turn, transition: Transition, isKept = true): void {
  const left = turn.state.page.step;
  if (isSent(turn.flow, stepHere(turn), turn.state)) return;
  const alone = turn.state.visiting !== undefined;
  const shown = showsDocuments(transition) ? shownOn(turn) : {};
  // A server that was not told of a page before would say of this one that nobody comes to it.
  const isTold =
    isKept && wayTo(turn).path.every((id) => id === left || own(turn.state.journey, id)?.keep === undefined);
  const entry: Journey[string] = {
    ...transition,
    ...(Object.keys(shown).length > 0 && { shown }),
    ...(!isTold && { keep: 'never' }),
  };
  change(turn, { journey: { ...turn.state.journey, [left]: entry } });
  const gone = erased(turn);
  const changes = write(turn, gone);
  save(turn, { changes, journey: isTold ? { [left]: entry } : {}, alone: alone || Object.keys(gone).length > 0 });
}

/** The disclosures on the page and in the dialogs that were open on it, with the hash of the document in force. */
export function shownOn(turn: Turn): Shown {
  const { page } = turn.state;
  return {
    ...page.seen,
    ...disclosuresOn(turn.flow, stepHere(turn), { facts: pageFacts(turn.state), dialog: page.dialog }),
  };
}

/** Opens a dialog in the place of the one that is open. */
export function openDialog(turn: Turn, dialog: string, confirms?: string): void {
  closeDialog(turn);
  changePage(turn, { dialog, ...(confirms !== undefined && { confirms }) });
}

/** Closes the open dialog; the documents in it were seen. */
export function closeDialog(turn: Turn): void {
  const { dialog, confirms: _, ...rest } = turn.state.page;
  if (dialog === undefined) return;
  const seen = { ...rest.seen, ...disclosuresIn(turn.flow, dialog, pageFacts(turn.state)) };
  change(turn, { page: { ...rest, ...(Object.keys(seen).length > 0 && { seen }) } });
}

/**
 * What becomes of answers of `hidden: erase` fields that no longer count: hidden on the way, on a step of the line that
 * the way passed by, or on a step off the line while the way ends at a page not yet left. Steps still ahead keep their
 * answers. Of a list the parts are gone that its items no longer ask.
 */
function erased(turn: Turn): Readonly<Record<Path, Json | undefined>> {
  const { flow, state } = turn;
  const found = trace(flow, state);
  const line = lineOf(flow);
  const reached = Math.max(...found.path.map((id) => line.get(id) ?? -1));
  const open = own(state.journey, found.at) === undefined;
  const { fields, lists } = erasable(flow);
  const gone = fields.filter(({ bind, step }) => {
    if (found.asked.includes(bind) || get(state.answers, bind) === undefined) return false;
    const place = line.get(step);
    return found.path.includes(step) || (place === undefined ? open : place < reached);
  });
  const locks = locksOf(flow, state.world);
  const left = lists.filter(({ bind }) => found.asked.includes(bind) && !lockAt(locks, bind));
  return {
    ...Object.fromEntries(gone.map(({ bind }) => [bind, undefined])),
    ...Object.fromEntries(left.map((field) => [field.bind, withoutHidden(field, state.answers, found.relevant)])),
  };
}

/** A list without what its items were told under questions that they no longer ask and that erase it. */
function withoutHidden(field: FieldHead, answers: JsonObject, relevant: JsonObject): Json | undefined {
  const held = get(answers, field.bind);
  const counts = get(relevant, field.bind);
  if (!Array.isArray(held) || !Array.isArray(counts)) return held;
  const items = (held as readonly Json[]).map((one, index) => {
    const counted = counts[index] as Json | undefined;
    if (!isObject(one) || !isObject(counted)) return one;
    return (field.item?.fields ?? [])
      .filter(({ hidden, bind }) => hidden === 'erase' && own(counted, bind) === undefined)
      .reduce((all, { bind }) => put(all, bind, undefined), one);
  });
  return items.every((one, index) => one === held[index]) ? held : items;
}

/** The fields of a flow that erase what is hidden, and the lists of which a question does. */
interface Erasable {
  readonly fields: readonly { readonly bind: Path; readonly step: StepId }[];
  readonly lists: readonly FieldHead[];
}
const erasables = new WeakMap<CompiledFlow, Erasable>();
function erasable(flow: CompiledFlow): Erasable {
  let found = erasables.get(flow);
  if (!found) {
    const all = headsOf(flow).flatMap((step) =>
      Object.values(step.fields).map((field) => ({ field, bind: field.bind, step: step.id })),
    );
    found = {
      fields: all.filter(({ field }) => field.hidden === 'erase'),
      lists: all.flatMap(({ field }) => (field.item?.fields.some(({ hidden }) => hidden === 'erase') ? [field] : [])),
    };
    erasables.set(flow, found);
  }
  return found;
}

function stay(turn: Turn, target: Extract<Target, { kind: 'stay' }>, facts: Facts): void {
  const words =
    target.message === undefined ? undefined : text(target.message, facts) || text(target.otherwise ?? '', facts);
  settle(turn, target);
  if (words !== undefined && target.at !== undefined)
    changePage(turn, { remarks: { ...turn.state.page.remarks, [target.at]: words } });
  else if (words !== undefined) changePage(turn, { notice: { text: words, tone: target.tone ?? 'error' } });
  // A call under way may change where the person is: the page waits for how it ends.
  if (turn.state.page.busy?.call) look(turn);
  else leadOn(turn);
  if (words !== undefined) turn.effects.push({ type: 'focus', on: target.at === undefined ? 'notice' : 'errors' });
}

/**
 * Voids what the steps had agreed or answered, with what their calls brought, and goes where the walk then stops. What
 * is asked anew does not stand meanwhile: the cost of an offer that is no more, for example.
 */
function reopen(turn: Turn, steps: readonly StepId[], message: string | undefined): void {
  const { flow } = turn;
  const locks = locksOf(flow, turn.state.world);
  const paths = new Set(
    steps.flatMap((id) => {
      const step = stepOf(flow, id);
      return [
        ...Object.values(step.fields)
          .filter((field) => field.keep !== 'never')
          .map((field) => field.bind),
        ...shapeOf(flow, step).assigned.map(({ path }) => path),
      ];
    }),
  );
  const open = steps.filter((id) => !sentAt(flow, turn.state, id));
  const brought = open.flatMap((id) => {
    const { load, actions } = stepOf(flow, id);
    const calls = [load, ...actions.map((action) => action.calls)].flat();
    return calls.flatMap(({ as, keeps }) => (as !== undefined && keeps === 'application' ? [as] : []));
  });
  const voided = open.filter((id) => own(turn.state.journey, id) !== undefined);
  const { journey, world } = turn.state;
  change(turn, {
    journey: filtered(journey, (id) => !voided.includes(id)),
    world: { ...world, results: filtered(world.results, (name) => !brought.includes(name)) },
  });
  const changes = write(
    turn,
    Object.fromEntries(
      [...paths].filter((path) => !lockAt(locks, path)).map((path): [Path, Json | undefined] => [path, undefined]),
    ),
  );
  save(turn, { changes, journey: Object.fromEntries(voided.map((id) => [id, null])), alone: true });
  come(turn, { replace: true, anew: steps.includes(turn.state.page.step), exit });
  if (message !== undefined) tell(turn, { text: message, tone: 'error', lasting: true });
}

function tell(turn: Turn, notice: Notice): void {
  changePage(turn, { notice });
  turn.effects.push({ type: 'focus', on: 'notice' });
}
