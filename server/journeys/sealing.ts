import { sensitivePaths } from '../../contract/sensitive.ts';
import type { CompiledFlow } from '../../runtime/core/definition.ts';
import type { Json, JsonObject, Path } from '../../runtime/core/facts.ts';
import type { Sealer } from '../services.ts';
import { get, isObject, mask, same, set } from '../../runtime/core/index.ts';

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
  for (const [path, { $sealed }] of sealedLeaves(stored))
    clear = set(clear, path, JSON.parse(await sealer.unseal($sealed, context(id, path))) as Json);
  return clear;
}

function* sealedLeaves(root: JsonObject, below = ''): Generator<readonly [Path, SealedLeaf]> {
  for (const [key, value] of Object.entries(root)) {
    if (isSealedLeaf(value)) yield [below + key, value];
    else if (isObject(value)) yield* sealedLeaves(value, `${below}${key}.`);
  }
}

/** Answers as they are stored; a leaf that did not change keeps its blob. */
export async function sealAnswers(
  sealer: Sealer,
  answers: JsonObject,
  of: { readonly flow: CompiledFlow; readonly id: string; readonly stored: JsonObject; readonly clear: JsonObject },
): Promise<JsonObject> {
  let sealed = answers;
  for (const path of sensitivePaths(of.flow).keys()) {
    const value = get(answers, path);
    if (value === undefined || value === null) continue;
    const old = get(of.stored, path);
    const leaf =
      isSealedLeaf(old) && same(get(of.clear, path), value)
        ? old
        : { $sealed: await sealer.seal(JSON.stringify(value), context(of.id, path)) };
    sealed = set(sealed, path, leaf);
  }
  return sealed;
}

/** What the owner gets: everything of theirs, but a `lastFour` value only as `{ "sealed": "1234" }`. */
export function ownersView(flow: CompiledFlow, clear: JsonObject): JsonObject {
  let view = clear;
  for (const [path, reveal] of sensitivePaths(flow)) {
    const value = get(clear, path);
    if (reveal === 'lastFour' && (typeof value === 'string' || typeof value === 'number'))
      view = set(view, path, mask(value));
  }
  return view;
}

function context(id: string, path: Path): { table: string; column: string; row: string } {
  return { table: 'applications', column: `answers.${path}`, row: id };
}
