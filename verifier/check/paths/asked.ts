/** Answers and results that something reads on a page where no way has asked or called for them yet. */
import { pieces } from '../../../compile/emit/text.ts';
import { reads } from '../../../compile/expression-nodes.ts';
import { isObject, list, member } from '../../../compile/json-types.ts';
import { placeOf } from '../../../compile/places.ts';
import { Collector } from '../../../compile/uses.ts';
import type { StepId } from '../../../runtime/core/definition.ts';
import type { Json } from '../../../runtime/core/facts.ts';
import { readsOf, unfold } from '../../domain/atoms.ts';
import type { Node } from '../../explore/search/explore.ts';
import { namesOf } from '../../rules/placed.ts';
import { knownAt, related, sourcesOf } from '../scene/known.ts';
import { found, nearest, page, stepDoc, type Finding, type Scene } from '../scene/scene.ts';
import type { PathRule } from '../rule.ts';

export const RULE: PathRule = {
  codes: ['later', 'excluded'],
  severity: 'concern',
  says: 'An answer or result is read on a page before it is asked or called for, or on a path that excludes the page where it is.',
  remedy: 'Ask it on a page before this one, or read something that is known here.',
  bad: [
    [
      'flows/loan/steps/amount.json',
      '"when": { ">": [{ "var": "answers.loan.amount" }, 40000] }',
      '"when": { ">": [{ "var": »"answers.incomeInformation.amountGross" }, 400000] }',
    ],
  ],
  good: [
    [
      'flows/loan/steps/account.json',
      '"layout": ["entry"]',
      '"layout": ["entry", { "note": "You earn well.", "when": { ">": [{ "var": "answers.incomeInformation.amountGross" }, 400000] } }]',
    ],
  ],
  find: askedBefore,
};

interface Use {
  readonly path: string;
  readonly holder: object;
  readonly key: string | number;
  /** Read to decide whether the step is on the way: what the step itself asks is not known then. */
  readonly atEntry: boolean;
}

function* askedBefore(scene: Scene): Generator<Finding> {
  const sources = sourcesOf(scene.survey.flow);
  const paths = [...sources.keys()];
  const known = knownAt(scene, sources);
  const after = stepsAfter(scene);
  const elsewhere = resultsOfOtherFlows(scene);
  const beside = new Map<string, { all: number; readonly early: Finding[] }>();
  for (const step of Object.keys(scene.survey.flow.steps)) {
    for (const use of usesAt(scene, step)) {
      const shared = besideOf(scene, use, beside);
      if (shared) shared.all += 1;
      if (elsewhere.has(use.path.split('.')[1] ?? '') && use.path.startsWith('results.')) continue;
      const mine = paths.filter((path) => related(path, use.path));
      const askers = new Set(mine.flatMap((path) => [...(sources.get(path) ?? [])]));
      if (askers.size === 0 || (askers.has(step) && !use.atEntry)) continue;
      const may = (node: Node): boolean => mine.some((path) => known(node, path));
      const nodes = scene.nodesAt.get(step) ?? [];
      // Whoever is turned away at the entry never becomes a node of the step: then the steps before it say what is
      // known.
      const here =
        nodes.length > 0
          ? nodes.some(may)
          : !use.atEntry || before(scene, step).some((id) => askers.has(id) || (scene.nodesAt.get(id) ?? []).some(may));
      if (here || (scene.doubt !== undefined && [...askers].some((asker) => after(asker).has(step)))) continue;
      const later = [...askers].filter((asker) => after(step).has(asker) && asker !== step);
      const early = finding(scene, {
        step,
        use,
        later: later.length > 0,
        askers: [...(later.length > 0 ? later : askers)],
        node: nearest(nodes),
      });
      if (shared) shared.early.push(early);
      else yield early;
    }
  }
  // What stands beside several pages reads what one of them knows.
  for (const { all, early } of beside.values()) if (early.length === all) yield* early;
}

/** What is known so far of a reading in the flow's aside; undefined for what a page itself reads. */
function besideOf<T>(
  { survey }: Scene,
  { path, holder, key }: Use,
  beside: Map<string, { all: number; readonly early: T[] }>,
): { all: number; readonly early: T[] } | undefined {
  const aside = survey.resolved.flow['aside'];
  const { file, line, column } = placeOf(holder, key);
  if (!isObject(aside) || file !== placeOf(aside).file) return undefined;
  const id = `${line}:${column} ${path}`;
  const shared = beside.get(id) ?? { all: 0, early: [] };
  beside.set(id, shared);
  return shared;
}

