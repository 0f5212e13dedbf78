/** Which answers of a flow are files, and which files its answers name. */
import type { CompiledFlow, Field } from '../../runtime/core/definition.ts';
import type { JsonObject, Path } from '../../runtime/core/facts.ts';
import { filesOf, get } from '../../runtime/core/index.ts';

const known = new WeakMap<CompiledFlow, ReadonlyMap<Path, Field>>();

/** Path of an answer that is files -> a field that asks for it. */
export function fileFields(flow: CompiledFlow): ReadonlyMap<Path, Field> {
  let found = known.get(flow);
  if (!found) {
    const fields = Object.values(flow.steps).flatMap((step) => Object.values(step.fields));
    found = new Map(fields.flatMap((field) => (field.file ? [[field.bind, field] as const] : [])));
    known.set(flow, found);
  }
  return found;
}

/** Ids of all files that answers name, those that are not asked now among them: they are kept aside. */
export function namedFiles(flow: CompiledFlow, answers: JsonObject): readonly string[] {
  return [...fileFields(flow)].flatMap(([path, field]) => filesOf(field, get(answers, path)).map(({ id }) => id));
}
