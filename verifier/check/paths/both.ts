/**
 * Two pages of the line that both end the journey and are both meant for the same applicant: their order alone decides.
 */
import { truthOf } from '../../../compile/operators/evaluate.ts';
import { facts } from '../../../runtime/core/index.ts';
import { filled, found, page, stepDoc, type Finding, type Scene } from '../scene/scene.ts';
import type { PathRule } from '../rule.ts';

export const RULE: PathRule = {
  codes: ['both'],
  severity: 'concern',
  says: 'Two ends of the line are meant for the same applicant: both conditions hold, and only the order of the line decides.',
  remedy: 'Narrow one of the two, so that each applicant meets exactly one.',
  bad: [
    [
      'flows/loan/flow.json',
      `"signed"],
  "outcomes"`,
      `"signed", "declined"],
  "outcomes"`,
    ],
    [
      'flows/loan/steps/signed.json',
      '"kind": "form",',
      `"kind": "form",
  "when": { ">=": [{ "var": "answers.incomeInformation.amountGross" }, 150000] },`,
    ],
    [
      'flows/loan/steps/declined.json',
      '"kind": "form",',
      `"kind": "form",
  "when": »{ "<=": [{ "var": "answers.incomeInformation.amountGross" }, 200000] },`,
    ],
  ],
  good: [
    [
      'flows/loan/flow.json',
      `"signed"],
  "outcomes"`,
      `"signed", "declined"],
  "outcomes"`,
    ],
    [
      'flows/loan/steps/signed.json',
      '"kind": "form",',
      `"kind": "form",
  "when": { ">=": [{ "var": "answers.incomeInformation.amountGross" }, 150000] },`,
    ],
    [
      'flows/loan/steps/declined.json',
      '"kind": "form",',
      `"kind": "form",
  "when": { "<": [{ "var": "answers.incomeInformation.amountGross" }, 150000] },`,
    ],
  ],
  find: bothEnds,
};

/** Needs no complete exploration: one applicant who meets both conditions is enough. */
function* bothEnds(scene: Scene): Generator<Finding> {
  const { flow } = scene.survey;
  const ends = flow.line.filter((id) => flow.steps[id]?.outcome !== undefined && flow.steps[id]?.when !== undefined);
  for (const [index, first] of ends.entries()) {
    for (const second of ends.slice(index + 1)) {
      const meant = [first, second].map(
        (id) => scene.rules.find(({ decides, step }) => decides === 'step' && step === id)?.logic,
      );
      const leg = scene.survey.exploration.legs.find(
        (one) =>
          typeof one.to !== 'string' &&
          one.to.step === first &&
          one.from.step !== first &&
          meant.every((logic) => truthOf(logic, facts(flow, filled(flow, one))) === true),
      );
      if (!leg) continue;
      yield found(
        scene,
        { holder: stepDoc(scene, second), key: 'when' },
        {
          code: 'both',
          nobody: false,
          leg,
          message: `The journey of one applicant can end on ${page(scene, first)} and on ${page(scene, second)}: both conditions hold, and only the order of the line decides.`,
          fix: 'Narrow one of the two conditions, so that each applicant meets exactly one.',
        },
      );
    }
  }
}
