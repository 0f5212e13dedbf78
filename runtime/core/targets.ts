/** Where targets lead, as seen from a flow. */
import type { CompiledFlow, Target } from './definition.ts';

type Within = Extract<Target, { kind: 'to' }> & { readonly reenter?: undefined };

/** Whether a target goes on within the flow: to a step of it, without entering the flow anew. */
export const leadsWithin = ({ id }: Pick<CompiledFlow, 'id'>, target: Target | undefined): target is Within =>
  target?.kind === 'to' && target.flow === id && target.reenter === undefined;
