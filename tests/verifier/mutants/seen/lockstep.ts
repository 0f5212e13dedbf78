/** Two versions of a flow walked side by side: the first thing somebody sees otherwise. */
import type { CompiledFlow } from '../../../../runtime/core/definition.ts';
import type { Json } from '../../../../runtime/core/facts.ts';
import { facts, holds, initial, reduce } from '../../../../runtime/core/index.ts';
import type { World } from '../../../../runtime/core/state.ts';
import type { Move, Node } from '../../../../verifier/explore/exploration.ts';
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
const TRIED = 6;
/** Moves of one kind from one step to one step that are made although they lead where another led before. */
const AGAIN = 8;

/**
 * Makes the moves of an exploration in both versions. Compared is what is on each page, what each value tried of a field makes wrong, and what is
 * seen after going back, answering otherwise and coming again. A sample: values are those the exploration tries, Back is tried from some pages of
 * each step, and of moves that lead to a state found before some of each kind are made.
 * @param other the same flow in the other version
 * @param world the other version's facts where they differ
 */
export function firstDifference({ flow, model, exploration }: Survey, other: CompiledFlow, world: Partial<World>): Seen {
  const places = new Map<Node, { readonly was: Place; readonly is: Place }>();
  const tried = new Map<string, number>();
  const again = new Map<string, number>();
  let pages = 0;
  let answers = 0;
  const found = (difference: string): Seen => ({ difference, pages, answers });
  const often = (counts: Map<string, number>, name: string, most: number): boolean => {
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return count > most;
  };

  for (const { node } of exploration.starts) {
    const told = { ...node.state.world, ...world };
    const [state, effects] = reduce(other, initial(other, told), { type: 'entered', answers: {}, journey: {}, revision: 0, world: told });
    const place = { state, pending: effects.filter((effect) => effect.type === 'call') };
    const wrong = unlike(flow, node, other, place);
    if (wrong !== undefined) return found(`at the start: ${wrong}`);
    places.set(node, { was: node, is: place });
  }
  for (const { from, move, to } of exploration.legs) {
    const place = places.get(from);
    const isNew = typeof to !== 'string' && to.parent === from && to.move === move;
    if (!place || (!isNew && often(again, `${from.step} ${kindOf(move)} ${typeof to === 'string' ? to : to.step}`, AGAIN))) continue;
    const was = redo(flow, place.was, move);
    if (!was) continue;
    const is = redo(other, place.is, move);
    pages += 1;
    const wrong = is ? unlike(flow, was, other, is) : 'a call is not made';
    if (wrong !== undefined) return found(`from ${from.step}: ${wrong}`);
    if (!is || !isNew) continue;
    places.set(to, { was, is });
    if (often(tried, to.step, TRIED)) continue;
    for (const events of trials(flow, was, model.domain)) {
      answers += 1;
      const [then, now] = [events.reduce((at, event) => after(flow, at, event), was), events.reduce((at, event) => after(other, at, event), is)];
      const differs = unlike(flow, then, other, now);
      if (differs !== undefined) return found(`at ${to.step} after ${events.map((event) => JSON.stringify(event)).join(', ')}: ${differs}`);
    }
  }
  return { pages, answers };
}

/** What kind of thing is done, without the answers given. */
function kindOf({ acts, outcome }: Move): string {
  return [...acts.map((act) => ('answer' in act ? 'answer' : 'given' in act ? 'given' : JSON.stringify(act))), outcome ? `${outcome.operation} ${outcome.outcome}` : ''].join(' ');
}

/** What is seen otherwise at two places, or undefined. */
function unlike(flow: CompiledFlow, was: Place, other: CompiledFlow, is: Place): string | undefined {
  if (was.exit !== is.exit) return `${was.exit ?? 'stays'} -> ${is.exit ?? 'stays'}`;
  const [before, now] = [look(flow, was), look(other, is)];
  const at = before.findIndex((line, index) => line !== now[index]);
  if (at < 0 && before.length === now.length) return undefined;
  return `${before[at < 0 ? now.length : at] ?? 'nothing'} -> ${now[at < 0 ? before.length : at] ?? 'nothing'}`;
}

type Events = readonly Parameters<typeof after>[2][];

/** Each value of each field; and back to each page passed, another value there, and here again. */
function* trials(flow: CompiledFlow, { state }: Place, domain: Survey['model']['domain']): Generator<Events> {
  for (const [field, value] of valuesOn(flow, state.page.step, state, domain)) yield [{ type: 'answered', field, value }];
  const button = flow.steps[state.page.step]?.actions.find(({ when }) => holds(when, facts(flow, state)));
  if (button) yield [{ type: 'pressed', action: button.id }];
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
