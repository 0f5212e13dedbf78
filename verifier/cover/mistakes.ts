/**
 * Pages filled in otherwise than an exploration accepts them: answers a check refuses, and answers right at a limit.
 */
import type { CompiledFlow, Field, Step } from '../../runtime/core/definition.ts';
import type { Facts, Json, JsonObject, Path } from '../../runtime/core/facts.ts';
import { facts, get, isObject, own, reduce, set, type State } from '../../runtime/core/index.ts';
import { variable } from '../domain/atoms.ts';
import type { Move, Node } from '../explore/search/explore.ts';
import type { Survey } from '../explore/survey.ts';
import { truthOf, valueOf } from '../../compile/operators/evaluate.ts';
import type { Clause, FlowGoals } from './goals.ts';
import { answersIn, atLimit, farFrom, limitBetween, neighbours } from './limits.ts';

export type Answer = Readonly<Record<string, Json>>;

/** Pages of the same step tried at most for one comparison: they differ in what was answered before. */
export const PAGES = 4;
/** Other answers tried at most for one comparison on one page. */
const TRIES = 3;

export interface Mistake {
  readonly node: Node;
  /** The page filled in, then its first button that asks for all answers. */
  readonly move: Move;
  readonly filled: State;
}

/**
 * For each open comparison of a page: the page filled in so that it comes out otherwise.
 * @param still whether a goal is still looked for; asked again before each try
 */
export function* mistakes(
  { flow, model, exploration }: Survey,
  { goals }: FlowGoals,
  still: (goal: string) => boolean,
): Generator<Mistake> {
  const pages = filledPages(exploration.legs);
  for (const goal of goals) {
    if ((goal.kind !== 'clause' && goal.kind !== 'limit') || goal.clause.rule.part !== undefined) continue;
    const step = flow.steps[goal.clause.rule.step ?? ''];
    const button = step?.actions.find(({ validates }) => validates);
    if (!step || !button) continue;
    for (const { node, answer } of (pages.get(step.id) ?? []).slice(0, PAGES)) {
      const seen = facts(flow, fillIn(flow, { state: node.state, step }, answer));
      for (const otherwise of answersFor(
        goal.clause,
        { limit: goal.kind === 'limit', step, seen, answer },
        (field) => model.domain.answers(step.id, field).values,
      )) {
        if (!still(goal.id)) break;
        yield {
          node,
          move: { acts: [{ at: step.id, answer: otherwise }, { press: button.id }] },
          filled: fillIn(flow, { state: node.state, step }, otherwise),
        };
      }
    }
  }
}

/** The state once the fields that are shown have these answers, given in the order of the page. */
export function fillIn(
  flow: CompiledFlow,
  { state, step: { fieldOrder } }: { readonly state: State; readonly step: Step },
  answer: Answer,
): State {
  return fieldOrder.reduce((at, field) => {
    const value = own(answer, field);
    return value === undefined || !at.page.fields[field]?.visible
      ? at
      : reduce(flow, at, { type: 'answered', field, value })[0];
  }, state);
}

/** Where the explorer filled a page in, with the first answers it went on with. */
export function filledPages(
  legs: Survey['exploration']['legs'],
): ReadonlyMap<string, readonly { readonly node: Node; readonly answer: Answer }[]> {
  const found = new Map<string, { node: Node; answer: Answer }[]>();
  const known = new Set<Node>();
  for (const { from, move } of legs) {
    const act = move.acts.find((one) => 'answer' in one);
    if (!act || !('answer' in act) || known.has(from)) continue;
    known.add(from);
    found.set(act.at, [...(found.get(act.at) ?? []), { node: from, answer: act.answer }]);
  }
  return found;
}

interface At {
  readonly limit: boolean;
  readonly step: Step;
  readonly seen: Facts;
  readonly answer: Answer;
}
/**
 * The page's answers with one that the comparison reads changed so that it comes out as wanted; those right at its
 * limit first, and alone when `limit`.
 */
function answersFor(
  { atom, rule, value: wanted }: Clause,
  { limit, step, seen, answer }: At,
  ordinary: (field: Field) => readonly Json[],
): readonly Answer[] {
  const found: { answer: Answer; at: boolean }[] = [];
  for (const path of answersIn(atom, rule)) {
    const asked = fieldOf(step, path);
    if (!asked) continue;
    const { field, below } = asked;
    const others = atom.operands.flatMap((operand) =>
      variable(operand) === path ? [] : simple(valueOf(operand, seen)),
    );
    const whole = own(answer, field.id);
    const part = (value: Json | undefined): Json | undefined => (below === '' ? value : get(value, below));
    const now = part(whole);
    const tries = new Map(
      [
        ...others.flatMap((other) => [other, ...neighbours(other)]),
        ...ordinary(field).flatMap((value) => part(value) ?? []),
        ...(now === undefined ? [] : [...neighbours(now), ...altered(now)]),
      ].map((value) => [JSON.stringify(value), value]),
    );
    const changed = (value: Json): Facts => set(seen as unknown as JsonObject, path, value) as unknown as Facts;
    const truthAt = (value: Json): boolean | undefined => truthOf(atom.logic, changed(value));
    const fitting = [...tries.values()].filter((value) => truthAt(value) === wanted);
    const ends = [now, ...tries.values(), ...farFrom(now)].filter((value) => value !== undefined);
    const [yes, no] = [
      ends.find((value) => truthAt(value) === wanted),
      ends.find((value) => truthAt(value) === !wanted),
    ];
    const limits = limit && yes !== undefined && no !== undefined ? limitBetween(truthAt, yes, no) : undefined;
    for (const value of [...fitting, ...(limits ?? []).filter((one) => truthAt(one) === wanted)]) {
      const at = atLimit(atom, rule, changed(value));
      const filled = below === '' ? value : set(isObject(whole) ? whole : {}, below, value);
      if (at || !limit) found.push({ answer: { ...answer, [field.id]: filled }, at });
    }
  }
  return found
    .sort((a, b) => Number(b.at) - Number(a.at))
    .slice(0, TRIES)
    .map((one) => one.answer);
}

/** The field that asks for a fact, and where below its answer the fact stands: the box of one document in a list. */
function fieldOf(step: Step, path: Path): { readonly field: Field; readonly below: Path } | undefined {
  for (const field of Object.values(step.fields)) {
    const whole = field.keep === 'never' ? `typed.${field.id}` : `answers.${field.bind}`;
    if (path === whole || path.startsWith(`${whole}.`)) return { field, below: path.slice(whole.length + 1) };
  }
  return undefined;
}

export const simple = (value: unknown): readonly Json[] =>
  typeof value === 'number' || typeof value === 'string' ? [value] : [];

/** A slip of the finger: the last digit or letter is another one. */
function altered(value: Json): readonly Json[] {
  if (typeof value !== 'string' || value === '') return typeof value === 'boolean' ? [!value] : [];
  const last = value.slice(-1);
  return [value.slice(0, -1) + (/\d/.test(last) ? String((Number(last) + 1) % 10) : last === 'x' ? 'y' : 'x')];
}
