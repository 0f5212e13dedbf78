/** Comes once the first page of a flow is drawn, and brings what its calls need: a press would wait for it. */
import type { CompiledFlow } from '../core/definition.ts';
import type { Identity } from './identity.ts';
import { loadClient } from './transport.ts';

/** Brings the libraries that the calls of a flow go by; what does not come now is asked for with the call. */
export async function bringFor({ steps }: CompiledFlow, identity: Pick<Identity, 'bring'>): Promise<void> {
  const kinds = new Set(
    Object.values(steps).flatMap(({ load, actions }) =>
      [...load, ...actions.flatMap(({ calls }) => calls)].map(({ kind }) => kind),
    ),
  );
  if (kinds.has('identity')) identity.bring?.();
  if (kinds.has('graphql')) await loadClient();
}
