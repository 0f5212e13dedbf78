/** A way through an exploration as a fixture that can be run, kept and sent to somebody. Pure. */
import type { JsonObject } from '../../runtime/core/facts.ts';
import { compose, type Way } from './compose.ts';
import type { Survey } from './survey.ts';

/** The email of whoever goes the way and has no account. */
const EMAIL = 'applicant@example.test';

/**
 * The fixture that goes this way and expects nothing yet.
 * @param values whether calls bring exactly what they brought in the exploration, where the table of answers has
 *   something else
 */
export function exampleOf(
  { product, brand, flow, clock }: Survey,
  way: Way,
  {
    title,
    values = true,
    server = false,
  }: {
    readonly title: string;
    readonly values?: boolean;
    /** Whether the server is to play it too, where it can be brought to all that happens on the way. */
    readonly server?: boolean;
  },
): JsonObject {
  const { given, do: acts, documented } = compose({ product, flow, email: EMAIL }, way, values);
  return {
    title,
    brand,
    flow: flow.id,
    clock,
    executors: server && documented ? ['core', 'server'] : ['core'],
    given,
    do: acts,
    expect: {},
  };
}
