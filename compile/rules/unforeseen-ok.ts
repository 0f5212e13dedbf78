/** Calls that end well though their operation does not say so: what stands behind them is looked at by nobody. */
import { at, type CompileRule } from '../checks/check.ts';
import { isObject, list, member, text } from '../json-types.ts';
import type { Json, JsonObject } from '../types.ts';

const FILE = 'schemas/api/operations/lookUp.json';
const lookUp = (outcomes: string): string =>
  `{ "name": "lookUp", "kind": "rest", "says": "Looks for a customer", "method": "GET", "path": "/look-up", "access": "public", "timeoutMs": 15000,\n  "input": { "type": "object", "properties": {}, "additionalProperties": false },\n  "value": { "type": "object", "properties": { "results": { "enum": ["NOT_FOUND", "ok"] } }, "required": ["results"], "additionalProperties": false },\n  "outcomeAt": "results", "outcomes": { ${outcomes}"NOT_FOUND": "Nobody is known" } }`;
const pressed = (name: string): string =>
  `"actions": [{ "id": "continue", "label": "Continue", "calls": [{ "call": ${name}, "with": {}, "on": { "NOT_FOUND": { "to": "amount" } } }], "next": [{ "to": "amount" }] }]`;
const BEFORE = '"actions": [{ "id": "continue", "label": "Continue" }]';

export const RULE: CompileRule = {
  codes: ['unforeseen-ok'],
  severity: 'concern',
  says: 'A call reads how it ended in its answer, and its operation does not declare that it may end "ok"; what stands behind it, "next" or another call, is looked at by nobody who checks, proves or covers, though people go there.',
  remedy:
    'Declare "ok" among the outcomes of the operation, with what it means; or take away what stands behind the call.',
  bad: [
    [FILE, lookUp('')],
    ['flows/loan/steps/texas.json', BEFORE, pressed('»"lookUp"')],
  ],
  good: [
    [FILE, lookUp('"ok": "The customer was found", ')],
    ['flows/loan/steps/texas.json', BEFORE, pressed('"lookUp"')],
  ],
  *find({ source, scenes }) {
    for (const { flow } of scenes)
      for (const holder of flow ? objectsIn([flow.flow, flow.steps, flow.dialogs]) : [])
        for (const call of goneOnFrom(holder)) {
          const name = text(call['call']) ?? '';
          if (!mayEndWell(call, source.operations[name]))
            yield at(call, 'call', {
              message: `What stands behind this call is looked at by nobody: "${name}" does not declare that it may end "ok".`,
              fix: `Add "ok" to the outcomes of schemas/api/operations/${name}.json, with what it means.`,
            });
        }
  },
};

/** Calls behind which something is said to happen when they end well. */
function goneOnFrom(holder: JsonObject): readonly JsonObject[] {
  const calls = list(holder['calls']).filter(isObject);
  if (holder['next'] === undefined) return calls.slice(0, -1);
  return [...calls, ...list(holder['load']).filter(isObject)];
}

function mayEndWell(call: JsonObject, operation: JsonObject | undefined): boolean {
  return (
    operation?.['outcomeAt'] === undefined ||
    member(operation['outcomes'], 'ok') !== undefined ||
    member(call['on'], 'ok') !== undefined
  );
}

/** Every object in a definition, at any depth. */
function objectsIn(part: Json): readonly JsonObject[] {
  const inner = Array.isArray(part) ? (part as readonly Json[]) : isObject(part) ? Object.values(part) : [];
  return [...(isObject(part) ? [part] : []), ...inner.flatMap(objectsIn)];
}
