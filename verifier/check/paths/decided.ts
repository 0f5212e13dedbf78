/** Conditions that the pages before them have already decided: never or always true whenever they are asked. */
import { isInHeader } from '../../../compile/header.ts';
import { text } from '../../../compile/json-types.ts';
import { facts } from '../../../runtime/core/index.ts';
import type { Facts, JsonObject } from '../../../runtime/core/facts.ts';
import { readsOf } from '../../domain/atoms.ts';
import type { Node } from '../../explore/search/explore.ts';
import { truthOf } from '../../../compile/operators/evaluate.ts';
import type { Decides, PlacedRule } from '../../rules/placed.ts';
import { sentence } from '../../words/sentence.ts';
import { assignmentsOf } from '../scene/exact.ts';
import { related } from '../scene/known.ts';
import { filled, found, page, type Finding, type Scene } from '../scene/scene.ts';
import type { PathRule } from '../rule.ts';

export const RULE: PathRule = {
  codes: ['never', 'always'],
  severity: 'concern',
  says: 'The pages before have already decided a condition: whenever it is asked, it never holds, or always.',
  remedy: 'Correct the condition, or delete it; where it never holds, with what stands at it.',
  bad: [
    [
      'flows/loan/steps/about.json',
      '"label": "Continue" }',
      '"label": "Continue", "next": [{ "when": { "==": [{ "var": "answers.contactInformation.address.stateCode" }, "OH"] }, "to": "declined" }] }',
    ],
    [
      'flows/loan/steps/link.json',
      '"maxLength": 60',
      '"maxLength": 60, "when": »{ "==": [{ "var": "answers.contactInformation.address.stateCode" }, "OH"] }',
    ],
  ],
  good: [
    [
      'flows/loan/steps/about.json',
      '"label": "Continue" }',
      '"label": "Continue", "next": [{ "when": { "==": [{ "var": "answers.contactInformation.address.stateCode" }, "OH"] }, "to": "declined" }] }',
    ],
    [
      'flows/loan/steps/link.json',
      '"maxLength": 60',
      '"maxLength": 60, "when": { "==": [{ "var": "answers.contactInformation.address.stateCode" }, "TX"] }',
    ],
  ],
  find: decidedBefore,
};

/**
 * Conditions that decide a way, in words of what they decide. Words on a page make no states differ, so nothing is said
 * of them here.
 */
const WHAT: Readonly<Partial<Record<Decides, readonly [never: string, always: string]>>> = {
  step: ['so nobody is shown this page', 'so it leaves nobody out'],
  field: ['so the question is never asked', 'so it leaves nobody out'],
  choice: ['so the choice is never offered', 'so it leaves nobody out'],
  action: ['so the button is never there', 'so it leaves nobody out'],
  call: ['so the call is never made', 'so it leaves nobody out'],
  next: ['so nobody goes this way', 'so nothing after it is ever looked at'],
};

interface Moment {
  readonly facts: Facts;
  readonly node: Node;
}

function* decidedBefore(scene: Scene): Generator<Finding> {
  if (scene.doubt !== undefined) return;
  const varied = variedFacts(scene);
  for (const rule of scene.rules) {
    const words = WHAT[rule.decides];
    if (
      !words ||
      isInHeader(rule.holder) ||
      rule.step === undefined ||
      scene.survey.model.sampled(rule.logic).length > 0
    )
      continue;
    const reads = [...readsOf(rule.logic)];
    if (
      reads.length === 0 ||
      !reads.every((path) => path === 'today' || varied(path)) ||
      reads.every((path) => path === 'today') ||
      looksUp(rule) ||
      readsOwnPage(scene, rule, reads) ||
      mayChange(scene, rule, reads)
    )
      continue;
    const seen = truths(rule, moments(scene, rule, rule.step));
    if (seen === undefined || seen.size !== 1) continue;
    const [[truth, node] = []] = seen;
    if (node === undefined) continue;
    const never = truth !== true;
    const otherwise = lastOtherwise(scene, rule, { node, never });
    // What is so from the first page on is no matter of the pages before: other checks say it.
    if (otherwise === undefined) continue;
    const condition = sentence(rule.written, scene.words);
    yield found(
      scene,
      { holder: rule.holder, key: rule.key },
      {
        code: never ? 'never' : 'always',
        nobody: true,
        node,
        ...(never && cutOff(scene, rule)),
        message: `On ${page(scene, rule.step)} it is ${never ? 'never' : 'always'} so that ${condition}, ${words[never ? 0 : 1]}: the last page where it can be otherwise is ${page(scene, otherwise)}.`,
        fix: never ? 'Correct the condition, or delete what it stands at.' : 'Delete the condition, or correct it.',
      },
    );
  }
}

/** The step that nobody comes to because a condition never holds. */
function cutOff(
  { graph, survey: { flow } }: Scene,
  { decides, step, holder }: PlacedRule,
): { readonly cutsOff?: string } {
  if (decides === 'step' && step !== undefined) return { cutsOff: step };
  const to = decides === 'next' ? text((holder as JsonObject)['to'])?.replace(`${flow.id}/`, '') : undefined;
  return to !== undefined && graph.edges.filter((edge) => edge.to === to).length === 1 ? { cutsOff: to } : {};
}

/**
 * The truths a condition has when it is asked, each with a node that shows it, no more than two; undefined when it is
 * never asked, or when nobody ever knows what it reads: that is told by what reads too early.
 */
