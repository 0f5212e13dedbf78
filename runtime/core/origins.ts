/** Where the arguments of a call come from: worked out from what their expressions read, never listed by hand. */
import type { Compute } from './definition.ts';
import type { Facts } from './facts.ts';

/**
 * `stored`: what the definition computes from the application; `day`: the same, over the clock; `served`: over results
 * that the server gave to this person; the others come from the browser alone and are judged by the input schema of the
 * operation.
 */
export type Origin = 'stored' | 'day' | 'served' | 'typed' | 'event' | 'route' | 'cookie' | 'device';

/** From the most to the least trusted. */
const trust: readonly Origin[] = ['stored', 'day', 'served', 'typed', 'event', 'route', 'cookie', 'device'];

const rootOrigin: Readonly<Record<keyof Facts, Origin>> = {
  answers: 'stored',
  application: 'stored',
  draft: 'stored',
  customer: 'stored',
  session: 'stored',
  brand: 'stored',
  flags: 'stored',
  compliance: 'stored',
  results: 'served',
  typed: 'typed',
  payload: 'event',
  item: 'event',
  problem: 'event',
  route: 'route',
  cookies: 'cookie',
  device: 'device',
  today: 'day',
  now: 'day',
};

/** The origin of an expression: the least trusted of the facts it reads; a constant is `stored`. */
export function originOf({ reads }: Pick<Compute, 'reads'>): Origin {
  return reads.reduce<Origin>((least, path) => {
    const root = path.split('.', 1)[0] as keyof Facts;
    const origin = Object.hasOwn(rootOrigin, root) ? rootOrigin[root] : undefined;
    if (origin === undefined)
      throw new Error(`An expression reads ${path}, which is no fact; give its root an origin in origins.ts.`);
    return trust.indexOf(origin) > trust.indexOf(least) ? origin : least;
  }, 'stored');
}

/** Whether the server can compute the expression itself, from what it stores, serves and knows of the day. */
export function isServers(compute: Pick<Compute, 'reads'>): boolean {
  return trust.indexOf(originOf(compute)) <= trust.indexOf('served');
}
