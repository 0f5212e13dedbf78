/**
 * The server's lock for calls (law 4): an act is admitted when a step on the way makes it now, out of what is stored.
 */
import type { Action, Call, CompiledFlow, Rule, Step, StepId } from './definition.ts';
import type { Facts, JsonObject, Path } from './facts.ts';
import type { Made, OutcomeOf, Shown, Stored, World } from './state.ts';
import { resolveArguments } from './arguments.ts';
import { disclosuresIn, disclosuresOn, standsBeside } from './disclosures.ts';
import { decide, holds } from './express.ts';
import { locksOf, settledBy } from './lock.ts';
import { makersOf, type Maker, type Opener } from './makers.ts';
import { isServers, originOf } from './origins.ts';
import { own, get, same, set } from './paths.ts';
import { buildPage } from './page.ts';
import { fresh } from './place.ts';
import { itemsOf, tells } from './repeat.ts';
import { stepOf } from './pieces.ts';
import { overlap, shapeOf } from './shape.ts';
import { inForce } from './validate.ts';
import { trace, type Trace } from './walk.ts';
import { dialogBehind, isConfirming } from './ways.ts';

/** A call as it came to the server. */
export interface Act {
  readonly operation: string;
  readonly arguments: JsonObject;
  /** What the browser says made the call: it narrows the search and is never trusted. */
  readonly step?: StepId | undefined;
  readonly by?: { readonly by: string } | undefined;
  /** The disclosures that stood on the page, idTag to hash; without it those of the stored record count. */
  readonly shown?: Shown | undefined;
}

/** Why a call is refused. */
export type CallRefusal =
  /** No step on the way makes this call; `path`: the step the way ends at. */
  | 'notReached'
  /** What was sent stands: the page was left, and nothing on it can be changed any more. */
  | 'locked'
  /** What makes the call is not on offer: its condition, or that of the call, does not hold. */
  | 'notOffered'
  /** A visible field or a check of the page does not hold, or what the press sets is not stored; `path`: the answer. */
  | 'notFinished'
  /**
   * A disclosure on the page was not shown, or what the page loads beside it was not served; `path`: its idTag, the
   * name of the load.
   */
  | 'notShown'
  /**
   * A call before it in the same list, or the dialog that confirms it, has not come out well; `path`: the operation.
   */
  | 'notInOrder'
  /** An argument is not what the definition computes, is missing, or is none of the call's; `path`: its name. */
  | 'notTheArgument'
  /** The application takes nothing any more: said by the server, which knows. */
  | 'closed';

export type CallAdmission =
  | {
      readonly ok: true;
      readonly step: StepId;
      readonly by: Made['by'];
      /** The arguments with stored values in the place of masked markers. */
      readonly arguments: JsonObject;
    }
  | { readonly ok: false; readonly code: CallRefusal; readonly path?: string; readonly step?: StepId };

export interface ActOver {
  readonly act: Act;
  readonly world: World;
  /** Outcomes of operations as {operation, name}, and events of channels as {operation: channel, name: event}. */
  readonly trail: readonly OutcomeOf[];
  /**
   * What of the world was different ten minutes before, when the page may have been served: `today`, `now`, the rows in
   * force.
   */
  readonly earlier?: Partial<World>;
  /** The operation's input schema: the name of an argument that it refuses. */
  readonly refused?: (given: JsonObject) => string | undefined;
}

/**
 * Judges one call over what is stored (clear values, not sealed ones). Every place on the way that makes the call is
 * tried; the refusal is that of the place which came furthest.
 */
export function admitCall(flow: CompiledFlow, stored: Stored, over: ActOver): CallAdmission {
  const { world, earlier } = over;
  const now = judge(flow, stored, over);
  if (now.ok || !earlier) return now;
  const before = judge(flow, stored, { ...over, world: { ...world, ...earlier }, earlier: world });
  return before.ok ? before : now;
}

const far: readonly CallRefusal[] = [
  'notReached',
  'notOffered',
  'notFinished',
  'notShown',
  'notInOrder',
  'notTheArgument',
  'locked',
  'closed',
];

