/**
 * Who can reach none of the ends a flow is for (`goals` of flow.json): a state whose row says that it is served, a type
 * of customer, and, within one of them, a choice that its own condition offers there. A flow that names no goals is for
 * whatever end there is: nothing is said of it. A choice that is offered to everybody may turn people away, as a
 * question whose honest answer ends the journey does; so may one that no state lets through.
 */
import { isObject, list, member, text } from '../../../compile/json-types.ts';
import type { Json } from '../../../runtime/core/facts.ts';
import { overlap, shapeOf } from '../../../runtime/core/shape.ts';
import { readsOf } from '../../domain/atoms.ts';
import type { Leg, Move, Node } from '../../explore/search/explore.ts';
import { keysOf } from '../../explore/successors/moves.ts';
import { listed, quoted } from '../../../compile/english.ts';
import { givenWords } from '../../words/sentence.ts';
import { filled, found, type Finding, type Scene } from '../scene/scene.ts';
import type { PathRule } from '../rule.ts';

export const RULE: PathRule = {
  codes: ['goal'],
  severity: 'concern',
  says: 'Somebody whom we serve can reach none of the ends that the flow is for (`goals` of flow.json).',
  remedy: 'Look at what turns them away on the way the example shows; if it is meant, say so in the row or the choice.',
  bad: [
    [
      'flows/loan/steps/about.json',
      '"label": "Continue" }',
      '"label": "Continue", "next": [{ "when": { "==": [{ "var": "answers.contactInformation.address.stateCode" }, "OH"] }, "to": "declined" }] }',
    ],
    ['flows/loan/steps/about.json', '"state": {', '»"state": {'],
  ],
  good: [
    ['flows/loan/flow.json', ',\n  "goals": ["signed"]', ''],
    [
      'flows/loan/steps/about.json',
      '"label": "Continue" }',
      '"label": "Continue", "next": [{ "when": { "==": [{ "var": "answers.contactInformation.address.stateCode" }, "OH"] }, "to": "declined" }] }',
    ],
  ],
  find: withoutGoal,
};

/** Somebody with known values of the facts looked at, undefined where not known yet. */
type Who = readonly (Json | undefined)[];

/**
 * What was found of some facts: everybody who came to be known by them, with the first leg that shows it, and everybody
 * who reached a goal.
 */
interface Fates {
  readonly known: ReadonlyMap<string, { readonly who: Who; readonly leg: Leg }>;
  readonly good: ReadonlyMap<string, Who>;
  /** Marks of who came where: the outcome of each end reached. */
  readonly ends: ReadonlyMap<string, ReadonlySet<string>>;
}

function* withoutGoal(scene: Scene): Generator<Finding> {
  const goals = list(scene.survey.resolved.flow['goals']).map(String);
  if (scene.doubt !== undefined || goals.length === 0) return;
  for (const kind of ['jurisdiction', 'customerType'] as const) {
    const path = text(scene.source.facts[kind]);
    if (path === undefined || isSet(scene, path)) continue;
    const counts = kind === 'jurisdiction' ? (value: Json): boolean => isServed(scene, value) : (): boolean => true;
    const cut = yield* nobodyOf(scene, { path, goals, counts });
    yield* choicesOf(scene, { path, goals, counts: (value) => counts(value) && !cut.has(mark(value)) });
  }
}

