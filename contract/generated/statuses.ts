// Made from schemas/api/statuses.json and schemas/api/operations/*.json by `npm run types`; a test holds it to them. Do not edit.

/** Where an application can stand: its coarse state, and what everybody can do there, each act with the statuses it leads to; keptDays: days without a change after which it ends of itself. */
export const statuses = {
  UNSUBMITTED: {
    state: 'UNSUBMITTED',
    applicant: { submitApplication: ['SUBMITTING'] },
    lender: {},
    reviewer: {},
    keptDays: 21,
  },
  SUBMITTING: {
    state: 'SUBMITTED',
    applicant: {},
    lender: { takeIn: ['PENDING_ASSET_REPORT_DOWNLOAD', 'PENDING_BRFR', 'PENDING_UNDERWRITING'] },
    reviewer: {},
  },
  COMPLETED_PRODUCT_SELECTION: {
    state: 'SUBMITTED',
    applicant: {},
    lender: { takeIn: ['PENDING_ASSET_REPORT_DOWNLOAD', 'PENDING_BRFR', 'PENDING_UNDERWRITING'] },
    reviewer: {},
  },
  PENDING_ASSET_REPORT_DOWNLOAD: {
    state: 'SUBMITTED',
    applicant: {},
    lender: { readAssetReport: ['PENDING_SAS_CALL_1'] },
    reviewer: {},
  },
  PENDING_SAS_CALL_1: {
    state: 'SUBMITTED',
    applicant: {},
    lender: { score: ['SUBMIT_ERROR', 'CANEBAY_DUPLICATE', 'PENDING_BRFR', 'PENDING_UNDERWRITING'] },
    reviewer: {},
  },
  PENDING_BRFR: {
    state: 'SUBMITTED',
    applicant: {},
    lender: { reviewForBank: ['SUBMIT_ERROR', 'PENDING_UNDERWRITING'] },
    reviewer: {},
  },
  PENDING_UNDERWRITING: {
    state: 'SUBMITTED',
    applicant: {},
    lender: { decide: ['SUBMIT_DENIED', 'SUBMIT_ERROR', 'CANEBAY_DUPLICATE', 'PENDING_PRODUCT_SELECTION', 'SUBMIT_APPROVED'] },
    reviewer: {},
  },
  PENDING_PRODUCT_SELECTION: {
    state: 'SUBMITTED',
    applicant: { submitApplication: ['COMPLETED_PRODUCT_SELECTION'] },
    lender: {},
    reviewer: {},
    keptDays: 21,
  },
  SUBMIT_APPROVED: {
    state: 'APPROVED',
    applicant: { saveAgreements: ['PENDING_ESIGN'] },
    lender: {},
    reviewer: {},
    keptDays: 21,
  },
  PENDING_ESIGN: {
    state: 'APPROVED',
    applicant: { esignApplication: ['ESIGNING'] },
    lender: {},
    reviewer: {},
    keptDays: 21,
  },
  ESIGNING: {
    state: 'APPROVED',
    applicant: {},
    lender: { takeInSignature: ['PENDING_ESIGN_VALIDATIONS'] },
    reviewer: {},
  },
  PENDING_ESIGN_VALIDATIONS: {
    state: 'APPROVED',
    applicant: {},
    lender: { validate: ['PENDING_ORIGINATION'], askForDocuments: ['PENDING_ESIGN_DOCUMENT_UPLOAD'], recalculate: ['SUBMIT_APPROVED'], refuseSignature: ['ESIGN_ERROR'] },
    reviewer: {},
  },
  PENDING_ESIGN_DOCUMENT_UPLOAD: {
    state: 'APPROVED',
    applicant: {},
    lender: {},
    reviewer: { acceptDocuments: ['PENDING_ORIGINATION'], acceptIdentity: ['PENDING_ORIGINATION'], acceptBank: ['PENDING_ORIGINATION'] },
    keptDays: 21,
  },
  PENDING_ORIGINATION: {
    state: 'APPROVED',
    applicant: {},
    lender: { originate: ['ORIGINATED'], recalculate: ['SUBMIT_APPROVED'], refuseSignature: ['ESIGN_ERROR'] },
    reviewer: {},
  },
  ORIGINATED: {
    state: 'ORIGINATED',
    applicant: {},
    lender: {},
    reviewer: {},
  },
  SUBMIT_DENIED: {
    state: 'DENIED',
    applicant: {},
    lender: {},
    reviewer: {},
  },
  ESIGN_ERROR: {
    state: 'ERROR',
    applicant: {},
    lender: {},
    reviewer: {},
  },
  SUBMIT_ERROR: {
    state: 'ERROR',
    applicant: {},
    lender: {},
    reviewer: {},
  },
  CANEBAY_DUPLICATE: {
    state: 'ERROR',
    applicant: {},
    lender: {},
    reviewer: {},
  },
} as const;

/** The status of a new application. */
export const startStatus = 'UNSUBMITTED';