function truths(rule: PlacedRule, asked: Iterable<Moment>): ReadonlyMap<boolean, Node> | undefined {
  const seen = new Map<boolean, Node>();
  let known = false;
  for (const { facts: at, node } of asked) {
    if (
      rule.within.some((around) => truthOf(around.logic, at) !== true) ||
      rule.after.some((earlier) => truthOf(earlier.logic, at) === true)
    )
      continue;
    const truth = truthOf(rule.logic, at);
    known ||= truth !== undefined;
    if (!seen.has(truth === true)) seen.set(truth === true, node);
    if (seen.size === 2) break;
  }
  return known ? seen : undefined;
}

/**
 * States in which a condition is asked. Some in which it is not may be among them: that makes fewer claims, never a
 * wrong one. Only the state of a node's own step stands for all the states that were merged into it.
 */
function* moments(scene: Scene, rule: PlacedRule, step: string): Generator<Moment> {
  const { flow } = scene.survey;
  const left = function* (id: string): Generator<Moment> {
    for (const node of scene.nodesAt.get(id) ?? [])
      for (const leg of scene.legsFrom.get(node) ?? []) yield { facts: facts(flow, filled(flow, leg)), node };
  };
  for (const id of askedOnTheWayOut(scene, rule, step)) {
    if (id === 'start')
      for (const node of scene.survey.exploration.nodes)
        if (node.depth === 0) yield { facts: facts(flow, node.state), node };
    yield* left(id);
  }
  if (rule.decides !== 'step' && rule.decides !== 'next')
    for (const node of scene.nodesAt.get(step) ?? []) yield { facts: facts(flow, node.state), node };
}

/**
 * The steps on whose leaving a condition is asked: its own for what an action decides; those before it for whether the
 * step is on the way, and for everything at a step that decides by itself, which nobody need ever stand on.
 */
function askedOnTheWayOut(
  { survey: { flow }, graph }: Scene,
  { decides }: PlacedRule,
  step: string,
): readonly string[] {
  const before = (id: string): readonly string[] => graph.edges.filter(({ to }) => to === id).map(({ from }) => from);
  const silent = (id: string): boolean => id !== 'start' && flow.steps[id]?.kind !== 'form';
  const own = decides === 'next' || decides === 'call' ? [step] : [];
  if (decides !== 'step' && !silent(step)) return own;
  const steps = new Set(before(step));
  for (const id of steps) if (silent(id)) before(id).forEach((further) => steps.add(further));
  return [...own, ...steps];
}

/**
 * Whether something between the page as it was filled in and the moment the condition is asked may change what it
 * reads: a `set`, a sign-in.
 */
function mayChange(scene: Scene, rule: PlacedRule, reads: readonly string[]): boolean {
  const { flow } = scene.survey;
  const steps = [rule.step ?? '', ...askedOnTheWayOut(scene, rule, rule.step ?? '')].flatMap(
    (id) => flow.steps[id] ?? [],
  );
  const sets = steps.flatMap(assignmentsOf);
  const signsIn = steps.some((step) =>
    [...step.load, ...step.actions.flatMap(({ calls }) => calls)].some(({ kind }) => kind === 'identity'),
  );
  return reads.some(
    (path) =>
      sets.some((set) => related(`answers.${set.path}`, path)) || (signsIn && /^(session|customer)\./.test(path)),
  );
}

/** Whether a condition looks into a table: what it says today another row may say otherwise tomorrow. */
const looksUp = (rule: PlacedRule): boolean => JSON.stringify(rule.logic).includes('"lookup"');

/**
 * Whether a condition looks at what its own page asks before the page is filled in: then it is not decided by the pages
 * before.
 */
const readsOwnPage = ({ survey: { flow } }: Scene, rule: PlacedRule, reads: readonly string[]): boolean =>
  rule.decides !== 'next' &&
  rule.decides !== 'call' &&
  reads.some((path) => (flow.binds[path.slice('answers.'.length)] ?? []).some(({ step }) => step === rule.step));

/**
 * Whether the exploration gave a fact every value that differs: an answer that a field asks and that nothing but
 * constants and other such answers sets, or a fact of the person or the world that it asked for.
 */
function variedFacts({ survey: { flow, model } }: Scene): (path: string, open?: ReadonlySet<string>) => boolean {
  const sets = Object.values(flow.steps).flatMap(assignmentsOf);
  const varied = (path: string, open: ReadonlySet<string> = new Set()): boolean => {
    if (Object.hasOwn(model.domain.world, path)) return true;
    if (!path.startsWith('answers.') || open.has(path)) return false;
    const bind = path.slice('answers.'.length);
    const setters = sets.filter((set) => related(set.path, bind));
    if (!Object.hasOwn(flow.binds, bind) && setters.length === 0) return false;
    return setters.every(({ value }) => value.reads.every((read) => varied(read, new Set([...open, path]))));
  };
  return varied;
}

/** The last step on the way to a node at which the condition's truth was still the other one for somebody. */
function lastOtherwise(
  scene: Scene,
  rule: PlacedRule,
  { node, never }: { readonly node: Node; readonly never: boolean },
): string | undefined {
  const passed: string[] = [];
  for (let at: Node | undefined = node; at; at = at.parent)
    if (at.step !== rule.step && !passed.includes(at.step)) passed.push(at.step);
  const { flow } = scene.survey;
  return passed.find((step) =>
    (scene.nodesAt.get(step) ?? []).some((other) =>
      (scene.legsFrom.get(other) ?? []).some(
        (leg) => (truthOf(rule.logic, facts(flow, filled(flow, leg))) === true) === never,
      ),
    ),
  );
}