function judge(flow: CompiledFlow, stored: Stored, over: ActOver): CallAdmission {
  const { act, world } = over;
  const found = trace(flow, { ...stored, world });
  let furthest: Exclude<CallAdmission, { ok: true }> = { ok: false, code: 'notReached', path: found.at };
  for (const id of found.path) {
    if (act.step !== undefined && act.step !== id) continue;
    const step = stepOf(flow, id);
    let scene: Scene | undefined;
    for (const maker of makersOf(flow, step)) {
      if (act.by !== undefined && !same(act.by, maker.by)) continue;
      // Only a page is come back to: what waits or decides by itself makes its calls while the way ends there, and its
      // loads meanwhile.
      if (maker.by.by !== 'load' && step.kind !== 'form' && id !== found.at) continue;
      for (const [index, call] of maker.calls.entries()) {
        if (call.operation !== act.operation) continue;
        scene ??= sceneOf(flow, step, { stored, over });
        const answer = judgeAt(scene, maker, index);
        if (answer.ok) return answer;
        if (far.indexOf(answer.code) > far.indexOf(furthest.code)) furthest = answer;
      }
    }
  }
  return furthest;
}

/** A page as the server sees it: over stored answers, with nothing typed. */
interface Scene {
  readonly flow: CompiledFlow;
  readonly step: Step;
  readonly stored: Stored;
  readonly over: ActOver;
  readonly here: Trace;
  readonly facts: Facts;
}

function sceneOf(flow: CompiledFlow, step: Step, { stored, over }: Pick<Scene, 'stored' | 'over'>): Scene {
  const here = trace(flow, { ...stored, world: over.world }, step.id);
  return { flow, step, stored, over, here, facts: { ...over.world, answers: here.relevant, typed: {} } };
}

function judgeAt(scene: Scene, maker: Maker, index: number): CallAdmission {
  const { flow, step, stored, over } = scene;
  const no = (code: CallRefusal, path?: string): CallAdmission => ({
    ok: false,
    code,
    step: step.id,
    ...(path !== undefined && { path }),
  });
  const call = maker.calls[index] as Call;
  const locks = locksOf(flow, over.world);
  if (maker.by.by !== 'load' && settledBy(flow, step, { journey: stored.journey, facts: scene.facts, locks }))
    return no('locked');
  let refusal: CallAdmission | undefined;
  for (const facts of factsOf(scene, maker, call)) {
    const at: Scene = { ...scene, facts };
    const why = offeredRefusal(at, maker) ?? orderRefusal(at, maker, index);
    if (why) {
      refusal ??= no(why.code, why.path);
      continue;
    }
    const resolved = resolveArguments(call, over.act.arguments, { facts, earlier: over.earlier });
    if (!resolved.ok) {
      if (refusal === undefined || refusal.ok || refusal.code !== 'notTheArgument')
        refusal = no('notTheArgument', resolved.name);
      continue;
    }
    const refused = over.refused?.(resolved.arguments);
    if (refused !== undefined) {
      refusal = no('notTheArgument', refused);
      continue;
    }
    return { ok: true, step: step.id, by: maker.by, arguments: resolved.arguments };
  }
  return refusal ?? no('notOffered');
}

/**
 * The facts the call may have been made over: with what the arguments themselves show was typed, told by an event or in
 * the address;
 * once for each row of the list a widget is repeated for; with defaults that nobody has saved yet where nothing asks
 * the page to hold.
 */
function factsOf({ flow, step, stored, facts, here, over }: Scene, maker: Maker, call: Call): readonly Facts[] {
  const shape = shapeOf(flow, step);
  const asks = validating(maker);
  const bases: Facts[] = [facts];
  if (!asks && shape.withDefault.length > 0) {
    const page = buildPage(flow, step, {
      remembered: { answers: stored.answers, world: over.world, typed: {} },
      before: here.before,
      memory: fresh(0),
    });
    bases.push({ ...facts, answers: page.relevant });
  }
  return bases.flatMap((base) => {
    const told = inferred(base, call, over.act.arguments);
    if (!('placed' in maker) || maker.placed.item.kind !== 'repeat') return [told];
    const repeat = maker.placed.item;
    if (!isServers(repeat.each)) return [told];
    // A condition over what only the browser knows hides no item here.
    const { only, ...all } = repeat;
    const sure = only && isServers({ reads: only.reads.filter((path) => !/^item(\.|$)/.test(path)) });
    return itemsOf(sure ? repeat : all, base).map(({ item }) => ({ ...told, item }));
  });
}

