/**
 * What a person types about themselves and their account, every value in and out of each rule, at the door of the
 * running server: the page holds and its call is let through, or it is refused for that answer.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { get } from '../../runtime/core/index.ts';
import { normalise } from '../../runtime/core/validate.ts';
import { dollars } from '../../runtime/core/figures.ts';
import type { CompiledFlow, Field } from '../../runtime/core/definition.ts';
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import { detail, factsOf, json, load, message, root, type Loaded } from '../content/compiled.ts';
import { atTheEdges } from '../content/state-ids.ts';
import { openApplication, pagesToSubmit, type Applicant, type Page } from './support/applicant.ts';
import { signUp, type Person } from './support/person.ts';
import { asksAll } from './support/slice.ts';
import { startTestServer, type TestServer } from './support/server.ts';

interface Numbers {
  readonly valid: readonly { readonly value: string }[];
  readonly invalid: readonly { readonly value: string }[];
}
const numbers = json<Readonly<Record<'routing' | 'ssn' | 'phone', Numbers>>>(
  'tests/compile/cases/routing-ssn-phone-cases.json',
);
const boxes = json<{
  readonly positives: readonly string[];
  readonly negatives: readonly string[];
  readonly special: readonly { readonly value: string }[];
}>('tests/compile/cases/po-box-cases.json');
const [personal, amount, income, , bank] = pagesToSubmit() as [Page, Page, Page, Page, Page];
/** Below which entity a page asks, and by which name its call is sent the answers. */
const entities = new Map([
  [income, ['incomeInformation', 'incomeInfo']],
  [bank, ['bankingInformation', 'bankInfo']],
] as const);

let server: TestServer;
let person: Person;
let content: Loaded;
beforeAll(async () => {
  [server, content] = await Promise.all([startTestServer(), load([root], 'payday')]);
  person = await signUp(server);
}, 180_000);
afterAll(() => server.stop());

/** A page of an application at which values are tried. */
interface Tried {
  readonly page: Page;
  readonly applicant: Applicant;
  /** Their path in the answers, e.g. `personalInformation.documentNumber`. */
  readonly bind: string;
}

/** The answers of the page with these laid over them, and what its call is sent of them. */
function answersOf({ page, bind }: Tried, value: Json, beside: JsonObject): readonly [JsonObject, JsonObject] {
  const answers = { ...page.answers, ...beside, [bind]: value };
  const [entity, argument] = entities.get(page) ?? ['personalInformation', 'personalInfo'];
  const sent = Object.fromEntries(
    Object.entries(answers).flatMap(([path, one]) =>
      path.startsWith(`${entity}.`) && one !== null ? [[path.slice(entity.length + 1), one]] : [],
    ),
  );
  return [answers, { [argument]: sent }];
}

/** What the server says to a value: the path it refuses, or nothing where the page is let through. */
async function refusedAt(one: Tried, value: Json, beside: JsonObject = {}): Promise<string | undefined> {
  const { page, applicant } = one;
  const [answers, sent] = answersOf(one, value, beside);
  const saved = await applicant.save(answers, {});
  if (saved.errors.length > 0) return JSON.stringify(saved.errors[0]?.extensions);
  const documents = content.compliance.documents;
  const asked = await person.ask(
    page.call?.operation ?? '',
    { id: applicant.id, ...sent },
    {
      key: crypto.randomUUID(),
      step: page.step,
      by: { by: 'action', action: 'continue' },
      shown: Object.fromEntries((page.shown ?? []).map((idTag) => [idTag, documents[idTag]?.hash ?? ''])),
    },
  );
  return asked.errors[0] && JSON.stringify(asked.errors[0].extensions);
}

