/** Steps that nobody comes to. */
import { isStored, walk } from '../../../runtime/core/index.ts';
import type { StepId } from '../../../runtime/core/definition.ts';
import { leadsWithin } from '../../../runtime/core/targets.ts';
import { decisionReads } from '../../explore/equivalence/reads.ts';
import { targetsOf } from '../../explore/step-graph.ts';
import { found, page, stepDoc, type Finding, type Scene } from '../scene/scene.ts';
import type { PathRule } from '../rule.ts';

export const RULE: PathRule = {
  codes: ['unreached'],
  severity: 'concern',
  says: 'Nobody ever comes to a step: nothing leads there, or no answers of anybody do.',
  remedy: 'Look at the conditions of the step and of the ways that lead to it; correct them, or delete the step.',
  bad: [
    [
      'flows/loan/steps/account.json',
      '"label": "Continue" }',
      '"label": "Continue", "next": [{ "when": { "==": [{ "var": "answers.contactInformation.address.stateCode" }, "OH"] }, "to": "later" }] }',
    ],
    [
      'flows/loan/steps/about.json',
      '"label": "Continue" }',
      '"label": "Continue", "next": [{ "when": { "==": [{ "var": "answers.contactInformation.address.stateCode" }, "OH"] }, "to": "declined" }] }',
    ],
    [
      'flows/loan/steps/income.json',
      '"when": "earns-too-little", "to": "declined" }',
      '"when": "earns-too-little", "to": "declined" }, { "when": { "==": [{ "var": "answers.contactInformation.address.stateCode" }, "OH"] }, "to": "later" }',
    ],
    [
      'flows/loan/steps/later.json',
      '{ "id": »"later", "kind": "form", "title": "Come again", "layout": [{ "copy": "Come again." }], "actions": [{ "id": "go", "label": "Continue", "next": [{ "to": "sign" }] }] }',
    ],
  ],
  good: [
    [
      'flows/loan/steps/account.json',
      '"label": "Continue" }',
      '"label": "Continue", "next": [{ "when": { "==": [{ "var": "answers.contactInformation.address.stateCode" }, "TX"] }, "to": "later" }] }',
    ],
    [
      'flows/loan/steps/about.json',
      '"label": "Continue" }',
      '"label": "Continue", "next": [{ "when": { "==": [{ "var": "answers.contactInformation.address.stateCode" }, "OH"] }, "to": "declined" }] }',
    ],
    [
      'flows/loan/steps/income.json',
      '"when": "earns-too-little", "to": "declined" }',
      '"when": "earns-too-little", "to": "declined" }, { "when": { "==": [{ "var": "answers.contactInformation.address.stateCode" }, "TX"] }, "to": "later" }',
    ],
    [
      'flows/loan/steps/later.json',
      '{ "id": "later", "kind": "form", "title": "Come again", "layout": [{ "copy": "Come again." }], "actions": [{ "id": "go", "label": "Continue", "next": [{ "to": "sign" }] }] }',
    ],
  ],
  find: unreached,
};

/**
 * By the definition: no target and no place on the line leads there. By the exploration: every way was walked and none
 * came by. Pages of a flow that saves nothing may be opened by their address, so nothing is said of them.
 */
