/**
 * What becomes of everybody who may be under way when a version is published: each situation of the earlier version is
 * moved by what is written, and looked at where it lands. Pure.
 */
import { complianceFacts } from '../../contract/application.ts';
import { startStatus } from '../../contract/generated/statuses.ts';
import type { JsonObject, Path } from '../../runtime/core/facts.ts';
import { isDraft, lost, moved, newer, openDraft, walk, type Loss, type State } from '../../runtime/core/index.ts';
import { locksOf } from '../../runtime/core/lock.ts';
import { set } from '../../runtime/core/paths.ts';
import { wayTo } from '../explore/compose.ts';
import { exampleOf } from '../explore/example.ts';
import type { Node } from '../explore/exploration.ts';
import { processed } from '../explore/successors/moves.ts';
import type { Survey } from '../explore/survey.ts';
import type { Product } from '../fixture/product.ts';
import { faultsOf, trailOf, type Fault } from './lawful.ts';

/** Somebody who would come to what nobody of the later version comes to. */
interface Wrong extends Fault {
  /** The way there in the earlier version, as a fixture of it. */
  readonly example: JsonObject;
}
export interface Landings {
  /** Of the earlier version. */
  readonly situations: number;
  /** Of them: what was sent stays on its version. */
  readonly sent: number;
  /** Whether a migration was written since; without one all others stay, too. */
  readonly moves: boolean;
  /** Who lands on another page than the one they stood on. */
  readonly led: readonly Led[];
  /** Path of an answer to how often it is asked again. */
  readonly askedAgain: Readonly<Record<Path, number>>;
  /** Answers of which no migration says what becomes. */
  readonly lacks: readonly Loss[];
  /** One for each thing that is wrong, with the first way that was found. */
  readonly wrong: readonly Wrong[];
  /** Why there may be more; undefined when every situation was looked at. */
  readonly inexact: string | undefined;
}
interface Led {
  readonly from: string;
  readonly to: string;
  readonly situations: number;
}

/**
 * @param before the earlier version, explored
 * @param by what moves an application: core's own, as the server does it
 */
export function landingsOf(before: Survey, after: Product, by: typeof moved = moved): Landings {
  const { flow: earlier, exploration } = before;
  const later = after.flows[earlier.id];
  if (!later) throw new Error(`The later version has no flow ${earlier.id}: compare flows that both have.`);
  const compliance = complianceFacts(after.compliance);
  const moves = (newer(earlier, later) ?? []).length > 0;
  const open = exploration.nodes.filter(({ state }) => !isSent(before, state));
  const led = new Map<string, Led>();
  const askedAgain: Record<Path, number> = {};
  const wrong = new Map<string, Wrong>();
  for (const node of moves ? open : [])
    for (const [index, answers] of answersAt(node).entries()) {
      const { journey, world: seen } = node.state;
      const world = { ...seen, brand: after.facts, compliance };
      const trail = trailOf(earlier, journey);
      const stored = { answers, journey };
      const landed = by(earlier, later, { remembered: { ...stored, world }, trail });
      for (const fault of faultsOf({ before: earlier, after: later, world, trail }, { stored, landed })) {
        const key = JSON.stringify(fault);
        if (!wrong.has(key)) wrong.set(key, { ...fault, example: exampleAt(before, node) });
      }
      if (index > 0) continue;
      for (const path of landed.askedAgain) askedAgain[path] = (askedAgain[path] ?? 0) + 1;
      const from = walk(earlier, stored, seen).at;
      const to = walk(later, landed, world).at;
      const { situations } = led.get(`${from} ${to}`) ?? { situations: 0 };
      if (from !== to) led.set(`${from} ${to}`, { from, to, situations: situations + 1 });
    }
  return {
    situations: exploration.nodes.length,
    sent: exploration.nodes.length - open.length,
    moves,
    led: [...led.values()],
    askedAgain,
    lacks: newer(later, earlier)?.length ? [] : lost(earlier, later),
    wrong: [...wrong.values()],
    inexact: before.inexact,
  };
}

/** Whether something of it was sent, or closed: the server leaves it on its version. */
function isSent({ flow, model }: Survey, state: State): boolean {
  const { application, draft, ...world } = processed({ flow, domain: model.domain }, state);
  const [status, start] = isDraft(flow.saves) ? [draft?.['status'], openDraft] : [application['progress'], startStatus];
  return (
    (status !== undefined && status !== start) ||
    locksOf(flow, { ...world, application, ...(draft && { draft }) }).length > 0
  );
}

/** The answers of a situation; and where one is not told apart yet, those with each of its other values. */
function answersAt({ state, later }: Node): readonly JsonObject[] {
  const others = [...later].flatMap(([path, { values }]) =>
    values.flatMap((value) => (value === undefined ? [] : [set(state.answers, path, value)])),
  );
  return [state.answers, ...others];
}

const exampleAt = (before: Survey, node: Node): JsonObject =>
  exampleOf(before, wayTo(node), { title: 'Under way when the version was published' });
