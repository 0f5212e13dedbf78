/** Transient answers: never where the server keeps the journey, because its lock would not find them there. */
import { at, type CompileRule, type Finding } from '../checks/check.ts';
import { isKeptByServer } from '../facts.ts';
import { fieldSource } from '../field-source.ts';
import { entries, isObject } from '../json-types.ts';
import type { Scene, World } from '../world.ts';

export const RULE: CompileRule = {
  codes: ['transient'],
  severity: 'refused',
  says: 'A field is transient in a journey that the server keeps: its answer is in no save, so the server would find the page unfinished and refuse whatever follows.',
  remedy: 'Say `"saves": "session"` or `"none"`, or keep the answer; `"keep": "never"` is for what goes into one call.',
  bad: [
    [
      'flows/loan/steps/about.json',
      '"$ref": "/values/first-name" }',
      '"$ref": "/values/first-name", "keep": »"transient" }',
    ],
  ],
  good: [
    ['flows/loan/flow.json', '"saves": "application",', '"saves": "session",'],
    [
      'flows/loan/steps/about.json',
      '"$ref": "/values/first-name" }',
      '"$ref": "/values/first-name", "keep": "transient" }',
    ],
  ],
  *find(world) {
    for (const scene of world.scenes) yield* fieldsOf(scene, world);
  },
};

function* fieldsOf({ flow }: Scene, { source }: World): Generator<Finding> {
  if (!flow || !isKeptByServer(flow)) return;
  for (const step of Object.values(flow.steps))
    for (const [name, field] of entries(step['fields']))
      if (isObject(field) && fieldSource(field, source.fragments)['keep'] === 'transient')
        yield at(field, field['keep'] === undefined ? undefined : 'keep', {
          message: `"${name}" is transient, and the server keeps the journey "${flow.id}".`,
          fix: 'Let flow.json say "saves": "session", or delete "keep".',
        });
}
