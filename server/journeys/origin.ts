/** What is written down of how an application came to be, and what one takes over from another. */
import { sql } from 'kysely';
import { attributesIn } from '../../contract/person.ts';
import type { JsonObject } from '../../runtime/core/facts.ts';
import type { RequestContext } from '../graphql/context.ts';
import { standingOf } from '../loans/standing.ts';
import { loansOf } from '../loans/store.ts';
import { systemOf } from '../loans/systems.ts';
import { findApplication } from './acts/store.ts';
import { customerCodeOf, type Owner } from './change.ts';
import { openDocument } from './document.ts';
import { entityText } from './entities.ts';
import { addressPlace } from './entity.ts';
import { sealAnswers } from './sealing.ts';
import type { ApplicationRow, Origin } from './tables.ts';

/** Of an application that is begun now. A loan system that is silent says nothing of the person. */
export async function originOf(
  context: RequestContext,
  { id, owner, brand }: Owner & { readonly id: string },
): Promise<Origin> {
  const { services, caller, from, today } = context;
  const { db, sealer, definitions } = services;
  const claims = caller?.claims ?? {};
  const isLegacy = attributesIn(claims)['isLegacyAuthenticated'] === true || claims['custom:source'] === 'LEGACY';
  const source = definitions.brand(brand, today)?.facts['source'];
  const system = await systemOf(services, { owner, brand });
  const loans = system?.answers === false ? [] : await loansOf(db, { owner, brand });
  const [loan] = loans;
  const standing = loan && standingOf(loan, today);
  const sourceSystem = system?.sourceSystem ?? null;
  return {
    applicationSource: isLegacy ? 'SAGA_APPLICATION_ONLINE_LEGACY' : 'SAGA_APPLICATION_ONLINE',
    ...(typeof source === 'string' && { source }),
    ipAddress: await sealer.seal(from, addressPlace(id)),
    system: { source: sourceSystem, customerCode: customerCodeOf(claims, loans) || null },
    ...(loan &&
      standing && {
        loan: {
          loanNumber: loan.loanNumber,
          productCode: loan.productCode,
          payoffAmount: standing.payoff,
          dueDate: standing.next?.dueDate ?? null,
          principal: loan.principal,
          totalAmountDue: standing.leftToPay,
          loanDisplayNumber: `...${loan.loanNumber.slice(-6)}`,
          sourceSystem,
          originalLoanTerm: loan.schedule.length,
          financeCharge: loan.financeCharge,
        },
      }),
  };
}

/** The last loan application of a person with a brand that came to its end; undefined where there is none. */
export async function lastDecided(
  { services: { db } }: Pick<RequestContext, 'services'>,
  { owner, brand }: Owner,
): Promise<ApplicationRow | undefined> {
  const found = await sql<{ id: string }>`select id from applications
    where id in (select application_id from person_applications where owner = ${owner} and brand = ${brand})
      and draft is null and not is_open and finished_at is not null order by created_at desc, begun desc limit 1`.execute(
    db,
  );
  const id = found.rows[0]?.id;
  return id === undefined ? undefined : await findApplication(db, id);
}

/** Who somebody is, where they live and what they earn: what another application may begin with. */
const base = ['personalInformation', 'contactInformation', 'incomeInformation'] as const;

/**
 * What one application takes over from another: what its person said of themselves, sealed for it. What was agreed to,
 * signed or chosen, the bank account and the next pay day are asked anew.
 */
export async function takenOver(
  context: RequestContext,
  from: ApplicationRow,
  to: { readonly id: string; readonly definition: string },
): Promise<{ readonly answers: JsonObject; readonly origin: Pick<Origin, 'copyOf' | 'stateCode' | 'productCode'> }> {
  const { services } = context;
  const flow = await services.definitions.flow(to.definition);
  if (!flow) throw new Error(`The version ${to.definition} of a flow that is offered is in no archive.`);
  const { answers: clear } = await openDocument(context, from);
  const kept = Object.fromEntries(
    base.flatMap((name) => {
      const told = clear[name];
      if (typeof told !== 'object' || told === null || Array.isArray(told)) return [];
      const { nextPaymentDate: _, ...others } = told as JsonObject;
      return [[name, others] as const];
    }),
  );
  return {
    answers: await sealAnswers(services.sealer, kept, { flow, id: to.id, stored: {}, clear: {} }),
    origin: {
      copyOf: from.id,
      stateCode: entityText(clear, 'stateCode'),
      productCode: entityText(clear, 'productCode'),
    },
  };
}
