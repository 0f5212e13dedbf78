/** Operations about a draft: called by the flow that keeps it, at statuses that it has. */
import type { JsonObject } from '../../runtime/core/facts.ts';
import { at, atKey, type CompileRule, type Finding, type Told } from '../checks/check.ts';
import { draftOf } from '../facts.ts';
import { entries, isObject, list, member, text } from '../json-types.ts';
import { didYouMean } from '../suggest.ts';
import type { Scene, World } from '../world.ts';

const STEP =
  '{ "id": "ask", "kind": "form", "path": "ask", "title": "Ask", "layout": [{ "copy": "We will help." }],\n  "actions": [{ "id": "send", "label": "Send", "calls": [{ "call": "sendRelief", "with": { "id": { "var": "draft.id" } } }], "next": [{ "to": "ask" }] }] }';
const FLOW =
  '{ "id": "relief", "title": "Relief", "base": "/relief", "access": "customer", "line": ["ask"], "outcomes": [],\n  "saves": { "draft": "relief", "statuses": { "OPEN": { "keptDays": 30 }, "SENT": {} } } }';
const INPUT = '"input": { "type": "object", "properties": { "id": { "type": "string" } }, "required": ["id"] }';

export const RULE: CompileRule = {
  codes: ['draft'],
  severity: 'refused',
  says: 'An operation about a draft names a status that the draft does not have, an input it does not take, or no status at all; or a flow calls an operation about something else than what it keeps, which the server judges by another journey and refuses.',
  remedy:
    'Name the statuses of the flow that keeps the draft in `from` and `to`, and an input in `draft`. Call operations about the loan application in the flow that keeps it; `application.*` may be read everywhere.',
  bad: [
    ['brands/elm/brand.json', '"flows": ["loan"]', '"flows": ["loan", "relief"]'],
    ['flows/relief/flow.json', FLOW],
    ['flows/relief/steps/ask.json', STEP],
    [
      'schemas/api/operations/sendRelief.json',
      `{ "name": "sendRelief", "kind": "standIn", "draft": "id", "from": ["OPEN"], "to": { »"OPEN": "GONE" }, ${INPUT}, "answers": [{}] }`,
    ],
  ],
  good: [
    ['brands/elm/brand.json', '"flows": ["loan"]', '"flows": ["loan", "relief"]'],
    ['flows/relief/flow.json', FLOW],
    ['flows/relief/steps/ask.json', STEP],
    [
      'schemas/api/operations/sendRelief.json',
      `{ "name": "sendRelief", "kind": "standIn", "draft": "id", "from": ["OPEN"], "to": { "OPEN": "SENT" }, ${INPUT}, "answers": [{}] }`,
    ],
  ],
  *find(world) {
    for (const [name, operation] of Object.entries(world.source.operations))
      if (operation['draft'] !== undefined) yield* operationOf(name, operation, world);
    for (const scene of world.scenes) yield* callsOf(scene, world);
  },
};

function* operationOf(name: string, operation: JsonObject, world: World): Generator<Finding> {
  const inputs = entries(member(operation['input'], 'properties')).map(([input]) => input);
  if (!inputs.includes(String(operation['draft'])))
    yield at(operation, 'draft', {
      message: `"${name}" takes no input "${String(operation['draft'])}".`,
      fix: didYouMean(String(operation['draft']), inputs, 'Add it to "input".'),
    });
  if (operation['application'] !== undefined) return; // the runtime's own reading and saving, whatever it is about
  if (operation['from'] === undefined)
    yield at(operation, 'draft', {
      message: `"${name}" changes a draft and does not say at which statuses.`,
      fix: 'Add "from" with the statuses at which it may be performed.',
    });
  // Content of which no flow calls it (borrowed schemas) has no draft that it could be about.
  if (!world.scenes.some(({ flow, uses }) => flow && uses.calls.some(({ call }) => call['call'] === name))) return;
  const known = statusesOf(name, world);
  const unknown = (status: string): Told => ({
    cause: `status ${known.join(' ')} ${status}`,
    message: `No flow that calls "${name}" keeps a draft that can be "${status}".`,
    fix: didYouMean(status, known, 'Add it to the statuses of the draft in flow.json.'),
  });
  for (const key of ['from', 'done'])
    for (const [i, status] of list(operation[key]).entries())
      if (!known.includes(String(status))) yield at(operation[key] as object, i, unknown(String(status)));
  for (const [status, to] of entries(operation['to']))
    if (!known.includes(String(to))) yield atKey(operation['to'] as object, status, unknown(String(to)));
}

/** The statuses of the drafts whose flows call the operation. */
function statusesOf(name: string, { scenes }: World): readonly string[] {
  return [
    ...new Set(
      scenes.flatMap(({ flow, uses }) =>
        flow && uses.calls.some(({ call }) => call['call'] === name) ? Object.keys(draftOf(flow)?.statuses ?? {}) : [],
      ),
    ),
  ];
}

function* callsOf({ flow, uses }: Scene, { source }: World): Generator<Finding> {
  if (!flow) return;
  const draft = draftOf(flow);
  for (const { call } of uses.calls) {
    const name = text(call['call']) ?? '';
    const operation = source.operations[name];
    if (!isObject(operation)) continue;
    const { application, draft: named } = operation;
    if (draft && application !== undefined && named === undefined)
      yield at(call, 'call', {
        message: `"${name}" is about the loan application, and "${flow.id}" keeps the draft "${draft.name}": the server judges the call by the application's own flow.`,
        fix: 'Call it there. Here the facts of application.* may be read.',
      });
    if (!draft && named !== undefined && application === undefined)
      yield at(call, 'call', {
        message: `"${name}" is about a draft, and "${flow.id}" keeps none.`,
        fix: 'Let flow.json say "saves": { "draft": ..., "statuses": ... }.',
      });
  }
}
