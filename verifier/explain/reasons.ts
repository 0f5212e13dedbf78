/**
 * Why a step is on the way or not, and why a thing is on its page or not: conditions, and what the person and the world
 * did.
 */
import type { Transition } from '../../runtime/core/state.ts';
import { START, type Ask, type By, type Way } from '../graph/ways.ts';
import { truthOf } from '../../compile/operators/evaluate.ts';
import { placeShown, type End } from './playthrough.ts';
import { reachesFrom } from './reach.ts';
import { smallestSufficient, type Claim, type ValuesOf } from './sufficient.ts';
import type { Thing } from './things.ts';
import type { PlacedRule } from '../rules/placed.ts';

/** A condition as it came out; "not true" includes unknown. */
export interface Found {
  readonly rule: PlacedRule;
  readonly holds: boolean;
  /** Step at which it was asked. */
  readonly at: string;
}
/** What was done at a step and would have led elsewhere had it been something else. */
export interface Act {
  readonly at: string;
  readonly by: By;
  readonly outcome?: Way['outcome'];
  /** What would have led to the step instead. */
  readonly wanted?: readonly Pick<Way, 'by' | 'outcome'>[];
}
export interface Reasons {
  readonly conditions: readonly Found[];
  readonly acts: readonly Act[];
  /** The smallest set of facts that decides the conditions. */
  readonly facts: readonly string[];
  /** Why the set is not exact; undefined when it is. */
  readonly inexact?: string;
  /**
   * Steps in order, of which the first is not on the way, and each leads to the next; the last is the step asked about.
   */
  readonly via: readonly string[];
  /** The journey stands at this step and has not left it. */
  readonly stopped?: string;
}

/** Why the thing is shown, or hidden, at the end of the journey. */
export function reasonsFor(thing: Thing, { end, ways, valuesOf }: Walked): Reasons {
  if (!end.path.includes(thing.step)) return whyNot(thing.step, { end, ways, valuesOf }, new Set());
  const facts = end.factsAt(thing.step);
  const at = thing.step;
  const place = placeShown(thing, facts);
  if (!place)
    return {
      ...smallest(
        thing.places.map((conditions) =>
          conditions
            .filter(({ logic }) => truthOf(logic, facts) !== true)
            .map((rule): Found => ({ rule, holds: false, at })),
        ),
        end,
        valuesOf,
      ),
      acts: [],
      via: [],
    };
  const own = place.map((rule): Found => ({ rule, holds: true, at }));
  const way = onTheWay(thing.step, end, ways);
  const conditions = [...way.conditions, ...own];
  return { ...sufficient(conditions, end, valuesOf), conditions, acts: way.acts, via: [] };
}

/** The conditions and acts on the way to a step without which the way would have missed it. */
function onTheWay(step: string, end: End, ways: readonly Way[]): Pick<Reasons, 'conditions' | 'acts'> {
  const conditions: Found[] = [];
  const acts: Act[] = [];
  const until = end.path.indexOf(step);
  const note = (asks: readonly Ask[], at: string): void => {
    for (const { rule, holds } of asks)
      if (!conditions.some((one) => one.rule === rule)) conditions.push({ rule, holds, at });
  };
  for (let index = 0; index <= until; index += 1) {
    const from = index === 0 ? START : (end.path[index - 1] ?? '');
    const to = end.path[index] ?? '';
    const out = ways.filter((way) => way.from === from);
    const same = out.filter((way) => follows(way, end.state.journey[from], from));
    const taken = takenWay(same, { from, to }, end);
    if (!taken) continue;
    const misses = (way: Way): boolean =>
      way.to.kind !== 'step' ||
      (way.to.step !== step && !reachesFrom(ways, { from: way.to.step, to: step, avoiding: from }));
    if (same.some((way) => way !== taken && way.choice !== taken.choice && misses(way))) note(taken.choice, from);
    if (index === until)
      note(
        taken.entry.filter(({ holds }) => holds),
        from,
      );
    if (from !== START && out.some((way) => !same.includes(way) && misses(way)))
      acts.push({ at: from, by: taken.by, ...(taken.outcome && { outcome: taken.outcome }) });
  }
  return { conditions, acts };
}

const takenWay = (
  ways: readonly Way[],
  { from, to }: { readonly from: string; readonly to: string },
  end: End,
): Way | undefined => {
  const there = ways.filter((way) => way.to.kind === 'step' && way.to.step === to);
  return there.find((way) => failingOf(way, from, end).length === 0) ?? there[0];
};

/** The conditions of a way that do not come out as it needs. */
function failingOf(way: Way, from: string, end: End): readonly Found[] {
  const facts = from === START ? { ...end.state.world, answers: {}, typed: {} } : end.factsAt(from);
  return [...way.choice, ...way.entry].flatMap(({ rule, holds }) =>
    (truthOf(rule.logic, facts) === true) === holds ? [] : [{ rule, holds: !holds, at: from }],
  );
}

