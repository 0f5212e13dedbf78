/** What the person and the page's calls do: answering, pressing, calls in order, what they end in. */
import type { Action, Call, Choice, CookieWrite, Reaction } from './definition.ts';
import type { Facts, Json, Path } from './facts.ts';
import type { Busy, Made, OutcomeOf, Transition } from './state.ts';
import { cookieOf } from './hand-off.ts';
import { isAwaited } from './appears.ts';
import { decide, evaluate, holds } from './express.ts';
import { isSending } from './files.ts';
import { filtered, get, own, same } from './paths.ts';
import { disabledBy, failingChecks, isSent, offered } from './offered.ts';
import { pageFacts, updatePage } from './page.ts';
import { load, loading, look, startLoads } from './place.ts';
import { itemNow, tells } from './repeat.ts';
import { overlap, placementsAt, shapeOf } from './shape.ts';
import { leadsWithin } from './targets.ts';
import { quoted } from './quoted.ts';
import { messageOf, normalise } from './validate.ts';
import { afterCalls, dialogActionOf, isConfirming, reactionOf } from './ways.ts';
import { standsBeside } from './disclosures.ts';
import { clear, settle } from './clears.ts';
import { closeDialog, go, leadOn, openDialog, shownOn } from './leave.ts';
import { makeCall, bring, change, changePage, save, stepHere, write, type Answer, type Turn } from './turn.ts';

/** The person answered a field: it and whatever reads it are looked at again, nothing else. */
export function answer(turn: Turn, id: string, raw: Json | undefined): void {
  if (!turn.state.page.busy) take(turn, id, raw);
}

/** The files of a field are others now: what was on its way may come while the page is busy. */
export function answerFiles(turn: Turn, id: string, files: readonly Json[]): void {
  take(turn, id, files);
}

function take(turn: Turn, id: string, raw: Json | undefined): void {
  const { flow } = turn;
  const step = stepHere(turn);
  const shape = shapeOf(flow, step);
  const field = own(step.fields, id);
  const view = own(turn.state.page.fields, id);
  if (!field || !view)
    throw new Error(`Step ${step.id} has no field ${id}; answer only fields of the page that is shown.`);
  if (!view.visible || view.locked !== undefined) return;
  const value = normalise(field, raw);
  const { remarks, cleared, notice } = turn.state.page;
  const secret = field.keep === 'never';
  const stored = secret ? own(turn.state.typed, id) : get(turn.state.answers, field.bind);
  if (same(stored, value) && own(remarks, id) === undefined && same(view.value, value)) return;
  // An error that keeps a button from being pressed stands until an answer is another one.
  if (notice?.tone === 'error' && step.actions.some(({ enabled }) => enabled?.noError)) {
    const { notice: _, ...quiet } = turn.state.page;
    change(turn, { page: quiet });
  }
  if (own(remarks, id) !== undefined) changePage(turn, { remarks: filtered(remarks, (name) => name !== id) });
  if (field.default)
    changePage(turn, {
      cleared: value === undefined ? [...cleared.filter((one) => one !== id), id] : cleared.filter((one) => one !== id),
    });
  let changes: Record<Path, Json | null> = {};
  if (secret)
    change(turn, {
      typed:
        value === undefined ? filtered(turn.state.typed, (name) => name !== id) : { ...turn.state.typed, [id]: value },
    });
  else changes = { ...defaults(turn, id), ...write(turn, { [field.bind]: value }) };
  const empties = same(stored, value) ? [] : (field.clears ?? []);
  changes = { ...changes, ...clear(turn, empties) };
  const facts = secret ? [`typed.${id}`] : Object.keys(changes).map((path) => `answers.${path}`);
  let hid = false;
  let changed: readonly Path[] = facts;
  if (empties.length > 0) {
    hid = true;
    changed = [...facts, ...empties];
    leadOn(turn);
  } else if (!secret && get(turn.state.page.before, field.bind) !== undefined) {
    hid = true;
    leadOn(turn);
  } else {
    const due = [
      id,
      ...(shape.sharing.get(field.bind) ?? []),
      ...facts.flatMap((fact) => shape.touched(fact)),
      ...shape.withDefault.map((one) => one.id),
    ];
    const made = updatePage(flow, turn.state, due);
    change(turn, { page: made.page });
    hid = made.hid;
    changed = [...facts, ...made.changed];
  }
  save(turn, { changes, alone: hid || turn.state.visiting !== undefined });
  step.load.forEach((call, index) => {
    if (!call.refresh?.on.some((path) => changed.some((one) => overlap(path, one)))) return;
    const replaces = Object.entries(turn.state.page.pending).find(([, other]) => other === index)?.[0];
    changePage(turn, {
      pending: filtered(turn.state.page.pending, (_, other) => other !== index),
    });
    load(turn, index, { debounceMs: call.refresh.debounceMs, ...(replaces !== undefined && { replaces }) });
  });
}

