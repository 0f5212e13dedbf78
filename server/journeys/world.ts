import { applicationFacts, complianceFacts, draftFacts, resultsByName } from '../../contract/application.ts';
import { privacyFacts } from '../../contract/privacy.ts';
import { personFacts } from '../../contract/person.ts';
import type { CompiledFlow } from '../../runtime/core/definition.ts';
import type { Json } from '../../runtime/core/facts.ts';
import type { World } from '../../runtime/core/state.ts';
import type { RequestContext } from '../graphql/context.ts';
import type { Caller, Services } from '../services.ts';
import { findOpenApplication, isKept } from './applications.ts';
import { applicationHead } from './head.ts';
import type { ApplicationRow } from './tables.ts';

/** What of a request the facts come from. */
type Seen = Pick<RequestContext, 'session' | 'cookies' | 'privacy' | 'now' | 'today'> & {
  readonly services: Pick<Services, 'db' | 'definitions'>;
};

/**
 * Facts that rules see when the server walks: all of them its own, none told by the browser but its declared cookies
 * and the wish for privacy.
 */
export async function worldOf(
  context: Seen,
  caller: Caller,
  of: {
    readonly application: ApplicationRow;
    readonly flow: CompiledFlow;
    /** The last value of each operation. */
    readonly values: Readonly<Record<string, Json>>;
  },
): Promise<World> {
  const { application, flow, values } = of;
  const { db, definitions } = context.services;
  const brand = definitions.brand(application.brand, context.today);
  const compliance = await definitions.compliance(application.brand, context.today);
  const { sessionLoads = [] } = await definitions.app(application.brand, context.today);
  const ofSession = Object.fromEntries(
    sessionLoads.flatMap(({ operation, as }) =>
      as === undefined || values[operation] === undefined ? [] : [[as, values[operation]] as const],
    ),
  );
  const { owner } = application;
  const other = (): Promise<ApplicationRow | undefined> =>
    findOpenApplication(db, { owner, brand: application.brand, now: context.now });
  const isLoan = application.draft === null;
  const open = isLoan && isKept(application, context.now) ? application : await other();
  const loan = isLoan ? application : open;
  return {
    results: { ...ofSession, ...resultsByName(flow, values) },
    ...personFacts(caller.claims, {
      brand: brand?.facts ?? {},
      hasOpenApplication: open !== undefined,
      session: context.session,
    }),
    application: applicationFacts(loan && applicationHead(loan, context.now)),
    ...(!isLoan && { draft: draftFacts(applicationHead(application, context.now)) }),
    brand: brand?.facts ?? {},
    flags: brand?.flags ?? {},
    route: { params: {}, query: {} },
    cookies: context.cookies,
    device: privacyFacts(context.privacy),
    compliance: complianceFacts(compliance),
    today: context.today,
    now: context.now.toISOString(),
  };
}
