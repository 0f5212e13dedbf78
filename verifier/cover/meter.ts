/**
 * Measures what a journey reaches: steps on the way, ways taken, comparisons decided while their condition was asked.
 * Pure.
 */
import type { CompiledFlow, LayoutItem, Step } from '../../runtime/core/definition.ts';
import type { Facts } from '../../runtime/core/facts.ts';
import { facts, holds, itemsOf, progress, walk, type State } from '../../runtime/core/index.ts';
import type { Atom } from '../domain/atoms.ts';
import { truthOf } from '../../compile/operators/evaluate.ts';
import { clauseGoal, limitGoal, stepGoal, wayGoal, type FlowGoals } from './goals.ts';
import { instrumented } from './instrument.ts';
import { atLimit, hasLimit } from './limits.ts';
import { alongLine } from './ways.ts';

export interface Meter {
  /** The flow to let the engine work on. */
  readonly flow: CompiledFlow;
  /** Notes the steps a state has passed, and where it went on along the line. */
  readonly pass: (state: State) => void;
  /** Looks at a state as a page does that draws it: everything shown under a condition is asked for. */
  readonly look: (state: State) => void;
}

/** The goals of one comparison. */
interface Sides {
  readonly atom: Atom;
  readonly yes: string;
  readonly no: string;
  readonly limits: { readonly yes: string; readonly no: string } | undefined;
}

export interface Gauging {
  readonly wanted: (goal: string) => boolean;
  readonly reach: (goal: string) => void;
  readonly counts?: (atom: Atom, seen: Facts) => boolean;
}
/**
 * A meter for one flow.
 * @param wanted whether a goal is still worth looking for; the others cost nothing
 * @param reach called with the id of each goal reached, repeats included
 * @param counts whether what a comparison says of these facts counts: an explorer leaves facts open that everybody's
 *   journey knows
 */
export function meterOf(
  flow: CompiledFlow,
  { flow: id, goals, rules }: FlowGoals,
  { wanted, reach, counts = () => true }: Gauging,
): Meter {
  const lineWays = new Map<string, string>();
  for (const goal of goals)
    if (goal.kind === 'way' && goal.way.step !== undefined && goal.way.id.startsWith(`step/${goal.way.step}/line/`))
      lineWays.set(goal.way.id, goal.id);
  const reached = (goal: string): void => {
    if (wanted(goal)) reach(goal);
  };
  const sides = new Map(
    [...rules].map(([ruleId, { rule, atoms }]) => [
      ruleId,
      atoms.map((atom, index): Sides => {
        const [yes, no] = [
          clauseGoal(id, ruleId, { atom: index, value: true }),
          clauseGoal(id, ruleId, { atom: index, value: false }),
        ];
        return { atom, yes, no, limits: hasLimit(atom, rule) ? { yes: limitGoal(yes), no: limitGoal(no) } : undefined };
      }),
    ]),
  );
  const decide = (ruleId: string, seen: Facts): void => {
    const open = (sides.get(ruleId) ?? []).filter(
      ({ yes, no, limits }) => wanted(yes) || wanted(no) || (limits && (wanted(limits.yes) || wanted(limits.no))),
    );
    if (open.length === 0) return;
    const rule = rules.get(ruleId)?.rule;
    // A field's condition is compiled together with those of the groups around it: only when they hold is its own
    // asked.
    if (
      rule?.decides === 'field' &&
      !rule.within.every((around) => around.decides !== 'item' || truthOf(around.logic, seen) === true)
    )
      return;
    for (const { atom, yes, no, limits } of open) {
      const truth = truthOf(atom.logic, seen);
      if (truth === undefined || !counts(atom, seen)) continue;
      reached(truth ? yes : no);
      const limit = truth ? limits?.yes : limits?.no;
      if (limit !== undefined && rule && wanted(limit) && atLimit(atom, rule, seen)) reach(limit);
    }
  };
  const told = instrumented(flow, { asked: decide, took: (way) => reached(wayGoal(id, way)) });
  const pass = (state: State): void => {
    const { path } = walk(told, state, state.world);
    for (const [index, step] of path.entries()) {
      reached(stepGoal(id, step));
      const along = lineWays.get(alongLine(step, path[index + 1] ?? ''));
      if (along !== undefined) reached(along);
    }
  };
  return {
    flow: told,
    pass,
    look(state) {
      pass(state);
      const step = told.steps[state.page.step];
      if (step) draw(step, facts(told, state));
      const dialog = told.dialogs[state.page.dialog ?? ''];
      if (dialog) draw(dialog, facts(told, state));
      progress(told, state);
    },
  };
}

/** Asks for everything on a page that is there under a condition. */
function draw(page: Pick<Step, 'layout' | 'actions'>, seen: Facts): void {
  const visit = (items: readonly LayoutItem[], known: Facts): void => {
    for (const item of items) {
      if (item.kind === 'field' || !holds(item.when, known)) continue;
      if (item.kind === 'group') visit(item.items, known);
      else if (item.kind === 'repeat')
        for (const row of itemsOf(item, known)) visit(item.items, { ...known, item: row.item });
    }
  };
  visit(page.layout, seen);
  for (const { when, enabled } of page.actions) if (holds(when, seen)) holds(enabled?.when, seen);
}
