/** What appears after a time: only where a page can wait for it, and never what the law wants to be seen. */
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import { atKey, type CompileRule, type Finding } from '../checks/check.ts';
import { itemsInside } from '../emit/layout.ts';
import { isObject, list } from '../json-types.ts';
import { readsOf } from '../checks/unfolded.ts';
import type { Scene } from '../world.ts';

const KEY = 'appearsAfterMs';
const STEP = 'flows/loan/steps/signed.json';
const later = (item: string): readonly [string, string, string] => [STEP, '"layout": [', `"layout": [${item}, `];

/** Roots that say the same to everybody on a page, whatever they have done on it. */
const KNOWN = ['brand', 'flags'];

export const RULE: CompileRule = {
  codes: ['appears'],
  severity: 'refused',
  says: 'Something appears after a time where nobody waits (in a dialog, in an item of a list, beside the pages), or holds what must be there from the beginning (a question, a document, a widget), or hangs on what the person does, or appears when the page has long led on by itself.',
  remedy:
    'Let words, links and buttons of a page appear later, by a number or by a flag, and before the timer of the step ends.',
  bad: [later('{ "group": [{ »"disclosure": "terms" }], "appearsAfterMs": 500 }')],
  good: [later('{ "copy": "This takes longer than usual.", "appearsAfterMs": 20000 }')],
  *find({ scenes }) {
    for (const scene of scenes) {
      const { uses, flow } = scene;
      for (const { item, sight, dialog, step } of uses.items) {
        if (item[KEY] === undefined) continue;
        if (step === undefined || dialog !== undefined || sight.item)
          yield atKey(item, KEY, {
            message: 'Nothing waits here: only a page lets something appear after a time.',
            fix: `Delete "${KEY}", or put this on a page of its own right.`,
          });
        yield* inside(itemsInside(item));
        yield* time(item, scene);
      }
      for (const step of Object.values(flow?.steps ?? {})) {
        const actions = list(step['actions']).filter(isObject);
        for (const action of actions) yield* time(action, scene);
        if (step['kind'] !== 'wait') yield* submits(actions);
        yield* outlived(step);
      }
      for (const dialog of Object.values(flow?.dialogs ?? {}))
        for (const action of list(dialog['actions']).filter(isObject))
          if (action[KEY] !== undefined)
            yield atKey(action, KEY, {
              message: 'A dialog waits for nothing: its buttons are there at once.',
              fix: `Delete "${KEY}".`,
            });
    }
  },
};

/** What stands in a group that appears later. */
function* inside(items: readonly Json[]): Generator<Finding> {
  for (const [index, item] of items.entries()) {
    if (!isObject(item) || ['disclosure', 'widget', 'repeat', 'fieldsFrom', 'oneOf'].some((key) => key in item))
      yield atKey(isObject(item) ? item : items, isObject(item) ? (Object.keys(item)[0] as string) : index, {
        message:
          'This must be there from the beginning: a question, a document or a widget that appears later could be left unseen.',
        fix: 'Take it out of the group that appears later.',
      });
    else yield* inside(itemsInside(item));
  }
}

function* time(thing: JsonObject, scene: Scene): Generator<Finding> {
  const ms = thing[KEY];
  if (!isObject(ms)) return;
  const read = readsOf(ms, scene).find((path) => !KNOWN.includes(path.split('.')[0] ?? ''));
  if (read !== undefined)
    yield atKey(thing, KEY, {
      message: `The time reads "${read}", which may change while the page waits.`,
      fix: 'Read a flag or a fact of the brand, or write a number.',
    });
}

/** A page whose only way on has not appeared cannot be left by the Enter key. */
function* submits(actions: readonly JsonObject[]): Generator<Finding> {
  const primary = actions.filter((action) => (action['style'] ?? 'primary') === 'primary');
  const [first] = primary;
  if (first?.[KEY] !== undefined && primary.every((action) => action[KEY] !== undefined))
    yield atKey(first, KEY, {
      message: 'The button by which the page is left is not there when the page comes.',
      fix: 'Let another button appear later, and this one stand from the beginning.',
    });
}

/** A timer of the step leads on before something of the page appears. */
function* outlived(step: JsonObject): Generator<Finding> {
  const ends = list(step['timers']).flatMap((timer) =>
    isObject(timer) && typeof timer['afterMs'] === 'number' && isObject(timer['do']) && timer['do']['stay'] !== true
      ? [timer['afterMs']]
      : [],
  );
  const end = Math.min(...ends);
  for (const thing of [...list(step['actions']), ...everythingIn(list(step['layout']))])
    if (isObject(thing) && typeof thing[KEY] === 'number' && thing[KEY] >= end)
      yield atKey(thing, KEY, {
        message: `Nobody ever sees this: a timer of the step leads on after ${end} milliseconds.`,
        fix: `Let it appear before, or let the timer end later.`,
      });
}

const everythingIn = (items: readonly Json[]): readonly Json[] =>
  items.flatMap((item) => (isObject(item) ? [item, ...everythingIn(itemsInside(item))] : []));