/** What the field of an answer says to a value, cleaned as the field cleans it. */
function said({ page, bind }: Pick<Tried, 'page' | 'bind'>, typed: Json, beside: JsonObject = {}): string | undefined {
  const step = (content.flows['apply'] as CompiledFlow).steps[page.step]!;
  const field = Object.values(step.fields).find((one) => one.bind === bind);
  if (!field) throw new Error(`No field of ${page.step} binds ${bind}.`);
  const value = normalise(field, typed);
  const answers: JsonObject = {};
  for (const [path, one] of Object.entries({ ...page.answers, ...beside, [bind]: value ?? null })) {
    let at = answers as Record<string, Json>;
    const names = path.split('.');
    for (const name of names.slice(0, -1)) at = (at[name] ??= {}) as Record<string, Json>;
    at[names.at(-1) ?? ''] = one;
  }
  const own = message(content, field, { value, answers });
  if (own !== undefined) return own;
  const check = step.checks.find((one) => one.at === field.id && one.assert.of(factsOf(content, answers)) !== true);
  const words = check?.message;
  return typeof words === 'string' ? words : words?.of(factsOf(content, answers));
}

async function tried(page: Page, bind: string): Promise<Tried> {
  const applicant = await openApplication(server, person);
  return { page, applicant, bind };
}

/** An application at a page to which those before it have led. */
async function reached(page: Page, bind: string): Promise<Tried> {
  const one = await tried(page, bind);
  for (const before of pagesToSubmit()) {
    if (before.step === page.step) return one;
    await one.applicant.leave(before);
  }
  throw new Error(`No page is ${page.step}.`);
}

/** A value that is let through, as the application tells it afterwards. */
async function keptBy(one: Tried, value: string, beside: JsonObject = {}): Promise<Json | undefined> {
  expect([value, await refusedAt(one, value, beside)]).toEqual([value, undefined]);
  return get(await answersTold(person, one.applicant), one.bind);
}

/** The answers of an application as its owner is told them. */
async function answersTold(owner: Person, { id }: Applicant): Promise<JsonObject> {
  const { data, errors } = await owner.ask('application', { id });
  expect(errors).toEqual([]);
  return { ...(data?.['application']?.['answers'] as JsonObject | undefined) };
}

/**
 * Holds that the field takes these and refuses those in its own words, and that the server lets the one kind through
 * and refuses the other.
 */
async function holds(
  one: Tried,
  {
    good,
    bad,
    words,
  }: { readonly good: readonly string[]; readonly bad: readonly string[]; readonly words: string | readonly string[] },
): Promise<void> {
  const field = Object.values(content.flows['apply']?.steps[one.page.step]?.fields ?? {}).find(
    ({ bind }) => bind === one.bind,
  );
  if (!field) throw new Error(`No field binds ${one.bind}.`);
  for (const typed of good) expect([typed, said(one, typed)]).toEqual([typed, undefined]);
  for (const typed of bad) expect([words].flat(), typed).toContain(said(one, typed));
  for (const typed of good)
    expect([typed, await refusedAt(one, normalise(field, typed) ?? null)]).toEqual([typed, undefined]);
  for (const typed of bad) expect(await refusedAt(one, normalise(field, typed) ?? null), typed).toMatch(/REFUSED/);
}

