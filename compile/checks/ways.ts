/** Ways: a step that decides on its own always finds one, and what is not on the line is reached and left. */
import { waitsForEver } from '../rules/endless-wait.ts';
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import { ownActions } from '../header.ts';
import { entries, isObject, list, member, text } from '../json-types.ts';
import type { Scene, World } from '../world.ts';
import { at, type Check, type Finding } from './check.ts';
import { orderOfWays } from './order-of-ways.ts';

/** Whether the last way out of a list of choices has no condition. */
function always(step: JsonObject): boolean {
  const last = list(step['next']).at(-1);
  return isObject(last) && last['when'] === undefined;
}

function* alone(scene: Scene): Generator<Finding> {
  const line = new Set(list(scene.flow?.flow['line']).map(String));
  for (const [id, step] of Object.entries(scene.flow?.steps ?? {})) {
    const ends = step['outcome'] !== undefined;
    const calls = list(step['load']);
    const events = list(step['listen']).length + list(step['timers']).length > 0;
    const routed = calls.some((call) => isObject(call) && entries(call['on']).length > 0);
    if (step['kind'] === 'route' && !ends && !always(step))
      yield at(step, step['next'] === undefined ? 'kind' : 'next', {
        message: `The step "${id}" decides on its own, but no way is left when no condition holds.`,
        fix: 'End "next" with a target without "when".',
      });
    if (step['kind'] === 'wait' && !ends && !always(step) && !events && !routed)
      yield at(step, step['next'] === undefined ? 'kind' : 'next', {
        message: `The step "${id}" waits, but nothing leads on from it.`,
        fix: 'End "next" with a target without "when", or add "listen", "timers" or "on" of a call.',
      });
    for (const listen of list(step['listen'])) {
      if (!isObject(listen)) continue;
      if (listen['poll'] !== undefined && !calls.some((call) => isObject(call) && call['call'] === listen['poll']))
        yield at(listen, 'poll', {
          message: `"${String(listen['poll'])}" is no call of this step's "load".`,
          fix: 'Name one of them.',
        });
      if (listen['giveUpAfterSeconds'] !== undefined && listen['onGiveUp'] === undefined)
        yield at(listen, 'giveUpAfterSeconds', {
          message: 'Nothing says what happens when waiting is given up.',
          fix: 'Add "onGiveUp".',
        });
    }
    const actions = ownActions(step);
    const linked = /"(to|leave|handOff|return)"/.test(JSON.stringify(step['layout'] ?? []));
    // What leads away when a call fails is no way on for everybody else.
    const onward = calls.some((call) => leadsAway(member(member(call, 'on'), 'ok')));
    const others = ends || always(step) || events || onward || linked;
    const own = actions.filter(isObject);
    const left = others || own.some((action) => leads(action, line.has(id)));
    const [only] = own;
    if (step['kind'] === 'form' && !left && only && own.every(staysHere))
      yield at(only, 'next', {
        message: `Nothing on the page "${id}" leads on: ${own.length === 1 ? 'this button stays' : 'its buttons stay'} here.`,
        fix: 'Give a button a target ("to"), or the step an "outcome" when the journey ends here.',
      });
    else if (step['kind'] === 'form' && !left && !(line.has(id) && own.length === 0))
      yield at(step, 'id', {
        message: line.has(id)
          ? `Nothing on the page "${id}" leads on.`
          : `The step "${id}" is not on the line and nothing leads on from it.`,
        ...(!line.has(id) && { cause: `step ${scene.flow?.id ?? ''}/${id}` }),
        fix: `${line.has(id) ? 'Add' : `Put "${id}" into "line" of flow.json; or add`} an action with a target ("next"), or an "outcome" when the journey ends here.`,
      });
    if (line.has(id) && step['kind'] === 'form' && own.length === 0 && !others)
      yield at(step, 'id', {
        message: `The page "${id}" has no button, and nothing else on it leads on.`,
        fix: 'Add an action, or an "outcome" when the journey ends here.',
      });
  }
}
/** Whether a target is there and does not stay. */
const leadsAway = (target: Json | undefined): boolean => isObject(target) && target['stay'] === undefined;

/** Whether somebody who presses a button comes to another page, at least when all goes well. */
function leads(action: JsonObject, onLine: boolean): boolean {
  if (list(action['next']).some(leadsAway) || action['confirm'] !== undefined) return true;
  if (list(action['calls']).some((call) => entries(member(call, 'on')).some(([, target]) => leadsAway(target))))
    return true;
  return onLine && !staysHere(action);
}

/** Whether a button stays on its page whoever presses it: it has ways, and the last holds for everybody. */
function staysHere({ next }: JsonObject): boolean {
  const last = list(next).at(-1);
  return isObject(last) && last['when'] === undefined && list(next).every((choice) => !leadsAway(choice));
}

function* reached(world: World, scene: Scene): Generator<Finding> {
  const flow = scene.flow;
  if (!flow) return;
  const targets = new Set(
    world.scenes
      .filter((one) => one.brand.id === scene.brand.id)
      .flatMap((one) =>
        one.uses.targets.flatMap(({ target }) =>
          [target['to'], ...list(target['reopen'])].flatMap((to) =>
            typeof to === 'string' ? [to.includes('/') ? to : `${one.flow?.id ?? ''}/${to}`] : [],
          ),
        ),
      ),
  );
  const line = new Set(list(flow.flow['line']).map(String));
  const endless = Object.entries(flow.steps).flatMap(([id, step]) => (waitsForEver(step) ? [`"${id}"`] : []));
  const waits =
    endless.length > 0
      ? `Whoever waits at ${endless.join(', ')} waits for ever after an outcome that stays: give it "timers": [{ "afterMs": 60000, "do": { "to": "..." } }]. `
      : '';
  for (const [id, step] of Object.entries(flow.steps)) {
    if (!line.has(id) && !targets.has(`${flow.id}/${id}`) && (step['entry'] ?? false) === false)
      yield at(step, 'id', {
        message: `Nothing leads to the step "${id}".`,
        cause: `step ${flow.id}/${id}`,
        fix: `${waits}Put it on the line of flow.json, lead to it with a target of a button, of an outcome or of a timer, let it be an "entry" in a flow that the server does not store, or delete it.`,
      });
    if (!line.has(id) && step['when'] !== undefined)
      yield at(step, 'when', {
        message: `The step "${id}" is not on the line, so its "when" does nothing.`,
        cause: `step ${flow.id}/${id}`,
        fix: `Put "${id}" into "line" of flow.json, or put the condition on the target that leads to it (${text(step['when']) ?? 'the rule'}).`,
      });
  }
}

export const ways: Check = {
  *scene(scene, world) {
    yield* alone(scene);
    yield* orderOfWays(scene);
    yield* reached(world, scene);
  },
};
