/** Two pages of the line that both end the journey and are both meant for the same applicant: their order alone decides. */
import { truthOf } from '../../rules/evaluate.ts';
import { facts } from '../../../runtime/core/index.ts';
import { found, page, stepDoc, type Finding, type Scene } from './scene.ts';

/** Needs no complete exploration: one applicant who meets both conditions is enough. */
export function* bothEnds(scene: Scene): Generator<Finding> {
  const { flow } = scene.survey;
  const ends = flow.line.filter((id) => flow.steps[id]?.outcome !== undefined && flow.steps[id]?.when !== undefined);
  for (const [index, first] of ends.entries()) {
    for (const second of ends.slice(index + 1)) {
      const rule = scene.rules.find(({ decides, step }) => decides === 'step' && step === second);
      const node = rule && scene.nodesAt.get(first)?.find(({ state }) => truthOf(rule.logic, facts(flow, state)) === true);
      if (!node) continue;
      yield found(scene, stepDoc(scene, second), 'when', {
        code: 'both', nobody: false, node,
        message: `The journey of one applicant can end on ${page(scene, first)} and on ${page(scene, second)}: both conditions hold, and only the order of the line decides.`,
        fix: 'Narrow one of the two conditions, so that each applicant meets exactly one.',
      });
    }
  }
}
