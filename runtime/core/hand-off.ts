/** What leaves with a person who is handed over to another site, and what this site remembers of it. */
import type { CookieWrite, Target } from './definition.ts';
import type { Effect } from './events.ts';
import type { Facts } from './facts.ts';
import { evaluate } from './express.ts';

/** A cookie holds text: what is none is written as JSON is, what is missing is taken away. */
export function cookieOf({ name, value, maxAgeSeconds }: CookieWrite, facts: Facts) {
  const computed = value.of(facts);
  const written = typeof computed === 'string' ? computed : JSON.stringify(computed ?? undefined);
  return { name, maxAgeSeconds, ...(written !== undefined && { value: written }) };
}

/** The hand-off a target says, as far as facts say it: its secrets are put in outside. */
export function handedOff(
  target: Extract<Target, { kind: 'handOff' }>,
  facts: Facts,
): Extract<Effect, { type: 'handOff' }> {
  return {
    type: 'handOff',
    address: target.address,
    fields: evaluate(target.with ?? {}, facts),
    supplies: target.supplies ?? {},
    ...(target.in && { in: target.in }),
    ...(target.cookies && { cookies: target.cookies.map((one) => cookieOf(one, facts)) }),
  };
}
