/** What the numbers of a state's licenses and ID cards look like, by the rows in force today. */
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import { own } from '../../runtime/core/index.ts';
import type { RequestContext } from '../graphql/context.ts';
import { failure } from '../graphql/errors.ts';

/** Throws `notFound` for what is no state. */
async function rowOf(context: RequestContext, stateCode: string): Promise<JsonObject> {
  const { states } = await context.services.definitions.compliance(context.brand, context.today);
  const row = own(states, stateCode);
  if (row === undefined) throw failure('notFound', 'There is no state of this code.');
  return row;
}

/** The patterns of a state, in words and as the field checks them; of a state served or not. */
export async function stateIdPatterns(context: RequestContext, stateCode: string): Promise<Json> {
  const row = await rowOf(context, stateCode);
  return { stateCode, name: String(row['name'] ?? stateCode), says: says(row), patterns: patterns(row) };
}

/** The documents by which a state's people show who they are, each with its patterns: they share their numbers. */
export async function stateIdDocuments(context: RequestContext, stateCode: string): Promise<Json> {
  const row = await rowOf(context, stateCode);
  return [
    { documentType: 'DRIVER_LICENSE', title: 'Driver license', patterns: patterns(row) },
    { documentType: 'STATE_ID', title: 'State ID card', patterns: patterns(row) },
  ];
}

const says = ({ idPatternSays: words }: JsonObject): string | null => (typeof words === 'string' ? words : null);
const patterns = ({ idPattern: rule }: JsonObject): JsonObject[] => (typeof rule === 'string' ? [{ rule }] : []);
