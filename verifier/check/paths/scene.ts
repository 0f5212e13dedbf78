/** One explored flow made ready for the questions asked of it, and how what is found is told. */
import type { Source } from '../../../compile/content.ts';
import { placeOf } from '../../../compile/places.ts';
import type { Place, Problem } from '../../../compile/types.ts';
import type { StepId } from '../../../runtime/core/definition.ts';
import type { JsonObject } from '../../../runtime/core/facts.ts';
import type { Leg, Node } from '../../explore/explore.ts';
import { stepGraph, type StepGraph } from '../../explore/step-graph.ts';
import type { Survey } from '../../explore/survey.ts';
import { fixtureOf, wayTo } from '../../explore/way.ts';
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

/** A problem, and whether it says that nobody can do something: that must be so in every brand that shares the place. */
export interface Finding extends Problem {
  readonly nobody: boolean;
}

export function sceneOf(survey: Survey, source: Source): Scene {
  const { nodes, legs } = survey.exploration;
  const rules = rulesOf(survey.resolved);
  return {
    survey, source, rules, graph: stepGraph(survey.flow), words: wordsOf(source, survey.resolved), doubt: notEverything(survey, rules),
    nodesAt: Map.groupBy(nodes, ({ step }) => step),
    legsFrom: Map.groupBy(legs, ({ from }) => from),
    legsInto: Map.groupBy(legs.filter((leg): leg is Leg & { readonly to: Node } => typeof leg.to !== 'string'), ({ to }) => to),
  };
}

export interface Told {
  readonly code: string;
  readonly message: string;
  readonly fix: string;
  readonly nobody: boolean;
  /** A node that shows it: its way becomes the example. */
  readonly node?: Node | undefined;
}

/** A finding at a member of the resolved content. */
export function found(scene: Scene, holder: object, key: string | number | undefined, told: Told): Finding {
  const { file, line, column }: Place = placeOf(holder, key);
  const { code, message, fix, nobody, node } = told;
  return { file, line, column, code, message, fix, nobody, ...(node && { example: exampleOf(scene, message, node) }) };
}

/** The way to a node as a fixture that runs. */
export function exampleOf({ survey }: Scene, title: string, node: Node): JsonObject {
  return fixtureOf(title, survey.brand, survey.flow.id, survey.clock, wayTo(node));
}

/** The title of a step in quotes. */
export const page = (scene: Scene, step: StepId): string => `"${scene.words.step(step)}"`;

export function stepDoc(scene: Scene, step: StepId): JsonObject {
  const doc = scene.survey.resolved.steps[step];
  if (!doc) throw new Error(`The compiled flow has a step ${step} that its content has not: compile and resolve the same files.`);
  return doc;
}

/** The shallowest of some nodes. */
export const nearest = (nodes: Iterable<Node>): Node | undefined => [...nodes].reduce<Node | undefined>((best, node) => (best && best.depth <= node.depth ? best : node), undefined);