describe('about the applicant', () => {
  test('how long they have lived at the address is a whole number of months, up to 99 years and 11 months; nobody has to say [rule.timeAtResidence]', async () => {
    const at = await tried(personal, detail<string>('rule.timeAtResidence', 'stored'));
    for (const wrong of [-1, 100 * 12, 4.5, '4/13', '50', true]) {
      expect(said(at, wrong), String(wrong)).toBe('Enter years from 0 to 99 and months from 0 to 11');
      expect(await refusedAt(at, wrong), String(wrong)).toMatch(/REFUSED|BAD_INPUT|wrongType/);
    }
    for (const months of [0, 1, 50, 99 * 12 + 11])
      expect([months, said(at, months), await refusedAt(at, months)]).toEqual([months, undefined, undefined]);
    expect(personal.answers).not.toHaveProperty(at.bind);
  });
  test('a Social Security number that may have been issued [rule.ssn]', async () => {
    await holds(await tried(personal, 'personalInformation.documentNumber'), {
      good: numbers.ssn.valid.map(({ value }) => value),
      bad: [
        ...numbers.ssn.invalid.map(({ value }) => value).filter((value) => value !== ''),
        '666-12-3456',
        '900-12-3456',
        '999-99-9999',
        '123-00-4567',
        '12345678',
        '2190999991',
        '219099999219099999',
      ],
      words: ['SSN must be 9 digits', 'This is not a Social Security number. Check the nine digits.'],
    });
  });

  test('a telephone number of North America, however it is written [rule.phone.value] [rule.phone.strip]', async () => {
    const areasAndExchanges = ['023', '211', '555', '911', '123', '411', '037'];
    const phone = await tried(personal, 'contactInformation.phone.number');
    const { phone: field } = content.flows['apply']?.steps['personal']?.fields ?? {};
    if (!field) throw new Error('The page asks for no phone.');
    for (const sign of detail<readonly string[]>('rule.phone.strip', 'strip'))
      expect([sign, normalise(field, `${sign}314${sign}444${sign}2653${sign}`)]).toEqual([sign, '3144442653']);
    // No number is none that is wrong: the first field says that it wants one, the other goes on without.
    expect(said(phone, '')).toBe('Phone number is required');
    const other = 'contactInformation.otherPhone.number';
    // What is written with signs the page cleans before it is kept: the server keeps the ten digits alone.
    for (const beside of ['(314) 444-2653', '314444265', ''])
      expect(await refusedAt(phone, '3144442653', { [other]: beside }), beside).toMatch(/REFUSED/);
    for (const beside of ['3144442653', null])
      expect([beside, await refusedAt(phone, '3144442653', { [other]: beside })]).toEqual([beside, undefined]);
    await holds(phone, {
      good: [...numbers.phone.valid.map(({ value }) => value), '+1 314 444 2653', '(314) 444-2653', '314/444_2653'],
      bad: [
        ...numbers.phone.invalid.map(({ value }) => value).filter((value) => value !== ''),
        ...areasAndExchanges.flatMap((three) => [`${three}-444-2653`, `314-${three}-2653`]),
        '291-444-2653',
        '370-444-2653',
        '960-444-2653',
        '2 314 444 2653',
        '314 444 26531',
      ],
      words: 'Invalid phone number',
    });
  });

  test('a home address is a street, however a post office box is spelt [rule.address.noPoBox]', async () => {
    const spelt = [
      'PO# 12',
      'Drawer 45',
      'Apdo. Postal 33',
      'P.O. #12',
      'PO 123',
      'P_O_Box 9',
      'Ｐ.Ｏ. Ｂｏｘ 12',
      'P\u200bO Box 12',
      'BOX NO. 7',
    ];
    await holds(await tried(personal, 'contactInformation.address.addressLine1'), {
      good: [...boxes.negatives, ...boxes.special.map(({ value }) => value), '12 Drawer Lane', '45 Casilla Court'],
      bad: [...boxes.positives, ...spelt],
      words: 'Address cannot be a PO Box',
    });
  });

  test('a date of birth from the least age of the state back to 120 years, 29 February included [rule.dateOfBirth.age]', async () => {
    // In the tests' Eastern day, 2026-11-20.
    const one = await tried(personal, 'personalInformation.dateOfBirth');
    await holds(one, {
      good: ['2008-11-20', '2008-02-29', '1988-04-12', '1908-02-29', '1906-11-20', '1905-11-21'],
      bad: ['2008-11-21', '2010-01-01', '2026-11-20', '2027-01-01', '1905-11-20', '1904-02-29', '1800-01-01'],
      words: ['You must be at least 18 years old', 'Enter a date of birth within the last 120 years'],
    });
    await holds(one, {
      good: [],
      bad: ['2007-02-29', '2026-13-01', '1988-04-31', '11/20/1988', '88-4-12'],
      words: 'Enter a date as MM/DD/YYYY',
    });
    const alabama = { 'contactInformation.address.stateCode': 'AL', 'contactInformation.address.zipCode': '36104' };
    expect(await refusedAt(one, '2007-11-21', alabama)).toMatch(/REFUSED/);
    expect(said(one, '2007-11-21', alabama)).toBe('You must be at least 19 years old');
    expect(said(one, '2007-11-20', alabama)).toBeUndefined();
  });
});

