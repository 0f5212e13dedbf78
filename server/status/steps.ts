import type { Services } from '../services.ts';
import { openDocument } from '../journeys/document.ts';
import { entityText } from '../journeys/entities.ts';
import type { ApplicationRow, Progress } from '../journeys/tables.ts';
import { createUnderwriting, type Decision } from '../underwriting/decide.ts';
import { inputsOf } from '../underwriting/inputs.ts';
import { easternDate } from '../../contract/days.ts';
import { sendAdverseActionNotice, sendDocumentRequest } from './notices.ts';
import type { Status } from './graph.ts';

/** What a status does on its own: where it goes next, and what is remembered. */
interface Move {
  readonly next: Status;
  readonly progress?: Progress;
}
export type Step = (row: ApplicationRow) => Promise<Move>;

/** The work of each status in which the machine does not wait for the applicant. Every step is safe to repeat. */
export function createSteps(services: Services): Partial<Record<Status, Step>> {
  const underwrite = createUnderwriting(services.env);
  const stay = (next: Status, progress?: Progress): Promise<Move> =>
    Promise.resolve({ next, ...(progress ? { progress } : {}) });
  return {
    SUBMITTING: () => stay('PENDING_UNDERWRITING'),
    async PENDING_UNDERWRITING(row) {
      const document = await openDocument({ services }, row);
      const today = row.progress.today ?? easternDate(services.clock());
      const brandFacts = services.definitions.brand(row.brand, today)?.facts ?? {};
      const { states } = await services.definitions.compliance(row.brand, today);
      const stateCode = entityText(document.answers, 'stateCode');
      const read = inputsOf(document.answers, {
        submits: row.progress.submits ?? 1,
        brandFacts,
        stateRow: stateCode === undefined ? undefined : states[stateCode],
      });
      const decision: Decision =
        'inputs' in read ? underwrite(read.inputs) : { status: 'SUBMIT_ERROR', reasons: [], wants: [] };
      if (!('inputs' in read))
        services.log.warn({ application: row.id, missing: read.missing }, 'submitted without what underwriting reads');
      const progress: Progress = {
        reasons: decision.reasons,
        documentsWanted: decision.wants.includes('documents'),
        anotherOption: decision.wants.includes('anotherOption'),
        recalculate: decision.wants.includes('recalculation'),
        ...('inputs' in read && decision.status === 'SUBMIT_APPROVED'
          ? { offer: { principal: read.inputs.amount, productCode: read.inputs.productCode ?? '' } }
          : {}),
      };
      if (decision.status === 'SUBMIT_DENIED') {
        await sendAdverseActionNotice(services, row, {
          brand: brandFacts,
          firstName: entityText(document.answers, 'firstName'),
          lastName: entityText(document.answers, 'lastName'),
          reasons: decision.reasons,
          today,
        });
      }
      return { next: decision.status, progress };
    },
    ESIGNING: () => stay('PENDING_ESIGN_VALIDATIONS'),
    async PENDING_ESIGN_VALIDATIONS(row) {
      const { recalculate, recalculated, documentsWanted, documentsUploaded } = row.progress;
      if (recalculate && !recalculated)
        return {
          next: 'SUBMIT_APPROVED',
          progress: { action: 'ESIGN_RECALCULATED', recalculated: true, agreed: false },
        };
      if (!documentsWanted || documentsUploaded) return { next: 'PENDING_ORIGINATION' };
      const facts = services.definitions.brand(row.brand, easternDate(services.clock()))?.facts ?? {};
      await sendDocumentRequest(services, row, facts);
      return { next: 'PENDING_ESIGN_DOCUMENT_UPLOAD' };
    },
    PENDING_ORIGINATION: () => stay('ORIGINATED'),
  };
}
