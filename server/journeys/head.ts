import type { Operations } from '../../contract/generated/operations.ts';
import type { JsonObject } from '../../runtime/core/facts.ts';
import { isApplicants, leadsTo, mayDo, stateOf } from '../status/graph.ts';
import { statusOf } from './applications.ts';
import type { ApplicationRow, Instant, SentDocuments } from './tables.ts';

/** An application as the schema's type of the same name says it, without its document. */
export function applicationHead(row: ApplicationRow, now: Date): JsonObject {
  return {
    id: row.id,
    draft: row.draft?.name ?? null,
    applicationType: row.application_type,
    status: statusOf(row),
    applicationState: viewState(row, now),
    stateCode: row.state_code,
    channel: row.channel,
    preferredProductCode: row.preferred_product_code,
    loanApplicationProgress: { applicationUrl: row.application_url },
    createdAt: instant(row.created_at),
    modifiedAt: instant(row.modified_at),
    flow: row.flow,
    definition: row.definition,
    revision: row.revision,
  };
}

/**
 * An application's state as the schema's ApplicationState (entity.applicationState). Signing is disabled where it would
 * be refused: for where the application stands, and for the time that the law of the state wants between two loans,
 * which ends at an instant that is known.
 */
export function viewState(
  row: Pick<ApplicationRow, 'id' | 'status' | 'progress'>,
  now: Date,
): Operations['applicationState']['value'] & Operations['denialReasons']['value'] {
  const until = coolingOff(row, now);
  const reasons = [
    ...(mayDo(row.status, 'esignApplication') ? [] : [row.status]),
    ...(until === null ? [] : ['COOLING_OFF']),
  ];
  return {
    id: row.id,
    status: row.status,
    applicationState: stateOf[row.status],
    // While a reviewer looks at what was sent, nothing is wanted of the applicant.
    isPendingDocuments: leadsTo(row.status, 'acceptDocuments').length > 0 && !isInReview(row.progress.documents),
    isPendingEsign: stateOf[row.status] === 'APPROVED' && isApplicants(row.status),
    isEsignDisabled: reasons.length > 0,
    eSignDisabledReasons: reasons,
    eSignDisabledUntilDate: until,
    offeredAmount: row.progress.offers ?? null,
    ...denialOf(row.progress),
  };
}

/** Why it was denied, and the consumer report that this was based on; copies, as it was when it was denied. */
export function denialOf({ reasons = [], report }: ApplicationRow['progress']): Operations['denialReasons']['value'] {
  return {
    reasons: reasons.map(({ code, text }) => ({ code, text })),
    report: report ? { ...report, score: { ...report.score } } : null,
  };
}

const easternOffset = new Intl.DateTimeFormat('en-US', { timeZone: 'America/New_York', timeZoneName: 'longOffset' });

/**
 * An instant in the hours of US Eastern time: a rule or a text reads its first ten letters as a day, and nine in the
 * evening of the 29th is the 30th elsewhere.
 */
function easternInstant(text: string): string {
  const at = new Date(text);
  const [, hours = '+00'] = /GMT([+-]\d\d):00$/.exec(easternOffset.format(at)) ?? [];
  return new Date(at.getTime() + Number(hours) * 3_600_000).toISOString().replace('Z', `${hours}:00`);
}

/**
 * The instant until which nobody may sign, in Eastern time, while it has not come; null of an application that is not
 * approved.
 */
export function coolingOff(
  { status, progress }: Pick<ApplicationRow, 'status' | 'progress'>,
  now: Date,
): string | null {
  const { signableFrom = null } = progress;
  const waits = stateOf[status] === 'APPROVED' && signableFrom !== null && now.toISOString() < signableFrom;
  return waits ? easternInstant(signableFrom) : null;
}

function instant(value: Instant): string {
  return new Date(value).toISOString();
}

/** Whether documents were sent and a reviewer has not said anything of them yet. */
export const isInReview = (documents: SentDocuments | undefined): boolean =>
  documents !== undefined && documents.asksAgain === undefined;
