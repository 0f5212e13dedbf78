/** Answers that were left open, told apart. */
import type { CompiledFlow } from '../../../runtime/core/definition.ts';
import type { Path } from '../../../runtime/core/facts.ts';
import { put } from '../../../runtime/core/paths.ts';
import type { State } from '../../../runtime/core/state.ts';
import type { Act, Later } from '../exploration.ts';
import { turn } from './engine.ts';

/** The state for each answer that an open one may be. */
export function* told(
  flow: CompiledFlow,
  state: State,
  [bind, { step, field, values }]: readonly [Path, Later],
): Generator<{ readonly state: State; readonly act: Act }> {
  for (const value of values) {
    const [next] = turn(flow, { ...state, answers: put(state.answers, bind, value) }, { type: 'world', change: {} });
    yield { state: next, act: { earlier: { at: step, field, ...(value !== undefined && { value }) } } };
  }
}