/**
 * Facts that only the browser knows, as far as an argument is one of them: `{ "var": "typed.code" }` shows what was
 * typed.
 */
function inferred(base: Facts, call: Call, given: JsonObject): Facts {
  let facts = base;
  for (const [name, compute] of Object.entries(call.with)) {
    const [path] = compute.reads;
    const value = own(given, name);
    if (path === undefined || compute.reads.some((read) => read !== path) || isServers(compute) || value === undefined)
      continue;
    const told = set(facts as unknown as JsonObject, path, value) as unknown as Facts;
    if (same(compute.of(told), value)) facts = told;
  }
  return facts;
}

interface Why {
  readonly code: CallRefusal;
  readonly path?: string | undefined;
}

/** Whether a condition holds, as far as the server can know: one that hangs on what only the browser knows may. */
function mayHold(rule: Rule | undefined, facts: Facts): boolean {
  if (holds(rule, facts)) return true;
  return rule !== undefined && !isServers(rule) && rule.of(facts) === undefined;
}

function offeredRefusal(scene: Scene, maker: Maker): Why | undefined {
  const { flow, step, facts } = scene;
  if ('placed' in maker && !tells(maker.placed, maker.by.event, (when) => mayHold(when, facts)))
    return { code: 'notOffered' };
  if ('action' in maker && !mayBePressed(maker.action, facts)) return { code: 'notOffered' };
  const openers = openersOf(maker);
  const unopened =
    openers === undefined
      ? 'action' in maker && actionRefusal(scene, maker.action)
      : firstThat(openers, (opener) => openerRefusal(scene, opener));
  if (unopened) return unopened;
  const dialog = dialogBehind(step, maker.by);
  return (
    (dialog === undefined ? undefined : unseen(scene, disclosuresIn(flow, dialog, facts))) ??
    ('action' in maker ? setRefusal(scene, maker.action) : undefined)
  );
}

/** What opens the dialog in which a maker stands; undefined for one that stands on the page itself. */
const openersOf = (maker: Maker): readonly Opener[] | undefined => ('openers' in maker ? maker.openers : undefined);

/** Undefined when one of them is not refused, else why the last one is. */
function firstThat(openers: readonly Opener[], refusal: (opener: Opener) => Why | undefined): Why | undefined {
  let why: Why | undefined = { code: 'notOffered' };
  for (const opener of openers) {
    why = refusal(opener);
    if (!why) break;
  }
  return why;
}

function openerRefusal(scene: Scene, opener: Opener): Why | undefined {
  const { facts, over } = scene;
  if ('outcome' in opener && opener.outcome && !came(over.trail, opener.outcome)) return { code: 'notOffered' };
  switch (opener.kind) {
    case 'action':
      return actionRefusal(scene, opener.action);
    case 'reaction':
    case 'link':
      return opener.whens.every((when) => mayHold(when, facts)) ? undefined : { code: 'notOffered' };
    case 'itself':
      return undefined;
  }
}

/** Whether the button may have been there, and enabled: of errors that stood on the page the server knows nothing. */
const mayBePressed = ({ when, enabled }: Action, facts: Facts): boolean =>
  mayHold(when, facts) && mayHold(enabled?.when, facts);

/** Why an action could not have been pressed. */
function actionRefusal(scene: Scene, action: Action): Why | undefined {
  if (!mayBePressed(action, scene.facts)) return { code: 'notOffered' };
  return action.validates ? (finishedRefusal(scene) ?? shownRefusal(scene)) : undefined;
}

function validating(maker: Maker): boolean {
  const openers = openersOf(maker);
  if (openers) return openers.every((opener) => 'action' in opener && opener.action.validates);
  return 'action' in maker && maker.action.validates;
}

/**
 * The page's own judgement, over stored answers and what is known of those typed; a default nobody saved is no answer.
 */
