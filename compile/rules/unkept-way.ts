/** A way that no server is told leads to a page that asks nothing which is kept. */
import type { JsonObject } from '../../runtime/core/facts.ts';
import { at, type CompileRule, type Finding } from '../checks/check.ts';
import { isKeptByServer } from '../facts.ts';
import { fieldSource } from '../field-source.ts';
import { entries, isObject, text } from '../json-types.ts';
import type { Scene, World } from '../world.ts';

const ASKS: readonly [string, string] = [
  'schemas/api/operations/askBank.json',
  '{ "name": "askBank", "kind": "standIn", "access": "public", "input": {}, "outcomes": { "SILENT": "The bank says nothing" }, "answers": [{ "outcome": "SILENT" }] }',
];
const silent = (to: string): readonly [string, string, string] => [
  'flows/loan/steps/link.json',
  '"kind": "form",',
  `"kind": "form",\n  "load": [{ "call": "askBank", "on": { "SILENT": { ${to}, "keep": "never" } } }],`,
];

export const RULE: CompileRule = {
  codes: ['unkept-way'],
  severity: 'refused',
  says: 'A way with `"keep": "never"` leads to a page that asks something. The server is not told that anybody went this way, so the answers of that page are refused by it as those of a page to which no way leads.',
  remedy: 'Let the way be kept, or lead to a page that only tells something.',
  bad: [ASKS, silent('»"to": "sign"')],
  good: [ASKS, silent('"to": "declined"')],
  *find(world) {
    for (const scene of world.scenes) yield* waysOf(scene, world);
  },
};

function* waysOf({ flow, uses }: Scene, { source }: World): Generator<Finding> {
  if (!flow || !isKeptByServer(flow)) return;
  const asks = (step: JsonObject | undefined): boolean =>
    entries(step?.['fields']).some(
      ([, field]) => isObject(field) && fieldSource(field, source.fragments)['keep'] !== 'never',
    );
  for (const { target } of uses.targets) {
    const to = text(target['to']);
    if (target['keep'] === 'never' && to !== undefined && asks(flow.steps[to]))
      yield at(target, 'to', {
        message: `This way is kept nowhere, and "${to}" asks something: the server would refuse its answers.`,
        fix: 'Delete "keep" here, or lead to a page without questions.',
      });
  }
}
