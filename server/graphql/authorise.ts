import { errorCodes } from '../../contract/errors.ts';
import type { Operation } from '../../contract/operation.ts';
import { accessOf } from '../../contract/groups.ts';
import { assuranceAskedOf, assuranceOf, type Claims } from '../../contract/person.ts';
import type { Assurance } from '../../runtime/core/definition.ts';
import type { Known } from '../journeys/acts/store.ts';
import { askingOperations } from '../journeys/record.ts';
import type { ApplicationRow } from '../journeys/tables.ts';
import { envelopeOf, type RequestContext } from './context.ts';
import { badInput, failure, forbidden, unauthenticated } from './errors.ts';

type Asked = Readonly<Record<string, unknown>>;

/**
 * Who may ask a root field is what the operations that ask it say (`access`, `application`): everybody, whoever is
 * signed in, or administrators; and where one names an application or a draft, its owner alone. A field that no
 * operation asks is asked by nobody.
 * Whoever acts for a customer is that customer here, and does what the operations say may be done for one.
 * Gives back the application that the call is about, when there is one. Throws UNAUTHENTICATED, ASSURANCE or FORBIDDEN,
 * the same for an application of somebody else as for one that is not there, and for an email address that is not the
 * token's.
 */
export async function authorise(
  context: RequestContext,
  { field, args }: { readonly field: string; readonly args: Asked },
  find: (id: string) => Promise<Known | undefined>,
): Promise<Known | undefined> {
  const { caller, brand } = context;
  const operations = operationsThatAsk(context, field);
  if (operations.length === 0) throw failure(errorCodes.notAllowed, 'No operation asks this.');
  const names = operations.map((one) => one.application ?? one.draft);
  const name = names.find((one) => one !== undefined);
  const id = name === undefined ? undefined : args[name];
  const named = id !== undefined && id !== null;
  const asksByEmail = operations.some(takesEmail) && given(args) !== undefined;
  if (
    !named &&
    !asksByEmail &&
    operations.every(({ access, assurance }) => access === 'public' && assurance === undefined)
  )
    return undefined;
  if (!caller) throw unauthenticated();
  mustBeForActing(context, operations);
  if (asksOfSomebodyElse(operations, args, caller.email)) throw forbidden();
  if (operations.some(({ access }) => access === 'admin') && accessOf(caller.groups) !== 'admin') throw forbidden();
  if (operations.every(({ assurance = 0 }) => wanted(assurance, caller.claims) > assuranceOf(caller.claims)))
    throw failure(errorCodes.assurance, 'This asks for a second proof of who you are.');
  if (!named) return undefined;
  const known = await find(String(id));
  if (!known || known.row.owner !== caller.sub || known.row.brand !== brand) throw forbidden();
  if (!operations.some((one) => isAbout(one, known.row))) throw forbidden();
  return known;
}

/**
 * What an operation does not say that may be done for a customer (`acting`), whoever acts for one does not; nor
 * anything on the pages of a brand that is not theirs.
 */
function mustBeForActing({ caller, services, brand, today }: RequestContext, operations: readonly Operation[]): void {
  if (caller?.actor === undefined) return;
  const { brand: own } = caller.actor;
  if (own !== undefined && services.definitions.brand(brand, today)?.facts['source'] !== own) throw forbidden();
  if (!operations.some(({ access, acting }) => acting === true || access === 'public'))
    throw failure(errorCodes.refused, 'Nobody may do this for a customer.', { reason: 'acting' });
}

/** Whether an operation is one of a loan application, or of a draft, whichever this is. */
const isAbout = ({ application, draft }: Operation, row: ApplicationRow): boolean =>
  (row.draft === null ? application : draft) !== undefined;

const wanted = (assurance: Assurance, claims: Claims): number =>
  assurance === 'own' ? assuranceAskedOf(claims) : assurance;

/** Whether an operation's schema has an input `email`; it stands for the person who asks, never for anybody else. */
const takesEmail = ({ input }: Operation): boolean =>
  Object.hasOwn((input['properties'] ?? {}) as Readonly<Record<string, unknown>>, 'email');
const given = ({ email }: Asked): string | undefined =>
  typeof email === 'string' ? email.trim().toLowerCase() : undefined;

/** Whether a call names another email address than that of the token it came with. */
function asksOfSomebodyElse(operations: readonly Operation[], args: Asked, own: string | undefined): boolean {
  const email = given(args);
  return email !== undefined && operations.some(takesEmail) && email !== own?.toLowerCase();
}

/** A call of an operation that says `"repeats": false` needs the key under which its repeat is known. */
export function mustBeKeyed(context: RequestContext, field: string): void {
  const once = operationsThatAsk(context, field).some(({ repeats }) => repeats === false);
  if (once && envelopeOf(context) === undefined) throw badInput('This operation needs an idempotency key.');
}

const operationsThatAsk = (context: RequestContext, field: string): readonly Operation[] =>
  askingOperations(context, field).map(([, operation]) => operation);
