/** How a session ends when nobody is there any more (`idle` of app.json). */
import type { Access, StepId, Target } from '../runtime/core/definition.ts';

/**
 * Whether an exit of the idle policy leads to a step that only a signed-in person sees: that step does what is to be
 * done in their name, and signs out itself. Any other exit is where a signed-out person comes to.
 */
export function signsOutItself(target: Target, accessOf: (flow: string, step: StepId) => Access | undefined): boolean {
  return target.kind === 'to' && (accessOf(target.flow, target.step) ?? 'public') !== 'public';
}
