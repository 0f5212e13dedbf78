/** A fixture played headless, and how a thing stands in the journey it makes. */
import type { CompiledFlow } from '../../runtime/core/definition.ts';
import type { Facts } from '../../runtime/core/facts.ts';
import { facts as pageFactsOf } from '../../runtime/core/index.ts';
import type { State } from '../../runtime/core/state.ts';
import { trace } from '../../runtime/core/walk.ts';
import type { Fixture } from '../fixture/fixture.ts';
import type { Product } from '../fixture/product.ts';
import { runFixture, type Ran } from '../fixture/run.ts';
import type { Way } from '../graph/ways.ts';
import { truthOf } from '../../compile/operators/evaluate.ts';
import type { PlacedRule } from '../rules/placed.ts';
import { reachesFrom } from './reach.ts';
import type { Thing } from './things.ts';

/** One page of the journey with every state it had. */
interface Page {
  readonly flow: string;
  readonly step: string;
  readonly states: State[];
}
export interface Playthrough {
  readonly ran: Ran;
  readonly pages: readonly Page[];
  /** Flow to its last state. */
  readonly last: ReadonlyMap<string, State>;
  /** Flow in which it ended. */
  readonly flow: string;
}

/** Number of the entry of `do` at which a run stopped; undefined when it went to its end. */
export function stoppedAt({ failures }: Pick<Ran, 'failures'>): number | undefined {
  const found = failures.map((failure) => /^do\[(\d+)\]/.exec(failure)?.[1]).find((index) => index !== undefined);
  return found === undefined ? undefined : Number(found);
}

/** Plays the fixture; what it expects is not looked at, so `ran.failures` says only where it could not go on. */
export function play(product: Product, fixture: Fixture): Playthrough {
  const pages: Page[] = [];
  const last = new Map<string, State>();
  const ran = runFixture(product, { ...fixture, expect: {} }, (flow, state) => {
    last.set(flow, state);
    const page = pages.at(-1);
    if (page?.flow === flow && page.step === state.page.step) page.states.push(state);
    else pages.push({ flow, step: state.page.step, states: [state] });
  });
  return {
    ran: stoppedAt(ran) === undefined ? { ...ran, failures: [] } : ran,
    pages,
    last,
    flow: pages.at(-1)?.flow ?? fixture.flow,
  };
}

/** `ahead`: it may still come; the journey stopped before it was decided. */
export type Standing = 'shown' | 'hidden' | 'ahead';

/** What is known of the thing's flow where the journey ends. */
export interface End {
  readonly flow: CompiledFlow;
  readonly state: State;
  /** Steps on the way, in order. */
  readonly path: readonly string[];
  /** Nothing comes any more: an outcome, or the journey went elsewhere. */
  readonly over: boolean;
  /** The facts that rules see when the way stands at this step of the path. */
  readonly factsAt: (step: string) => Facts;
}

/** The flow's part of the journey as it stands at the end; undefined when the journey never entered the flow. */
export function endOf(product: Product, journey: Playthrough, id: string): End | undefined {
  const flow = product.flows[id];
  const state = journey.last.get(id);
  if (!flow || !state) return undefined;
  const { answers, world } = state;
  const walked = trace(flow, { answers, journey: state.journey, world });
  const over = walked.ended || walked.exit !== undefined || journey.ran.leaves !== undefined || journey.flow !== id;
  const known = new Map<string, Facts>();
  const factsAt = (step: string): Facts => {
    const found = known.get(step) ?? {
      ...world,
      answers: trace(flow, { answers, journey: state.journey, world }, step).relevant,
      typed: {},
    };
    known.set(step, found);
    return found;
  };
  return { flow, state, path: walked.path, over, factsAt };
}

/** How the thing stands at the end of the journey. */
export function standing(thing: Thing, end: End | undefined, ways: readonly Way[]): Standing {
  if (!end) return 'hidden';
  if (end.path.includes(thing.step)) return placeShown(thing, end.factsAt(thing.step)) ? 'shown' : 'hidden';
  return !end.over && reachesFrom(ways, { from: end.path.at(-1) ?? '', to: thing.step }) ? 'ahead' : 'hidden';
}

/** Numbers of the pages, from 1, on which the thing was on the screen. */
export function onScreen(thing: Thing, { pages }: Playthrough, flow: CompiledFlow | undefined): readonly number[] {
  if (!flow) return [];
  return pages.flatMap((page, index) =>
    page.flow === thing.flow && page.step === thing.step && page.states.some((state) => visible(thing, flow, state))
      ? [index + 1]
      : [],
  );
}

function visible(thing: Thing, flow: CompiledFlow, state: State): boolean {
  return placeShown(thing, pageFactsOf(flow, state)) !== undefined;
}

/** The first of its places at which the thing is shown over these facts. */
export const placeShown = ({ places }: Thing, facts: Facts): readonly PlacedRule[] | undefined =>
  places.find((conditions) => conditions.every(({ logic }) => truthOf(logic, facts) === true));