interface Walked {
  readonly end: End;
  readonly ways: readonly Way[];
  readonly valuesOf: ValuesOf;
}
/** Why a step is not on the way: a condition that led past it, or what was done instead. */
function whyNot(step: string, { end, ways, valuesOf }: Walked, seen: Set<string>): Reasons {
  seen.add(step);
  const none: Reasons = { conditions: [], acts: [], facts: [], via: [step] };
  const into = ways.filter((way) => way.to.kind === 'step' && way.to.step === step);
  const stands = end.path.at(-1);
  const left = (from: string): boolean => from === START || from !== stands || end.state.journey[from] !== undefined;
  for (const from of [...end.path].reverse().concat(START)) {
    const here = into.filter((way) => way.from === from && left(from) && follows(way, end.state.journey[from], from));
    const blocked = here.map((way) => failingOf(way, from, end)).filter((failing) => failing.length > 0);
    if (blocked.length > 0) return { ...smallest(blocked, end, valuesOf), acts: [], via: [step] };
  }
  for (const from of end.path) {
    const wanted = into.filter((way) => way.from === from && !way.again);
    if (wanted.length === 0) continue;
    if (!left(from)) return { ...none, stopped: from };
    const came = cameAt(from, end, ways);
    if (came) return { ...none, acts: [{ ...came, wanted }] };
  }
  for (const before of [...new Set(into.map(({ from }) => from))].filter((from) => from !== START && !seen.has(from))) {
    const reasons = whyNot(before, { end, ways, valuesOf }, seen);
    if (reasons.conditions.length > 0 || reasons.acts.length > 0 || reasons.stopped !== undefined)
      return { ...reasons, via: [...reasons.via, step] };
  }
  // Opened by its address alone: whoever stands elsewhere has not opened it.
  return end.flow.steps[step]?.entry && stands !== undefined ? { ...none, stopped: stands } : none;
}

/** How the journey left a step of its path. */
function cameAt(from: string, end: End, ways: readonly Way[]): Act | undefined {
  const to = end.path[end.path.indexOf(from) + 1];
  const same = ways.filter((way) => way.from === from && follows(way, end.state.journey[from], from));
  const taken =
    (to === undefined ? undefined : takenWay(same, { from, to }, end)) ??
    same.find((way) => failingOf(way, from, end).length === 0);
  if (taken) return { at: from, by: taken.by, ...(taken.outcome && { outcome: taken.outcome }) };
  // A button that leads nowhere of its own, like one that signs in, is followed by what holds everywhere.
  const left = end.state.journey[from];
  const action = left?.by === 'action' ? end.flow.steps[from]?.actions.find(({ id }) => id === left.action) : undefined;
  return (
    action && {
      at: from,
      by: { kind: 'press', action: action.id, label: typeof action.label === 'string' ? action.label : action.id },
      ...(left?.by === 'action' && left.outcome && { outcome: left.outcome }),
    }
  );
}

/** Whether the record of how a step was left is this way, conditions aside. */
function follows(way: Way, left: Transition | undefined, from: string): boolean {
  if (from === START) return true;
  const { by, outcome } = way;
  const sameOutcome = (name: Transition & { outcome?: { operation: string; name: string } }): boolean =>
    outcome
      ? name.outcome?.operation === outcome.operation && name.outcome.name === outcome.name
      : name.outcome === undefined || name.outcome.name === 'ok';
  if (!left) return by.kind === 'load' && !outcome;
  switch (left.by) {
    case 'action':
      return by.kind === 'press' && by.dialog === undefined && by.action === left.action && sameOutcome(left);
    case 'dialog':
      return by.kind === 'press' && by.dialog === left.dialog && by.action === left.action && sameOutcome(left);
    case 'load':
      return by.kind === 'load' && sameOutcome(left);
    case 'event':
      return by.kind === 'event' && by.channel === left.channel && by.event === left.event;
    case 'giveUp':
      return by.kind === 'giveUp' && by.channel === left.channel;
    case 'timer':
      return by.kind === 'timer' && by.index === left.index;
    case 'widget':
      return (
        by.kind === 'widget' &&
        by.dialog === left.dialog &&
        by.widget === left.widget &&
        by.event === left.event &&
        sameOutcome(left)
      );
    case 'link':
      return by.kind === 'link' && by.dialog === left.dialog && by.index === left.index;
  }
}

const claimOf = ({ rule, holds, at }: Found, end: End): Claim => ({
  logic: rule.logic,
  holds,
  facts: at === START ? { ...end.state.world, answers: {}, typed: {} } : end.factsAt(at),
});

const sufficient = (conditions: readonly Found[], end: End, valuesOf: ValuesOf): Pick<Reasons, 'facts' | 'inexact'> =>
  smallestSufficient(
    conditions.map((found) => claimOf(found, end)),
    valuesOf,
  );

/** Of each list of conditions that all lead past one, so that the facts which decide them are fewest. */
function smallest(
  lists: readonly (readonly Found[])[],
  end: End,
  valuesOf: ValuesOf,
): Pick<Reasons, 'conditions' | 'facts' | 'inexact'> {
  let best: Pick<Reasons, 'conditions' | 'facts' | 'inexact'> | undefined;
  const visit = (index: number, chosen: readonly Found[]): void => {
    const options = lists[index];
    if (options)
      for (const option of options)
        visit(index + 1, chosen.some(({ rule }) => rule === option.rule) ? chosen : [...chosen, option]);
    else {
      const found = sufficient(chosen, end, valuesOf);
      if (!best || found.facts.length < best.facts.length) best = { conditions: chosen, ...found };
    }
  };
  visit(0, []);
  if (!best)
    throw new Error('A thing that is hidden by no condition: reasonsFor was asked about something that is shown.');
  return best;
}