/** Defaults on the page count as answers from the moment the person answers or presses anything. */
function defaults(turn: Turn, except?: string): Record<Path, Json | null> {
  const { page, answers } = turn.state;
  const values: Record<Path, Json> = {};
  const shape = shapeOf(turn.flow, stepHere(turn));
  for (const field of [...shape.withDefault, ...shape.fillsItems]) {
    const view = page.fields[field.id];
    if (
      field.id !== except &&
      field.keep !== 'never' &&
      view?.visible &&
      view.locked === undefined &&
      view.value !== undefined &&
      get(answers, field.bind) !== view.value
    )
      values[field.bind] = view.value;
  }
  return write(turn, values);
}

/** An action of the page was pressed. */
export function press(turn: Turn, id: string): void {
  const step = stepHere(turn);
  const action = step.actions.find((one) => one.id === id);
  if (!action) throw new Error(`Step ${step.id} has no action ${id}; press only actions of the page that is shown.`);
  const { page } = turn.state;
  if (page.busy || page.dialog !== undefined || !offered(turn.flow, turn.state).includes(action)) return;
  const disabled = disabledBy(turn.flow, turn.state, action)?.by;
  if (disabled === 'refused' || disabled === 'error') return;
  const { notice: _, waits: __, ...quiet } = page;
  change(turn, { page: quiet });
  if (action.validates && isSending(turn.state)) {
    changePage(turn, { waits: id });
    return;
  }
  const busy: Busy = { source: { by: 'action', id }, index: 0, call: '' };
  if (isEarly(turn, action)) return changePage(turn, { busy });
  const filled = action.validates ? defaults(turn) : {};
  if (action.validates && !valid(turn)) {
    save(turn, { changes: filled, alone: turn.state.visiting !== undefined });
    return;
  }
  assign(turn, action, { facts: pageFacts(turn.state), filled });
  if (action.confirm !== undefined) {
    openDialog(turn, action.confirm, action.id);
    return;
  }
  callNext(turn, busy);
}

/** Whether fields and checks hold; if not, the messages are shown. */
function valid(turn: Turn): boolean {
  changePage(turn, { asked: true, remarks: {}, fresh: {} });
  look(turn);
  const { fields } = turn.state.page;
  const facts = pageFacts(turn.state);
  const failing = failingChecks(turn.flow, turn.state);
  if (failing.length === 0 && !Object.values(fields).some((field) => field.problem)) return true;
  const fieldsHold = !Object.values(fields).some((field) => field.problem);
  const unknownAt = fieldsHold ? failing.filter((check) => check.at !== undefined) : [];
  if (unknownAt.length > 0) {
    changePage(turn, {
      remarks: Object.fromEntries(
        unknownAt.map((check) => [
          check.at as string,
          messageOf(check, stepHere(turn).fields[check.at as string], facts),
        ]),
      ),
    });
    look(turn);
  }
  const whole = failing.find((check) => check.at === undefined && (fieldsHold || check.assert.of(facts) === false));
  if (whole) changePage(turn, { notice: { text: messageOf(whole, undefined, facts), tone: 'error' } });
  turn.effects.push(
    { type: 'focus', on: fieldsHold && unknownAt.length === 0 ? 'notice' : 'errors' },
    { type: 'track', name: 'refused', step: turn.state.page.step },
  );
  return false;
}

