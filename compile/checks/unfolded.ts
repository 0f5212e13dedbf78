/** Expressions with the rules and values they name written out. */
import type { Json } from '../../runtime/core/facts.ts';
import { operations, reads } from '../expression-nodes.ts';
import { member } from '../json-types.ts';
import type { ResolvedFlow } from '../resolve.ts';

/** Named rules and values. */
type Names = Pick<ResolvedFlow, 'rules' | 'values'>;

/**
 * Paths of facts that an expression reads, named rules and values unfolded.
 * @param open rules and values that are being unfolded: one in a circle is read once
 */
export function readsOf(
  expression: Json | undefined,
  scene: Names,
  open: ReadonlySet<string> = new Set(),
): readonly string[] {
  if (expression === undefined || typeof expression === 'string') return [];
  const inside = (name: string, part: Json | undefined): readonly string[] =>
    open.has(name) ? [] : readsOf(part, scene, new Set([...open, name]));
  const rules = [...operations(expression, false)].flatMap(({ name, args }) =>
    name === 'rule' ? inside(`rule ${String(args[0])}`, ruleOf(String(args[0]), scene)) : [],
  );
  const paths = [...reads(expression)].flatMap(({ path }) =>
    path.startsWith('values.') ? inside(path, valueOf(path, scene)) : [path],
  );
  return [...rules, ...paths];
}

/** Paths that a condition reads: the name of a rule, or json-logic. */
export function readsOfRule(rule: Json | undefined, scene: Names): readonly string[] {
  return readsOf(typeof rule === 'string' ? ruleOf(rule, scene) : rule, scene);
}

/** The expression of a named value, by the path under which it is read. */
export function valueOf(path: string, scene: Names): Json | undefined {
  return member(scene.values[path.split('.')[1] ?? ''], 'value');
}
function ruleOf(name: string, scene: Names): Json | undefined {
  return member(scene.rules[name], 'rule');
}

/** Whether one path is the other, or leads to a part of it. */
export const touches = (a: string, b: string): boolean => a === b || a.startsWith(`${b}.`) || b.startsWith(`${a}.`);
