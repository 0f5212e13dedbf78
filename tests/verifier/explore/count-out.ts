/** Everything that can happen in a small flow, counted out without taking any two states for one unless they are equal in every part. */
import type { Event } from '../../../runtime/core/events.ts';
import { facts, reduce } from '../../../runtime/core/index.ts';
import type { State } from '../../../runtime/core/state.ts';
import type { Reduced } from '../../../runtime/core/events.ts';
import type { Asked } from '../../../verifier/explore/exploration.ts';
import { VALUES, type SmallFlow } from './small-flow.ts';

export interface CountedOut {
  /** Every step anybody stands at. */
  readonly steps: ReadonlySet<string>;
  /** For each question, whether it was ever asked, and whether it was ever broken. */
  readonly asked: ReadonlySet<Asked>;
  readonly broken: ReadonlySet<Asked>;
  readonly states: number;
}

/** @returns undefined when there are more states than `most` */
export function countOut({ flow, domain, asked }: SmallFlow, starts: readonly Reduced[], most: number): CountedOut | undefined {
  const known = new Set<string>();
  const queue: { state: State; shown: ReadonlySet<string> }[] = [];
  const steps = new Set<string>();
  const met = new Set<Asked>();
  const broken = new Set<Asked>();
  const reach = (state: State, shown: ReadonlySet<string>): void => {
    const { calls: _, page, ...rest } = state;
    const { serial: __, busy, pending, fields: ___, ...seen } = page;
    const key = JSON.stringify([rest, seen, busy && { ...busy, call: '' }, Object.values(pending), [...shown].sort()]);
    if (known.has(key)) return;
    known.add(key);
    steps.add(page.step);
    queue.push({ state, shown });
  };
  for (const [state] of starts) reach(state, new Set());
  for (let at = 0; at < queue.length; at += 1) {
    if (queue.length > most) return undefined;
    const { state, shown } = queue[at] as (typeof queue)[number];
    const happen = (from: State, event: Event): void => {
      const [next, effects] = reduce(flow, from, event);
      if (effects.some(({ type }) => type === 'leave' || type === 'enter' || type === 'signOut')) {
        // Only who finds the application saved comes back to where it was.
        if (flow.saves === 'application' && event.type !== 'entered') happen(next, { type: 'entered', answers: next.answers, journey: next.journey, revision: 0, world: next.world });
        return;
      }
      const now = new Set([...shown, ...Object.entries(next.journey).flatMap(([step, entry]) => (from.journey[step] === entry ? [] : Object.keys(entry.shown ?? {})))]);
      if (next.page.step !== from.page.step) {
        for (const question of asked) {
          if (!question.at.includes(next.page.step) || question.scope[0]?.of(facts(flow, next)) !== true) continue;
          met.add(question);
          if (!now.has(question.shown ?? '')) broken.add(question);
        }
      }
      reach(next, now);
    };
    const { page } = state;
    const step = flow.steps[page.step];
    if (!step) throw new Error(`There is no step ${page.step}.`);
    const calls = [...(page.busy ? [page.busy.call] : []), ...Object.keys(page.pending).filter((id) => !page.loaded.includes(page.pending[id] as number))];
    for (const id of calls) for (const outcome of domain.outcomes(`do-${step.id}`)) happen(state, { type: 'called', id, outcome });
    if (page.busy) continue;
    let filled: readonly State[] = [state];
    for (const id of step.fieldOrder) {
      filled = filled.flatMap((one) => {
        if (one.page.step !== step.id || !one.page.fields[id]?.visible) return [one];
        for (const value of VALUES) {
          happen(one, { type: 'answered', field: id, value });
          // Anything that makes the page be looked at again, such as fresh flags.
          happen(reduce(flow, one, { type: 'answered', field: id, value })[0], { type: 'world', change: {} });
        }
        return [undefined, ...VALUES].map((value) => reduce(flow, one, { type: 'answered', field: id, value })[0]);
      });
    }
    for (const one of [state, ...filled]) if (one.page.step === step.id) for (const { id } of step.actions) happen(one, { type: 'pressed', action: id });
  }
  return { steps, asked: met, broken, states: queue.length };
}
