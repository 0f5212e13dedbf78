/**
 * Lists of ways of which the first that holds is taken: one without "when" takes everybody, so nothing stands after it.
 */
import type { JsonObject } from '../../runtime/core/facts.ts';
import { entries, isObject, list } from '../json-types.ts';
import type { Scene } from '../world.ts';
import { at, type Finding } from './check.ts';

/** Every object of a scene that holds such a list, with the key of the list and what the object is called. */
function* holders({ flow, brand, uses }: Scene): Generator<readonly [holder: JsonObject, key: string, name: string]> {
  if (!flow) {
    for (const key of ['guards', 'home', 'afterSignIn']) yield [brand.app, key, 'app.json'];
    if (isObject(brand.app['idle'])) yield [brand.app['idle'], 'exits', 'idle'];
    return;
  }
  for (const [id, doc] of [...Object.entries(flow.steps), ...Object.entries(flow.dialogs)]) {
    yield [doc, 'next', id];
    for (const action of list(doc['actions'])) if (isObject(action)) yield [action, 'next', String(action['id'])];
  }
  for (const { item } of uses.items)
    for (const [event, reaction] of entries(item['events'])) if (isObject(reaction)) yield [reaction, 'next', event];
}

/** An error route is asked for its outcomes alone, so each outcome has a list of its own. */
function* routes({ flow, brand }: Scene): Generator<Finding> {
  const taken = new Set<string>();
  for (const route of flow ? [] : list(brand.app['errors'])) {
    if (!isObject(route)) continue;
    const outcomes = list(route['on']);
    for (const [i, outcome] of outcomes.entries())
      if (taken.has(String(outcome)))
        yield at(outcomes, i, {
          message: `In "errors" of "app.json" a target for "${String(outcome)}" without "when" stands before this one, which is never reached for it.`,
          fix: 'Move that one behind this one, or delete this one.',
        });
    if (route['when'] === undefined) for (const outcome of outcomes) taken.add(String(outcome));
  }
}

/** Every way of a scene behind one that takes everybody. */
export function* orderOfWays(scene: Scene): Generator<Finding> {
  for (const [holder, key, name] of holders(scene)) {
    const early = list(holder[key])
      .slice(0, -1)
      .some((choice) => isObject(choice) && choice['when'] === undefined);
    if (early)
      yield at(holder, key, {
        message: `In "${key}" of "${name}" a target without "when" stands before others, which are never reached.`,
        fix: 'Move it to the end.',
      });
  }
  yield* routes(scene);
}