interface Choosing {
  readonly fields: { readonly type: { readonly choices: readonly Readonly<Record<'value' | 'label', string>>[] } };
}
test('each income of the documents has one choice on the page, whose code the server keeps; it keeps no other [const.incomeTypeCodes]', async () => {
  const words: Readonly<Record<string, RegExp>> = {
    'alimony/child support': /alimony or child support/i,
    'social security': /social security/i,
    disability: /disability/i,
    'not-to-disclose': /rather not say/i,
  };
  const { choices } = json<Choosing>('flows/apply/steps/income.json').fields.type;
  const codes = detail<readonly string[]>('const.incomeTypeCodes', 'labels').map((label) => {
    const chosen = choices.filter((one) => words[label]?.test(one.label));
    expect([label, chosen.length]).toEqual([label, 1]);
    return chosen[0]?.value;
  });
  expect(codes).toEqual(['O', 'S', 'D', 'O']);
  const at = await reached(income, 'incomeInformation.type');
  for (const code of new Set(codes))
    expect(await keptBy(at, code ?? '', { 'incomeInformation.employerName': null })).toBe(code);
  expect(await refusedAt(at, 'A')).toMatch(/REFUSED/);
});

test('an income is of one of the types of the documents, those of whoever works with the name of the employer or business; of another it is refused [enum.incomeType]', async () => {
  const at = await reached(income, 'incomeInformation.type');
  const works = new Set(['E', 'SELF_EMPLOYED']);
  const types = detail<readonly string[]>('enum.incomeType', 'values');
  expect(types).toHaveLength(5);
  for (const type of types) {
    const named = { 'incomeInformation.employerName': works.has(type) ? 'Acme Freight' : null };
    expect(await keptBy(at, type, named)).toBe(type);
    if (works.has(type))
      expect(await refusedAt(at, type, { 'incomeInformation.employerName': null }), type).toMatch(/REFUSED/);
  }
  for (const other of ['A', 'e', 'SELF', 'SELF EMPLOYED', 'EOD'])
    expect(await refusedAt(at, other), other).toMatch(/REFUSED/);
});

test('an account is said to be for checking or savings, and goes on only for checking; no other type is taken [enum.accountType]', async () => {
  const at = await reached(bank, 'bankingInformation.accountType');
  const types = detail<readonly string[]>('enum.accountType', 'values');
  expect(types.toSorted()).toEqual(['CHECKING', 'SAVINGS']);
  for (const type of types) {
    expect(await refusedAt(at, type), type)[type === 'CHECKING' ? 'toBeUndefined' : 'toMatch'](/REFUSED/);
    expect(get(await answersTold(person, at.applicant), at.bind)).toBe(type);
  }
  for (const other of ['MONEY_MARKET', 'CREDIT', 'checking', 'SAVING']) {
    expect(said(at, other), other).toBeDefined();
    expect(await refusedAt(at, other), other).toMatch(/REFUSED/);
  }
});

test('an account has been open for at least 30 days, counted to the day [const.funding.activeChecking]', async () => {
  const at = await reached(bank, 'bankingInformation.accountOpenDate');
  // In the tests' Eastern day, 2026-11-20.
  const days = detail<number>('const.funding.activeChecking', 'days');
  const before = (one: number): string => new Date(Date.UTC(2026, 10, 20 - one)).toISOString().slice(0, 10);
  for (const date of [before(days), before(days + 1)])
    expect([date, said(at, date), await refusedAt(at, date)]).toEqual([date, undefined, undefined]);
  for (const date of [before(days - 1), before(0)]) {
    expect([date, said(at, date)]).toEqual([date, 'The account must have been open for at least 30 days']);
    expect(await refusedAt(at, date), date).toMatch(/REFUSED/);
  }
});

