/** Which rules and values are used: those that something other than rules and values leads to. */
import type { Json } from '../runtime/core/facts.ts';
import type { Docs } from './content.ts';
import { pieces } from './emit/text.ts';
import { operations, reads } from './expression-nodes.ts';
import { member } from './json-types.ts';
import type { Uses } from './uses.ts';

/** Rules and values (`rule name`, `value name`) that an expression names. */
function named(expression: Json | undefined, as: 'rule' | 'value'): readonly string[] {
  if (expression === undefined) return [];
  if (as === 'rule' && typeof expression === 'string') return [`rule ${expression}`];
  return [
    ...[...operations(expression, false)].flatMap(({ name, args }) =>
      name === 'rule' ? [`rule ${String(args[0])}`] : [],
    ),
    ...[...reads(expression)].flatMap(({ path }) => valueIn(path)),
  ];
}
/** Values (`value name`) that words name. */
export function valuesIn(words: string): readonly string[] {
  return words.includes('{{')
    ? pieces(words).flatMap((piece) => (typeof piece === 'string' ? [] : valueIn(piece.path)))
    : [];
}
function valueIn(path: string): readonly string[] {
  return path.startsWith('values.') ? [`value ${path.split('.')[1] ?? ''}`] : [];
}

/** Rules and values by name, and what names them. */
interface Named {
  readonly rules: Docs;
  readonly values: Docs;
  readonly uses: Uses;
}

/**
 * The rules and values of a scene that something other than rules and values leads to.
 * @param inDocuments values that documents name
 */
export function reached(scene: Named, inDocuments: readonly string[]): ReadonlySet<object> {
  const own = new Set<object>([...Object.values(scene.rules), ...Object.values(scene.values)]);
  const due = [
    ...scene.uses.expressions.flatMap(({ expression, as, holder }) => (own.has(holder) ? [] : named(expression, as))),
    ...scene.uses.texts.flatMap(({ text: words }) => valuesIn(words)),
    ...inDocuments,
  ];
  const found = new Set<object>();
  for (let name = due.pop(); name !== undefined; name = due.pop()) {
    const [kind, id = ''] = name.split(' ');
    const doc = kind === 'rule' ? scene.rules[id] : scene.values[id];
    if (!doc || found.has(doc)) continue;
    found.add(doc);
    due.push(...named(member(doc, kind ?? ''), kind === 'rule' ? 'rule' : 'value'));
  }
  return found;
}
