import { personFacts } from '../../contract/person.ts';
import { own } from '../../runtime/core/index.ts';
import { isOnlinePendingOrigination, openOnes } from '../journeys/applicant.ts';
import { findOpenApplication } from '../journeys/applications.ts';
import { start } from '../status/graph.ts';
import type { RequestContext } from './context.ts';
import { unauthenticated } from './errors.ts';
import type { Queries } from './field.ts';
import type { Caller } from '../services.ts';
import type { Json, JsonObject } from '../../runtime/core/facts.ts';

/** The fields of Query about whoever has just logged in. */
export const customerQueries: Pick<Queries, 'skipResumeApplication' | 'customerSystemSearch'> = {
  /** What was sent already is not gone on with: its page shows where it stands. */
  async skipResumeApplication(_, context) {
    const { sub } = whoeverAsks(context);
    const { brand, now } = context;
    const row = await findOpenApplication(context.services.db, { owner: sub, brand, now });
    return { skipResumeApplication: row !== undefined && row.status !== start };
  },
  async customerSystemSearch(_, context) {
    const { sub, email, groups, claims } = whoeverAsks(context);
    if (groups.length === 0) return null;
    const { customer } = personFacts(claims, { brand: {} });
    const open = await openOnes(context.services.db, sub, context.now);
    const [pending] = open;
    return {
      email: email ?? '',
      isReturningCustomer: isText(customer, 'boCode'),
      isRetailReturning: isText(customer, 'retailBoCode'),
      isCoreCustomer: own(customer, 'isCoreCustomer') === true,
      isLegacyAuthenticated: own(customer, 'isLegacyAuthenticated') === true,
      boCode: textOf(customer, 'boCode'),
      retailBoCode: textOf(customer, 'retailBoCode'),
      loanProCustomerId: textOf(customer, 'loanProCustomerId'),
      qFundCustomerId: textOf(customer, 'qFundCustomerId'),
      hasOnlinePendingOrigination: open.some(isOnlinePendingOrigination),
      hasPendingApplication: pending !== undefined,
      pendingApplicationBrand: pending?.brand ?? null,
      customerType: customer['customerType'] as 'NEW' | 'OMNI_RETURNING' | 'ONLINE_RETURNING' | 'RETAIL_RETURNING',
      stateCode: pending?.state_code ?? null,
      channel: pending?.channel ?? null,
    };
  },
};

function whoeverAsks({ caller }: RequestContext): Caller {
  if (!caller) throw unauthenticated();
  return caller;
}
const isText = (of: JsonObject, name: string): boolean => typeof own(of, name) === 'string';
/** An id that is all digits may be a number in a token of another pool. */
function textOf(of: JsonObject, name: string): string | null {
  const value: Json | undefined = own(of, name);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
}