/** Writes what an action or reaction sets, in order, and saves it together with `filled`. */
function assign(
  turn: Turn,
  { set: list, cookies = [] }: Pick<Reaction, 'set' | 'cookies'>,
  { facts, filled = {} }: { readonly facts: Facts; readonly filled?: Record<Path, Json | null> },
): void {
  let seen = facts;
  const changes = { ...filled };
  for (const { path, value } of list) {
    Object.assign(changes, write(turn, { [path]: value.of(seen) as Json | undefined }));
    look(turn);
    seen = { ...seen, answers: turn.state.page.relevant };
  }
  save(turn, { changes, alone: turn.state.visiting !== undefined || list.length > 0 });
  for (const cookie of cookies) writeCookie(turn, cookie, seen);
}

function writeCookie(turn: Turn, one: CookieWrite, facts: Facts): void {
  const cookie = cookieOf(one, facts);
  const { [cookie.name]: _, ...others } = turn.state.world.cookies;
  const cookies = cookie.value === undefined ? others : { ...others, [cookie.name]: cookie.value };
  change(turn, { world: { ...turn.state.world, cookies } });
  look(turn);
  turn.effects.push({ type: 'cookie', ...cookie });
}

/** What a busy page is working through. */
interface Work {
  readonly calls: readonly Call[];
  readonly next: readonly Choice[];
  readonly clears?: readonly Path[];
  readonly appears?: number;
  readonly transition: (outcome: OutcomeOf | undefined) => Transition;
  readonly dialog?: Action;
}

function workOf(turn: Turn, { source }: Busy): Work {
  const step = stepHere(turn);
  if (source.by === 'widget') {
    const { id: widget, event, dialog } = source;
    const found = reactionOf(turn.flow, step, { widget, event, dialog });
    const way = { by: 'widget', widget, event, ...(dialog !== undefined && { dialog }) } as const;
    if (found) return { ...found.reaction, transition: (outcome) => ({ ...way, ...(outcome && { outcome }) }) };
  } else if (source.by === 'dialog') {
    const { dialog } = source;
    const action = dialogActionOf(turn.flow, step, { dialog, action: source.id });
    if (action)
      return {
        ...action,
        dialog: action,
        transition: (outcome) => ({ by: 'dialog', dialog, action: source.id, ...(outcome && { outcome }) }),
      };
  } else {
    const action = step.actions.find((one) => one.id === source.id);
    if (action)
      return { ...action, transition: (outcome) => ({ by: 'action', action: source.id, ...(outcome && { outcome }) }) };
  }
  throw new Error(
    `Step ${step.id} works on ${source.by} ${source.id}, which it does not have; this is a fault of the engine.`,
  );
}

/** What a part of a definition reads, all that stands in it included. */
const readsOf = (part: object): readonly Path[] =>
  Object.values(part).flatMap((one) => one?.reads ?? (one instanceof Object ? readsOf(one) : []));

/**
 * Whether this page still loads something that the work reads: the code from an email is checked against the
 * verification that the page asks for when it opens, and somebody types it at once. Where the page has to hold, whether
 * it loads something by which it is judged, or which stands beside its documents: who ticks an agreement before its
 * offer has come has not read its figures, nor is it known whether they may be asked to agree to arbitration.
 */
function isEarly(turn: Turn, { calls, next, validates }: Pick<Action, 'calls' | 'next'> & Partial<Action>): boolean {
  const { flow, state } = turn;
  const { loading: coming, loaded: came } = state.page;
  if (coming.length === 0) return false;
  const step = stepHere(turn);
  const judges = validates ? [step.fields, step.checks, shapeOf(flow, step).asks] : [];
  const reads = readsOf([calls, next, judges]);
  const beside = validates ? standsBeside(flow, step, pageFacts(state)) : [];
  return step.load.some(
    (one, index) =>
      one.as &&
      !came.includes(index) &&
      (beside.includes(one) || reads.some((read) => overlap(read, `results.${one.as}`))),
  );
}

