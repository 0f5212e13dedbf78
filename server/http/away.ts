/**
 * A back end that is away, for who looks at what a page does then: outside production an input that
 * `schemas/api/answers.json` documents is answered with 502 or 504, as something in front of a server does.
 */
import type { Json } from '../../runtime/core/facts.ts';
import { isObject } from '../../runtime/core/index.ts';
import type { Services } from '../services.ts';

type Away = 502 | 504;

/** ZIP codes that nobody has: 00501 is the lowest. */
const zips: Readonly<Record<string, Away>> = { '00502': 502, '00504': 504 };
const ofEmail = /^answers-(502|504)\b/;

/** The status that an input asks for, of the members of a REST body or of the variables of a GraphQL one. */
export function awayStatus({ env }: Pick<Services, 'env'>, input: Json | undefined): Away | undefined {
  if (env === 'prod' || !isObject(input)) return undefined;
  const { zipcode, email } = input;
  if (typeof zipcode === 'string' && Object.hasOwn(zips, zipcode)) return zips[zipcode];
  const found = typeof email === 'string' ? ofEmail.exec(email)?.[1] : undefined;
  return found === undefined ? undefined : (Number(found) as Away);
}

/** The same for the text of a GraphQL body. */
export function awayStatusOf(services: Pick<Services, 'env'>, body: string | undefined): Away | undefined {
  if (services.env === 'prod' || body === undefined) return undefined;
  try {
    const said = JSON.parse(body) as Json;
    return isObject(said) ? awayStatus(services, said['variables']) : undefined;
  } catch {
    return undefined; // said by who reads it
  }
}
