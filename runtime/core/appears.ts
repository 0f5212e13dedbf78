/** What of a page appears only after a time, as one timer each behind those of the step. */
import type { Step } from './definition.ts';
import type { Facts } from './facts.ts';
import type { PageView } from './state.ts';
import { pageFacts } from './page.ts';
import { changePage, stepHere, type Turn } from './turn.ts';

/** Milliseconds after which what stands at this place appears; 0 where it is there at once, or nobody knows when. */
export function appearsAfterMs(step: Step, place: number, facts: Facts): number {
  const ms = step.appears?.[place]?.of(facts);
  return typeof ms === 'number' && ms > 0 ? ms : 0;
}

/** Begins to wait for all that appears later on the page just come to. */
export function awaitAll(turn: Turn): void {
  (stepHere(turn).appears ?? []).forEach((_, place) => awaitOne(turn, place));
}

/** Begins to wait for one of them, anew. */
export function awaitOne(turn: Turn, place: number): void {
  const step = stepHere(turn);
  const afterMs = appearsAfterMs(step, place, pageFacts(turn.state));
  const { awaits = [] } = turn.state.page;
  if (afterMs === 0 || awaits.includes(place)) return;
  const { appeared = [] } = turn.state.page;
  changePage(turn, { awaits: [...awaits, place], appeared: appeared.filter((one) => one !== place) });
  turn.effects.push({ type: 'timer', index: step.timers.length + place, afterMs });
}

/** A timer behind those of the step has ended: what it was for is there. */
export function appear(turn: Turn, timer: number): void {
  const { awaits = [], appeared = [] } = turn.state.page;
  const place = timer - stepHere(turn).timers.length;
  if (awaits.includes(place))
    changePage(turn, { awaits: awaits.filter((one) => one !== place), appeared: [...appeared, place] });
}

/** The timers of what the page still waits for. */
export const timersAwaited = (step: Step, { awaits = [] }: Pick<PageView, 'awaits'>): readonly number[] =>
  awaits.map((place) => step.timers.length + place);

/** Whether a thing of the page has not appeared yet. */
export const isAwaited = ({ awaits }: Pick<PageView, 'awaits'>, thing: object): boolean =>
  awaits !== undefined && 'appears' in thing && typeof thing.appears === 'number' && awaits.includes(thing.appears);
