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

function graph(scene: Scene): Graph {
  const edges = new Map<string, readonly string[]>();
  for (const [name, doc] of Object.entries(scene.rules)) edges.set(`rule ${name}`, uses(member(doc, 'rule')));
  for (const [name, doc] of Object.entries(scene.values)) edges.set(`value ${name}`, uses(member(doc, 'value')));
  return edges;
}

type Graph = ReadonlyMap<string, readonly string[]>;

/**
 * What may lead back to itself: everything but what leads to nothing, and what leads to that alone, and so on. A long
 * row of rules is gone through once, not once for each of them.
 */
function endless(edges: Graph): ReadonlySet<string> {
  const [left, leadTo] = [new Map<string, number>(), new Map<string, string[]>()];
  for (const [name, all] of edges) {
    const known = all.filter((next) => edges.has(next));
    left.set(name, known.length);
    for (const next of known) {
      const others = leadTo.get(next);
      if (others) others.push(name);
      else leadTo.set(next, [name]);
    }
  }
  const ends = [...left].flatMap(([name, count]) => (count === 0 ? [name] : []));
  for (const end of ends) {
    left.delete(end);
    for (const name of leadTo.get(end) ?? []) {
      const count = (left.get(name) ?? 0) - 1;
      left.set(name, count);
      if (count === 0) ends.push(name);
    }
  }
  return new Set(left.keys());
}

function loop(from: string, edges: Graph): readonly string[] | undefined {
  const way = [from];
  const seen = new Set<string>();
  const isBack = (node: string): boolean =>
    (edges.get(node) ?? []).some((next) => {
      if (next !== from && seen.has(next)) return false;
      seen.add(next);
      way.push(next);
      const found = next === from || isBack(next);
      if (!found) way.pop();
      return found;
    });
  return isBack(from) ? way : undefined;
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
    for (const name of endless(edges)) {
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
