/** Targets of pages whose address has parameters: somebody must say what they are. */
import { paramNames } from '../../runtime/core/index.ts';
import { at, type CompileRule, type Finding } from '../checks/check.ts';
import { isObject, text } from '../json-types.ts';
import type { TargetUse } from '../used.ts';
import type { Scene } from '../world.ts';

export const RULE: CompileRule = {
  codes: ['carried-parameter'],
  severity: 'concern',
  says: 'A target leads to a page whose address has a parameter, and nothing says what it is: the address would hold an empty place.',
  remedy: 'Hand it on under its name in "carry"; a page whose own address has the parameter hands it on by itself.',
  bad: [
    ['flows/loan/steps/declined.json', '"kind": "form",', '"kind": "form",\n  "path": "declined/{code}",'],
    ['flows/loan/steps/income.json', '"to": "declined"', '"to": »"declined"'],
  ],
  good: [
    ['flows/loan/steps/declined.json', '"kind": "form",', '"kind": "form",\n  "path": "declined/{code}",'],
    ['flows/loan/steps/income.json', '"to": "declined"', '"to": "declined", "carry": { "code": "income" }'],
  ],
  *find({ scenes }) {
    for (const scene of scenes) for (const use of scene.uses.targets) yield* lacking(use, scene);
  },
};

function* lacking({ target, step }: TargetUse, { brand, flow }: Scene): Generator<Finding> {
  const to = text(target['to']);
  if (to === undefined) return;
  const [first = '', second] = to.split('/');
  const wanted = brand.flows[second === undefined ? (flow?.id ?? '') : first]?.steps[second ?? first];
  const own = paramNames(text(flow?.steps[step ?? '']?.['path']) ?? '');
  const carried = isObject(target['carry']) ? Object.keys(target['carry']) : [];
  const missing = paramNames(text(wanted?.['path']) ?? '').filter((name) => ![...own, ...carried].includes(name));
  for (const name of missing)
    yield at(target, 'to', {
      message: `The address of the page "${to}" holds {${name}}, and this target does not say what it is.`,
      fix: `Add "carry": { "${name}": ... }.`,
    });
}
