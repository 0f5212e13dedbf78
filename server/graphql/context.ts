import type { Act } from '../../contract/act.ts';
import { ownId } from './client-ids.ts';
import { badInput } from './errors.ts';
import { readAct } from './read-act.ts';
import type { Caller, Services } from '../services.ts';

/** What a resolver knows of its request. */
export interface RequestContext {
  readonly services: Services;
  readonly caller: Caller | undefined;
  readonly brand: string;
  readonly session: string | undefined;
  readonly campaign: string | undefined;
  /** The network address that the request came from. */
  readonly from: string;
  /** The test clock's in local mode. */
  readonly now: Date;
  /** Eastern calendar date of `now`. */
  readonly today: string;
  readonly cookies: Readonly<Record<string, string>>;
  /** Cookies that the answer writes, as lines of its header. */
  readonly writes: string[];
  /** The person wants nobody to follow what they do. */
  readonly privacy: boolean;
}

/** The context of a resolver is the door's, with the request as Yoga read it. */
type Received = RequestContext & { readonly params?: { readonly extensions?: unknown } };

/** The envelope of a call, when it came with one; BAD_INPUT for one that is damaged. */
export function envelopeOf(context: RequestContext): Act | undefined {
  try {
    return readAct((context as Received).params?.extensions);
  } catch (error) {
    if (error instanceof TypeError) throw badInput(error.message);
    throw error;
  }
}

/**
 * The idempotency key of a call: its own argument `key`, else the envelope's. BAD_INPUT for one that is empty or too
 * long.
 */
export function keyOf(context: RequestContext, args: Readonly<Record<string, unknown>> = {}): string | undefined {
  const key = args['key'] ?? envelopeOf(context)?.key;
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || key === '' || key.length > 100) throw badInput('`key` must be 1 to 100 characters.');
  // Two persons may press with one key: whoever acts for a customer repeats nothing that the customer did.
  const { actor } = context.caller ?? {};
  return ownId(context.services.sealer, 'key', actor === undefined ? key : `${actor.sub} ${key}`);
}