interface Early {
  readonly step: StepId;
  readonly use: Use;
  readonly later: boolean;
  readonly askers: readonly StepId[];
  readonly node: Node | undefined;
}
function finding(scene: Scene, { step, use, later, askers, node }: Early): Finding {
  const fact = scene.words.fact(use.path);
  const there = askers.map((id) => page(scene, id)).join(' or ');
  const called = use.path.startsWith('results.');
  const code = later ? 'later' : 'excluded';
  return found(
    scene,
    { holder: use.holder, key: use.key },
    {
      code,
      nobody: true,
      ...(use.atEntry && { cutsOff: step }),
      node,
      message: later
        ? `On ${page(scene, step)} ${fact} is read, but it is ${called ? 'called for' : 'asked'} only later, on ${there}.`
        : `On ${page(scene, step)} ${fact} is read, but it is ${called ? 'called for' : 'asked'} only on a path that excludes this one, on ${there}.`,
      fix: called
        ? 'Make the call on a step that every way here passes, or here.'
        : `Ask it on a page before this one, or read something that is known here.`,
    },
  );
}

/** Every reading of an answer or result in a step, named rules and values unfolded. */
function* usesAt(scene: Scene, id: StepId): Generator<Use> {
  const uses = new Collector(scene.source.fragments);
  uses.step(id, stepDoc(scene, id));
  const names = namesOf(scene.survey.resolved);
  const told = (path: string): boolean => /^(answers|results)\./.test(path);
  for (const { expression, as, holder, key } of uses.expressions) {
    const atEntry = holder === stepDoc(scene, id) && key === 'when';
    const direct = typeof expression === 'string' ? [] : [...reads(expression)].filter(({ path }) => told(path));
    yield* direct.map((read) => ({ ...read, atEntry }));
    const all = readsOf(
      unfold(as === 'rule' && typeof expression === 'string' ? { rule: expression } : expression, names),
    );
    for (const path of all)
      if (told(path) && !direct.some((read) => read.path === path)) yield { path, holder, key, atEntry };
  }
  for (const { text, holder, key } of uses.texts) {
    for (const piece of pieces(text)) {
      if (typeof piece === 'string') continue;
      for (const path of readsOf(unfold({ var: piece.path }, names)))
        if (told(path)) yield { path, holder, key, atEntry: false };
    }
  }
}

/** Steps from which one move along the graph leads to this one. */
const before = (scene: Scene, step: StepId): readonly StepId[] =>
  scene.graph.edges.filter(({ to }) => to === step).map(({ from }) => from);

/** Steps that can come after a step as the definition has it, whatever the conditions say. */
function stepsAfter(scene: Scene): (step: StepId) => ReadonlySet<StepId> {
  const onward = new Map<StepId, Set<StepId>>();
  const add = (from: StepId, to: StepId): void => void onward.set(from, (onward.get(from) ?? new Set()).add(to));
  for (const { from, to } of scene.graph.edges) add(from, to);
  const made = new Map<StepId, ReadonlySet<StepId>>();
  return (step) => {
    let seen = made.get(step);
    if (!seen) {
      const walked = new Set(onward.get(step) ?? []);
      for (const next of walked) for (const further of onward.get(next) ?? []) walked.add(further);
      made.set(step, (seen = walked));
    }
    return seen;
  };
}

/**
 * Names of results that another flow calls for, or app.json for the session: they may be there before this flow begins.
 */
function resultsOfOtherFlows({ source, survey }: Scene): ReadonlySet<string> {
  const names = new Set<string>();
  for (const load of survey.product.app.sessionLoads ?? []) if (load.as !== undefined) names.add(load.as);
  const visit = (value: Json | undefined): void => {
    if (Array.isArray(value)) value.forEach(visit);
    else if (isObject(value)) {
      if (typeof member(value, 'call') === 'string' && typeof value['as'] === 'string') names.add(value['as']);
      Object.values(value).forEach(visit);
    }
  };
  for (const flow of Object.values(source.flows))
    if (flow.id !== survey.flow.id) [...Object.values(flow.steps), ...Object.values(flow.dialogs)].forEach(visit);
  for (const brand of Object.values(source.brands))
    for (const [flow, overlay] of Object.entries(brand.overlays))
      if (flow !== survey.flow.id) [...list(overlay['insert']), overlay['replace']].forEach(visit);
  return names;
}
