/**
 * What people type on the pages of an application: numbers of licenses and ID cards, of every state right ones and
 * wrong ones, times and dates; and the kinds of phone they choose from.
 */
import type { Browser, Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CompiledFlow, Field, Step } from '../../runtime/core/definition.ts';
import type { JsonObject } from '../../runtime/core/facts.ts';
import { get } from '../../runtime/core/paths.ts';
import { detail, factsOf, json, load, root } from '../content/compiled.ts';
import { atTheEdges } from '../content/state-ids.ts';
import { openBrowser } from '../harness/browser.ts';
import { startProduct, type Product } from '../harness/product.ts';
import { until } from '../harness/seat.ts';
import { anew } from '../harness/tab.ts';
import { openApplication, pagesToSubmit } from '../server/support/applicant.ts';
import { signUp, type Person } from '../server/support/person.ts';
import { signedIn } from './signed-in.ts';

const { formats } = json<{
  readonly formats: readonly {
    readonly state: string;
    readonly valid: readonly string[];
    readonly invalid: readonly string[];
  }[];
}>('tests/server/cases/state-id-formats.json');
const named = ['AL', 'AZ', 'CA', 'FL', 'TX', 'OH', 'WI', 'WA'];
const wrong = 'This number does not match the form your state uses';

let product: Product;
/** Whose pages are before the browser, and their application. */
let visitor: Person;
let application: string;
let browser: Browser;
let page: Page;
/** What the boxes of the home address held when the page was first shown. */
const address: Record<string, string> = {};
beforeAll(async () => {
  product = await startProduct();
  browser = await openBrowser();
  visitor = await signUp(product);
  ({ id: application } = await openApplication(
    { address: product.address, services: product.server().services },
    visitor,
  ));
  page = await (await browser.newContext({ locale: 'en-US', reducedMotion: 'reduce' })).newPage();
  await anew(page, product.address);
  await signedIn(page, product.address, { email: visitor.email, password: 'Marigold42' });
  await page.goto(`${product.address}/application/personal?brand=payday`);
  await page.getByLabel('Street address').waitFor();
  for (const label of ['Street address', 'Apartment or unit', 'City', 'State', 'ZIP code'])
    address[label] = await page
      .getByRole('group', { name: 'Your home address' })
      .getByLabel(label, { exact: label === 'State' })
      .inputValue();
  // From now on the page says at once what is wrong.
  await page.locator('[data-action="continue"]').click();
  await page.getByText('Driver license or state ID number is required').first().waitFor();
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const number = () => page.getByLabel('Driver license or state ID number');

/** Types into a field, leaves it, and waits until the page refuses that in these words, or without words takes it. */
async function typed(box: Locator, value: string, words?: string): Promise<void> {
  await box.fill(value);
  await box.blur();
  const said = async (): Promise<string> => {
    const described = ((await box.getAttribute('aria-describedby')) ?? '').split(' ').filter((id) => id !== '');
    const texts = await Promise.all(described.map((id) => page.locator(`[id="${id}"]`).innerText()));
    return `${await box.getAttribute('aria-invalid')}: ${texts.join(' ')}`;
  };
  await until(
    `${value} is ${words === undefined ? 'taken' : 'refused'}`,
    async () => {
      const now = await said();
      return words === undefined ? !now.startsWith('true') : now.startsWith('true') && now.includes(words);
    },
    { told: said },
  );
}

/** Right ones and wrong ones in turns: each time the page has to say something else than before. */
async function inTurns(state: string, good: readonly string[], bad: readonly string[]): Promise<void> {
  await page.getByLabel('State on your ID').selectOption(state);
  for (let index = 0; index < Math.max(good.length, bad.length); index += 1) {
    const [right, other] = [good[index], bad[index]];
    if (right !== undefined) await typed(number(), right);
    if (other !== undefined) await typed(number(), other, wrong);
  }
}

async function holds(states: readonly string[]): Promise<void> {
  for (const state of states) {
    const [good, bad] = atTheEdges(state);
    expect(good.length, state).toBeGreaterThan(0);
    expect(bad.length, state).toBeGreaterThan(0);
    await inTurns(state, good, bad);
  }
}

test('a home address that nobody has given is empty in each of its parts [rule.address.default]', () => {
  expect(Object.keys(address)).toHaveLength(Object.keys(detail<JsonObject>('rule.address.default', 'default')).length);
  expect(Object.values(address)).toEqual(Object.values(detail<JsonObject>('rule.address.default', 'default')));
});

describe('typed on the page', () => {
  test('Alabama, Arizona, California: to the last digit, and not one more [rule.stateId.AL] [rule.stateId.AZ] [rule.stateId.CA]', async () => {
    await holds(['AL', 'AZ', 'CA']);
  });
  test('California: one letter, small or large, then seven digits [rule.stateId.CA]', async () => {
    await inTurns('CA', ['y1234567', 'Y1234567', 'D7654321'], ['YZ1234567', '1234567Y', 'É1234567']);
  });
  test('Florida, Texas, Ohio [rule.stateId.FL] [rule.stateId.TX] [rule.stateId.OH]', async () => {
    await holds(['FL', 'TX', 'OH']);
  });
  test('Wisconsin, Washington [rule.stateId.WI] [rule.stateId.WA]', async () => {
    await holds(['WI', 'WA']);
  });
  // Every example of each is judged by the server (tests/server/values-at-the-door.test.ts).
  test('all 56: an example of each, right and wrong [rule.stateId.others] [rule.stateId.VI]', async () => {
    expect(formats).toHaveLength(56);
    for (const { state, valid, invalid } of formats)
      await inTurns(state, valid.slice(0, 1), invalid.filter((one) => one.trim() !== '').slice(0, 1));
    expect(formats.map(({ state }) => state)).toEqual(expect.arrayContaining(named));
  });
});

test('a Social Security number is nine digits; its end alone stands once it was left, all of it in its groups when somebody comes back [rule.ssn] [rule.mask.id]', async () => {
  const box = page.getByLabel('Social Security number');
  for (const other of ['21909999', '2190999991', '21909999a']) {
    await typed(box, other, 'SSN must be 9 digits');
    await typed(box, '219099999');
  }
  expect(await box.inputValue()).toBe('•••-••-9999');
  await box.focus();
  expect(await box.inputValue()).toBe('219-09-9999');
});

test('a phone is kept without any sign it was typed with, and stands in its mask [rule.phone.strip]', async () => {
  const box = page.getByLabel('Phone number', { exact: true });
  const signs = detail<readonly string[]>('rule.phone.strip', 'strip');
  const kept = page.waitForRequest((request) => {
    const { variables } = (request.postDataJSON() ?? {}) as { readonly variables?: { readonly changes?: JsonObject } };
    return variables?.changes?.['contactInformation.phone.number'] === '3144442653';
  });
  await typed(box, [...'3144442653'].map((digit, index) => `${signs[index % signs.length]}${digit}`).join(''));
  await kept;
  expect(await box.inputValue()).toBe('(314) 444-2653');
});

describe('how long somebody has lived at the home address', () => {
  const years = () => page.getByLabel('Years', { exact: true });
  const months = () => page.getByLabel('Months', { exact: true });
  const message = 'Enter years from 0 to 99 and months from 0 to 11';
  const said = async (): Promise<boolean> =>
    (await years().getAttribute('aria-invalid')) === 'true' && (await page.getByText(message).count()) > 0;
  const holdsOf = async (boxes: readonly [string, string], isTaken: boolean): Promise<void> => {
    await years().fill(boxes[0]);
    await months().fill(boxes[1]);
    await months().blur();
    await until(
      `${boxes.join(' years ')} months ${isTaken ? 'taken' : 'refused'}`,
      async () => (await said()) !== isTaken,
    );
  };

  test('is asked in years and months: from 0 to 99, and from 0 to 11; with neither nothing is answered [rule.timeAtResidence]', async () => {
    const right = [
      ['0', '0'],
      ['99', '11'],
      ['4', ''],
      ['', '11'],
      ['', ''],
      ['09', '07'],
    ] as const;
    const refused = [
      ['100', '0'],
      ['4', '12'],
    ] as const;
    for (const [index, taken] of right.entries()) {
      await holdsOf(refused[index % 2] ?? ['', ''], false);
      await holdsOf(taken, true);
    }
    // Kept in months, and asked again in years and months.
    await holdsOf(['4', '2'], true);
    const stored = detail<string>('rule.timeAtResidence', 'stored');
    await until('50 months to be kept', async () => {
      const { data } = await visitor.ask('application', { id: application });
      return get(data?.['application']?.['answers'] ?? {}, stored) === 50;
    });
    await page.reload();
    await years().waitFor();
    expect([await years().inputValue(), await months().inputValue()]).toEqual(['4', '2']);
  });
});

test('the other phone is none, ten digits or written as (NNN) NNN-NNNN [rule.phone.value]', async () => {
  await page.getByText('More about how to reach you, if you like', { exact: true }).click();
  const other = page.getByLabel('Number of the other phone');
  for (const right of ['', '5125550142', '(512) 555-0142']) {
    await other.fill('512555014');
    await page.locator('[data-action="continue"]').click();
    await page.getByText('Invalid phone number').first().waitFor();
    await other.fill(right);
    await other.blur();
    await until(`no message at "${right}"`, async () => (await other.getAttribute('aria-invalid')) !== 'true');
  }
});

test('a phone is for a cell, home, a fax, work or another, each under its code, for both phones [enum.phoneType]', async () => {
  const labels = detail<JsonObject>('enum.phoneType', 'labels');
  for (const label of ['What kind of phone is it?', 'What kind of phone is the other one?']) {
    const select = page.getByLabel(label);
    await select.waitFor();
    const choices = await select
      .locator('option')
      .evaluateAll((all) => all.map((one) => [(one as HTMLOptionElement).value, one.textContent?.toLowerCase()]));
    expect(Object.fromEntries(choices.filter(([value]) => value !== ''))).toEqual(labels);
  }
});

test('each date of an application comes back as MM/DD/YYYY, and in another order is none; each income is chosen under its code [rule.mask.date] [const.incomeTypeCodes]', async () => {
  const person = await signUp(product);
  const owner = await openApplication({ address: product.address, services: product.server().services }, person);
  // Dates that nobody has to give, beside those that every applicant gives.
  const given: Readonly<Record<string, readonly [path: string, argument: string, date: string]>> = {
    personal: ['personalInformation.stateIdExpirationDate', 'personalInfo', '2030-09-08'],
    income: ['incomeInformation.employmentHireDate', 'incomeInfo', '2019-03-05'],
  };
  for (const one of pagesToSubmit().slice(0, 5)) {
    const { step, answers, call } = one;
    const [path, argument = '', date = ''] = given[step] ?? [];
    if (path === undefined || call === undefined) await owner.leave(one);
    else {
      const variables = (id: string): JsonObject => {
        const all = call.variables(id);
        return { ...all, [argument]: { ...(all[argument] as JsonObject), [path.split('.')[1] ?? '']: date } };
      };
      await owner.leave({ ...one, answers: { ...answers, [path]: date }, call: { ...call, variables } });
    }
  }
  await anew(page, product.address);
  await signedIn(page, product.address, { email: person.email, password: 'Marigold42' });
  await page.goto(`${product.address}/application/bank/manual?brand=payday`);
  const place = () => new URL(page.url()).pathname;
  for (const [path, dates] of [
    ['/application/bank/manual', { 'Date the account was opened': '06/15/2020' }],
    ['/application/income', { 'Date you began there': '03/05/2019', 'Next pay day': '12/04/2026' }],
    ['/application/personal', { 'Date of birth': '04/12/1988', 'Date your ID expires': '09/08/2030' }],
  ] as const) {
    while (place() !== path) {
      const from = place();
      await page.locator('main').getByRole('button', { name: 'Back', exact: true }).click();
      await page.waitForURL((url) => url.pathname !== from);
    }
    if (path === '/application/income') {
      await page.getByText('More about your work and pay, if you like', { exact: true }).click();
      const choices = await page
        .getByLabel('Where does your income come from?')
        .locator('option')
        .evaluateAll((all) => all.map((one) => [one.textContent, (one as HTMLOptionElement).value]));
      expect(Object.fromEntries(choices)).toMatchObject({
        'Alimony or child support, another source, or I would rather not say': 'O',
        'Social Security': 'S',
        Disability: 'D',
      });
    }
    for (const [label, date] of Object.entries(dates)) {
      const group = page.getByRole('group', { name: label });
      const boxes = group.getByRole('textbox');
      await boxes.first().waitFor();
      const stands = () => boxes.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value).join('/'));
      expect([label, await stands()]).toEqual([label, date]);
      await boxes.first().fill('31/12/2020');
      await page.locator('[data-action="continue"]').click();
      await group.getByText('Enter a date as MM/DD/YYYY').waitFor();
      await boxes.first().fill(date);
      await boxes.last().press('Tab');
      await group.getByText('Enter a date as MM/DD/YYYY').waitFor({ state: 'detached' });
      expect([label, await stands()]).toEqual([label, date]);
    }
  }
});

