import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { detail, field, json, load, message, root, row, type Loaded } from './compiled.ts';
import type { Json, JsonObject } from '../../runtime/core/facts.ts';

const facts = json<JsonObject>('schemas/facts.json');
/** A declared fact's schema; every name on the way is an own property of `properties`. */
function declared(path: string): JsonObject {
  const [top, ...rest] = path.split('.');
  let at = facts[top ?? ''] as JsonObject | undefined;
  for (const name of rest) at = (at?.['properties'] as JsonObject | undefined)?.[name] as JsonObject | undefined;
  if (!at) throw new Error(`schemas/facts.json declares no ${path}.`);
  return at;
}
const names = (path: string) => Object.keys(declared(path)['properties'] as JsonObject).sort();
const values = (path: string) => [...(declared(path)['enum'] as string[])].sort();
const listed = (id: string) => [...detail<string[]>(id, 'values')].sort();
const fields = (id: string) => [...detail<string[]>(id, 'fields')].sort();

describe('entities are declared by the names of the documents', () => {
  test('personal, banking and spousal information [entity.personalInformation] [entity.bankingInformation] [entity.spousalInformation]', () => {
    expect(names('answers.personalInformation')).toEqual(fields('entity.personalInformation'));
    expect(names('answers.bankingInformation')).toEqual(expect.arrayContaining(fields('entity.bankingInformation')));
    expect(names('answers.spousalInformation')).toEqual(expect.arrayContaining(fields('entity.spousalInformation')));
  });
  test('income and additional information [entity.incomeInformation] [entity.additionalInformation]', () => {
    expect(names('answers.incomeInformation')).toEqual(
      fields('entity.incomeInformation')
        .map((name) => name.replace('employer name', 'employerName'))
        .sort(),
    );
    expect(names('answers.additionalInformation')).toEqual(
      expect.arrayContaining(fields('entity.additionalInformation')),
    );
  });
  test('the parts of customer information', () => {
    expect(names('answers')).toEqual(expect.arrayContaining(fields('entity.customerInformation')));
  });
  test('the state of an application has the parts of the documents', () => {
    const { value } = json<{ value: JsonObject }>('schemas/api/operations/applicationState.json');
    expect(Object.keys(value['properties'] as JsonObject)).toEqual(
      expect.arrayContaining([...fields('entity.applicationState')]),
    );
  });
  test('what a denial asks for, and footer links', () => {
    const value = (operation: string) => json<{ value: JsonObject }>(`schemas/api/operations/${operation}.json`).value;
    expect(Object.keys(value('getAdverseActionDetail')['properties'] as JsonObject)).toEqual(
      detail('entity.adverseActionDetail', 'fields'),
    );
    expect(Object.keys(value('getAnotherOptionDetail')['properties'] as JsonObject)).toEqual(
      detail('entity.anotherOptionDetail', 'fields'),
    );
    const links = (value('footerLinks')['properties'] as JsonObject)[
      detail<string>('entity.footerLink', 'container')
    ] as { items: { properties: JsonObject } };
    expect(Object.keys(links.items.properties)).toEqual(detail('entity.footerLink', 'fields'));
  });
});

describe('value sets', () => {
  test('application types, channels, product codes [enum.applicationType]', () => {
    expect(values('application.applicationType')).toEqual(listed('enum.applicationType'));
    expect(values('answers.loan.channel')).toEqual(listed('enum.channel'));
    expect(values('answers.loan.productCode')).toEqual(listed('enum.productCode'));
  });
  test('customer types and phone types [enum.customerType] [enum.phoneType]', () => {
    expect(values('customer.customerType')).toEqual(listed('enum.customerType'));
    expect(values('answers.contactInformation.phone.type')).toEqual(listed('enum.phoneType'));
  });
  test('progress of an application', () => {
    expect(values('application.progress')).toEqual(expect.arrayContaining(listed('enum.applicationProgressStatus')));
  });
  test('after the signature every status in flight leads on from the waiting page', () => {
    const step = json<{ load: { on: Record<string, Json> }[] }>('flows/apply/steps/hold-esign.json');
    expect(Object.keys(step.load[0]?.on ?? {})).toEqual(
      expect.arrayContaining(detail<string[]>('enum.applicationInFlight', 'values')),
    );
  });
  test('an application whose terms changed reopens agreements and signature', () => {
    const step = json<{ listen: { on: Record<string, Json> }[] }>('flows/apply/steps/hold-esign.json');
    const [action] = detail<string[]>('enum.applicationAction', 'values');
    expect(step.listen[0]?.on[action ?? '']).toMatchObject({
      reopen: expect.arrayContaining(['approved-agreements', 'esign', 'hold-esign']),
    });
  });
});

