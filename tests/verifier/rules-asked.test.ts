import { describe, expect, test } from 'vitest';
import { loadContent, productNamed } from '../../cli/products.ts';
import { projectDir, readFiles } from '../../compile/disk.ts';
import type { Files, Json } from '../../compile/index.ts';
import { facts } from '../../runtime/core/index.ts';
import { impliedBy } from '../../verifier/check/rules/asked.ts';
import { settingsOf } from '../../verifier/check/rules/setting.ts';
import { survey } from '../../verifier/explore/survey.ts';
import { truthOf } from '../../verifier/rules/evaluate.ts';
import { checkedRules, lending, lineOf, loadedOf, options, planted, type Plant } from './lending.ts';

const step = (id: string): string => `flows/loan/steps/${id}.json`;
const page = (id: string): string => `flows/apply/steps/${id}.json`;
const fact = (path: string): Json => ({ var: path });
const EMPLOYER = 'answers.incomeInformation.employerName';
const JOB = 'answers.incomeInformation.jobTitle';
const NEW = 'answers.loan.newAmount';
const [TYPE, AMOUNT, MARRIED] = [fact('answers.incomeInformation.type'), fact('answers.loan.amount'), { '==': [fact('answers.additionalInformation.maritalStatus'), 'MARRIED'] }];
const IF_EMPLOYED = '"when": { "==": [{ "var": "answers.incomeInformation.type" }, "E"] }';
const ORDER = '"layout": ["type", "employer", "gross"]';

const noteOnSigning = (when: Json): Plant => [step('sign'), '{ "copy": "You ask', `{ "note": "X marks", "when": ${JSON.stringify(when)} }, { "copy": "You ask`];
const noteFirst = (id: string, when: Json): Plant => [page(id), '"layout": [', `"layout": [{ "note": "X marks", "when": ${JSON.stringify(when)} }, `];
const onIncome = (layout: string): Plant => [step('income'), ORDER, `"layout": ${layout}`];
const setOnIncome = (set: Json): Plant => [step('income'), '"label": "Continue",', `"label": "Continue", "set": ${JSON.stringify(set)},`];
const job = (when: Json): Plant => [step('income'), '"gross": {', `"job": { "bind": "incomeInformation.jobTitle", "type": "string", "label": "Job", "when": ${JSON.stringify(when)} },\n"gross": {`];
const notEmployed = job({ '!=': [TYPE, 'E'] });
const bothJobs = (join: string): Plant => onIncome(`["type", "employer", "job", { "note": "X marks", "when": { "${join}": [{ "answered": "${JOB}" }, { "answered": "${EMPLOYER}" }] } }, "gross"]`);
/** A page behind the income that asks again where it comes from. */
const askedAgain: readonly Plant[] = [
  [step('again'), JSON.stringify({ id: 'again', kind: 'form', title: 'Once more', fields: { type: { bind: 'incomeInformation.type', type: 'string', label: 'Income', enum: ['E', 'S', 'O'], choices: ['E', 'S', 'O'].map((value) => ({ value, label: value })) } }, layout: ['type', { note: 'X marks', when: { and: [{ '==': [TYPE, 'S'] }, { answered: EMPLOYER }] } }], actions: [{ id: 'continue', label: 'Continue' }] })],
  ['flows/loan/flow.json', '"income", "account"', '"income", "again", "account"'],
];

interface Case {
  readonly what: string;
  readonly plants: readonly Plant[];
  /** Where it stands: a file and a text that is in it once. */
  readonly at: readonly [file: string, text: string];
  readonly says: RegExp;
}
const small: readonly Case[] = [
  { what: 'an answer of others, asked whether it is there', plants: [noteOnSigning({ and: [{ '==': [TYPE, 'S'] }, { answered: EMPLOYER }] })], at: [step('sign'), 'X marks'], says: /never shown: .*, but the employer is known only when “the answer to "Where your income comes from" is Employment”/ },
  { what: 'an answer of others, compared', plants: [noteOnSigning({ and: [{ '==': [TYPE, 'S'] }, { '==': [fact(EMPLOYER), 'Acme'] }] })], at: [step('sign'), 'X marks'], says: /the employer is known only when/ },
  { what: 'two fields of one page that nobody sees together', plants: [notEmployed, bothJobs('and')], at: [step('income'), 'X marks'], says: /the job is known only when .*, and the employer is known only when/ },
  { what: 'a field that waits for its own answer', plants: [[step('income'), IF_EMPLOYED, `"when": { "answered": "${EMPLOYER}" }`]], at: [step('income'), '"answered"'], says: /"Employer" is never asked: .* the employer is asked only by it or below it/ },
  { what: 'two fields that wait for each other', plants: [job({ answered: EMPLOYER }), [step('income'), IF_EMPLOYED, `"when": { "answered": "${JOB}" }`], onIncome('["type", "employer", "job", "gross"]')], at: [step('income'), `"answered": "${JOB}"`], says: /the job is asked only by it or below it/ },
  { what: 'a group that waits for an answer inside of it', plants: [onIncome('["type", { "group": ["employer", "gross"], "title": "More", "when": { "answered": "answers.incomeInformation.amountGross" } }]')], at: [step('income'), '"title": "More"'], says: /is asked only inside of it/ },
  { what: 'a constant that nothing sets', plants: [setOnIncome({ 'answers.loan.channel': 'ONLINE' }), noteOnSigning({ '==': [fact('answers.loan.channel'), 'RETAIL'] })], at: [step('sign'), 'X marks'], says: /the channel is known only when “the channel is online”/ },
  { what: 'more than what an answer is set from can be', plants: [setOnIncome({ [NEW]: AMOUNT }), noteOnSigning({ '>': [fact(NEW), 60_000] })], at: [step('sign'), 'X marks'], says: /the new amount is known only when “the new amount is at most \$500\.00”/ },
];
const right: readonly (readonly [string, readonly Plant[]])[] = [
  ['an answer of those who are asked', [noteOnSigning({ and: [{ '==': [TYPE, 'E'] }, { '!=': [fact(EMPLOYER), 'Acme'] }] })]],
  ['one of two fields', [notEmployed, bothJobs('or')]],
  ['a page that asks again what a field hangs on, while it is open', askedAgain],
  ['a field that waits for one above it', [job({ answered: EMPLOYER }), onIncome('["type", "employer", "job", "gross"]')]],
  ['whether the constant is set', [setOnIncome({ 'answers.loan.channel': 'ONLINE' }), noteOnSigning({ '==': [fact('answers.loan.channel'), 'ONLINE'] })]],
  ['as much as what an answer is set from can be', [setOnIncome({ [NEW]: AMOUNT }), noteOnSigning({ '>': [fact(NEW), 40_000] })]],
  ['more than an answer of the same page, which it may be set from before that page asks it to hold', [setOnIncome({ [NEW]: fact('answers.incomeInformation.amountGross') }), noteOnSigning({ '>': [fact(NEW), 60_000] })]],
];

