/**
 * What the fixtures of a flow should reach: its steps, its ways, each comparison of its rules decided both ways, and
 * both sides of each limit.
 */
import { placeOf } from '../../compile/places.ts';
import type { ResolvedFlow } from '../../compile/resolve.ts';
import type { Place } from '../../compile/types.ts';
import type { CompiledFlow } from '../../runtime/core/definition.ts';
import { atomsOf, type Atom } from '../domain/atoms.ts';
import { placedIn, type PlacedRule } from '../rules/placed.ts';
import { hasLimit } from './limits.ts';
import { waysOf, type PlacedWay } from './ways.ts';

/** A comparison inside a condition, and how it should come out. */
export interface Clause {
  readonly rule: PlacedRule;
  readonly atom: Atom;
  readonly value: boolean;
}
interface Base {
  /** Names the goal within its brand, e.g. `apply/step/personal/check/0#1=false`. */
  readonly id: string;
  readonly flow: string;
  readonly place: Place;
}
export type Goal =
  | (Base & { readonly kind: 'step'; readonly step: string })
  | (Base & { readonly kind: 'way'; readonly way: PlacedWay })
  | (Base & { readonly kind: 'clause'; readonly clause: Clause })
  /** A comparison with a limit, decided right at it. */
  | (Base & { readonly kind: 'limit'; readonly clause: Clause });
export type GoalKind = Goal['kind'];

export interface FlowGoals {
  readonly flow: string;
  readonly goals: readonly Goal[];
  /** Every condition by its id, with its comparisons: what a meter has to ask. */
  readonly rules: ReadonlyMap<string, { readonly rule: PlacedRule; readonly atoms: readonly Atom[] }>;
}

export const stepGoal = (flow: string, step: string): string => `${flow}/step/${step}`;
export const wayGoal = (flow: string, way: string): string => `${flow}/${way}`;
export const clauseGoal = (
  flow: string,
  rule: string,
  { atom, value }: { readonly atom: number; readonly value: boolean },
): string => `${flow}/${rule}#${atom}=${value}`;
export const limitGoal = (clause: string): string => `${clause}@limit`;

/** Everything there is to reach in a flow. Expects content that `check` accepts. */
export function goalsOf(resolved: ResolvedFlow, flow: CompiledFlow): FlowGoals {
  const { id } = resolved;
  const placed = placedIn(resolved);
  const rules = new Map(
    [...placed.rules, ...placed.inItems].map((rule) => [rule.id, { rule, atoms: atomsOf(rule.logic) }]),
  );
  const goals: Goal[] = Object.entries(resolved.steps).map(([step, doc]) => ({
    kind: 'step',
    id: stepGoal(id, step),
    flow: id,
    step,
    place: placeOf(doc, 'id'),
  }));
  // A button of the header is one, whatever page it stands over.
  for (const way of new Map(waysOf(resolved, flow).map((one) => [one.id, one])).values())
    goals.push({ kind: 'way', id: wayGoal(id, way.id), flow: id, way, place: placeOf(way.holder, way.key) });
  for (const { rule, atoms } of rules.values()) {
    const place = placeOf(rule.holder, rule.key);
    for (const [index, atom] of atoms.entries()) {
      for (const value of [true, false]) {
        const goal = {
          id: clauseGoal(id, rule.id, { atom: index, value }),
          flow: id,
          clause: { rule, atom, value },
          place,
        };
        goals.push({ kind: 'clause', ...goal });
        if (hasLimit(atom, rule)) goals.push({ kind: 'limit', ...goal, id: limitGoal(goal.id) });
      }
    }
  }
  return { flow: id, goals, rules };
}
