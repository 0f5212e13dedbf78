/**
 * Everything that can happen in a small flow, counted out without taking any two states for one unless they are equal
 * in every part.
 */
import type { CompiledFlow, Field } from '../../../runtime/core/definition.ts';
import type { Event, Reduced } from '../../../runtime/core/events.ts';
import type { Json } from '../../../runtime/core/facts.ts';
import { facts, isStored, reduce, walk } from '../../../runtime/core/index.ts';
import type { State } from '../../../runtime/core/state.ts';
import type { Asked } from '../../../verifier/explore/exploration.ts';

/** What is counted out. */
export interface Small {
  readonly flow: CompiledFlow;
  readonly asked: readonly Asked[];
  /** Every outcome an operation may have. */
  readonly outcomes: (operation: string) => readonly string[];
  /** Every value of a field. */
  readonly values: (field: Field) => readonly Json[];
  /**
   * Whether somebody also fills a page in some other order than that of its fields, and looks at it anew in between.
   */
  readonly anyOrder: boolean;
}

export interface CountedOut {
  /** Every step anybody stands at. */
  readonly steps: ReadonlySet<string>;
  /** For each question, whether it was ever asked, and whether it was ever broken. */
  readonly asked: ReadonlySet<Asked>;
  readonly broken: ReadonlySet<Asked>;
  readonly states: number;
}

/** @returns undefined when there are more states than `most` */
export function countOut(
  { flow, asked, outcomes, values, anyOrder }: Small,
  starts: readonly Reduced[],
  most: number,
): CountedOut | undefined {
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
  const arrive = (state: State, now: ReadonlySet<string>): void => {
    for (const question of asked) {
      if (!question.at.includes(state.page.step) || question.scope[0]?.of(facts(flow, state)) !== true) continue;
      met.add(question);
      if (!isKept(flow, question, { state, seen: now })) broken.add(question);
    }
  };
  for (const [state] of starts) {
    arrive(state, new Set());
    reach(state, new Set());
  }
  for (let at = 0; at < queue.length; at += 1) {
    if (queue.length > most) return undefined;
    const { state, shown } = queue[at] as (typeof queue)[number];
    const happen = (from: State, event: Event): void => {
      const [next, effects] = reduce(flow, from, event);
      if (effects.some(({ type }) => type === 'leave' || type === 'enter' || type === 'signOut')) {
        // Only who finds the application saved comes back to where it was.
        if (isStored(flow.saves) && event.type !== 'entered')
          happen(next, {
            type: 'entered',
            answers: next.answers,
            journey: next.journey,
            revision: 0,
            world: next.world,
          });
        return;
      }
      const now = new Set([
        ...shown,
        ...Object.entries(next.journey).flatMap(([step, entry]) =>
          from.journey[step] === entry ? [] : Object.keys(entry.shown ?? {}),
        ),
      ]);
      if (next.page.step !== from.page.step) arrive(next, now);
      if (anyOrder || event.type !== 'answered' || next.page.step !== from.page.step) reach(next, now);
    };
    const { page } = state;
    const step = flow.steps[page.step];
    if (!step) throw new Error(`There is no step ${page.step}.`);
    const calls = [
      ...(page.busy ? [page.busy.call] : []),
      ...Object.keys(page.pending).filter((id) => !page.loaded.includes(page.pending[id] as number)),
    ];
    for (const id of calls)
      for (const outcome of outcomes(`do-${step.id}`)) happen(state, { type: 'called', id, outcome });
    if (page.busy) continue;
    let filled: readonly State[] = [state];
    for (const id of step.fieldOrder) {
      filled = filled.flatMap((one) => {
        if (one.page.step !== step.id || !one.page.fields[id]?.visible) return [one];
        const all = values(step.fields[id] as Field);
        for (const value of all) {
          happen(one, { type: 'answered', field: id, value });
          // Anything that makes the page be looked at again, such as fresh flags.
          if (anyOrder)
            happen(reduce(flow, one, { type: 'answered', field: id, value })[0], { type: 'world', change: {} });
        }
        return [undefined, ...all].map((value) => reduce(flow, one, { type: 'answered', field: id, value })[0]);
      });
    }
    for (const one of [state, ...filled])
      if (one.page.step === step.id) for (const { id } of step.actions) happen(one, { type: 'pressed', action: id });
  }
  return { steps, asked: met, broken, states: queue.length };
}

/** Whether what is asked is so where somebody has just come to. */
function isKept(
  flow: CompiledFlow,
  { memory, passed, scope: [, holds] }: Asked,
  { state, seen }: { readonly state: State; readonly seen: ReadonlySet<string> },
): boolean {
  if (memory !== undefined) return seen.has(memory.name);
  if (holds !== undefined) return holds.of(facts(flow, state)) === true;
  const { path, at } = walk(flow, state, state.world);
  return passed !== undefined && passed !== at && path.includes(passed);
}
