/** The progress indicator: the stages the person will see, and which one this is. */
import type { CompiledFlow } from './definition.ts';
import type { State } from './state.ts';
import { holds, text } from './express.ts';
import { stepOf } from './shape.ts';
import { trace } from './walk.ts';

export interface Progress {
  readonly stages: readonly {
    readonly id: string;
    readonly title: string;
    readonly state: 'done' | 'current' | 'ahead';
  }[];
  /** Place of the current stage, from 1; 0 when the page belongs to none and none came before. */
  readonly current: number;
  readonly total: number;
}

/**
 * Stages whose `hiddenWhen` is not true over all answers that count so far; a page without a stage stands in the last
 * one passed.
 */
export function progress(flow: CompiledFlow, state: State): Progress {
  const found = trace(flow, state);
  const facts = { ...state.world, answers: found.relevant, typed: {} };
  const visible = flow.stages.filter((stage) => stage.hiddenWhen === undefined || !holds(stage.hiddenWhen, facts));
  const here = found.path.indexOf(state.page.step);
  const passed = here < 0 ? [state.page.step] : found.path.slice(0, here + 1);
  const places = passed
    .map((id) => visible.findIndex((stage) => stage.id === stepOf(flow, id).stage))
    .filter((place) => place >= 0);
  const current = places.at(-1) ?? -1;
  return {
    stages: visible.map((stage, index) => ({
      id: stage.id,
      title: text(stage.title, facts),
      state: index < current ? 'done' : index === current ? 'current' : 'ahead',
    })),
    current: current + 1,
    total: visible.length,
  };
}
