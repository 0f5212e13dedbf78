/** A way through an exploration as a fixture that can be run, kept and sent to somebody. Pure. */
import type { JsonObject } from '../../runtime/core/facts.ts';
import { compose, type Way } from './compose.ts';
import type { Survey } from './survey.ts';

/** The email of whoever goes the way and has no account. */
const EMAIL = 'applicant@example.test';

/** The fixture that goes this way and expects nothing yet. */
export function exampleOf({ product, brand, flow, clock }: Survey, title: string, way: Way): JsonObject {
  const { given, do: acts } = compose(product, flow, way, EMAIL, true);
  return { title, brand, flow: flow.id, clock, executors: ['core'], given, do: acts, expect: {} };
}
