/** Ways that go round: calls that start each other for ever, and pages from which every way leads back. */
import { isObject } from '../../../compile/json-types.ts';
import type { StepId } from '../../../runtime/core/definition.ts';
import type { Json, JsonObject } from '../../../runtime/core/facts.ts';
import type { Leg, Node } from '../../explore/search/explore.ts';
import { isOfHeader } from '../../explore/successors/moves.ts';
import { sentBackTo } from './dead-end.ts';
import { found, nearest, page, stepDoc, type Finding, type Scene } from '../scene/scene.ts';
import type { PathRule } from '../rule.ts';

export const RULE: PathRule = {
  codes: ['loop'],
  severity: 'concern',
  says: 'The way goes round: calls start each other without an act of a person, a step that decides by itself leads back, or pages lead to each other only.',
  remedy: 'Let one of the ways lead out, or wait for an event or a timer; `reopen` asks an earlier page again.',
  bad: [
    ['flows/loan/steps/income.json', '"to": "declined"', '"to": "decide"'],
    [
      'flows/loan/steps/decide.json',
      '{ "id": "decide", "kind": "route", "title": "Deciding", "next": »[{ "when": { "<": [{ "var": "answers.incomeInformation.amountGross" }, 50000] }, "to": "declined" }, { "to": "income" }] }',
    ],
  ],
  good: [
    ['flows/loan/steps/income.json', '"to": "declined"', '"to": "decide"'],
    [
      'flows/loan/steps/decide.json',
      '{ "id": "decide", "kind": "route", "title": "Deciding", "next": [{ "when": { "<": [{ "var": "answers.incomeInformation.amountGross" }, 50000] }, "to": "declined" }, { "to": "account" }] }',
    ],
  ],
  find: loops,
};

function* loops(scene: Scene): Generator<Finding> {
  const { exploration } = scene.survey;
  for (const [step, nodes] of Map.groupBy(exploration.circles, (node) => node.step)) {
    yield found(
      scene,
      { holder: stepDoc(scene, step), key: 'load' in stepDoc(scene, step) ? 'load' : 'id' },
      {
        code: 'loop',
        nobody: false,
        node: nearest(nodes),
        message: `From the step ${page(scene, step)} calls lead round and back here without an act of a person or an event.`,
        fix: 'Let one of the outcomes on the way round lead out, or wait for an event ("listen") or a timer.',
      },
    );
  }
  for (const node of exploration.deadEnds) {
    const back = sentBackTo(scene, node);
    if (back === undefined) continue;
    yield found(
      scene,
      { holder: stepDoc(scene, node.step), key: 'next' },
      {
        code: 'loop',
        nobody: false,
        node,
        message: `The step ${page(scene, node.step)} decides by itself and leads back to ${page(scene, back)}, from where the way comes here again: nobody gets any further.`,
        fix: 'Lead on to a later step, or use "reopen" to ask the earlier one again.',
      },
    );
  }
  yield* rounds(scene);
}

/**
 * Pages that lead to each other only: whatever a person does, no outcome and no way out of the flow is ever reached.
 */
function* rounds(scene: Scene): Generator<Finding> {
  if (scene.doubt !== undefined) return;
  const { exploration, flow } = scene.survey;
  const ends = exploration.nodes.filter(({ step }) => flow.steps[step]?.outcome !== undefined);
  const out = exploration.legs
    .filter((leg) => typeof leg.to === 'string' && !isOfHeader(flow, leg.from, leg.move))
    .map(({ from }) => from);
  const free = backwards(scene, [...ends, ...out, ...exploration.deadEnds]);
  const caught = new Set(exploration.nodes.filter((node) => !free.has(node)));
  const told = new Set<string>();
  for (const node of [...caught].sort((a, b) => a.depth - b.depth)) {
    const jump = jumpBack(scene, node, caught);
    if (!jump || told.has(`${jump.from.step} ${jump.to.step}`)) continue;
    told.add(`${jump.from.step} ${jump.to.step}`);
    const doc = stepDoc(scene, jump.from.step);
    const [holder, key] = targetIn(doc, flow.id, jump.to.step) ?? [doc, 'id'];
    yield found(
      scene,
      { holder, key },
      {
        code: 'loop',
        nobody: true,
        node: jump.from,
        message: `From ${page(scene, jump.from.step)} the way goes back to ${page(scene, jump.to.step)}, and from there every way leads here again: whoever comes this far reaches no end.`,
        fix: 'Give the earlier page a way that leads past this one, or lead on from here.',
      },
    );
  }
}

/** All nodes from which some of these can be reached, themselves included. */
function backwards(scene: Scene, from: readonly Node[]): ReadonlySet<Node> {
  const seen = new Set(from);
  for (const node of seen) for (const leg of scene.legsInto.get(node) ?? []) seen.add(leg.from);
  return seen;
}

/** A move from this node to an earlier step of the same round, when there is one. */
function jumpBack(scene: Scene, node: Node, caught: ReadonlySet<Node>): (Leg & { readonly to: Node }) | undefined {
  return (scene.legsFrom.get(node) ?? []).find(
    (leg): leg is Leg & { readonly to: Node } =>
      typeof leg.to !== 'string' &&
      isEarlier(scene, leg.to.step, node.step) &&
      caught.has(leg.to) &&
      reaches(scene, leg.to, node),
  );
}

/** Whether a step is first come to before another one. */
function isEarlier({ nodesAt }: Scene, one: StepId, other: StepId): boolean {
  const depth = (step: StepId): number => nearest(nodesAt.get(step) ?? [])?.depth ?? 0;
  return depth(one) < depth(other);
}

function reaches(scene: Scene, from: Node, goal: Node): boolean {
  const seen = new Set([from]);
  for (const node of seen) {
    if (node === goal) return true;
    for (const { to } of scene.legsFrom.get(node) ?? []) if (typeof to !== 'string') seen.add(to);
  }
  return false;
}

/** Where in a step's document the target that names another step stands. */
function targetIn(doc: Json, flow: string, step: StepId): [object, string | number] | undefined {
  if (!isObject(doc) && !Array.isArray(doc)) return undefined;
  for (const [key, value] of Object.entries(doc as JsonObject)) {
    if (key === 'to' && (value === step || value === `${flow}/${step}`)) return [doc, key];
    if (key === 'reopen' && Array.isArray(value) && value.includes(step)) return [doc, key];
    const inner = targetIn(value, flow, step);
    if (inner) return inner;
  }
  return undefined;
}
