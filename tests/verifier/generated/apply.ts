/**
 * The generated application: who, where, which loan, questions in blocks, agreements, a decision with a live status,
 * signing.
 */
import type { Json } from '../../../compile/index.ts';
import { blockCount, blocks } from './blocks.ts';
import type { Jurisdiction } from './compliance.ts';
import { lendingRules } from './rules.ts';
import { fact, is, PRODUCT, STATE, type Docs } from './words.ts';

const CORE = 14;
const state = (column: string): Json => ({ lookup: ['states', fact(STATE), column] });
const id: Json = { id: fact('application.id') };
const go = (more: object = {}): Json => ({ id: 'continue', label: 'Continue', ...more });
const form = (name: string, more: object): Json => ({ id: name, kind: 'form', title: name, ...more });
const ended = (name: string, outcome: string, layout: Json): Json => form(name, { layout, outcome });

/** Files of `flows/apply` with `count` steps, and the line. */
export function applyFiles(
  { count, ruleCount, seed }: { readonly count: number; readonly ruleCount: number; readonly seed: number },
  states: readonly Jurisdiction[],
): { readonly files: Docs; readonly line: readonly string[] } {
  const rules = lendingRules({ count: ruleCount, blocks: blockCount(count - CORE), bind: 'generated' }, states, seed);
  const notices = states.flatMap(({ code, notice }) =>
    notice === undefined ? [] : [{ idTag: notice, when: is(STATE, code) }],
  );
  const asked = blocks({ count: count - CORE, bind: 'generated', after: 'consent' }, rules, [
    ...notices,
    { idTag: 'generated-rates', when: is(PRODUCT, 'ILP') },
  ]);
  const line = ['personal', 'loan', 'income', ...asked.line, 'consent', 'agreements', 'submit'];
  const steps: Docs = { ...before, ...asked.steps, ...deciding };
  const files: Docs = {
    'flows/apply/flow.json': {
      id: 'apply',
      title: 'Apply',
      base: '/application',
      access: 'public',
      saves: 'application',
      start: 'personal',
      line,
      outcomes: ['originated', 'denied', 'not-served', 'withdrawn'],
      answers: { type: 'object', properties: { generated: { type: 'object', properties: asked.answers } } },
    },
    'flows/apply/values/age.json': {
      says: 'Completed years',
      type: 'integer',
      value: { yearsBetween: [fact('answers.personalInformation.dateOfBirth'), fact('today')] },
    },
    'flows/apply/values/maximum.json': {
      says: 'Largest loan',
      type: 'integer',
      value: { if: [is(PRODUCT, 'ILP'), state('maximumInstallment'), state('maximumPayday')] },
    },
  };
  for (const [name, step] of Object.entries(steps)) files[`flows/apply/steps/${name}.json`] = step;
  for (const { name, rule } of rules) files[`flows/apply/rules/${name}.json`] = { says: `Rule ${name}`, rule };
  return { files, line };
}

const offers = (product: string): Json => ({ in: [product, state('products.ONLINE')] });

const before: Docs = {
  personal: form('personal', {
    fields: {
      firstName: { bind: 'personalInformation.firstName', $ref: '/values/first-name', label: 'First name' },
      birth: { bind: 'personalInformation.dateOfBirth', $ref: '/values/date-of-birth', label: 'Date of birth' },
      state: { bind: 'contactInformation.address.stateCode', $ref: '/values/state', label: 'State' },
      marital: {
        bind: 'additionalInformation.maritalStatus',
        control: 'radio',
        label: 'Marital status',
        enum: ['MARRIED', 'UNMARRIED', 'SEPARATED'],
        choices: ['MARRIED', 'UNMARRIED', 'SEPARATED'].map((value) => ({ value, label: value })),
        when: { '==': [state('communityProperty'), true] },
      },
    },
    layout: ['firstName', 'birth', 'state', 'marital'],
    checks: [
      { assert: { '>=': [fact('values.age'), state('minimumAge')] }, at: 'birth', message: 'You are too young' },
    ],
    actions: [
      go({
        calls: [
          {
            call: 'savePersonalInformation',
            with: { ...(id as object), personalInfo: fact('answers.personalInformation') },
          },
        ],
        next: [{ when: { '==': [state('served'), false] }, to: 'not-served' }],
      }),
    ],
  }),
  'not-served': ended('not-served', 'not-served', [{ copy: 'We do not lend there.' }]),
  loan: form('loan', {
    fields: {
      product: {
        bind: 'loan.productCode',
        control: 'radio',
        label: 'Kind of loan',
        enum: ['PDL', 'ILP'],
        choices: [
          { value: 'PDL', label: 'Payday', when: offers('PDL') },
          { value: 'ILP', label: 'Installment', when: offers('ILP') },
        ],
      },
      amount: {
        bind: 'loan.amount',
        $ref: '/values/money',
        label: 'Amount',
        when: { answered: PRODUCT },
        minimum: state('minimumLoan'),
        maximum: fact('values.maximum'),
      },
    },
    layout: ['product', 'amount'],
    actions: [go()],
  }),
  income: form('income', {
    fields: {
      type: {
        bind: 'incomeInformation.type',
        control: 'select',
        label: 'Income',
        enum: ['E', 'SELF_EMPLOYED', 'S', 'D', 'O'],
        choices: ['E', 'SELF_EMPLOYED', 'S', 'D', 'O'].map((value) => ({ value, label: value })),
      },
      employer: {
        bind: 'incomeInformation.employerName',
        $ref: '/values/person-or-company',
        label: 'Employer',
        when: { in: [fact('answers.incomeInformation.type'), ['E', 'SELF_EMPLOYED']] },
      },
    },
    layout: ['type', 'employer'],
    actions: [
      go({
        calls: [
          { call: 'saveIncomeInformation', with: { ...(id as object), incomeInfo: fact('answers.incomeInformation') } },
        ],
      }),
    ],
  }),
};

