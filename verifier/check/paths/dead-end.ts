/** Pages and waiting steps that somebody reaches, that nobody can leave, and that are no outcome. */
import type { StepId } from '../../../runtime/core/definition.ts';
import { decide, facts, walk } from '../../../runtime/core/index.ts';
import { leadsWithin } from '../../../runtime/core/targets.ts';
import { leadsOut as targetLeadsOut } from '../../../runtime/core/walk.ts';
import type { Node } from '../../explore/search/explore.ts';
import { found, nearest, page, stepDoc, type Finding, type Scene } from '../scene/scene.ts';
import type { PathRule } from '../rule.ts';

export const RULE: PathRule = {
  codes: ['dead-end'],
  severity: 'concern',
  says: 'Somebody reaches a page that they cannot leave, and that is no outcome of the flow.',
  remedy: 'Add a button or a way that holds for them, or give the step an `outcome` when the journey ends there.',
  bad: [
    ['flows/loan/steps/texas.json', '"id": "texas"', '"id": »"texas"'],
    [
      'flows/loan/steps/texas.json',
      '"label": "Continue" }',
      '"label": "Continue", "when": { ">": [{ "var": "answers.loan.amount" }, 40000] } }',
    ],
  ],
  good: [
    [
      'flows/loan/steps/texas.json',
      '"label": "Continue" }',
      '"label": "Continue", "when": { ">": [{ "var": "answers.loan.amount" }, 40000] } }, { "id": "on", "label": "Go on", "when": { "<=": [{ "var": "answers.loan.amount" }, 40000] } }',
    ],
  ],
  find: deadEnds,
};

function* deadEnds(scene: Scene): Generator<Finding> {
  if (scene.doubt !== undefined) return;
  for (const [step, nodes] of Map.groupBy(
    scene.survey.exploration.deadEnds.filter((node) => !leadsOut(scene, node) && sentBackTo(scene, node) === undefined),
    (node) => node.step,
  )) {
    const node = nearest(nodes);
    if (!node) continue;
    const kind = scene.survey.flow.steps[step]?.kind;
    yield found(
      scene,
      { holder: stepDoc(scene, step), key: 'id' },
      {
        code: 'dead-end',
        nobody: false,
        node,
        message:
          kind === 'form'
            ? `Whoever comes to the page ${page(scene, step)} this way cannot leave it, and it is no outcome.`
            : `The step ${page(scene, step)} never leads on for whoever comes this way, and it is no outcome.`,
        fix: 'Add a button or a way that holds for this applicant, or give the step an "outcome" when the journey ends here.',
      },
    );
  }
}

/**
 * The step behind it to which a step that decides by itself leads the way back, or undefined when it does no such
 * thing.
 */
export function sentBackTo(scene: Scene, { step: id, state }: Node): StepId | undefined {
  const { flow } = scene.survey;
  const step = flow.steps[id];
  if (!step || step.kind === 'form') return undefined;
  const target = decide(step.next, facts(flow, state));
  return leadsWithin(flow, target) && walk(flow, state, state.world).path.includes(target.step)
    ? target.step
    : undefined;
}

/** Whether a step that decides by itself leads out of the flow, which the exploration of one flow does not follow. */
function leadsOut(scene: Scene, { step: id, state }: Node): boolean {
  const { flow } = scene.survey;
  const step = flow.steps[id];
  const target = step && step.kind !== 'form' ? decide(step.next, facts(flow, state)) : undefined;
  return target !== undefined && targetLeadsOut(flow, target);
}
