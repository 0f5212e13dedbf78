/** Two versions of a flow walked side by side: the first thing somebody sees otherwise. */
import type { CompiledFlow } from '../../../../runtime/core/definition.ts';
import type { Json } from '../../../../runtime/core/facts.ts';
import { facts, initial, reduce } from '../../../../runtime/core/index.ts';
import type { World } from '../../../../runtime/core/state.ts';
import type { Node } from '../../../../verifier/explore/exploration.ts';
import type { Survey } from '../../../../verifier/explore/survey.ts';
import { look } from './look.ts';
import { after, redo, type Place } from './redo.ts';

export interface Seen {
  /** What is seen otherwise, `before -> after`, and where; undefined when nothing is. */
  readonly difference?: string;
  /** Pages compared, and answers tried on them. */
  readonly pages: number;
  readonly answers: number;
}

/** Pages of one step on which every value of every field is tried, accepted or not, and from which one goes back. */
const TRIED = 12;

/**
 * Makes every move of an exploration in both versions. Compared is what is on each page, what each value tried of a field makes wrong, and what is
 * seen after going back, answering otherwise and coming again. A sample: values are those the exploration tries, and Back is tried from some pages of each step.
 * @param other the same flow in the other version
 * @param world the other version's facts where they differ
 */
export function firstDifference({ flow, model, exploration }: Survey, other: CompiledFlow, world: Partial<World>): Seen {
  const places = new Map<Node, Place>();
  const tried = new Map<string, number>();
  let pages = 0;
  let answers = 0;
  const found = (difference: string): Seen => ({ difference, pages, answers });
  const mine = ({ state, pending }: Node): Place => ({ state, pending });

  for (const { node } of exploration.starts) {
    if (places.has(node)) continue;
    const told = { ...node.state.world, ...world };
    const [state, effects] = reduce(other, initial(other, told), { type: 'entered', answers: {}, journey: {}, revision: 0, world: told });
    places.set(node, { state, pending: effects.filter((effect) => effect.type === 'call') });
  }
  for (const { node } of exploration.starts) {
    const place = places.get(node);
    const wrong = place && unlike(flow, mine(node), other, place);
    if (wrong !== undefined) return found(`at the start: ${wrong}`);
  }
  for (const { from, move, to } of exploration.legs) {
    const place = places.get(from);
    if (!place) continue;
    const [was, is] = [redo(flow, mine(from), move), redo(other, place, move)];
    if (!was) continue;
    pages += 1;
    const wrong = is ? unlike(flow, was, other, is) : 'a call is not made';
    if (wrong !== undefined) return found(`from ${from.step}: ${wrong}`);
    if (is && typeof to !== 'string' && to.parent === from && to.move === move) places.set(to, is);
    if (!is || typeof to === 'string' || (tried.get(to.step) ?? 0) >= TRIED) continue;
    tried.set(to.step, (tried.get(to.step) ?? 0) + 1);
    for (const events of trials(flow, was, model.domain)) {
      answers += 1;
      const [then, now] = [events.reduce((at, event) => after(flow, at, event), was), events.reduce((at, event) => after(other, at, event), is)];
      const differs = unlike(flow, then, other, now);
      if (differs !== undefined) return found(`at ${to.step} after ${events.map((event) => JSON.stringify(event)).join(', ')}: ${differs}`);
    }
  }
  return { pages, answers };
}

/** What is seen otherwise at two places, or undefined. */
function unlike(flow: CompiledFlow, was: Place, other: CompiledFlow, is: Place): string | undefined {
  if (was.exit !== is.exit) return `${was.exit ?? 'stays'} -> ${is.exit ?? 'stays'}`;
  const lines = (of: CompiledFlow, { state, pending }: Place): readonly string[] => look(of, state, pending.map(({ call }) => call.operation));
  const [before, now] = [lines(flow, was), lines(other, is)];
  const at = before.findIndex((line, index) => line !== now[index]);
  if (at < 0 && before.length === now.length) return undefined;
  return `${before[at < 0 ? now.length : at] ?? 'nothing'} -> ${now[at < 0 ? before.length : at] ?? 'nothing'}`;
}

type Events = readonly Parameters<typeof after>[2][];

/** Each value of each field; and back to each page passed, another value there, and here again. */
function* trials(flow: CompiledFlow, { state }: Place, domain: Survey['model']['domain']): Generator<Events> {
  for (const [field, value] of valuesOn(flow, state.page.step, state, domain)) yield [{ type: 'answered', field, value }];
  yield [{ type: 'pressed', action: flow.steps[state.page.step]?.actions[0]?.id ?? '' }];
  for (const step of Object.keys(state.journey)) {
    const [back] = reduce(flow, state, { type: 'visited', step });
    if (back.page.step !== step) continue;
    yield [{ type: 'visited', step }];
    for (const [field, value] of valuesOn(flow, step, back, domain)) {
      const was = back.page.fields[field]?.value;
      const answered = { type: 'answered', field, value } as const;
      yield [{ type: 'visited', step }, answered, { type: 'visited', step: state.page.step }];
      if (was !== undefined) yield [{ type: 'visited', step }, answered, { type: 'answered', field, value: was }, { type: 'visited', step: state.page.step }];
    }
  }
}

function* valuesOn(flow: CompiledFlow, step: string, state: Place['state'], domain: Survey['model']['domain']): Generator<readonly [string, Json]> {
  const seen = facts(flow, state);
  for (const field of Object.values(flow.steps[step]?.fields ?? {})) {
    if (!state.page.fields[field.id]?.visible) continue;
    const { values } = domain.answers(step, field);
    for (const value of new Set([...values, ...domain.near(field, seen)])) yield [field.id, value];
  }
}
