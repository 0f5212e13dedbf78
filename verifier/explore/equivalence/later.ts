/**
 * Answers that are told apart only where they first matter. Twelve boxes with a page each make 4,096 people on the page
 * that asks, and two on each page that follows: so a box is ticked or not where its page may come, as facts of the
 * world are asked where they first matter. Until then any accepted answer stands in the state, and the key says that it
 * stands for all (equivalence: verifier/LAWS.md).
 */
import type { CompiledFlow, Field, Step } from '../../../runtime/core/definition.ts';
import type { Json, JsonObject, Path } from '../../../runtime/core/facts.ts';
import { get } from '../../../runtime/core/index.ts';
import { isObject } from '../../../runtime/core/paths.ts';
import { overlap, shapeOf } from '../../../runtime/core/shape.ts';
import type { State } from '../../../runtime/core/state.ts';
import type { Domain, Later, Move } from '../exploration.ts';
import type { Ground } from './matter.ts';
import { pathOf } from './order.ts';
import type { Reading } from './reads.ts';

/** People that the answers of a flow may make before they are told apart late. */
const MANY = 1_000;

/**
 * `step/field` of the answers that are told apart where they first matter; none where few people are made by telling
 * them apart at once.
 */
export function deferredIn(flow: CompiledFlow, domain: Domain, ground: Ground): ReadonlySet<string> {
  const found = Object.values(flow.steps).flatMap((step) =>
    Object.values(step.fields).flatMap((field) =>
      isApart({ flow, domain, ground, step, field }) ? [{ step, field }] : [],
    ),
  );
  const people = found.reduce((all, { step, field }) => all * domain.answers(step.id, field).values.length, 1);
  return new Set(people > (domain.people ?? MANY) ? found.map(({ step, field }) => `${step.id}/${field.id}`) : []);
}

interface Asking {
  readonly flow: CompiledFlow;
  readonly domain: Domain;
  readonly ground: Ground;
  readonly step: Step;
  readonly field: Field;
}

/**
 * Whether the page takes each of the field's values whatever else is so, nothing looks at the answer before the page is
 * left, and nothing else writes it.
 */
function isApart({ flow, domain, ground, step, field }: Asking): boolean {
  const path = pathOf(field);
  const meets = ({ reads }: { readonly reads: readonly Path[] }): boolean => reads.some((one) => overlap(one, path));
  const { each } = domain.answers(step.id, field);
  const binds = Object.entries(flow.binds).flatMap(([bind, fields]) => (overlap(bind, field.bind) ? fields : []));
  const reads = ground.reads.get(step.id);
  const fits = (reading: Reading): boolean => reading.limits !== undefined && reading.reads[0] === path;
  const earlier = [...(ground.before.get(step.id) ?? [])].flatMap((id) => ground.reads.get(id) ?? []);
  const loads = Object.values(flow.steps).flatMap(({ load }) => load.flatMap((call) => Object.values(call.with)));
  return (
    each &&
    step.kind === 'form' &&
    field.keep !== 'never' &&
    field.hidden === 'keep' &&
    field.default === undefined &&
    field.normalise.length === 0 &&
    field.dynamic.length === 0 &&
    typeof field.required === 'boolean' &&
    (field.choices === undefined || ('items' in field.choices && field.choices.items.every(({ when }) => !when))) &&
    (shapeOf(flow, step).whens.get(field.id) ?? []).length === 0 &&
    binds.length === 1 &&
    domain.candidates(path) !== undefined &&
    domain.near(field, { answers: {} } as never).length === 0 &&
    !Object.values(flow.steps).some((one) =>
      shapeOf(flow, one).assigned.some((set) => overlap(set.path, field.bind)),
    ) &&
    reads !== undefined &&
    ![...reads.entering, ...reads.inside.filter((one) => !fits(one)), ...reads.checks].some(meets) &&
    !reads.sets.some(({ value }) => meets(value)) &&
    !reads.disclosures.some(({ readings }) => readings.some(meets)) &&
    !earlier.some((one) =>
      [
        ...one.entering,
        ...one.inside.filter((reading) => !fits(reading)),
        ...one.checks,
        ...one.disclosures.flatMap(({ readings }) => readings),
      ].some(meets),
    ) &&
    !domain.kept.some(meets) &&
    !domain.asked.some(({ at, scope }) => at.includes(step.id) && scope.some(meets)) &&
    !loads.some(meets)
  );
}

/**
 * What is left open after a move: what was and was not asked again, and what the move left open; an answer that is gone
 * is open no more.
 */
export function laterAfter(
  before: Laters,
  {
    move: { acts },
    reached,
    later: made,
  }: { readonly move: Move; readonly reached: { readonly state: State }; readonly later?: Laters },
): Laters {
  const { answers } = reached.state;
  const again = new Set(
    acts.flatMap((act) => ('answer' in act ? Object.keys(act.answer).map((id) => `${act.at}/${id}`) : [])),
  );
  const all = [...[...before].filter(([, { step, field }]) => !again.has(`${step}/${field}`)), ...(made ?? [])];
  const open = all.filter(([bind]) => get(answers, bind) !== undefined);
  return open.length === 0 ? NOTHING : new Map(open);
}
export type Laters = ReadonlyMap<Path, Later>;
export const NOTHING: Laters = new Map();

/** A state without the answers that are open: what of it is known. */
export function toldOf(root: JsonObject, later: Laters, below: string): JsonObject {
  const ways = [...later.keys()].map((bind) => `${below}${bind}`.split('.'));
  return without(root, ways, 0);
}

function without(root: JsonObject, ways: readonly (readonly string[])[], depth: number): JsonObject {
  const made: Record<string, Json> = { ...root };
  for (const [name = '', some] of Map.groupBy(ways, (way) => way[depth])) {
    const inner = made[name];
    if (some.some((way) => way.length === depth + 1)) delete made[name];
    else if (isObject(inner)) made[name] = without(inner, some, depth + 1);
  }
  return made;
}
