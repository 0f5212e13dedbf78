/** Exits of the idle policy: whoever is not there any more is signed out on every way. */
import { at, type CompileRule, type Finding } from '../checks/check.ts';
import { isObject, list, member, text } from '../json-types.ts';
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import type { Scene } from '../world.ts';

const exits = (step: string): readonly [string, string, string] => [
  'flows/app.json',
  '"home": [{ "to": "loan/about" }],',
  `"home": [{ "to": "loan/about" }],\n  "idle": { "afterSeconds": 600, "countdownSeconds": 60, "exits": [{ "to": ${step} }] },`,
];

const forCustomers = [
  'flows/loan/steps/declined.json',
  '"kind": "form",',
  '"kind": "form",\n  "access": "customer",',
] as const;

export const RULE: CompileRule = {
  codes: ['idle-exit'],
  severity: 'refused',
  says: 'An exit of the idle policy leads to a page that only a signed-in person sees, and not every way out of it signs them out: their session would stay open on a device that nobody is at.',
  remedy:
    'Let it lead to a "wait" step whose "next", the last one without a condition, all say "signOut", or to a page for everybody.',
  bad: [exits('»"loan/declined"'), forCustomers],
  good: [exits('"loan/about"'), forCustomers],
  *find({ scenes }) {
    for (const scene of scenes)
      for (const exit of list(member(scene.flow ? undefined : scene.brand.app['idle'], 'exits')))
        if (isObject(exit)) yield* left(exit, scene);
  },
};

function* left(exit: JsonObject, { brand }: Scene): Generator<Finding> {
  const [flow = '', id = ''] = (text(exit['to']) ?? '').split('/');
  const step = brand.flows[flow]?.steps[id];
  const access = text(step?.['access']) ?? text(brand.flows[flow]?.flow['access']) ?? 'customer';
  if (!step || access === 'public' || signsOut(step)) return;
  yield at(exit, 'to', {
    message: `The idle exit "${flow}/${id}" is for signed-in people, and not every way out of it signs them out.`,
    fix: 'Give it "kind": "wait", and to each of its "next" and of its calls\' outcomes "signOut": true.',
  });
}

function signsOut(step: JsonObject): boolean {
  const out = (target: Json | undefined): boolean => member(target, 'signOut') === true;
  const next = list(step['next']);
  return (
    (step['kind'] === 'wait' || step['kind'] === 'route') &&
    next.length > 0 &&
    next.every(out) &&
    next.some((way) => member(way, 'when') === undefined) &&
    list(step['load']).every((call) => Object.values(member(call, 'on') ?? {}).every((target: Json) => out(target)))
  );
}
