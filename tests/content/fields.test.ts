import { beforeAll, describe, expect, test } from 'vitest';
import { detail, factsOf, field, json, load, message, root, type Loaded } from './compiled.ts';

let content: Loaded;
beforeAll(async () => {
  content = await load([root], 'payday');
});
/** @param place `flow/step` */
const said = (place: string, id: string, value: string | undefined) =>
  message(content, field(content, place, id), { value });

describe('log-in and passwords', () => {
  test('an address that is none, one of a form we do not take and a missing one have their own words', () => {
    expect(said('login/credentials', 'email', 'ana')).toBe(detail('rule.loginEmail.valid', 'message'));
    expect(said('login/credentials', 'email', "o'neil@example.com")).toBe(detail('rule.loginEmail.pattern', 'message'));
    expect(said('login/credentials', 'email', undefined)).toBe(detail('rule.loginEmail.required', 'message'));
    expect(said('login/credentials', 'email', 'ana@example.com')).toBeUndefined();
  });
  test('local part, tag and top-level domain are the ones of the general form', () => {
    for (const good of ['a.b_c%d-e@example.com', 'ana+tag@mail.example.co', 'A1@x.io'])
      expect(said('apply/account', 'email', good), good).toBeUndefined();
    for (const bad of ['ana@example', 'ana@example.c', 'ana@', '@example.com', 'a b@example.com'])
      expect(said('apply/account', 'email', bad), bad).toBeDefined();
  });
  test('the forgot-password email follows the same three rules', () => {
    expect(
      ['ana', "o'neil@example.com", undefined].map((value) => said('forgot-password/request', 'email', value)),
    ).toEqual(detail<string[]>('rule.forgotPasswordEmail', 'messages'));
  });
  test('a missing password at log-in', () => {
    expect(said('login/credentials', 'password', undefined)).toBe(detail('rule.loginPassword.required', 'message'));
  });
  test('a password has 8 to 64 of the allowed characters with a letter and a number [rule.password.signup] [rule.password.allowedCharacters]', () => {
    const [min, max] = [detail<number>('rule.password.signup', 'min'), detail<number>('rule.password.signup', 'max')];
    const specials = detail<string>('rule.password.allowedCharacters', 'allowedSpecials');
    for (const good of ['a1'.padEnd(min, 'x'), 'a1'.padEnd(max, 'x'), `aB3456${specials}`])
      expect(said('apply/account', 'password', good), good).toBeUndefined();
    const wrong = detail<string[]>('rule.password.allowedCharacters', 'rejected').map((one) => `abcd1234${one}`);
    for (const bad of ['a1'.padEnd(min - 1, 'x'), 'a1'.padEnd(max + 1, 'x'), 'abcdefgh', '12345678', ...wrong]) {
      expect(said('apply/account', 'password', bad), bad).toBe(
        'Password must be at least 8 characters, contain at least one number and at least one letter',
      );
    }
  });
  test('both passwords of a change are required', () => {
    expect(said('new-password/change', 'newPassword', undefined)).toBe(detail('rule.newPassword.required', 'message'));
    expect(said('new-password/change', 'confirmPassword', undefined)).toBe(
      detail('rule.confirmPassword.required', 'message'),
    );
  });
  test('passwords that differ do not match, at sign-up and at a change', () => {
    for (const [flow, step, first] of [
      ['apply', 'account', 'password'],
      ['new-password', 'change', 'newPassword'],
    ] as const) {
      const [check] = content.flows[flow]?.steps[step]?.checks ?? [];
      const holds = (second: string) =>
        check?.assert.of(factsOf(content, {}, { [first]: 'Marigold42', confirmPassword: second }));
      expect(check?.message).toBe(detail('rule.confirmPassword.match', 'message'));
      expect([holds('Marigold42'), holds('Marigold43')]).toEqual([true, false]);
    }
  });
  test('the code of the email', () => {
    const code = field(content, 'apply/confirm-email', 'code');
    expect(said('apply/confirm-email', 'code', undefined)).toBe(detail('rule.emailCode.required', 'message'));
    expect(
      said('apply/confirm-email', 'code', '1'.repeat(detail<number>('rule.emailCode.max', 'max'))),
    ).toBeUndefined();
    expect(said('apply/confirm-email', 'code', '1'.repeat(detail<number>('rule.emailCode.max', 'max') + 1))).toBe(
      detail('rule.emailCode.max', 'message'),
    );
    expect([code.placeholder, code.inputMode]).toEqual([detail('rule.emailCode.numeric', 'placeholder'), 'numeric']);
  });
});

