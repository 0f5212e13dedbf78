import { randomUUID } from 'node:crypto';
import type { CompiledCompliance } from '../../../runtime/core/app-definition.ts';
import type { Json, JsonObject } from '../../../runtime/core/facts.ts';
import { boot, type Answer, type Person } from './person.ts';
import type { TestServer } from './server.ts';

/** An application as its owner drives it: saves and operations in the order the page makes them. */
export interface Applicant {
  readonly id: string;
  readonly definition: string;
  revision: number;
  /** One save of the runtime; the revision follows when it is taken. */
  save(changes: JsonObject, journey: JsonObject, more?: JsonObject): Promise<Answer>;
  /** Answers a page, makes its call, and leaves it by its action. */
  leave(page: Page): Promise<void>;
}
export interface Page {
  readonly step: string;
  readonly answers?: JsonObject;
  readonly action?: string;
  readonly call?: {
    readonly operation: string;
    readonly variables: (id: string, email?: string) => JsonObject;
    readonly outcome?: string;
  };
  readonly shown?: readonly string[];
  /** What the page loads before it can be left. */
  readonly load?: { readonly operation: string; readonly variables: (id: string) => JsonObject };
  /** Instead of an action: how else the step was left. */
  readonly by?: JsonObject;
}

/** What an applicant needs of a server. */
type Server = Pick<TestServer, 'address' | 'services'>;

/** @param flow which journey it is of; default: the application for a loan */
export async function openApplication(server: Server, person: Person, flow = 'apply'): Promise<Applicant> {
  const definition = (await boot(server)).flows[flow]?.hash ?? '';
  const created = await person.ask('createApplication', { application: { flow, definition } });
  if (created.errors.length > 0) throw new Error(`createApplication: ${JSON.stringify(created.errors)}`);
  const application = created.data?.['createApplication']?.['application'] as JsonObject;
  return applicantOf(server, person, {
    id: String(application['id']),
    definition: String(application['definition']),
    revision: Number(application['revision']),
    flow,
  });
}

export async function applicantOf(
  server: Server,
  person: Person,
  {
    id,
    definition,
    revision,
    flow = 'apply',
  }: Pick<Applicant, 'id' | 'definition' | 'revision'> & { readonly flow?: string },
): Promise<Applicant> {
  const compliance: CompiledCompliance = await server.services.definitions.compliance('payday', '2026-11-20');
  const applicant: Applicant = {
    id,
    definition,
    revision,
    async save(changes, journey, more = {}) {
      const answer = await person.ask('saveJourney', {
        id,
        flow,
        definition,
        revision: applicant.revision,
        key: randomUUID(),
        changes,
        journey,
        ...more,
      });
      const saved = answer.data?.['saveJourney'];
      if (saved) applicant.revision = Number(saved['revision']);
      return answer;
    },
    async leave({ step, answers = {}, action = 'continue', call, shown = [], by, load }) {
      if (load) must(`${step} ${load.operation}`, await person.ask(load.operation, load.variables(id)));
      if (Object.keys(answers).length > 0) must(step, await applicant.save(answers, {}));
      const hashes = Object.fromEntries(
        shown.map((idTag) => [idTag, compliance.documents[idTag]?.hash ?? `no document ${idTag}`]),
      );
      if (call)
        must(
          `${step} ${call.operation}`,
          await person.ask(call.operation, call.variables(id, person.email), {
            key: randomUUID(),
            step,
            by: { by: 'action', action },
            shown: hashes,
          }),
        );
      const outcome = call ? { outcome: { operation: call.operation, name: call.outcome ?? 'ok' } } : {};
      must(
        step,
        await applicant.save(
          {},
          {
            [step]: { ...(by ?? { by: 'action', action, ...outcome }), ...(shown.length > 0 ? { shown: hashes } : {}) },
          },
        ),
      );
    },
  };
  return applicant;
}

function must(what: string, answer: Answer): void {
  if (answer.errors.length > 0) throw new Error(`${what}: ${JSON.stringify(answer.errors)}`);
}

interface Home {
  readonly address: JsonObject;
  readonly idNumber: string;
  readonly shown: readonly string[];
  readonly withAgreements?: readonly string[];
}
/**
 * Homes of applicants: the address, the number of an ID of the state, and what the state has shown to them there and
 * beside the agreements.
 */
const homes: Readonly<Record<'TX' | 'AL' | 'MO', Home>> = {
  TX: {
    address: { addressLine1: '500 Congress Avenue', cityName: 'Austin', stateCode: 'TX', zipCode: '78701' },
    idNumber: '24681357',
    shown: ['texas-occc-notice'],
  },
  AL: {
    address: { addressLine1: '1 Dexter Avenue', cityName: 'Montgomery', stateCode: 'AL', zipCode: '36104' },
    idNumber: '1234567',
    shown: [],
  },
  MO: {
    address: { addressLine1: '1201 Grand Boulevard', cityName: 'Kansas City', stateCode: 'MO', zipCode: '64106' },
    idNumber: 'A123456789',
    shown: [],
    withAgreements: ['missouri-notice'],
  },
};