const real: Files = readFiles([projectDir]);
const big: readonly Case[] = [
  { what: 'the marital status, which one state asks, in another', plants: [noteFirst('income', { and: [{ rule: 'state-is-ohio' }, MARRIED] })], at: [page('income'), 'X marks'], says: /the marital status is known only when “the applicant lives in Wisconsin”/ },
  { what: 'an employer of who has none', plants: [noteFirst('consent', { and: [{ answered: EMPLOYER }, { '!': [{ rule: 'is-employed' }] }] })], at: [page('consent'), 'X marks'], says: /is known only when “the income comes from work”/ },
  { what: 'more than any state allows', plants: [noteFirst('income', { '>': [AMOUNT, 300_000] })], at: [page('income'), 'X marks'], says: /the amount is known only when “the amount is at most \$2,500\.00”/ },
  { what: 'more than the state allows', plants: [noteFirst('bank', { '>': [AMOUNT, fact('values.maximumAmount')] })], at: [page('bank'), 'X marks'], says: /the amount is known only when “the amount is at most the largest loan/ },
];
const rightToo: readonly (readonly [string, readonly Plant[]])[] = [
  ['the marital status where it is asked', [noteFirst('income', { and: [{ rule: 'state-is-wisconsin' }, MARRIED] })]],
  ['what some state allows', [noteFirst('income', { '>': [AMOUNT, 200_000] })]],
  ['more than the state allows, while the amount may still be typed', [noteFirst('income', { '>': [AMOUNT, fact('values.maximumAmount')] })]],
];

function expectNever(files: Files, { at, says }: Case): void {
  const problems = checkedRules(files);
  expect(problems.map(({ code, file, line }) => `${code} ${file}:${line}`)).toEqual([`never ${lineOf(files, ...at)}`]);
  expect(problems[0]?.message).toMatch(says);
}

describe('an answer is there only for those who were asked', () => {
  test.each(small)('$what', (one) => expectNever(planted(lending, one.plants), one));
  test.each(right)('right: %s', (_what, plants) => {
    expect(checkedRules(planted(lending, plants))).toEqual([]);
  });
  test.each(big)('in the loan application: $what', (one) => expectNever(planted(real, one.plants), one));
  test.each(rightToo)('right in the loan application: %s', (_what, plants) => {
    expect(checkedRules(planted(real, plants))).toEqual([]);
  });
});

const READS_ALL: Json = { or: [{ '==': [fact(EMPLOYER), 'Acme'] }, { '==': [fact(JOB), 'Smith'] }, { '>': [fact(NEW), 40_000] }, { '>': [AMOUNT, 40_000] }, { '==': [fact('answers.bankingInformation.accountType'), 'SAVINGS'] }] };
test.each([
  ['as it is', []],
  ['with fields that hang on others', [notEmployed, onIncome('["type", "employer", "job", "gross"]')]],
  ['with an answer that is asked again', askedAgain],
  ['with an answer that is set', [setOnIncome({ [NEW]: AMOUNT })]],
  ['with a way back', [[step('sign'), '"actions": [', '"actions": [{ "id": "change", "label": "Change the income", "validates": false, "next": [{ "to": "income" }] }, ']]],
] as readonly (readonly [string, readonly Plant[]])[])('what answers say of those who have them is so in every state that is reached: the small lending flow %s', async (_what, plants) => {
  const { resolved, products } = loadedOf(await loadContent(planted(lending, [noteOnSigning(READS_ALL), ...plants]), options));
  const brand = resolved.brands['elm'];
  const setting = settingsOf(resolved).find(({ flow }) => flow.id === 'loan');
  if (!brand || !setting) throw new Error('There is no flow elm/loan: mend this test.');
  const { exploration, flow } = survey({ source: resolved.source, brand, product: productNamed(products, 'elm'), flow: 'loan', today: options.today });
  const wrong = new Set<string>();
  let asked = 0;
  for (const node of exploration.nodes) {
    const seen = facts(flow, node.state);
    for (const rule of setting.rules.filter(({ step: at }) => at === node.step)) {
      for (const { logic, written } of impliedBy(rule, setting)) {
        if (written === undefined) continue;
        asked += 1;
        if (truthOf(logic, seen) !== true) wrong.add(`${node.step}: ${JSON.stringify(logic)}`);
      }
    }
  }
  expect([...wrong]).toEqual([]);
  expect(asked).toBeGreaterThan(3);
});
