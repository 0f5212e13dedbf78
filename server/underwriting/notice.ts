import type { JsonObject } from '../../runtime/core/facts.ts';
import { isObject } from '../../runtime/core/index.ts';
import type { Reason } from './decide.ts';

export interface NoticeFacts {
  readonly brand: JsonObject;
  readonly firstName: string | undefined;
  readonly lastName: string | undefined;
  readonly reasons: readonly Reason[];
  /** Calendar date of the decision. */
  readonly today: string;
}

/** ECOA notice of 12 CFR 1002.9(b)(1), word for word but for the agency, which stands in Appendix A. */
const ecoaText =
  'The Federal Equal Credit Opportunity Act prohibits creditors from discriminating against credit applicants on the basis of race, color, religion, national origin, sex, marital status, age (provided the applicant has the capacity to enter into a binding contract); because all or part of the applicant’s income derives from any public assistance program; or because the applicant has in good faith exercised any right under the Consumer Credit Protection Act.';
/** Appendix A to 12 CFR 1002: retailers, finance companies and other creditors that are no banks. */
const agency = 'Federal Trade Commission, Consumer Response Center, 600 Pennsylvania Avenue NW, Washington, DC 20580';

/** The adverse action notice: action taken, creditor, principal reasons, ECOA notice (12 CFR 1002.9(a)(2)). */
export function adverseActionNotice(facts: NoticeFacts): { readonly subject: string; readonly text: string } {
  const creditor = creditorOf(facts.brand);
  const applicant = [facts.firstName, facts.lastName].filter(Boolean).join(' ') || 'Applicant';
  const text = [
    facts.today,
    `Dear ${applicant},`,
    `Thank you for applying to ${creditor.name} for a loan. We have considered your application carefully and we cannot approve it.`,
    `Our principal ${facts.reasons.length === 1 ? 'reason' : 'reasons'} for this decision:\n${facts.reasons.map((reason) => `- ${reason.text}`).join('\n')}`,
    `Creditor: ${[creditor.name, ...creditor.address].join(', ')}`,
    `Notice: ${ecoaText} The federal agency that administers compliance with this law concerning this creditor is ${agencyOf(facts.brand)}.`,
    creditor.phone === undefined ? '' : `Questions? Call us at ${creditor.phone}.`,
  ];
  return {
    subject: 'About your loan application: notice of action taken',
    text: text.filter((line) => line !== '').join('\n\n'),
  };
}

function creditorOf(brand: JsonObject): { name: string; address: string[]; phone: string | undefined } {
  const creditor = isObject(brand['creditor']) ? brand['creditor'] : {};
  const text = (from: JsonObject, key: string): string | undefined =>
    typeof from[key] === 'string' && from[key] !== '' ? from[key] : undefined;
  const name = text(creditor, 'name') ?? text(brand, 'name');
  if (name === undefined)
    throw new Error('A denial needs the creditor: give brand.json a `creditor` with name and address.');
  const place = [
    text(creditor, 'city'),
    [text(creditor, 'state'), text(creditor, 'postalCode')].filter(Boolean).join(' '),
  ]
    .filter(Boolean)
    .join(', ');
  return {
    name,
    address: [text(creditor, 'addressLine1'), place].filter((line): line is string => Boolean(line)),
    phone: text(brand, 'phoneNumber'),
  };
}
/** A bank's brand names its own supervisor. */
function agencyOf(brand: JsonObject): string {
  const creditor = isObject(brand['creditor']) ? brand['creditor'] : {};
  return typeof creditor['agency'] === 'string' ? creditor['agency'] : agency;
}
