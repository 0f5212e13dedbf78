/** Fields that stop every walk: somebody must answer them, and no answer is known that they accept. */
import { isObject, member } from '../../../compile/json-types.ts';
import { found, page, stepDoc, type Finding, type Scene } from '../scene/scene.ts';
import type { PathRule } from '../rule.ts';

export const RULE: PathRule = {
  codes: ['example'],
  severity: 'concern',
  says: 'A question must be answered and no answer is known that it accepts: nothing that walks the ways gets past its page.',
  remedy: 'Give the field `examples` that it accepts; if there can be none, correct its limits.',
  bad: [
    [
      'flows/loan/steps/link.json',
      '"bank": { "bind": "bankingInformation.bankName", "type": "string", "label": "Bank", "maxLength": 60 }',
      '»"bank": { "bind": "bankingInformation.bankName", "type": "string", "label": "Bank", "maxLength": 60, "pattern": "^(?=.*Q)(?=.*7)[A-Z]{3}-[A-Z0-9]{9}$" }',
    ],
  ],
  good: [
    [
      'flows/loan/steps/link.json',
      '"bank": { "bind": "bankingInformation.bankName", "type": "string", "label": "Bank", "maxLength": 60 }',
      '"bank": { "bind": "bankingInformation.bankName", "type": "string", "label": "Bank", "maxLength": 60, "pattern": "^(?=.*Q)(?=.*7)[A-Z]{3}-[A-Z0-9]{9}$", "examples": ["ABC-Q7XXXXXXX"] }',
    ],
  ],
  find: unanswered,
};

/**
 * What lies behind such a field is not looked at by anything that walks; choices that a call brings are left out, they
 * are known at run time only.
 */
function* unanswered(scene: Scene): Generator<Finding> {
  const { flow, exploration } = scene.survey;
  // A page that was found and not yet looked at has no answers either.
  if (!exploration.complete) return;
  const answered = new Set<string>();
  for (const { move } of exploration.legs)
    for (const act of move.acts)
      if ('answer' in act) for (const field of Object.keys(act.answer)) answered.add(`${act.at}/${field}`);
  for (const [step, nodes] of scene.nodesAt) {
    const doc = stepDoc(scene, step);
    if (flow.steps[step]?.actions.some((action) => action.validates) !== true) continue;
    for (const [id, field] of Object.entries(flow.steps[step]?.fields ?? {})) {
      if (answered.has(`${step}/${id}`) || (field.choices && 'from' in field.choices)) continue;
      const stuck = nodes.find(
        ({ state: { page: at } }) =>
          at.fields[id]?.visible === true && at.fields[id]?.required && at.fields[id]?.value === undefined,
      );
      const fields = doc['fields'];
      if (!stuck || !isObject(fields) || member(fields, id) === undefined) continue;
      yield found(
        scene,
        { holder: fields, key: id },
        {
          code: 'example',
          nobody: true,
          node: stuck,
          message: `No accepted answer is known for ${scene.words.fact(`answers.${field.bind}`)} on ${page(scene, step)}, so nothing behind this page is looked at.`,
          fix: 'Give the field "examples" that it accepts; if there can be none, correct its limits.',
        },
      );
    }
  }
}
