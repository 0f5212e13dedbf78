/**
 * Law 9 for what leaves the house: the answers of a person without anything that only this person could have said, and
 * the flow that goes on with them.
 */
import type { CompiledFlow, Field, Step } from './definition.ts';
import type { Json, JsonObject, Path } from './facts.ts';
import { get, put } from './paths.ts';
import { mask } from './sealed.ts';
import { shapeOf } from './shape.ts';

/**
 * A box that was ticked and what was chosen among the choices of a field stay; of whatever else was answered there is
 * an empty marker at its path, and of what the flow does not keep nothing. The lock takes no such marker; `holding`
 * goes on with them.
 */
export function withhold(flow: CompiledFlow, answers: JsonObject): JsonObject {
  let told: JsonObject = {};
  for (const [path, fields] of keptBy(flow)) {
    const value = get(answers, path);
    if (value !== undefined) told = put(told, path, isCommon(fields, value) ? value : mask(''));
  }
  return told;
}

const known = new WeakMap<CompiledFlow, CompiledFlow>();

/** The flow for which every withheld answer counts as given and valid; rules do not see it. The same in all else. */
export function holding(flow: CompiledFlow): CompiledFlow {
  const before = known.get(flow);
  if (before) return before;
  const made = {
    ...flow,
    steps: mapped(
      flow.steps,
      (step): Step => ({ ...step, fields: mapped(step.fields, (field) => ({ ...field, sensitive: true })) }),
    ),
  };
  known.set(flow, made);
  return made;
}

function mapped<T>(all: Readonly<Record<string, T>>, make: (one: T) => T): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(all).map(([name, one]) => [name, make(one)]));
}

/** Every path that is kept of a flow, with the fields that ask it; none where an act alone sets it. */
function keptBy(flow: CompiledFlow): ReadonlyMap<Path, readonly Field[]> {
  const paths = new Map<Path, Field[]>();
  for (const step of Object.values(flow.steps)) {
    for (const field of Object.values(step.fields))
      if (field.keep === 'application') paths.set(field.bind, [...(paths.get(field.bind) ?? []), field]);
    for (const { path } of shapeOf(flow, step).assigned) if (!paths.has(path)) paths.set(path, []);
  }
  return paths;
}

/** Whether an answer is one of few that everybody may give. */
function isCommon(fields: readonly Field[], value: Json): boolean {
  if (fields.some(({ sensitive }) => sensitive)) return false;
  if (typeof value === 'boolean') return true;
  const offered = fields.flatMap(({ choices }) =>
    choices && 'items' in choices ? choices.items.map((one): Json => one.value) : [],
  );
  const chosen = Array.isArray(value) ? value : [value];
  return chosen.every((one: Json) => offered.includes(one));
}
