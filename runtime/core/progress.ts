/** The progress indicator: the stages the person will see, and which one this is. */
import type { CompiledFlow, StepId } from './definition.ts';
import type { Facts } from './facts.ts';
import type { State } from './state.ts';
import { holds, text } from './express.ts';
import { headsOf, stepOf } from './pieces.ts';
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
  /** Which page of its step this is, where the step has several. */
  readonly page?: PageOfStep;
}

interface PageOfStep {
  /** Of the step as it is written. */
  readonly title: string;
  /** From 1. */
  readonly number: number;
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
  const page = pageOfStep(flow, state.page.step, { path: found.path, facts });
  return {
    stages: visible.map((stage, index) => ({
      id: stage.id,
      title: text(stage.title, facts),
      state: index < current ? 'done' : index === current ? 'current' : 'ahead',
    })),
    current: current + 1,
    total: visible.length,
    ...(page && { page }),
  };
}

/** Steps of the compiled flow that are the pages of a step as it is written; a step without pages is its own one. */
export function pagesOf(flow: CompiledFlow, written: string): readonly StepId[] {
  const pages = headsOf(flow).filter(({ page }) => page?.of === written);
  return pages.length > 0 ? pages.map(({ id }) => id) : [written];
}

/** Among the pages of its step that are on the way, or would be over what is known. */
function pageOfStep(
  flow: CompiledFlow,
  id: StepId,
  { path, facts }: { readonly path: readonly StepId[]; readonly facts: Facts },
): PageOfStep | undefined {
  const { page } = stepOf(flow, id);
  if (!page) return undefined;
  const shown = pagesOf(flow, page.of).filter(
    (one) => one === id || path.includes(one) || holds(stepOf(flow, one).when, facts),
  );
  return {
    title: page.title === undefined ? '' : text(page.title, facts),
    number: shown.indexOf(id) + 1,
    total: shown.length,
  };
}
