/** Waits that somebody stays in when nobody answers a call that is not made again by itself, and nothing leads on. */
import { at, type CompileRule } from '../checks/check.ts';
import { isObject, list, text } from '../json-types.ts';
import type { JsonObject } from '../types.ts';
import { leadsOn } from './endless-wait.ts';

const TO = '{ "to": "amount" }';
const LOAD = `"kind": "wait",\n  "load": [{ "call": »"singleSignOn", "on": { "ok": ${TO}, "NO_TOKENS": ${TO}, "REFUSED": ${TO} } }],`;

export const RULE: CompileRule = {
  codes: ['unanswered-wait'],
  severity: 'concern',
  says: 'A waiting step makes a call that is not made again by itself, as a sign-on, and says nothing of what happens when nobody answers it: the page says so and stays, and has no timer, no news, no link and no button that would lead on.',
  remedy: 'Give the step a timer, a link or a button, or say where the outcome "unavailable" of the call leads.',
  bad: [
    ['flows/loan/steps/texas.json', '"kind": "form",', LOAD],
    ['flows/loan/steps/texas.json', ',\n  "actions": [{ "id": "continue", "label": "Continue" }]', ''],
  ],
  good: [
    ['flows/loan/steps/texas.json', '"kind": "form",', LOAD.replace('»', '')],
    [
      'flows/loan/steps/texas.json',
      ',\n  "actions": [{ "id": "continue", "label": "Continue" }]',
      `,\n  "timers": [{ "afterMs": 15000, "do": ${TO} }]`,
    ],
  ],
  *find({ source, scenes }) {
    for (const { flow } of scenes)
      for (const step of Object.values(flow?.steps ?? {})) {
        if (step['kind'] !== 'wait' || leadsOn(step)) continue;
        for (const call of list(step['load']).filter(isObject)) {
          const name = text(call['call']) ?? '';
          const on = isObject(call['on']) ? call['on'] : {};
          if (on['unavailable'] !== undefined || !isMadeOnce(source.operations[name])) continue;
          yield at(call, 'call', {
            message: `Whoever waits here while nobody answers "${name}" waits for ever: nothing leads on.`,
            fix: 'Add "timers": [{ "afterMs": 15000, "do": { "to": "..." } }], a link, a button, or a target for "unavailable".',
          });
        }
      }
  },
};

/** Whether the page makes it once and never again by itself: it may have been done though nobody answered. */
function isMadeOnce(operation: JsonObject | undefined): boolean {
  if (operation?.['kind'] === 'identity') return operation['action'] !== 'signIn';
  return operation?.['kind'] === 'rest' && (operation['method'] ?? 'GET') !== 'GET';
}
