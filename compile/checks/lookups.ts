/** What `lookup` reads must stand in at least one row. */
import { operations } from '../expression-nodes.ts';
import { isObject, list } from '../json-types.ts';
import { didYouMean } from '../suggest.ts';
import type { World } from '../world.ts';
import { at, type Check } from './check.ts';

/** Dotted keys of all rows, one level into objects. */
function keysOf(world: World): Set<string> {
  const keys = new Set<string>(['abbr', 'name']);
  for (const state of Object.values(world.source.states)) {
    for (const row of list(state['rows'])) {
      for (const [key, value] of isObject(row) ? Object.entries(row) : []) {
        keys.add(key);
        if (isObject(value)) for (const inner of Object.keys(value)) keys.add(`${key}.${inner}`);
      }
    }
  }
  return keys;
}

export const lookups: Check = {
  *scene(scene, world) {
    const keys = keysOf(world);
    if (Object.keys(world.source.states).length === 0) return;
    for (const use of scene.uses.expressions) {
      for (const { operator, args, argsHolder, argKey } of operations(use.expression, false)) {
        const key = operator?.cell?.(args)?.column;
        if (key !== undefined && !keys.has(key))
          yield at(argsHolder, argKey(args.lastIndexOf(key)), {
            message: `No state row has "${key}".`,
            fix: didYouMean(key, keys, `Rows have ${[...keys].slice(0, 14).join(', ')}.`),
          });
      }
    }
  },
};