function* unreached(scene: Scene): Generator<Finding> {
  const { flow } = scene.survey;
  if (!isStored(flow.saves)) return;
  const entered = enteredFromOutside(scene);
  const linked = closure(scene, ['start', ...entered]);
  const fromOutside = closure(scene, entered);
  const passed = stepsPassed(scene);
  const cut = Object.keys(flow.steps).filter((id) => !linked.has(id));
  for (const id of cut) {
    if (scene.graph.edges.some(({ from, to }) => to === id && from !== id && !cut.includes(from))) continue;
    yield found(
      scene,
      { holder: stepDoc(scene, id), key: 'id' },
      {
        code: 'unreached',
        nobody: true,
        cutsOff: id,
        message: `Nothing leads to the step ${page(scene, id)} from the start of the flow.`,
        fix: 'Lead to it with a target of a step that is reached, put it on the line where the way comes by, or delete it.',
      },
    );
  }
  if (scene.doubt !== undefined) return;
  for (const id of Object.keys(flow.steps)) {
    if (passed.has(id) || !linked.has(id) || fromOutside.has(id)) continue;
    const before = [...new Set(scene.graph.edges.filter((edge) => edge.to === id).map(({ from }) => from))];
    // What comes only after a step that nobody reaches is told with that step.
    if (!before.some((from) => from === 'start' || passed.has(from)) || !decidedByFacts(scene, id, before)) continue;
    yield found(
      scene,
      { holder: stepDoc(scene, id), key: 'id' },
      {
        code: 'unreached',
        nobody: true,
        cutsOff: id,
        message: `Nobody ever comes to the step ${page(scene, id)}: every situation of the flow was looked at, and no applicant's answers lead there.`,
        fix: 'Look at the conditions of the step and of the ways that lead to it; correct them, or delete the step.',
      },
    );
  }
}

function closure(scene: Scene, from: readonly string[]): ReadonlySet<StepId> {
  const seen = new Set(from);
  for (const step of seen) for (const edge of scene.graph.edges) if (edge.from === step) seen.add(edge.to);
  return seen;
}

/** Steps of this flow that other flows or the app name as a target. */
function enteredFromOutside({ source, survey: { flow } }: Scene): readonly StepId[] {
  const own = `${flow.id}/`;
  const entered = new Set<StepId>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, inner] of Object.entries(value) as [string, unknown][]) {
      if (key === 'to' && typeof inner === 'string' && inner.startsWith(own)) entered.add(inner.slice(own.length));
      visit(inner);
    }
  };
  for (const [file, doc] of Object.entries(source.docs)) if (!file.startsWith(`flows/${flow.id}/`)) visit(doc);
  return [...entered].filter((id) => id !== flow.line[0] && Object.hasOwn(flow.steps, id));
}

/** Steps on some explored way; a step that decides by itself is passed without ever being stood on. */
function stepsPassed({ survey: { flow, exploration } }: Scene): ReadonlySet<StepId> {
  const passed = new Set(exploration.nodes.map(({ step }) => step));
  const silent = Object.values(flow.steps).filter(({ id, kind }) => kind !== 'form' && !passed.has(id));
  if (silent.length === 0) return passed;
  for (const { state } of exploration.nodes) {
    for (const id of walk(flow, state, state.world).path) passed.add(id);
    if (silent.every(({ id }) => passed.has(id))) break;
  }
  const exits = new Set(exploration.legs.flatMap(({ to }) => (typeof to === 'string' ? [to] : [])));
  for (const step of silent) {
    const out = targetsOf(flow, step).flatMap(({ target }) =>
      target.kind === 'to' && !leadsWithin(flow, target)
        ? [`${target.flow}/${target.step}`]
        : target.kind === 'leave' || target.kind === 'handOff'
          ? [target.address]
          : target.kind === 'signOut'
            ? ['sign-out']
            : target.kind === 'reload' || target.kind === 'return'
              ? [target.kind]
              : [],
    );
    if (out.some((exit) => exits.has(exit))) passed.add(step.id);
  }
  return passed;
}

/**
 * Whether only facts that the exploration varies, or that hold for the brand and the day, decide who comes to the step.
 */
function decidedByFacts({ survey: { flow } }: Scene, id: StepId, before: readonly string[]): boolean {
  const reads = new Set([
    ...(flow.steps[id]?.when?.reads ?? []),
    ...before.flatMap((from) => {
      const step = flow.steps[from];
      return step ? [...decisionReads(flow, step)] : [];
    }),
  ]);
  return ![...reads].some((path) => /^(brand|today|now|route|item|payload)\b/.test(path));
}
