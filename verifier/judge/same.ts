/** When the judge takes two states for one: they stand at one place, and the same is said of all that lies ahead. */
import { truthOf } from '../../compile/operators/evaluate.ts';
import { facts, get, holds, leadsWithin, walk } from '../../runtime/core/index.ts';
import type { CompiledFlow, JsonObject, Path, Rule, State, Step, Target } from '../../runtime/core/index.ts';
import { lockAt, locksOf } from '../../runtime/core/lock.ts';
import { drop, put } from '../../runtime/core/paths.ts';
import { overlap, shapeOf } from '../../runtime/core/shape.ts';
import type { Claim, Duty } from '../certificate.ts';

/** Where a compiled step says what decides the way; what it says elsewhere is words, or becomes a fact. */
const DECIDES = new Set(['when', 'entry', 'assert', 'required', 'limit']);

/** Everything below a part of a definition, with the name it stands under. */
function* partsOf(part: unknown, name = ''): Generator<readonly [name: string, part: object]> {
  if (typeof part !== 'object' || part === null) return;
  yield [name, part];
  for (const [key, inner] of Object.entries(part)) yield* partsOf(inner, key);
}

const conditionsIn = (whole: unknown): readonly Rule[] =>
  [...partsOf(whole)].flatMap(([name, part]) => (DECIDES.has(name) && 'of' in part ? (part as Rule) : []));

/** Steps that may come right after one, whatever the rules say: more are taken than can come. */
function followers(flow: CompiledFlow, id: string): readonly string[] {
  const step = flow.steps[id] as Step;
  const { line, steps, dialogs } = flow;
  const parts = [...partsOf([step, shapeOf(flow, step).dialogs.map((dialog) => dialogs[dialog])])];
  const stepsOf = (target: Target) =>
    target.kind === 'reopen' ? target.steps : leadsWithin(flow, target) ? target.step : [];
  const targets = parts.flatMap(([, part]) => stepsOf(part as Target));
  const rest = line.includes(id) ? line.slice(line.indexOf(id) + 1) : [];
  const fallen = rest.findIndex((next) => steps[next]?.when === undefined) + 1;
  const entries = Object.values(steps).flatMap(({ id: next, entry }) => (entry ? next : []));
  return [...targets, ...rest.slice(0, fallen || rest.length), ...entries];
}

const known = new WeakMap<Step, ReturnType<typeof madeAhead>>();
/**
 * What may follow a step, itself included, and its conditions; what pages show beside their fields decides nothing.
 * `decisive`: facts that decide what happens at the step, or which one comes next. They must be known there.
 */
export function aheadOf(flow: CompiledFlow, id: string): ReturnType<typeof madeAhead> {
  const step = flow.steps[id] as Step;
  return known.get(step) ?? (known.set(step, madeAhead(flow, step)).get(step) as ReturnType<typeof madeAhead>);
}

function madeAhead(flow: CompiledFlow, step: Step) {
  const steps = new Set([step.id]);
  for (const one of steps) for (const next of followers(flow, one)) steps.add(next);
  const conditions = new Set([...steps].flatMap((one) => conditionsIn({ ...flow.steps[one], layout: [] })));
  const next = followers(flow, step.id).map((one) => ({ when: flow.steps[one]?.when, entry: flow.steps[one]?.entry }));
  const here = [{ ...step, layout: [] }, ...next].flatMap(conditionsIn).flatMap(({ reads }) => reads);
  return { steps, conditions: [...conditions], decisive: [...new Set(here)] };
}

/** What counts of a state: each with the words for it. */
type Mark = readonly [what: string, is: unknown];
const marks = new WeakMap<State, readonly Mark[]>();

function marksOf({ flow, duties, unknown }: Claim, state: State, open: readonly Path[]): readonly Mark[] {
  const { steps, conditions, decisive } = aheadOf(flow, state.page.step);
  const seen = facts(flow, state);
  const left = leftAt(flow, state, open);
  const less = surelyAt(flow, state, open);
  const passes = (logic: unknown): boolean => truthOf(logic, less) === true;
  const owes = ({ scope, holds: demanded, since, passed }: Duty) => {
    const kept = demanded === undefined || passes(demanded);
    return scope.every(passes) && (since || passed !== undefined ? kept || 'owed' : !kept && 'owed');
  };
  const unasked = Object.keys(unknown).filter((path) => get(seen as unknown as JsonObject, path) === undefined);
  return [
    ['where the person stands', place(state)],
    ['what is known of them', decisive.filter((path) => unasked.some((one) => overlap(one, path))).join()],
    ['what is locked', String(locksOf(flow, state.world).map((lock) => flow.locks?.indexOf(lock)))],
    ...conditions
      .filter(({ reads }) => !reads.some((path) => left.some((later) => overlap(path, later))))
      .map((rule): Mark => [`what is said of ${rule.reads.join(', ')}`, holds(rule, seen)]),
    ...duties
      .filter(({ moment }) => [...moment.steps].some((id) => steps.has(id)))
      .map((duty): Mark => [duty.name, owes(duty)]),
  ];
}

const leftAt = (flow: CompiledFlow, state: State, open: readonly Path[]): readonly Path[] => [
  'typed',
  ...askedAt(flow, state, open).map((bind) => `answers.${bind}`),
];

/** The facts without what the page still asks for, and what is open. */
export const surelyAt = (flow: CompiledFlow, state: State, open: readonly Path[]): JsonObject =>
  leftAt(flow, state, open).reduce<JsonObject>(drop, facts(flow, state) as unknown as JsonObject);

/** Paths below the answers of what the page still asks, and of what is open: what a lock holds is not asked. */
function askedAt(flow: CompiledFlow, { page, world }: State, open: readonly Path[]): readonly Path[] {
  const locks = locksOf(flow, world);
  const fields = Object.values((flow.steps[page.step] as Step).fields).filter(({ bind }) => !lockAt(locks, bind));
  return [...fields.map(({ bind }) => bind), ...open];
}

/** How far somebody has come who gave what is still to be asked as another did. */
function farOf(flow: CompiledFlow, [to, by]: readonly [State, State], open: readonly Path[]): string {
  const alike = askedAt(flow, to, open).reduce((all, bind) => put(all, bind, get(by.answers, bind)), to.answers);
  return walk(flow, { ...to, answers: alike }, to.world).at;
}

/**
 * What is otherwise in two states that are to be one; undefined where nothing is. Both have come as far, as they
 * are or whichever of the two gave what is still to be asked.
 * @param open answers that are not told apart yet; nor are those that the page is still to be filled with
 */
export function otherwise(claim: Claim, states: readonly [State, State], open: readonly Path[]): string | undefined {
  const of = (state: State) => marks.get(state) ?? marks.set(state, marksOf(claim, state, open)).get(state);
  const [one = [], other = []] = states.map(of);
  const [what] = one.find(([, is], index) => is !== other[index]?.[1]) ?? [];
  const [a, b] = states;
  const asFar = (by: State): boolean => farOf(claim.flow, [a, by], open) === farOf(claim.flow, [b, by], open);
  const asTheyAre = farOf(claim.flow, [a, a], open) === farOf(claim.flow, [b, b], open);
  return what ?? (asTheyAre || states.every(asFar) ? undefined : 'how far the way is passed');
}

const place = ({ page, visiting, start }: State): string =>
  JSON.stringify([
    [page.step, page.dialog, page.confirms, visiting, start, Object.values(page.pending).sort()],
    [page.busy?.source, page.busy?.index, page.busy?.call === '', [...page.loaded].sort(), page.awaits?.toSorted()],
  ]);