/** What waits for a load goes on, or is over where the load led elsewhere. A press is judged by what has come. */
function goOn(turn: Turn, isOver = false): void {
  const { busy, ...idle } = turn.state.page;
  if (busy?.call !== '') return;
  const { source, index } = busy;
  if (!isOver && (source.by !== 'action' || index > 0)) return callNext(turn, busy);
  change(turn, { page: idle });
  if (!isOver) press(turn, source.id);
}

/** Asks for the next call whose condition holds, once what it reads is there; after the last one, goes on. */
function callNext(turn: Turn, busy: Busy): void {
  const work = workOf(turn, busy);
  if (isEarly(turn, work)) return changePage(turn, { busy: { ...busy, call: '' } });
  const facts = pageFacts(turn.state, busy);
  for (let index = busy.index; index < work.calls.length; index += 1) {
    const call = work.calls[index] as Call;
    if (!holds(call.when, facts)) continue;
    const id = makeCall(turn, call, {
      by: madeBy(busy.source),
      input: evaluate(call.with, facts),
      shown: shownOn(turn),
    });
    changePage(turn, { busy: { ...busy, index, call: id } });
    return;
  }
  finish(turn, busy, { work, facts });
}

function madeBy(source: Busy['source']): Made['by'] {
  switch (source.by) {
    case 'action':
      return { by: source.by, action: source.id };
    case 'dialog':
      return { by: source.by, dialog: source.dialog, action: source.id };
    case 'widget': {
      const { by, id, event, dialog } = source;
      return { by, widget: id, event, ...(dialog !== undefined && { dialog }) };
    }
  }
}

function finish(turn: Turn, busy: Busy, { work, facts }: { readonly work: Work; readonly facts: Facts }): void {
  const target = decide(work.next, facts);
  settle(turn, work);
  const { confirms } = turn.state.page;
  if (work.dialog) closeDialog(turn);
  if (target || busy.source.by === 'action') {
    go(turn, target, { transition: work.transition(busy.last), facts, person: true });
  } else if (work.dialog && isConfirming(work.dialog) && confirms !== undefined) {
    callNext(turn, { source: { by: 'action', id: confirms }, index: 0, call: '' });
  } else go(turn, undefined, { facts, person: true });
}

/** A button of the open dialog was pressed. */
export function pressDialog(turn: Turn, id: string): void {
  const { dialog, busy } = turn.state.page;
  if (dialog === undefined || busy) return;
  const action = own(turn.flow.dialogs, dialog)?.actions.find((one) => one.id === id);
  if (!action) throw new Error(`Dialog ${dialog} has no action ${id}; press only actions of the dialog that is open.`);
  if (!offered(turn.flow, turn.state, dialog).includes(action) || disabledBy(turn.flow, turn.state, action)) return;
  assign(turn, action, { facts: pageFacts(turn.state) });
  callNext(turn, { source: { by: 'dialog', id, dialog }, index: 0, call: '' });
}

/** A link of the page, or of the dialog that is open on it, was followed. */
export function follow(
  turn: Turn,
  { link: index, dialog, item: told }: { readonly link: number; readonly dialog?: string; readonly item?: Json },
): void {
  const { flow } = turn;
  const { busy, dialog: open, step } = turn.state.page;
  if (busy || open !== dialog) return;
  const link = placementsAt(flow, stepHere(turn), dialog)?.links[index];
  if (!link)
    throw new Error(
      `${dialog === undefined ? `Step ${step}` : `Dialog ${dialog}`} has no link ${index}; links count in layout order from 0.`,
    );
  const item = link.repeat && itemNow(link.repeat, pageFacts(turn.state), told);
  if (link.repeat && item === undefined) return;
  const facts = pageFacts(turn.state, item === undefined ? {} : { item });
  if (!link.whens.every((when) => holds(when, facts)) || link.later?.some((one) => isAwaited(turn.state.page, one)))
    return;
  const { target } = link.item;
  if (target.kind !== 'dialog') closeDialog(turn);
  const way = { by: 'link', index, ...(dialog !== undefined && { dialog }) } as const;
  go(turn, target, {
    transition: leadsWithin(flow, target) ? way : undefined,
    facts,
    person: true,
  });
}

