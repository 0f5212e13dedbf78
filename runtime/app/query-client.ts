/** TanStack Query: lists the server owns. */
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import type { Outcome } from '../../contract/operation.ts';
import type { Json, JsonObject } from '../core/facts.ts';
import type { Asked } from '../gateway/index.ts';

const client = new QueryClient();

export interface FooterLink {
  readonly title: string;
  readonly url: string;
}

interface Watched {
  readonly key: readonly string[];
  /** Called when the list is missing or older than `freshMs`; undefined when it is not to be had. */
  readonly load: () => Promise<Json | undefined>;
  readonly freshMs: number;
  /** Told every answer. */
  readonly tell: (links: readonly FooterLink[]) => void;
}

/**
 * Watches the links of a foot.
 * @returns ends the watching
 */
export function watchLinks({ key, load, freshMs, tell }: Watched): () => void {
  const observer = new QueryObserver(client, {
    queryKey: key,
    queryFn: async () => (await load()) ?? null,
    staleTime: freshMs,
    retry: false,
  });
  return observer.subscribe(({ data }) => {
    if (data !== undefined) tell(linksIn(data));
  });
}

/**
 * Links of `{ results: [{ title, url }] }`, of the same origin or https only: an address of another kind is left out.
 */
function linksIn(value: Json | null): readonly FooterLink[] {
  const results = typeof value === 'object' && value !== null && 'results' in value ? value['results'] : undefined;
  if (!Array.isArray(results)) return [];
  return results
    .map((one) => ({
      title: String((one as JsonObject)['title'] ?? ''),
      url: String((one as JsonObject)['url'] ?? ''),
    }))
    .filter(({ title, url }) => title !== '' && /^(https:\/\/|\/(?!\/))/.test(url));
}

/** An answer that is given to whoever asked and not kept: the next who asks the same asks the server again. */
class Passing extends Error {
  readonly outcome: Outcome;
  constructor(outcome: Outcome) {
    super(outcome.name);
    this.outcome = outcome;
  }
}

/**
 * Answers out of what is fresh, or asks; two who ask the same at once ask the server once. Without a network it asks
 * too: how that ends is the caller's to say.
 * @returns how the call ended; only `ok` is kept
 */
export async function answerOf({ key, freshMs, load }: Asked): Promise<Outcome> {
  try {
    return await client.fetchQuery({
      queryKey: key,
      queryFn: async () => {
        const outcome = await load();
        if (outcome.name !== 'ok') throw new Passing(outcome);
        return outcome;
      },
      staleTime: freshMs,
      retry: false,
      networkMode: 'always',
    });
  } catch (error) {
    if (error instanceof Passing) return error.outcome;
    throw error;
  }
}
