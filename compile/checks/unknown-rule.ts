/** Rules by name must exist, and no rule or value may lead back to itself. */
import type { Json } from '../../runtime/core/facts.ts';
import { operations, reads } from '../expression-nodes.ts';
import { member } from '../json-types.ts';
import { didYouMean } from '../suggest.ts';
import type { Scene } from '../world.ts';
import { at, type Check } from './check.ts';

/** `rule name` or `value name` to those it uses. */
function uses(expression: Json | undefined): string[] {
  if (expression === undefined) return [];
  const rules = [...operations(expression, false)].flatMap((node) =>
    node.name === 'rule' ? [`rule ${String(node.args[0])}`] : [],
  );
  const values = [...reads(expression)].flatMap(({ path }) =>
    path.startsWith('values.') ? [`value ${path.split('.')[1] ?? ''}`] : [],
  );
  return [...rules, ...values];
}

function graph(scene: Scene): ReadonlyMap<string, readonly string[]> {
  const edges = new Map<string, readonly string[]>();
  for (const [name, doc] of Object.entries(scene.rules)) edges.set(`rule ${name}`, uses(member(doc, 'rule')));
  for (const [name, doc] of Object.entries(scene.values)) edges.set(`value ${name}`, uses(member(doc, 'value')));
  return edges;
}

function loop(from: string, edges: ReadonlyMap<string, readonly string[]>): readonly string[] | undefined {
  const walk = (node: string, way: readonly string[], seen: Set<string>): readonly string[] | undefined => {
    for (const next of edges.get(node) ?? []) {
      if (next === from) return [...way, next];
      if (seen.has(next)) continue;
      seen.add(next);
      const found = walk(next, [...way, next], seen);
      if (found) return found;
    }
    return undefined;
  };
  return walk(from, [from], new Set());
}

export const unknownRule: Check = {
  *scene(scene) {
    for (const use of scene.uses.expressions) {
      const names =
        use.as === 'rule' && typeof use.expression === 'string'
          ? [{ name: use.expression, holder: use.holder, key: use.key }]
          : [...operations(use.expression, false)].flatMap((node) =>
              node.name === 'rule' && typeof node.args[0] === 'string'
                ? [{ name: node.args[0], holder: node.argsHolder, key: node.argKey(0) }]
                : [],
            );
      for (const { name, holder, key } of names) {
        if (!Object.hasOwn(scene.rules, name))
          yield at(holder, key, {
            message: `There is no rule "${name}"${scene.flow ? '' : ' in flows/rules/'}.`,
            cause: `rule ${name}`,
            fix: /^(true|false)$/.test(name)
              ? `Leave out the quotes: ${name}.`
              : didYouMean(
                  name,
                  Object.keys(scene.rules),
                  `Write ${scene.flow ? `flows/${scene.flow.id}` : 'flows'}/rules/${name}.json.`,
                ),
          });
      }
    }
    const edges = graph(scene);
    for (const name of edges.keys()) {
      const way = loop(name, edges);
      const [kind = '', id = ''] = name.split(' ');
      const doc = kind === 'rule' ? scene.rules[id] : scene.values[id];
      if (way && doc)
        yield at(doc, kind, {
          message: `The ${name} leads back to itself: ${way.join(' → ')}.`,
          fix: 'Break the circle.',
        });
    }
  },
};