describe('about the applicant', () => {
  const personal = (id: string, value: string) => said('apply/personal', id, value);
  test('a Social Security number has exactly nine digits [rule.ssn]', () => {
    const digits = detail<number>('rule.ssn', 'digits');
    expect([digits - 1, digits, digits + 1].map((n) => personal('ssn', '1'.repeat(n)))).toEqual([
      'SSN must be 9 digits',
      undefined,
      'SSN must be 9 digits',
    ]);
  });
  test('a phone number has ten digits; signs around them are taken off first', () => {
    expect(['5125550142', '512555014'].map((value) => personal('phone', value))).toEqual([
      undefined,
      'Invalid phone number',
    ]);
    expect(field(content, 'apply/personal', 'phone').normalise).toContain('national');
  });
  test('the masks of phone and date', () => {
    expect(field(content, 'apply/personal', 'phone').mask).toBe(
      // The documents write N for each digit; of ours the first alone is one from 1 to 9.
      detail<string>('rule.mask.phone', 'mask').replaceAll('N', '9').replace('9', 'N'),
    );
    expect(field(content, 'apply/personal', 'dateOfBirth').mask).toBe(
      detail<string>('rule.mask.date', 'mask').replace(/[MDY]/g, '9'),
    );
  });
  test('who is not yet 18 on this day may not apply; from the birthday on, yes [rule.dateOfBirth.age]', () => {
    const check = content.flows['apply']?.steps['personal']?.checks.find((one) => one.at === 'dateOfBirth');
    const born = (date: string, stateCode = 'TX') =>
      check?.assert.of(
        factsOf(content, {
          personalInformation: { dateOfBirth: date },
          contactInformation: { address: { stateCode } },
        }),
      );
    expect(detail('rule.dateOfBirth.age', 'minAge')).toBe(18);
    expect([born('2008-11-21'), born('2008-11-20')]).toEqual([false, true]);
    expect([born('2008-11-20', 'AL'), born('2007-11-20', 'AL')]).toEqual([false, true]);
  });
  test('a post office box is no home address [rule.address.noPoBox]', () => {
    const check = content.flows['apply']?.steps['personal']?.checks.find((one) => one.at === 'addressLine1');
    const lives = (addressLine1: string) =>
      check?.assert.of(factsOf(content, { contactInformation: { address: { addressLine1 } } }));
    for (const box of ['P.O. Box 12', 'PO Box 12', 'P O Box 12', 'POB 12', 'Post Office Box 12', 'Box 12', 'po box 12'])
      expect(lives(box), box).toBe(false);
    for (const street of ['1200 Main Street', '12 Boxwood Lane', '7 Post Road'])
      expect(lives(street), street).toBe(true);
  });
  test('income types and what they are called', () => {
    const choices = json<{ fields: { type: { choices: { value: string; label: string }[] } } }>(
      'flows/apply/steps/income.json',
    ).fields.type.choices;
    expect(choices.map((one) => one.value).sort()).toEqual([...detail<string[]>('enum.incomeType', 'values')].sort());
    expect(Object.fromEntries(choices.map((one) => [one.value, one.label]))).toMatchObject({
      S: 'Social Security',
      D: 'Disability',
      O: 'Alimony or child support, another source, or I would rather not say',
    });
  });
  test('account types', () => {
    const choices = json<{ fields: { accountType: { enum: string[] } } }>('flows/apply/steps/bank-manual.json').fields
      .accountType.enum;
    expect(choices).toEqual(detail('enum.accountType', 'values'));
  });
});

describe('state ID numbers', () => {
  const idNumber = (state: string, value: string) =>
    message(content, field(content, 'apply/personal', 'idNumber'), {
      value,
      answers: {
        personalInformation: { driverLicenseStateCode: state },
      },
    });
  const sample = [
    '1',
    '1234567',
    '12345678',
    '123456789',
    'A1',
    'A12345',
    'A1234567',
    'A12345678',
    'A123456789',
    'AB1',
    'AB12',
    'AB123',
    'AB12345',
    'AB123456',
    'AB1234567',
    'ABC123',
    'A123456789012',
    'A1234567890123',
    'A12345678901234',
    'SMITHJA123KL',
    'SMITHJAMES12',
    '1SMITHJA23KL',
    'X-1',
    'V 9',
  ];
  for (const state of ['AL', 'AZ', 'CA', 'FL', 'TX', 'OH', 'WI', 'WA']) {
    test(`${state} takes the numbers that are printed for it and no others [rule.stateId.${state}]`, () => {
      const patterns = detail<string[]>(`rule.stateId.${state}`, 'patterns').map((one) => new RegExp(one));
      const good = sample.filter((value) => /^[A-Z0-9*]+$/.test(value) && idNumber(state, value) === undefined);
      expect(good).toEqual(
        sample.filter((value) => /^[A-Z0-9*]+$/.test(value) && patterns.some((one) => one.test(value))),
      );
      expect(good.length).toBeGreaterThan(0);
    });
  }
  test('the Virgin Islands have no rule [rule.stateId.VI]', () => {
    expect(detail('rule.stateId.VI', 'patterns')).toEqual([]);
    expect(['1', 'V123456', 'ABC-77'].map((value) => idNumber('VI', value))).toEqual([undefined, undefined, undefined]);
  });
  test('every other state has a pattern of its own: its examples pass, its counterexamples do not [rule.stateId.others]', () => {
    const states = Object.entries(content.compliance.states);
    expect(states).toHaveLength(56);
    for (const [state, row] of states) {
      const [valid, invalid] = [row['idValid'], row['idInvalid']] as [string[], string[]];
      expect([valid.length, invalid.length], state).toEqual([2, 2]);
      expect(
        valid.map((value) => idNumber(state, value)),
        state,
      ).toEqual([undefined, undefined]);
      expect(
        invalid.map((value) => idNumber(state, value)).every((words) => words !== undefined),
        state,
      ).toBe(true);
    }
  });
});
