/** One explored flow made ready for the questions asked of it, and how what is found is told. */
import type { Source } from '../../../compile/content.ts';
import { placeOf } from '../../../compile/places.ts';
import type { Place, Problem } from '../../../compile/types.ts';
import type { CompiledFlow, StepId } from '../../../runtime/core/definition.ts';
import { reduce } from '../../../runtime/core/index.ts';
import type { State } from '../../../runtime/core/state.ts';
import type { JsonObject } from '../../../runtime/core/facts.ts';
import { wayAlong, wayTo } from '../../explore/compose.ts';
import { exampleOf } from '../../explore/example.ts';
import type { Leg, Node } from '../../explore/search/explore.ts';
import { stepGraph, type StepGraph } from '../../explore/step-graph.ts';
import type { Survey } from '../../explore/survey.ts';
import { rulesOf, type PlacedRule } from '../../rules/placed.ts';
import { wordsOf, type Words } from '../../words/words.ts';
import { notEverything } from './exact.ts';

export interface Scene {
  readonly survey: Survey;
  readonly source: Source;
  readonly graph: StepGraph;
  readonly words: Words;
  readonly rules: readonly PlacedRule[];
  /** Nodes of each step that some way reaches. */
  readonly nodesAt: ReadonlyMap<StepId, readonly Node[]>;
  readonly legsFrom: ReadonlyMap<Node, readonly Leg[]>;
  readonly legsInto: ReadonlyMap<Node, readonly Leg[]>;
  /** Why not every state was looked at; undefined when every one was, so that "nobody" may be said. */
  readonly doubt: string | undefined;
}

/**
 * A problem, and whether it says that nobody can do something: that must be so in every brand that shares the place.
 */
export interface Finding extends Problem {
  readonly nobody: boolean;
  /** The step that nobody comes to because of it. */
  readonly cutsOff?: StepId;
}

export function sceneOf(survey: Survey, source: Source): Scene {
  const { nodes, legs } = survey.exploration;
  const rules = rulesOf(survey.resolved);
  return {
    survey,
    source,
    rules,
    graph: stepGraph(survey.flow),
    words: wordsOf(source, survey.resolved),
    doubt: notEverything(survey, rules),
    nodesAt: Map.groupBy(nodes, ({ step }) => step),
    legsFrom: Map.groupBy(legs, ({ from }) => from),
    legsInto: Map.groupBy(
      legs.filter((leg): leg is Leg & { readonly to: Node } => typeof leg.to !== 'string'),
      ({ to }) => to,
    ),
  };
}

export interface Told {
  readonly code: string;
  readonly message: string;
  readonly fix: string;
  readonly nobody: boolean;
  readonly cutsOff?: StepId;
  /** A node or leg that shows it: the way there becomes the example. */
  readonly node?: Node | undefined;
  readonly leg?: Leg;
}

export interface Spot {
  readonly holder: object;
  readonly key: string | number | undefined;
}
/** A finding at a member of the resolved content. */
export function found(scene: Scene, { holder, key }: Spot, told: Told): Finding {
  const { file, line, column }: Place = placeOf(holder, key);
  const { code, message, fix, nobody, cutsOff, node, leg } = told;
  const way = leg ? wayAlong(leg) : node && wayTo(node);
  return {
    file,
    line,
    column,
    code,
    message,
    fix,
    nobody,
    ...(cutsOff !== undefined && { cutsOff }),
    ...(way && { example: exampleOf(scene.survey, way, { title: message }) }),
  };
}

/** The title of a step in quotes. */
export const page = (scene: Scene, step: StepId): string => `"${scene.words.step(step)}"`;

export function stepDoc(scene: Scene, step: StepId): JsonObject {
  const doc = scene.survey.resolved.steps[step];
  if (!doc)
    throw new Error(
      `The compiled flow has a step ${step} that its content has not: compile and resolve the same files.`,
    );
  return doc;
}

/** The shallowest of some nodes. */
export const nearest = (nodes: Iterable<Node>): Node | undefined =>
  [...nodes].reduce<Node | undefined>((best, node) => (best && best.depth <= node.depth ? best : node), undefined);

/** The page as a move found it when it was left: filled in, not yet left. */
export function filled(flow: CompiledFlow, { from, move }: Leg): State {
  const answers = move.acts.flatMap((act) => ('answer' in act ? Object.entries(act.answer) : []));
  return answers.reduce<State>(
    (state, [field, value]) => reduce(flow, state, { type: 'answered', field, value })[0],
    from.state,
  );
}
