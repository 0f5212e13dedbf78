/**
 * How surely it must be known who the person is: pages ask for what their calls demand, and whoever is below it can
 * rise.
 */
import type { Json } from '../../runtime/core/facts.ts';
import { at, type CompileRule, type Finding } from '../checks/check.ts';
import { text } from '../json-types.ts';
import type { Scene, World } from '../world.ts';

export const RULE: CompileRule = {
  codes: ['assurance'],
  severity: 'refused',
  says: 'A page calls an operation that demands more assurance of who the person is than the page asks for, so the server refuses it; or nothing leads to where a second proof is given; or an operation that the server cannot hold to it speaks of assurance.',
  remedy:
    'Give the step (or its flow) the `assurance` of the operation, and app.json a `stepUp`. Only operations of the kinds graphql and standIn demand or give assurance.',
  bad: [
    [
      'schemas/api/operations/payslips.json',
      '{ "name": "payslips", "kind": "standIn", "access": "customer", "assurance": 2, "input": { "type": "object" }, "answers": [{}] }',
    ],
    ['flows/app.json', '"home"', '"stepUp": { "to": "loan/about" },\n  "home"'],
    ['flows/loan/steps/signed.json', '"kind": "form",', '"kind": "form",\n  "load": [{ "call": »"payslips" }],'],
  ],
  good: [
    [
      'schemas/api/operations/payslips.json',
      '{ "name": "payslips", "kind": "standIn", "access": "customer", "assurance": 2, "input": { "type": "object" }, "answers": [{}] }',
    ],
    ['flows/app.json', '"home"', '"stepUp": { "to": "loan/about" },\n  "home"'],
    [
      'flows/loan/steps/signed.json',
      '"kind": "form",',
      '"kind": "form",\n  "assurance": 2,\n  "load": [{ "call": "payslips" }],',
    ],
  ],
  *find(world) {
    for (const operation of Object.values(world.source.operations))
      for (const key of ['assurance', 'assures'])
        if (operation[key] !== undefined && !['graphql', 'standIn'].includes(text(operation['kind']) ?? ''))
          yield at(operation, key, {
            message: `An operation of the kind "${text(operation['kind']) ?? ''}" does not go through the door that knows of assurance.`,
            fix: `Delete "${key}", or make it an operation of the kind graphql.`,
          });
    for (const scene of world.scenes) if (scene.flow) yield* flowOf(scene, world);
  },
};

function* flowOf({ flow, brand, uses }: Scene, { source }: World): Generator<Finding> {
  if (!flow) return;
  const asked = (value: Json | undefined): number => rank(value ?? flow.flow['assurance']);
  for (const holder of [flow.flow, ...Object.values(flow.steps)])
    if (holder['assurance'] !== undefined && brand.app['stepUp'] === undefined)
      yield at(holder, 'assurance', {
        message: 'Nothing leads to where a second proof is given.',
        fix: 'Give app.json a "stepUp": the page on which a person proves again who they are.',
      });
  for (const { call, step } of uses.calls) {
    const name = text(call['call']) ?? '';
    const demanded = source.operations[name]?.['assurance'];
    if (rank(demanded) > asked(step === undefined ? undefined : flow.steps[step]?.['assurance']))
      yield at(call, 'call', {
        message: `"${name}" demands the assurance ${String(demanded)}, and people come here with less.`,
        fix: `Add "assurance": ${JSON.stringify(demanded)} to the step${step === undefined ? 's that open this dialog, or to the flow' : ''}.`,
      });
  }
}

/** `own` is at least one proof, and two for some people: less than what is asked of everybody. */
function rank(assurance: Json | undefined): number {
  return assurance === 'own' ? 1.5 : Number(assurance ?? 0);
}