/** A widget of the page told something; events nobody reacts to change nothing. */
export function react(
  turn: Turn,
  {
    widget,
    event,
    dialog,
    ...more
  }: {
    readonly widget: string;
    readonly event: string;
    readonly dialog?: string;
    readonly payload?: Json;
    readonly item?: Json;
  },
): void {
  if (turn.state.page.busy || (dialog !== undefined && dialog !== turn.state.page.dialog)) return;
  const found = reactionOf(turn.flow, stepHere(turn), { widget, event, dialog });
  if (!found) return;
  const { item: told, ...rest } = more;
  const repeat = found.placed.item.kind === 'repeat' ? found.placed.item : undefined;
  const item = repeat ? itemNow(repeat, pageFacts(turn.state), told) : told;
  if (repeat && item === undefined) return;
  const about = { ...rest, ...(item !== undefined && { item }) };
  const facts = pageFacts(turn.state, about);
  if (!tells(found.placed, event, (when) => holds(when, facts))) return;
  const { calls, set } = found.reaction;
  if (calls.length + set.length > 0 && isSent(turn.flow, stepHere(turn), turn.state)) return;
  assign(turn, found.reaction, { facts });
  const source = { by: 'widget', id: widget, event, ...(dialog !== undefined && { dialog }) } as const;
  callNext(turn, { source, index: 0, call: '', ...about });
}

/** A call answered. Answers to calls of a page that was left, or that a newer call replaced, change nothing. */
export function answered(turn: Turn, id: string, came: Answer): void {
  const { outcome } = came;
  const { page } = turn.state;
  if (page.busy?.call === id) {
    const busy = page.busy;
    const work = workOf(turn, busy);
    const call = work.calls[busy.index] as Call;
    bring(turn, call, came);
    const last = { operation: call.operation, name: outcome };
    const target = own(call.on, outcome);
    const { busy: _, ...idle } = turn.state.page;
    change(turn, { page: idle });
    look(turn);
    const facts = pageFacts(turn.state, { ...busy, ...quoted(call, came) });
    if (target || outcome !== 'ok') settle(turn, work);
    if (target) {
      if (work.dialog) closeDialog(turn);
      go(turn, target, { transition: work.transition(last), facts, person: true });
    } else if (outcome === 'ok') callNext(turn, { ...busy, index: busy.index + 1, last });
    else turn.effects.push({ type: 'unhandled', operation: call.operation, outcome });
    return;
  }
  const index = own(page.pending, id);
  if (index !== undefined) loaded(turn, { id, index }, came);
}

function loaded(turn: Turn, { id, index }: { readonly id: string; readonly index: number }, came: Answer): void {
  const { outcome } = came;
  const step = stepHere(turn);
  const call = step.load[index] as Call;
  bring(turn, call, came);
  const polled = step.listen.some((listen) => listen.poll === index);
  changePage(turn, {
    loaded: [...new Set([...turn.state.page.loaded, index])],
    ...(!polled && { pending: filtered(turn.state.page.pending, (name) => name !== id) }),
  });
  changePage(turn, { loading: loading(step, turn.state) });
  const ended = { operation: call.operation, name: outcome };
  const facts = pageFacts(turn.state);
  const target = own(call.on, outcome);
  if (target) {
    const told = pageFacts(turn.state, quoted(call, came));
    go(turn, target, { transition: { by: 'load', outcome: ended }, facts: told, person: false });
    if (target.kind === 'stay') startLoads(turn);
    return goOn(turn, target.kind !== 'stay');
  }
  if (outcome !== 'ok') {
    turn.effects.push({ type: 'unhandled', operation: call.operation, outcome });
    return goOn(turn, true);
  }
  startLoads(turn);
  const waiting = step.load.some((one, other) => holds(one.when, facts) && !turn.state.page.loaded.includes(other));
  const way =
    (step.kind === 'wait' || (step.kind === 'route' && step.load.some((one) => one.as === undefined))) && !waiting
      ? afterCalls({ calls: [call], next: step.next }, ended, facts)
      : undefined;
  if (way?.target) go(turn, way.target, { transition: { by: 'load', outcome: ended }, facts, person: false });
  else leadOn(turn);
  goOn(turn);
}
