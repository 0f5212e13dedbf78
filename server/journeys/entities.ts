import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import { get } from '../../runtime/core/index.ts';

/**
 * Where the entities of section 3 of the loan journey stand below `answers`: the part of the application document that
 * the reference back end itself reads. Money in cents.
 */
const entityPaths = {
  firstName: 'personalInformation.firstName',
  lastName: 'personalInformation.lastName',
  dateOfBirth: 'personalInformation.dateOfBirth',
  ssn: 'personalInformation.documentNumber',
  idNumber: 'personalInformation.driverLicenseNumber',
  idState: 'personalInformation.driverLicenseStateCode',
  stateCode: 'contactInformation.address.stateCode',
  amount: 'loan.amount',
  /** The smaller loan that is chosen instead. */
  newAmount: 'loan.newAmount',
  productCode: 'loan.productCode',
  /** Cents for one pay period. */
  grossIncome: 'incomeInformation.amountGross',
  payFrequency: 'incomeInformation.paymentFrequency',
  nextPayDate: 'incomeInformation.nextPaymentDate',
  accountNumber: 'bankingInformation.accountNumber',
  /** The account of a bank link that was chosen; its numbers are the server's alone. */
  linkedAccount: 'bankingInformation.accountId',
  /** The applicant says that the Military Lending Act protects them. */
  coveredBorrower: 'additionalAttributes.coveredBorrower',
  optOut: 'additionalAttributes.optOut',
  canShareInfo: 'additionalAttributes.canShareInfo',
  smsOptIn: 'additionalAttributes.smsOptIn',
} as const;

export type Entity = keyof typeof entityPaths;

/** Where an entity stands below `answers`. */
export const pathOfEntity = (entity: Entity): string => entityPaths[entity];

export function entityText(answers: JsonObject, entity: Entity): string | undefined {
  const value: Json | undefined = get(answers, entityPaths[entity]);
  return typeof value === 'string' && value !== '' ? value : undefined;
}
export function entityNumber(answers: JsonObject, entity: Entity): number | undefined {
  const value: Json | undefined = get(answers, entityPaths[entity]);
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}
/** Whether it was said; what was not said is false. */
export const entityFlag = (answers: JsonObject, entity: Entity): boolean => get(answers, entityPaths[entity]) === true;

const payPeriodsPerYear = { WK: 52, BI: 26, BIM: 24, MON: 12 } as const;
export type Frequency = keyof typeof payPeriodsPerYear;

export function payFrequency(answers: JsonObject): Frequency | undefined {
  const told = entityText(answers, 'payFrequency');
  return told !== undefined && Object.hasOwn(payPeriodsPerYear, told) ? (told as Frequency) : undefined;
}

/** Gross income of a month in cents, from the pay of one period. */
export function grossMonthlyIncome(answers: JsonObject): number | undefined {
  const gross = entityNumber(answers, 'grossIncome');
  const frequency = payFrequency(answers);
  return gross === undefined || frequency === undefined
    ? undefined
    : Math.floor((gross * payPeriodsPerYear[frequency]) / 12);
}
