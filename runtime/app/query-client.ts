/** TanStack Query, in a chunk of its own. */
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import type { Json } from '../core/facts.ts';

const client = new QueryClient();

/**
 * Watches a list: `load` is called when it is missing or older than `freshMs`, `tell` with every answer. `load` answers undefined when the list is not to be had.
 * @returns ends the watching
 */
export function watchList(
  key: readonly string[],
  load: () => Promise<Json | undefined>,
  freshMs: number,
  tell: (value: Json | undefined) => void,
): () => void {
  const observer = new QueryObserver(client, {
    queryKey: key,
    queryFn: async () => (await load()) ?? null,
    staleTime: freshMs,
    retry: false,
  });
  return observer.subscribe(({ data }) => {
    if (data !== undefined) tell(data ?? undefined);
  });
}