test('what an application keeps of its customer stands in the groups of the documents; in a group that they do not have nothing is kept [entity.customerInformation]', async () => {
  const married = await signUp(server);
  const applicant = await openApplication(server, married);
  const inWisconsin: Page = {
    ...personal,
    answers: {
      ...personal.answers,
      'contactInformation.address.cityName': 'Madison',
      'contactInformation.address.stateCode': 'WI',
      'contactInformation.address.zipCode': '53703',
      'additionalInformation.monthsAtAddress': 50,
      'additionalInformation.maritalStatus': 'MARRIED',
      'spousalInformation.firstName': 'Luis',
      'spousalInformation.lastName': 'Ortiz',
    },
    shown: ['wisconsin-marital-notice'],
  };
  const pages = [inWisconsin, ...pagesToSubmit().slice(1, 5)];
  for (const page of pages) await applicant.leave(page);
  const { loan: _, ...kept } = await answersTold(married, applicant);
  expect(Object.keys(kept).toSorted()).toEqual(
    detail<readonly string[]>('entity.customerInformation', 'fields').toSorted(),
  );
  const answered = Object.assign({}, ...pages.map(({ answers }) => answers)) as JsonObject;
  for (const path of Object.keys(answered).filter((one) => !one.startsWith('loan.')))
    expect([path, get(kept, path)]).toEqual([path, expect.anything()]);
  const elsewhere = await applicant.save({ 'familyInformation.firstName': 'Luis' }, {});
  expect(elsewhere.errors[0]?.extensions).toMatchObject({ code: 'REFUSED', reason: 'unknownPath' });
});

describe('what is typed into a field of its kind', () => {
  test('an amount of money is digits and a dot, whatever else is typed is none', () => {
    const { read } = dollars({});
    const gross = { page: income, bind: 'incomeInformation.amountGross' };
    const saidTo = (typed: string): string | undefined => {
      const cents = read(typed);
      return said(gross, typeof cents === 'number' ? cents : String(cents));
    };
    const good: readonly (readonly [string, number])[] = [
      ['1800', 180_000],
      ['1800.5', 180_050],
      ['1800.50', 180_050],
      ['$1,800.00', 180_000],
      ['1800.', 180_000],
    ];
    for (const [typed, cents] of good) expect([typed, read(typed), saidTo(typed)]).toEqual([typed, cents, undefined]);
    for (const typed of ['-1800', '1800-', '1e3', 'abc', '1.800.00', '1800.505', '٣', '1/2'])
      expect([typed, saidTo(typed)]).toEqual([typed, 'Enter an amount in dollars']);
  });

  test('a field has a longest answer, an amount a largest one', async () => {
    await holds(await tried(personal, 'personalInformation.firstName'), {
      good: ['A'.repeat(50), 'A'],
      bad: ['A'.repeat(51)],
      words: 'Use letters, spaces, hyphens and apostrophes only',
    });
    const asked = { page: amount, bind: 'loan.amount' };
    const inMissouri = { 'contactInformation.address.stateCode': 'MO' };
    expect(said(asked, 50_000, inMissouri)).toBeUndefined();
    expect(said(asked, 50_001, inMissouri)).toBe('The largest loan we may make in your state is $500.00');
  });
});

