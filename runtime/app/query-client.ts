/** TanStack Query, in a chunk of its own. */
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import type { Json } from '../core/facts.ts';

const client = new QueryClient();

export interface Watched {
  readonly key: readonly string[];
  /** Called when the list is missing or older than `freshMs`; undefined when it is not to be had. */
  readonly load: () => Promise<Json | undefined>;
  readonly freshMs: number;
  /** Told every answer. */
  readonly tell: (value: Json | undefined) => void;
}

/**
 * Watches a list the server owns.
 * @returns ends the watching
 */
export function watchList({ key, load, freshMs, tell }: Watched): () => void {
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