function finishedRefusal({ flow, step, stored, facts, here, over }: Scene): Why | undefined {
  const shape = shapeOf(flow, step);
  const page = buildPage(flow, step, {
    remembered: { answers: stored.answers, world: over.world, typed: facts.typed },
    before: here.before,
    memory: { ...fresh(0), cleared: shape.withDefault.map((field) => field.id) },
  });
  const seen: Facts = { ...facts, answers: page.relevant };
  const untold = (id: string): boolean => own(step.fields, id)?.keep === 'never' && own(facts.typed, id) === undefined;
  for (const field of shape.fields) {
    const view = page.fields[field.id];
    if (view?.visible && view.problem && !(untold(field.id) && !expected(over.act, step, field.id)))
      return { code: 'notFinished', path: field.bind };
  }
  const failing = step.checks.find(
    (check) =>
      !check.assert.reads.some((read) => read.startsWith('typed.') && untold(read.slice('typed.'.length))) &&
      inForce(check, shape, {
        visible: (id) => page.fields[id]?.visible === true,
        valueOf: (id) => page.fields[id]?.value,
      }) &&
      check.assert.of(seen) !== true,
  );
  return failing && { code: 'notFinished', path: failing.at && own(step.fields, failing.at)?.bind };
}

/** Whether an argument of the act is this typed value alone, so that leaving it out leaves the field empty. */
function expected(act: Act, step: Step, field: string): boolean {
  return step.actions
    .flatMap((action) => action.calls)
    .some(
      (call) =>
        call.operation === act.operation &&
        Object.values(call.with).some(
          ({ reads }) => reads.length > 0 && reads.every((read) => read === `typed.${field}`),
        ),
    );
}

/**
 * The disclosures that stand on the page: in the versions in force when the browser says what it showed, else in the
 * stored record. What the page loads for the application stands beside them (the offer beside its agreements), so it
 * must have been served.
 */
function shownRefusal(scene: Scene): Why | undefined {
  const { flow, step, facts } = scene;
  const due = disclosuresOn(flow, step, { facts });
  const missing = unseen(scene, due);
  if (missing) return missing;
  const unserved = standsBeside(flow, step, facts).find(({ as = '' }) => (own(facts.results, as) ?? null) === null);
  return unserved && { code: 'notShown', path: unserved.as };
}

function unseen({ step, stored, over }: Scene, due: Shown): Why | undefined {
  const recorded = own(stored.journey, step.id)?.shown;
  const { shown } = over.act;
  const missing = Object.entries(due).find(([tag, hash]) =>
    shown ? own(shown, tag) !== hash : recorded === undefined || own(recorded, tag) === undefined,
  );
  return missing && { code: 'notShown', path: missing[0] };
}

/** What a press sets is written before its calls: it must be stored as the definition computes it. */
function setRefusal({ stored, facts }: Scene, action: Action): Why | undefined {
  const wrong = action.set.find(({ path, value }) => {
    const origin = originOf(value);
    if (origin !== 'stored' && origin !== 'served') return false;
    if (value.reads.some((read) => action.set.some((one) => overlap(read, `answers.${one.path}`)))) return false;
    return !same(get(stored.answers, path), value.of(facts));
  });
  return wrong && { code: 'notFinished', path: wrong.path };
}

function orderRefusal(scene: Scene, maker: Maker, index: number): Why | undefined {
  const { flow, facts } = scene;
  const call = maker.calls[index] as Call;
  if (maker.by.by !== 'load') {
    if ('action' in maker && !('openers' in maker) && maker.action.confirm !== undefined) {
      const confirming = (own(flow.dialogs, maker.action.confirm)?.actions ?? []).filter(
        (one) => isConfirming(one) && mayHold(one.when, facts) && decide(one.next, facts) === undefined,
      );
      if (confirming.length === 0) return { code: 'notOffered' };
      const whys = confirming.map((one) => notYet(scene, one.calls));
      if (whys.every((path) => path !== undefined)) return { code: 'notInOrder', path: whys[0] };
    }
    const path = notYet(scene, maker.calls.slice(0, index));
    if (path !== undefined) return { code: 'notInOrder', path };
  }
  return mayHold(call.when, facts) ? undefined : { code: 'notOffered' };
}

/** The first of these calls that should have been made and gone on, and has not. */
function notYet({ facts, over }: Scene, calls: readonly Call[]): Path | undefined {
  return calls.find(
    (call) =>
      mayHold(call.when, facts) &&
      (own(call.on, 'ok') !== undefined ||
        !(call.kind === 'identity' || came(over.trail, { operation: call.operation, name: 'ok' }))),
  )?.operation;
}

function came(trail: readonly OutcomeOf[], outcome: OutcomeOf): boolean {
  return trail.some((one) => one.operation === outcome.operation && one.name === outcome.name);
}