const consent = (bind: string, label: string): Json => ({
  bind,
  type: 'boolean',
  const: true,
  control: 'checkbox',
  label,
});
/** On the way to a decision. */
const underWay = [
  'SUBMITTING',
  'COMPLETED_PRODUCT_SELECTION',
  'PENDING_ASSET_REPORT_DOWNLOAD',
  'PENDING_SAS_CALL_1',
  'PENDING_BRFR',
  'PENDING_UNDERWRITING',
];
const decided = [
  ...underWay,
  'SUBMIT_APPROVED',
  'SUBMIT_DENIED',
  'SUBMIT_ERROR',
  'CANEBAY_DUPLICATE',
  'PENDING_PRODUCT_SELECTION',
];
const signing = [
  'ESIGNING',
  'PENDING_ESIGN_VALIDATIONS',
  'PENDING_ESIGN_DOCUMENT_UPLOAD',
  'PENDING_ORIGINATION',
  'ORIGINATED',
  'ESIGN_ERROR',
  'ESIGN_RECALCULATED',
];
const all = (names: readonly string[], target: Json): Docs => Object.fromEntries(names.map((name) => [name, target]));

const deciding: Docs = {
  consent: form('consent', {
    fields: { esign: consent('additionalAttributes.esignConsent', 'I agree to sign electronically') },
    layout: [{ disclosure: 'generated-esign', consent: 'esign' }],
    actions: [go()],
  }),
  agreements: form('agreements', {
    fields: { share: consent('additionalAttributes.canShareInfo', 'I agree to the documents') },
    layout: ['share'],
    actions: [go()],
  }),
  submit: form('submit', {
    layout: [{ copy: 'Look through your answers.' }],
    actions: [
      {
        id: 'submit',
        label: 'Submit',
        calls: [{ call: 'submitApplication', with: id, on: all(decided, { to: 'deciding' }) }],
      },
      {
        id: 'withdraw',
        label: 'Withdraw',
        style: 'link',
        validates: false,
        calls: [{ call: 'withdrawApplication', with: id }],
        next: [{ to: 'withdrawn' }],
      },
    ],
  }),
  withdrawn: ended('withdrawn', 'withdrawn', [{ copy: 'We have stopped.' }]),
  deciding: {
    id: 'deciding',
    kind: 'wait',
    title: 'We are deciding',
    load: [
      {
        call: 'applicationState',
        with: id,
        as: 'applicationState',
        keeps: 'application',
        on: {
          ...all(['UNSUBMITTED'], { reopen: ['submit'] }),
          ...all([...underWay, 'SUBMIT_ERROR', 'CANEBAY_DUPLICATE'], { stay: true }),
          PENDING_PRODUCT_SELECTION: { to: 'offer' },
          ...all(['SUBMIT_APPROVED', 'PENDING_ESIGN', ...signing], { to: 'approved' }),
          SUBMIT_DENIED: { to: 'denied' },
        },
      },
    ],
    listen: [
      {
        channel: 'application',
        with: {},
        on: {
          PENDING_PRODUCT_SELECTION: { to: 'offer' },
          SUBMIT_APPROVED: { to: 'approved' },
          SUBMIT_DENIED: { to: 'denied' },
        },
        poll: 'applicationState',
      },
    ],
  },
  offer: form('offer', {
    fields: {
      amount: {
        bind: 'loan.newAmount',
        $ref: '/values/money',
        label: 'New amount',
        minimum: state('minimumLoan'),
        maximum: fact('values.maximum'),
      },
    },
    layout: ['amount'],
    actions: [
      go({
        set: { 'answers.loan.amount': fact('answers.loan.newAmount') },
        calls: [{ call: 'submitApplication', with: id, on: all(decided, { reopen: ['deciding'] }) }],
      }),
    ],
  }),
  denied: ended('denied', 'denied', [{ disclosure: 'generated-denial' }]),
  approved: form('approved', {
    load: [
      {
        call: 'loanOffer',
        with: { applicationId: fact('application.id') },
        as: 'loanOffer',
        keeps: 'application',
        on: { NOT_READY: { leave: 'away' } },
      },
    ],
    layout: [{ disclosure: 'generated-tila' }],
    actions: [go({ next: [{ to: 'sign' }] })],
  }),
  sign: form('sign', {
    fields: {
      signature: {
        bind: 'additionalAttributes.signature',
        type: 'string',
        minLength: 3,
        maxLength: 80,
        label: 'Your signature',
        examples: ['Ana Ortiz'],
      },
    },
    layout: ['signature'],
    actions: [
      go({
        calls: [
          {
            call: 'esignApplication',
            with: { ...(id as object), signature: fact('answers.additionalAttributes.signature') },
            on: {
              ...all(signing, { to: 'signed' }),
              ESIGN_ERROR: { stay: true, message: 'Please sign again' },
              ESIGN_RECALCULATED: { reopen: ['approved'] },
            },
          },
        ],
      }),
    ],
  }),
  signed: ended('signed', 'originated', [{ copy: 'Your loan is on its way.' }]),
};
