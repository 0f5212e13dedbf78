/** Facts of a brand, and flags, that something reads: each brand that comes there has them. */
import type { Json } from '../../runtime/core/facts.ts';
import { placesOfServer } from '../../contract/places.ts';
import { reached } from '../reached.ts';
import { at, type CompileRule } from '../checks/check.ts';
import { operations, reads } from '../expression-nodes.ts';
import { list, member, text } from '../json-types.ts';
import type { Scene } from '../world.ts';

export const RULE: CompileRule = {
  codes: ['brand-lacks'],
  severity: 'concern',
  says: 'Something hangs on a fact of the brand, or on a flag, that this brand has not: an address leads nowhere, a condition silently never holds.',
  remedy:
    'Give the brand the fact; or say what holds without it: `{ "var": ["brand.x", "instead"] }`, or a condition with `answered`.',
  bad: [
    [
      'flows/loan/steps/link.json',
      '"maxLength": 60 }',
      '"maxLength": 60, "when": { "==": [{ "var": »"brand.partnerBrand" }, "pocket"] } }',
    ],
  ],
  good: [
    [
      'flows/loan/steps/link.json',
      '"maxLength": 60 }',
      '"maxLength": 60, "when": { "==": [{ "var": ["brand.partnerBrand", "none"] }, "pocket"] } }',
    ],
  ],
  *find({ scenes }) {
    for (const scene of scenes) {
      const used = reached(scene, []);
      const named = new Set<object>([...Object.values(scene.rules), ...Object.values(scene.values)]);
      for (const { expression, around, holder } of scene.uses.expressions) {
        if (named.has(holder) && !used.has(holder)) continue;
        const asked = new Set([expression, ...around].flatMap((one) => [...askedIn(one, scene, [])]));
        for (const read of reads(expression)) {
          const isLacking = /^(brand|flags)\./.test(read.path) && !hasFact(scene, read.path);
          if (!isLacking || asked.has(read.path) || hasInstead(read)) continue;
          const [root = '', name = ''] = read.path.split('.');
          const file = `brands/${scene.brand.id}/${root === 'brand' ? 'brand' : 'flags.<env>'}.json`;
          yield {
            ...at(read.holder, read.key, {
              message: `The brand "${scene.brand.id}" has no "${read.path}": what hangs on it here never holds, or leads nowhere.`,
              fix: `Add it to ${file}, or say what holds without it: { "var": ["${read.path}", ...] }.`,
            }),
            cause: `brand ${file} ${name}`,
          };
        }
      }
    }
  },
};

/** Facts of which an expression, or a rule that it names, asks whether they are there. */
function* askedIn(expression: Json, scene: Scene, seen: readonly string[]): Generator<string> {
  if (typeof expression === 'string') {
    if (!seen.includes(expression))
      yield* askedIn(member(scene.rules[expression], 'rule') ?? null, scene, [...seen, expression]);
    return;
  }
  for (const { name, operator, args } of operations(expression, false)) {
    // What names a fact, instead of reading it, asks whether it is there.
    yield* (operator?.names?.of(args) ?? []).map(String);
    if (name === 'rule') yield* askedIn(text(args[0]) ?? '', scene, seen);
  }
}

/** Whether a `var` says what is taken where its fact is not there. */
const hasInstead = ({ holder, key }: { readonly holder: object; readonly key: string | number }): boolean =>
  Array.isArray(holder) && key === 0 && holder.length > 1;

function hasFact({ brand }: Scene, path: string): boolean {
  const [root, ...keys] = path.split('.');
  if (root === 'brand' && placesOfServer.includes(keys[0] ?? '')) return true;
  const value = keys.reduce<Json | undefined>(
    (holder, key) => (Array.isArray(holder) ? list(holder as never)[Number(key)] : member(holder, key)),
    root === 'brand' ? brand.facts : brand.flags,
  );
  return value !== undefined && value !== null;
}