describe('the payday brand', () => {
  const brand = json<JsonObject>('brands/payday/brand.json');
  test('its logo is a picture', () =>
    expect(readFileSync(join(root, 'brands/payday/assets', String(brand['logoImage'])), 'utf8')).toContain('<svg'));
  test('has its phone number and hours', () => {
    expect(brand['phoneNumber']).toBe(detail('const.phone.paydayAndPartner', 'value'));
    expect(brand['contactHours']).toBe(detail('brand.field.contactHours', 'value'));
  });
  test('promises an answer in 7 days, in its own words', () => {
    expect(brand['adverseActionDays']).toBe(detail('const.adverseActionDays.payday', 'days'));
    expect(String(brand['adverseActionWording'])).toContain(
      `${String(detail('const.adverseActionDays.payday', 'days'))} days`,
    );
    expect(String(brand['thankYouWording'])).toContain(String(brand['phoneNumber']));
  });
  test('has its cookie and its sources [const.cookie.brandMaxAge]', () => {
    expect(brand['cookie']).toEqual({
      name: 'brand',
      value: '1',
      domain: 'localhost',
      maxAgeSeconds: detail('const.cookie.brandMaxAge', 'value'),
    });
    expect(brand['availableSources']).toContain(brand['source']);
    expect(brand['source']).toBe(String(detail('const.onlineSourceId.default', 'value')));
  });
  test('keeps flags for each environment', () => {
    expect(
      readdirSync(join(root, 'brands/payday'))
        .filter((name) => name.startsWith('flags.'))
        .sort(),
    ).toEqual(['flags.dev.json', 'flags.prod.json', 'flags.qa.json']);
    const on = json<JsonObject>('brands/payday/flags.dev.json');
    // unifiedHomepages would lead everybody who logs in by the check of their device, where nobody needs it.
    // adverseActionRetailOnly would lead every online applicant past the adverse-action entry, so it is off as well.
    expect(
      Object.entries(on)
        .filter(([, value]) => value === false)
        .map(([name]) => name)
        .sort(),
    ).toEqual(['adverseActionRetailOnly', 'maintenance', 'redirectToP360', 'unifiedHomepages']);
  });
});

describe('numbers of the documents', () => {
  test('an hour after eight the money comes a day later, and a card is fastest', () => {
    const pages = ['amount', 'thank-you'].map((id) => readFileSync(join(root, `flows/apply/steps/${id}.json`), 'utf8'));
    for (const page of pages) expect(page).toContain(row('const.funding.nextBusinessDay').text);
    expect(pages[1]).toContain(row('const.funding.debitCard').text);
  });
  test('unfinished applications are kept 21 days [const.incompleteApplicationDays]', () => {
    const days = detail('const.incompleteApplicationDays', 'days');
    expect(readFileSync(join(root, 'flows/apply/steps/account.json'), 'utf8')).toContain(`${String(days)} days`);
    const { start, statuses } = json<{ start: string; statuses: Record<string, { keptDays?: number }> }>(
      'schemas/api/statuses.json',
    );
    expect(statuses[start]?.keptDays).toBe(days);
  });
  test('an outage leads to the root after 15 seconds', () => {
    const { errors } = json<{ errors: { on: string[]; afterSeconds?: number; leave?: string }[] }>('flows/app.json');
    expect(errors.find((one) => one.on.includes('unavailable'))).toEqual({
      on: ['unavailable'],
      afterSeconds: detail('const.network.redirectSeconds', 'value'),
      leave: 'root',
    });
  });
});

describe('what the law prints', () => {
  let content: Loaded;
  beforeAll(async () => {
    content = await load([root], 'payday');
  });
  const source = (kind: string, idTag: string) => readFileSync(join(root, `compliance/${kind}/${idTag}/1.md`), 'utf8');

  test('the Truth in Lending disclosures hold every term of 12 CFR 1026.18 that this loan has, with its words', () => {
    const box = source('disclosures', 'tila-box');
    for (const term of [
      'the cost of your credit as a yearly rate',
      'the dollar amount the credit will cost you',
      'the amount of credit provided to you or on your behalf',
      'the amount you will have paid when you have made all scheduled payments',
      'Prepayment',
      'Late payment',
      'itemization of the Amount Financed',
      'See your contract documents',
    ])
      expect(box).toContain(term);
  });
  test('the E-SIGN disclosure holds every element of 15 U.S.C. 7001(c)', () => {
    const text = source('disclosures', 'esign-consent');
    for (const element of [
      'paper copy',
      'take your agreement back',
      'no fee',
      'What it covers',
      'Keep your email up to date',
      'What you need',
      'you show that you can open and read',
    ])
      expect(text).toContain(element);
  });
  test('a loan is never made to depend on payments from the account (12 CFR 1005.10(e))', () => {
    const method = field(content, 'apply/agreements', 'repaymentMethod');
    expect(['EFT', 'OTHER'].map((value) => message(content, method, { value }))).toEqual([undefined, undefined]);
    expect(method.default).toBeUndefined();
  });
  test('no consent is ticked beforehand', () => {
    for (const flow of Object.values(content.flows))
      for (const step of Object.values(flow.steps))
        for (const item of step.layout)
          if (item.kind === 'disclosure' && item.consent !== undefined)
            expect(step.fields[item.consent]?.default, `${flow.id}/${step.id}/${item.consent}`).toBeUndefined();
  });
  test('Texas reads both notices word for word', () => {
    const text = source('disclosures', 'texas-occc-notice');
    expect(text).toContain(
      'This business is licensed and examined under Texas law by the Office of Consumer Credit Commissioner (OCCC), a state agency.',
    );
    expect(text).toContain(
      'A payday loan or auto title loan should only be used to meet immediate short-term cash needs.',
    );
  });
  test('every served state may be lent in, within limits that fit together', () => {
    const served = Object.entries(content.compliance.states).filter(([, one]) => one['served'] === true);
    expect(served.map(([state]) => state).sort()).toEqual(['AL', 'CA', 'FL', 'MO', 'OH', 'TX', 'WA', 'WI']);
    for (const [state, one] of served) {
      const [least, most] = [Number(one['minimumLoan']), Number(one['maximumLoan'])];
      const products = (one['products'] as { ONLINE: string[] }).ONLINE;
      expect(least, state).toBeLessThan(most);
      expect(Math.max(Number(one['maximumPayday'] ?? 0), Number(one['maximumInstallment'] ?? 0)), state).toBe(most);
      expect([products.includes('PDL'), products.includes('ILP')], state).toEqual([
        one['maximumPayday'] !== undefined,
        one['maximumInstallment'] !== undefined,
      ]);
    }
  });
});