/** A box in which nothing but digits stands: its field counts, or its keyboard or its cleaning is that of digits. */
const isNumeric = ({ control, type, inputMode = '', normalise }: Field): boolean =>
  control !== 'date' &&
  (['integer', 'number'].includes(type) ||
    ['numeric', 'decimal', 'tel'].includes(inputMode) ||
    normalise.some((one) => one === 'digits' || one === 'national'));

test('a box of every numeric kind of the content keeps the digits of what is typed or pasted, without letters and without a minus [rule.input.numeric]', async () => {
  const content = await load([root], 'payday');
  const fieldsOf = (steps: CompiledFlow['steps']) =>
    Object.values(steps).flatMap(({ fields }) => Object.values(fields).filter(isNumeric));
  const all = Object.values(content.flows).flatMap(({ steps }) => fieldsOf(steps));
  // No answer of the content may be less than nothing.
  expect(all.filter(({ options }) => options['negative'] !== undefined).map(({ id }) => id)).toEqual([]);
  // A line of words is one of digits by its option: each has it, those that are not met below too.
  for (const { id, control, options } of all)
    if (control === 'text') expect([id, options['digits']?.of(factsOf(content))]).toEqual([id, true]);

  const person = await signUp(product);
  const owner = await openApplication({ address: product.address, services: product.server().services }, person);
  for (const one of pagesToSubmit().slice(0, 2)) await owner.leave(one);
  await anew(page, product.address);
  const met = new Set<string>();
  const strips = async (flow: string, step: string): Promise<void> => {
    for (const { id, control } of fieldsOf({ [step]: content.flows[flow]?.steps[step] as Step })) {
      const boxes = page.locator(`main input:is([id="field-${id}"], [name^="${id}."]):visible`);
      for (const box of await boxes.all())
        for (const how of ['typed', 'pasted']) {
          await box.fill('');
          await (how === 'typed' ? box.pressSequentially('-a1x-2') : box.fill('-a1x-2'));
          expect([flow, step, id, how, await box.inputValue()]).toEqual([flow, step, id, how, '12']);
          met.add(control);
        }
    }
  };
  await page.goto(`${product.address}/resume?brand=payday`);
  await page.getByLabel('Email').fill('nobody.at.all@example.test');
  await page.getByRole('button', { name: 'Send code' }).click();
  await page.getByLabel('Code from the email').waitFor();
  await strips('passwordless', 'enter-code');
  await anew(page, product.address);
  await signedIn(page, product.address, { email: person.email, password: 'Marigold42' });
  for (const [step, box] of [
    ['income', 'gross'],
    ['amount', 'amount'],
    ['personal', 'zip'],
  ] as const) {
    await page.goto(`${product.address}/application/${step}?brand=payday`);
    await page.locator(`[id="field-${box}"]`).waitFor();
    // A number of an ID that is kept is not asked again before somebody wants to.
    if (step === 'personal') await page.getByRole('button', { name: 'Social Security number' }).click();
    await strips('apply', step);
  }
  expect([...met].toSorted()).toEqual([...new Set(all.map(({ control }) => control))].toSorted());
});