/** The pages of an application, in Texas unless told, up to its submission, as a new customer fills them in. */
export function pagesToSubmit(
  with_: { ssn?: string; gross?: number; amount?: number; idNumber?: string; state?: keyof typeof homes } = {},
): Page[] {
  const home = homes[with_.state ?? 'TX'];
  const personal = {
    firstName: 'Ana',
    lastName: 'Ortiz',
    dateOfBirth: '1988-04-12',
    documentType: 'SSN',
    documentNumber: with_.ssn ?? '219099999',
    stateIdType: 'DRIVER_LICENSE',
    driverLicenseStateCode: with_.state ?? 'TX',
    driverLicenseNumber: with_.idNumber ?? home.idNumber,
  };
  const income = {
    type: 'E',
    employerName: 'Acme Freight',
    paymentFrequency: 'BI',
    nextPaymentDate: '2026-12-04',
    amountGross: with_.gross ?? 180_000,
    amountNet: Math.min(with_.gross ?? 150_000, 150_000),
  };
  const bank = {
    routingNumber: '021000021',
    accountNumber: '000123456789',
    accountType: 'CHECKING',
    accountOpenDate: '2020-06-15',
  };
  const agreed = {
    'privacy-notice': true,
    'credit-report-authorization': true,
    'electronic-payment-authorization': true,
  };
  return [
    {
      step: 'personal',
      answers: {
        ...below('personalInformation', personal),
        'contactInformation.phone.number': '5125550142',
        ...below('contactInformation.address', home.address),
      },
      call: { operation: 'savePersonalInformation', variables: (id) => ({ id, personalInfo: personal }) },
      shown: home.shown,
    },
    { step: 'amount', answers: { 'loan.productCode': 'PDL', 'loan.amount': with_.amount ?? 30_000 } },
    {
      step: 'income',
      answers: below('incomeInformation', income),
      call: { operation: 'saveIncomeInformation', variables: (id) => ({ id, incomeInfo: income }) },
    },
    { step: 'bank' },
    {
      step: 'bank-manual',
      answers: below('bankingInformation', bank),
      call: { operation: 'saveBankInformation', variables: (id) => ({ id, bankInfo: bank }) },
    },
    {
      step: 'consent',
      answers: { 'additionalAttributes.esignConsent': true },
      call: {
        operation: 'saveUserInformation',
        variables: (id, email = '') => ({ id, userInformation: { email } }),
      },
      shown: ['esign-consent'],
    },
    {
      step: 'agreements',
      answers: { 'loan.repaymentMethod': 'EFT', 'agreements.application': agreed },
      call: {
        operation: 'saveAgreements',
        variables: (id) => ({ id, agreements: { application: agreed }, repaymentMethod: 'EFT' }),
      },
      shown: ['military-lending-statement', 'sms-consent', ...(home.withAgreements ?? [])],
    },
  ];
}
export const submitPage: Page = {
  step: 'submit',
  action: 'submit',
  call: { operation: 'submitApplication', variables: (id) => ({ id }), outcome: 'SUBMITTING' },
};

/** The pages from the approval to the signature. */
export function pagesToSign(): Page[] {
  const agreements = {
    application: {
      'privacy-notice': true,
      'credit-report-authorization': true,
      'electronic-payment-authorization': true,
    },
    loan: { 'loan-agreement': true, 'arbitration-agreement': true },
  };
  return [
    {
      step: 'approved-agreements',
      load: { operation: 'loanOffer', variables: (id) => ({ applicationId: id }) },
      answers: { 'agreements.loan': agreements.loan },
      call: { operation: 'saveAgreements', variables: (id) => ({ id, agreements, repaymentMethod: 'EFT' }) },
      shown: ['tila-box'],
    },
    {
      step: 'esign',
      action: 'sign',
      answers: { 'additionalAttributes.signature': 'Ana Ortiz' },
      call: { operation: 'esignApplication', variables: (id) => ({ id, signature: 'Ana Ortiz' }), outcome: 'ESIGNING' },
    },
  ];
}
export const heardAt = (step: string, event: string): Page => ({
  step,
  by: { by: 'event', channel: 'application', event },
});

function below(prefix: string, entity: Readonly<Record<string, Json>>): JsonObject {
  return Object.fromEntries(Object.entries(entity).map(([key, value]) => [`${prefix}.${key}`, value]));
}

/**
 * A loan of this person, applied for and signed over the API as their browser does it.
 * @param more as for `pagesToSubmit`
 */
export async function lentTo(
  server: Server,
  person: Person,
  more?: Parameters<typeof pagesToSubmit>[0],
): Promise<Applicant> {
  const applicant = await openApplication(server, person);
  for (const page of [...pagesToSubmit(more), submitPage]) await applicant.leave(page);
  await person.hear(applicant.id, (body) => body['status'] === 'SUBMIT_APPROVED');
  await applicant.leave(heardAt('transition', 'SUBMIT_APPROVED'));
  for (const page of pagesToSign()) await applicant.leave(page);
  await person.hear(applicant.id, (body) => body['status'] === 'ORIGINATED');
  return applicant;
}

/** An application of this person that is signed and waits for documents. */
export async function waitingForDocuments(server: Server, person: Person): Promise<Applicant> {
  const applicant = await openApplication(server, person);
  for (const page of [...pagesToSubmit({ ssn: '219091004' }), submitPage]) await applicant.leave(page);
  await person.hear(applicant.id, (body) => body['status'] === 'SUBMIT_APPROVED');
  await applicant.leave(heardAt('transition', 'SUBMIT_APPROVED'));
  for (const page of pagesToSign()) await applicant.leave(page);
  await person.hear(applicant.id, (body) => body['status'] === 'PENDING_ESIGN_DOCUMENT_UPLOAD');
  return applicant;
}
