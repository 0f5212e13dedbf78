import { sensitivePaths } from '../../contract/sensitive.ts';
import type { CompiledFlow } from '../../runtime/core/definition.ts';
import type { Json, JsonObject, Path } from '../../runtime/core/facts.ts';
import type { Sealer } from '../services.ts';
import { isObject, leaves, sameJson, valueAt, withValue } from './paths.ts';

/** A sealed leaf as the database holds it. */
interface SealedLeaf extends JsonObject {
  readonly $sealed: string;
}
function isSealedLeaf(value: Json | undefined): value is SealedLeaf {
  return isObject(value) && typeof value['$sealed'] === 'string';
}

/** Stored answers in clear, for the engine only. */
export async function unsealAnswers(sealer: Sealer, id: string, stored: JsonObject): Promise<JsonObject> {
  let clear = stored;
  for (const [path, value] of leaves(stored, isSealedLeaf)) {
    if (isSealedLeaf(value))
      clear = withValue(clear, path, JSON.parse(await sealer.unseal(value.$sealed, context(id, path))) as Json);
  }
  return clear;
}

/** Answers as they are stored; a leaf that did not change keeps its blob. */
export async function sealAnswers(
  sealer: Sealer,
  answers: JsonObject,
  of: { readonly flow: CompiledFlow; readonly id: string; readonly stored: JsonObject; readonly clear: JsonObject },
): Promise<JsonObject> {
  let sealed = answers;
  for (const path of sensitivePaths(of.flow).keys()) {
    const value = valueAt(answers, path);
    if (value === undefined || value === null) continue;
    const old = valueAt(of.stored, path);
    const leaf =
      isSealedLeaf(old) && sameJson(valueAt(of.clear, path), value)
        ? old
        : { $sealed: await sealer.seal(JSON.stringify(value), context(of.id, path)) };
    sealed = withValue(sealed, path, leaf);
  }
  return sealed;
}

/** What the owner gets: everything of theirs, but a `lastFour` value only as `{ "sealed": "1234" }`. */
export function ownersView(flow: CompiledFlow, clear: JsonObject): JsonObject {
  let view = clear;
  for (const [path, reveal] of sensitivePaths(flow)) {
    const value = valueAt(clear, path);
    if (reveal === 'lastFour' && (typeof value === 'string' || typeof value === 'number'))
      view = withValue(view, path, { sealed: String(value).slice(-4) });
  }
  return view;
}

function context(id: string, path: Path): { table: string; column: string; row: string } {
  return { table: 'applications', column: `answers.${path}`, row: id };
}
