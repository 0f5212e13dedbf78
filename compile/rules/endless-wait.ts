/** Waits that somebody stays in: an outcome leads nowhere, and nothing else leads on. */
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import { atKey, type CompileRule } from '../checks/check.ts';
import { itemsInside } from '../emit/layout.ts';
import { ownActions } from '../header.ts';
import { entries, isObject, list } from '../json-types.ts';

const LOAD =
  '"kind": "wait",\n  "load": [{ "call": "version", "as": "version", "on": { "ok": { "to": "amount" }, "unavailable": { »"stay": true } } }],';

export const RULE: CompileRule = {
  codes: ['endless-wait'],
  severity: 'concern',
  says: 'A waiting step stays where it is after an outcome of its call, and has no timer, no news, no link and no button that would ever lead on.',
  remedy: 'Give it a timer, let it listen for news, offer a button, or let the outcome lead somewhere.',
  bad: [
    ['flows/loan/steps/texas.json', '"kind": "form",', LOAD],
    ['flows/loan/steps/texas.json', ',\n  "actions": [{ "id": "continue", "label": "Continue" }]', ''],
  ],
  good: [
    ['flows/loan/steps/texas.json', '"kind": "form",', LOAD.replace('»', '')],
    [
      'flows/loan/steps/texas.json',
      ',\n  "actions": [{ "id": "continue", "label": "Continue" }]',
      ',\n  "timers": [{ "afterMs": 60000, "do": { "to": "amount" } }]',
    ],
  ],
  *find({ scenes }) {
    for (const { flow } of scenes)
      for (const step of Object.values(flow?.steps ?? {})) {
        if (step['kind'] !== 'wait' || leadsOn(step)) continue;
        for (const call of list(step['load']).filter(isObject)) {
          if (call['refresh'] !== undefined) continue;
          for (const [outcome, target] of entries(call['on']))
            if (isObject(target) && target['stay'] === true)
              yield atKey(target, 'stay', {
                message: `Whoever waits here after "${outcome}" waits for ever: nothing leads on.`,
                fix: 'Add "timers": [{ "afterMs": 60000, "do": { "to": "..." } }], a button, or a target for this outcome.',
              });
        }
      }
  },
};

/** Whether somebody stays in a waiting step after an outcome of a call. */
export const waitsForEver = (step: JsonObject): boolean =>
  step['kind'] === 'wait' &&
  !leadsOn(step) &&
  list(step['load']).some(
    (call) =>
      isObject(call) &&
      call['refresh'] === undefined &&
      entries(call['on']).some(([, target]) => isObject(target) && target['stay'] === true),
  );

/** Whether anything but the outcomes of its calls leads out of a waiting step. */
export const leadsOn = (step: JsonObject): boolean =>
  ownActions(step).length > 0 ||
  ['timers', 'listen'].some((key) => list(step[key]).length > 0) ||
  hasWay(list(step['layout']));

const hasWay = (items: readonly Json[]): boolean =>
  items.some(
    (item) =>
      isObject(item) && (item['link'] !== undefined || item['events'] !== undefined || hasWay(itemsInside(item))),
  );