interface Aim {
  readonly path: string;
  readonly goals: readonly string[];
  readonly counts: (value: Json) => boolean;
}
/** Values of a fact with which no goal is reached. */
function* nobodyOf(scene: Scene, { path, goals, counts }: Aim): Generator<Finding, ReadonlySet<string>> {
  const { known, good, ends } = fatesOf(scene, [path], goals);
  const lost = [...known]
    .filter(([key]) => !good.has(key))
    .flatMap(
      ([
        key,
        {
          who: [value],
          leg,
        },
      ]) => {
        const alike = value === undefined ? [] : alikeTo(scene, { path, value }, leg).filter(counts);
        return alike.length > 0 ? [{ key, alike, leg }] : [];
      },
    );
  const [first] = lost;
  if (!first) return new Set();
  const [holder, key] = placeOf(scene, path);
  const others = [...new Set(lost.flatMap((one) => [...(ends.get(one.key) ?? [])]))].map(quoted);
  const values = [...new Set(lost.flatMap(({ alike }) => alike))];
  yield found(
    scene,
    { holder, key },
    {
      code: 'goal',
      nobody: true,
      leg: first.leg,
      message: `Nobody gets to ${said(goals)} when ${listed(
        values.map((value) => givenWords({ [path]: value }, scene.words)),
        'or',
      )}: ${others.length > 0 ? `every way ends in ${listed(others, 'or')}` : 'no way comes to an end'}.`,
      fix: 'Look at the conditions of the pages and ways that turn these people away; where it is meant for a state, its row says "served": false.',
    },
  );
  return new Set(values.map(mark));
}

/**
 * The values of a fact that the exploration takes for one with this one, itself first: what can still come is the same
 * for all of them.
 */
function alikeTo(
  scene: Scene,
  { path, value }: { readonly path: string; readonly value: Json },
  leg: Leg,
): readonly Json[] {
  const { flow, model } = scene.survey;
  const asked = (flow.binds[path.replace(/^answers\./, '')] ?? []).find(({ step }) => step === leg.from.step);
  const choices = asked && flow.steps[asked.step]?.fields[asked.field]?.choices;
  if (!asked || !choices || !('items' in choices)) return [value];
  const fields = flow.steps[asked.step]?.fieldOrder.length ?? 0;
  const keyOf = (other: Json): string | undefined => {
    const acts = leg.move.acts.map((act) =>
      'answer' in act ? { ...act, answer: { ...act.answer, [asked.field]: other } } : act,
    );
    const state = filled(flow, { ...leg, move: { ...leg.move, acts } });
    const view = state.page.fields[asked.field];
    return state.page.step === leg.from.step && view?.value === other && view.problem === undefined
      ? keysOf(flow, model.domain).filled(state, fields)
      : undefined;
  };
  const own = keyOf(value);
  return [
    value,
    ...choices.items
      .map((item) => item.value)
      .filter((other) => other !== value && own !== undefined && keyOf(other) === own),
  ];
}

/**
 * Choices that their own condition offers to people whom they lead to no goal, though other choices and other people
 * get there.
 */
function* choicesOf(scene: Scene, { path, goals, counts }: Aim): Generator<Finding> {
  const offered = scene.rules.filter(({ decides, logic }) => decides === 'choice' && readsOf(logic).has(path));
  for (const [bind, rules] of Map.groupBy(
    offered,
    ({ step, field }) => scene.survey.flow.steps[step ?? '']?.fields[field ?? '']?.bind,
  )) {
    if (bind === undefined || isSet(scene, `answers.${bind}`) || `answers.${bind}` === path) continue;
    const { known, good } = fatesOf(scene, [path, `answers.${bind}`], goals);
    for (const rule of rules) {
      const value = member(rule.holder, 'value');
      const lost = [...known].filter(
        ([
          key,
          {
            who: [where, what],
          },
        ]) => where !== undefined && counts(where) && mark(what) === mark(value) && !good.has(key),
      );
      const isGood = (is: (who: Who) => boolean): boolean => [...good.values()].some(is);
      // Where nothing tells two choices apart, one was walked for both: in Texas the payday loan stands for the
      // installment loan as well.
      const elsewhere = [...known]
        .filter(
          ([
            key,
            {
              who: [, what],
              leg,
            },
          ]) =>
            good.has(key) &&
            what !== undefined &&
            alikeTo(scene, { path: `answers.${bind}`, value: what }, leg).some((one) => mark(one) === mark(value)),
        )
        .map(
          ([
            ,
            {
              who: [there],
            },
          ]) => mark(there),
        );
      const slips = lost.filter(
        ([
          ,
          {
            who: [where],
          },
        ]) =>
          isGood(([there, other]) => mark(there) === mark(where) && mark(other) !== mark(value)) &&
          elsewhere.some((there) => there !== mark(where)),
      );
      const [first] = slips;
      if (!first) continue;
      yield found(
        scene,
        { holder: rule.holder, key: rule.key },
        {
          code: 'goal',
          nobody: true,
          leg: first[1].leg,
          message: `The choice "${text(member(rule.holder, 'label')) ?? String(value)}" is offered, but nobody who takes it gets to ${said(goals)} when ${listed(
            slips.map(
              ([
                ,
                {
                  who: [where],
                },
              ]) => givenWords({ [path]: where ?? null }, scene.words),
            ),
            'or',
          )}.`,
          fix: 'Narrow the condition of the choice, or let who takes it go on.',
        },
      );
    }
  }
}