describe('state ID numbers at the door', () => {
  const states = Object.entries(
    Object.fromEntries(
      json<{
        readonly formats: readonly {
          readonly state: string;
          readonly valid: readonly string[];
          readonly invalid: readonly string[];
        }[];
      }>('tests/server/cases/state-id-formats.json').formats.map((one) => [one.state, one] as const),
    ),
  );
  const named = new Set(['AL', 'AZ', 'CA', 'FL', 'TX', 'OH', 'WI', 'WA', 'VI']);
  test('all 56 are there', () => expect(states).toHaveLength(56));

  /** @param most how many right and how many wrong numbers go to the server, those of either end first */
  const holdsFor = async (one: Tried, state: string, most = Infinity): Promise<void> => {
    const row = states.find(([abbr]) => abbr === state)?.[1];
    const beside = { 'personalInformation.driverLicenseStateCode': state };
    const [good, bad] = [row?.valid ?? [], row?.invalid.filter((typed) => typed.trim() !== '') ?? []];
    for (const typed of good) expect([state, typed, said(one, typed, beside)]).toEqual([state, typed, undefined]);
    for (const typed of bad)
      expect([state, typed, said(one, typed, beside)]).toEqual([
        state,
        typed,
        'This number does not match the form your state uses',
      ]);
    const [sent, refused] = [ends(good, most), ends(bad, most)];
    for (const typed of sent)
      expect([state, typed, await refusedAt(one, normalise(field(), typed) ?? null, beside)]).toEqual([
        state,
        typed,
        undefined,
      ]);
    // As somebody else's client may send them: a pattern that takes a letter takes it small, too.
    for (const typed of sent)
      expect([state, typed, await refusedAt(one, typed.toLowerCase(), beside)]).toEqual([state, typed, undefined]);
    for (const typed of refused)
      expect(await refusedAt(one, normalise(field(), typed) ?? null, beside), `${state} ${typed}`).toMatch(/REFUSED/);
  };
  /** From either end in turn, e.g. the first, the last and the second. */
  const ends = (list: readonly string[], most: number): readonly string[] =>
    list.flatMap((_, at) => (at < most ? (list.at(at % 2 === 0 ? at / 2 : -(at + 1) / 2) ?? []) : []));
  const field = (): Field => {
    const found = content.flows['apply']?.steps['personal']?.fields['idNumber'];
    if (!found) throw new Error('The page asks for no number of an ID.');
    return found;
  };
  const edges = async (states_: readonly string[]): Promise<void> => {
    const one = await tried(personal, 'personalInformation.driverLicenseNumber');
    for (const state of states_) {
      await holdsFor(one, state);
      const beside = { 'personalInformation.driverLicenseStateCode': state };
      const [good, bad] = atTheEdges(state);
      expect([good.length > 0, bad.length > 0], state).toEqual([true, true]);
      for (const typed of good) expect([typed, await refusedAt(one, typed, beside)]).toEqual([typed, undefined]);
      for (const typed of bad) expect(await refusedAt(one, typed, beside), `${state} ${typed}`).toMatch(/REFUSED/);
    }
  };
  test('Alabama, Arizona and California take what is printed for them, to the last digit, and nothing else [rule.stateId.AL] [rule.stateId.AZ] [rule.stateId.CA]', async () => {
    await edges(['AL', 'AZ', 'CA']);
  });
  test('a number of California begins with one letter, small or large, and ends with seven digits [rule.stateId.CA]', async () => {
    const one = await tried(personal, 'personalInformation.driverLicenseNumber');
    const beside = { 'personalInformation.driverLicenseStateCode': 'CA' };
    expect(await refusedAt(one, 'y1234567', beside)).toBeUndefined();
    for (const typed of ['YZ1234567', '1234567Y', 'É1234567'])
      expect(await refusedAt(one, typed, beside), typed).toMatch(/REFUSED/);
  });
  test('Florida, Texas and Ohio too [rule.stateId.FL] [rule.stateId.TX] [rule.stateId.OH]', async () => {
    await edges(['FL', 'TX', 'OH']);
  });
  test('Wisconsin and Washington too [rule.stateId.WI] [rule.stateId.WA]', async () => {
    await edges(['WI', 'WA']);
  });
  test('the Virgin Islands take any number [rule.stateId.VI]', async () => {
    expect(detail('rule.stateId.VI', 'patterns')).toEqual([]);
    await holdsFor(await tried(personal, 'personalInformation.driverLicenseNumber'), 'VI');
  });
  test('every other state, by the examples of its pattern [rule.stateId.others]', async () => {
    const others = states.flatMap(([state]) => (named.has(state) ? [] : [state]));
    const one = await tried(personal, 'personalInformation.driverLicenseNumber');
    for (const state of others) await holdsFor(one, state, asksAll ? Infinity : 1);
  });
});