/** Follows everybody along every leg; what is answered or given anew replaces what was known. */
function fatesOf(scene: Scene, paths: readonly string[], goals: readonly string[]): Fates {
  const { exploration, flow } = scene.survey;
  const known = new Map<string, { readonly who: Who; readonly leg: Leg }>();
  const good = new Map<string, Who>();
  const ends = new Map<string, Set<string>>();
  const at = new Map<Node, Map<string, Who>>();
  const open: (readonly [Node, Who])[] = [];
  const come = (node: Node, who: Who): void => {
    const key = who.map(mark).join('\u0000');
    const here = at.get(node) ?? new Map<string, Who>();
    if (here.has(key)) return;
    at.set(node, here.set(key, who));
    open.push([node, who]);
    const outcome = flow.steps[node.step]?.outcome;
    if (outcome === undefined) return;
    ends.set(key, (ends.get(key) ?? new Set()).add(outcome));
    if (goals.includes(outcome)) good.set(key, who);
  };
  for (const { given, node } of exploration.starts)
    come(
      node,
      paths.map((path) => given[path]),
    );
  for (const [node, who] of open) {
    for (const leg of scene.legsFrom.get(node) ?? []) {
      const after = paths.map((path, index) => told(scene, leg.move, { path, before: who[index] }));
      const key = after.map(mark).join('\u0000');
      if (after.every((value) => value !== undefined) && !known.has(key)) known.set(key, { who: after, leg });
      if (typeof leg.to !== 'string') come(leg.to, after);
    }
  }
  return { known, good, ends };
}

/** A fact after a move. Who signs in is somebody else than was known. */
function told(
  scene: Scene,
  { acts, outcome }: Move,
  { path, before }: { readonly path: string; readonly before: Json | undefined },
): Json | undefined {
  let value = outcome?.signsIn === true && !path.startsWith('answers.') ? undefined : before;
  for (const act of acts) {
    if ('given' in act) value = act.given[path] ?? value;
    if (!('answer' in act)) continue;
    for (const [field, answer] of Object.entries(act.answer))
      if (`answers.${scene.survey.flow.steps[act.at]?.fields[field]?.bind ?? ''}` === path) value = answer;
  }
  return value;
}

const mark = (value: Json | undefined): string => JSON.stringify(value) ?? '';
const said = (goals: readonly string[]): string => listed(goals.map(quoted), 'or');

/** Whether an action sets the fact: then it is not followed. */
const isSet = ({ survey: { flow } }: Scene, path: string): boolean =>
  Object.values(flow.steps).some((step) =>
    shapeOf(flow, step).assigned.some((one) => overlap(`answers.${one.path}`, path)),
  );

function isServed({ survey: { tables } }: Scene, value: Json): boolean {
  const row = tables['states']?.[String(value)];
  return row !== undefined && row['served'] !== false;
}

/** The first field that asks for a fact; where none does, the goals themselves. */
function placeOf(scene: Scene, path: string): readonly [object, string] {
  const { flow, resolved } = scene.survey;
  for (const { step, field } of flow.binds[path.replace(/^answers\./, '')] ?? []) {
    const fields = resolved.steps[step]?.['fields'];
    if (isObject(fields) && member(fields, field) !== undefined) return [fields, field];
  }
  return [resolved.flow, 'goals'];
}
