/**
 * Nobody learns who is a customer: whatever the identity service is asked about an address, however often and in
 * whatever letters, a customer in any state and an address nobody has get the same answers, limits and work. Asked are
 * all operations there are.
 */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { actions } from '../../server/identity/requests.ts';
import { userStatuses } from '../../server/identity/tables.ts';
import { asksAll } from '../server/support/slice.ts';
import { clientOf, start } from './server.ts';
import type { Started, Work } from './server.ts';

let server: Started;
const password = 'Meadow7lark';
/** Any usable public value. */
const A = 'a5'.repeat(300);

beforeAll(async () => {
  server = await start({ still: true });
}, 120_000);
afterAll(() => server.stop());

type Body = Readonly<Record<string, unknown>>;
/** What a client may do about one address: each step is a request made of the address and the answer before. */
type Ask = (name: string, before: Body) => readonly [operation: string, body: Body];
interface Recipe {
  readonly asks: readonly Ask[];
  /** A row of the documents that tells whether an account is there; its status and problem may differ, nothing else. */
  readonly tells?: string;
}

const challenge = (before: Body): Body => (before['ChallengeParameters'] ?? {}) as Body;
const begin = (AuthFlow: string, more: Body = {}): Ask => {
  return (USERNAME) => ['InitiateAuth', { AuthFlow, AuthParameters: { USERNAME, ...more } }];
};
const respond = (ChallengeName: string, ChallengeResponses: Body): Ask => {
  return (USERNAME, before) => [
    'RespondToAuthChallenge',
    {
      ChallengeName,
      Session: before['Session'] ?? 'none',
      ChallengeResponses: {
        USERNAME: challenge(before)['USER_ID_FOR_SRP'] ?? USERNAME,
        ...ChallengeResponses,
        ...('TIMESTAMP' in ChallengeResponses
          ? { PASSWORD_CLAIM_SECRET_BLOCK: challenge(before)['SECRET_BLOCK'] ?? 'none' }
          : {}),
      },
    },
  ];
};
const wrongCode = 'no-code';
const proof = { TIMESTAMP: 'Fri Nov 20 15:00:00 UTC 2026', PASSWORD_CLAIM_SIGNATURE: 'bm90IHRoZSBwcm9vZg==' };
/** Of a request that names nobody, the address stands in every field. */
const everywhere =
  (operation: string, ...fields: readonly string[]): Ask =>
  (name) => [operation, Object.fromEntries(fields.map((field) => [field, name]))];
const forgot: Ask = (Username) => ['ForgotPassword', { Username }];
const resend: Ask = (Username) => ['ResendConfirmationCode', { Username }];

const recipes: Readonly<Record<string, readonly Recipe[]>> = {
  SignUp: [
    {
      tells: 'error.signUp.usernameExists, error.signUp.customerExists, error.signUp.isPasswordless',
      asks: [(Username) => ['SignUp', { Username, Password: password }]],
    },
    { asks: [(Username) => ['SignUp', { Username, Password: 'short1' }]] },
    { asks: [(Username) => ['SignUp', { Username, Password: 'Password1' }]] },
    {
      asks: [
        (Username) => [
          'SignUp',
          { Username, Password: password, UserAttributes: [{ Name: 'custom:boCode', Value: '1' }] },
        ],
      ],
    },
    {
      asks: [
        (Value) => [
          'SignUp',
          { Username: 'else@example.test', Password: password, UserAttributes: [{ Name: 'email', Value }] },
        ],
      ],
    },
  ],
  ConfirmSignUp: [
    { asks: [(Username) => ['ConfirmSignUp', { Username, ConfirmationCode: wrongCode }]] },
    { asks: [resend, (Username) => ['ConfirmSignUp', { Username, ConfirmationCode: wrongCode }]] },
  ],
  ResendConfirmationCode: [{ asks: [resend] }],
  InitiateAuth: [
    { asks: [begin('USER_SRP_AUTH', { SRP_A: A })] },
    { asks: [begin('USER_SRP_AUTH', { SRP_A: '0' })] },
    { asks: [begin('USER_PASSWORD_AUTH', { PASSWORD: 'Wrong1word' })] },
    { asks: [begin('CUSTOM_AUTH')] },
    { asks: [begin('CUSTOM_AUTH', { CHALLENGE_NAME: 'SRP_A', SRP_A: A })] },
    { asks: [begin('ADMIN_NO_SRP_AUTH')] },
    { asks: [(REFRESH_TOKEN) => ['InitiateAuth', { AuthFlow: 'REFRESH_TOKEN', AuthParameters: { REFRESH_TOKEN } }]] },
  ],
  RespondToAuthChallenge: [
    { asks: [begin('USER_SRP_AUTH', { SRP_A: A }), respond('PASSWORD_VERIFIER', proof)] },
    { asks: [begin('CUSTOM_AUTH', { CHALLENGE_NAME: 'SRP_A', SRP_A: A }), respond('PASSWORD_VERIFIER', proof)] },
    { asks: [begin('CUSTOM_AUTH'), respond('CUSTOM_CHALLENGE', { ANSWER: wrongCode })] },
    { asks: [begin('CUSTOM_AUTH'), respond('NEW_PASSWORD_REQUIRED', { NEW_PASSWORD: 'Another8word' })] },
    { asks: [respond('NEW_PASSWORD_REQUIRED', { NEW_PASSWORD: 'Another8word' })] },
  ],
  ForgotPassword: [{ asks: [forgot] }],
  ConfirmForgotPassword: [
    {
      asks: [
        (Username) => ['ConfirmForgotPassword', { Username, ConfirmationCode: wrongCode, Password: 'Another8word' }],
      ],
    },
    {
      asks: [
        forgot,
        (Username) => ['ConfirmForgotPassword', { Username, ConfirmationCode: wrongCode, Password: 'Another8word' }],
      ],
    },
    {
      asks: [
        forgot,
        (Username) => ['ConfirmForgotPassword', { Username, ConfirmationCode: wrongCode, Password: 'password1' }],
      ],
    },
  ],
  GetTokensFromRefreshToken: [{ asks: [everywhere('GetTokensFromRefreshToken', 'RefreshToken')] }],
  RevokeToken: [{ asks: [everywhere('RevokeToken', 'Token')] }],
  ActAs: [{ asks: [everywhere('ActAs', 'AccessToken', 'Username')] }],
  StopActing: [{ asks: [everywhere('StopActing', 'AccessToken')] }],
  SingleSignOn: [{ asks: [everywhere('SingleSignOn', 'IdToken', 'AccessToken')] }],
  GlobalSignOut: [{ asks: [everywhere('GlobalSignOut', 'AccessToken')] }],
  GetUser: [{ asks: [everywhere('GetUser', 'AccessToken')] }],
  UpdateUserAttributes: [
    { asks: [everywhere('UpdateUserAttributes', 'AccessToken')] },
    {
      asks: [
        (Value) => [
          'UpdateUserAttributes',
          { AccessToken: 'of a third person', UserAttributes: [{ Name: 'email', Value: Value.trim() }] },
        ],
        () => ['VerifyUserAttribute', { AccessToken: 'of a third person', AttributeName: 'email', Code: wrongCode }],
      ],
    },
  ],
  GetUserAttributeVerificationCode: [
    { asks: [everywhere('GetUserAttributeVerificationCode', 'AccessToken', 'AttributeName')] },
  ],
  VerifyUserAttribute: [{ asks: [everywhere('VerifyUserAttribute', 'AccessToken', 'AttributeName', 'Code')] }],
  ChangePassword: [{ asks: [everywhere('ChangePassword', 'AccessToken', 'PreviousPassword', 'ProposedPassword')] }],
};

test('every operation of the service is asked below', () => {
  expect(Object.keys(recipes).sort()).toEqual([...actions].sort());
});

/** Once; in other letters; with spaces; until limits bite and beyond; after each limit is over. */
const otherLetters = (name: string): string =>
  name.replace(/[a-z]/g, (letter, at: number) => (at % 2 ? letter.toUpperCase() : letter));
const sequence: readonly { readonly pass?: number; readonly as: (name: string) => string; readonly times: number }[] = [
  { as: (name) => name, times: 1 },
  { as: (name) => name.toUpperCase(), times: 1 },
  { as: otherLetters, times: 1 },
  { as: (name) => `  ${name} `, times: 1 },
  { as: (name) => ` ${otherLetters(name)}`, times: 2 },
  { as: (name) => name, times: 16 },
  { pass: 601, as: (name) => name, times: 2 },
  { pass: 3601, as: otherLetters, times: 1 },
  { pass: 90_000, as: (name) => name.toUpperCase(), times: 1 },
];

/** What every customer goes through. Limits count by the address alone: one customer of each way comes to them. */
const spelled = sequence.slice(0, asksAll ? 5 : 3);

/** An answer as an outsider sees it: values that are random are told by their form. */
interface Seen {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly work: Work;
  readonly rows: number;
}
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const shape = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (name, inner: unknown) => {
      if (typeof inner !== 'string') return inner;
      if (uuid.test(inner)) return 'UUID';
      // A number below the group's prime: a leading digit of zero is left out.
      if (name === 'SRP_B' && /^[0-9a-f]{760,768}$/.test(inner)) return 'number of the group';
      if (/^[0-9a-f]{32}$/.test(inner)) return '128 bits';
      return /^[\w+/=-]{40,}$/.test(inner) ? `random, ${inner.length} long` : inner;
    }),
  ) as unknown;

/**
 * A third person's token, made when a request needs it: it ends as time passes, and making one costs as much as several
 * requests.
 */
let third: Promise<string> | undefined;
async function makeThird(): Promise<string> {
  const email = `third.${randomBytes(6).toString('hex')}@example.test`;
  await server.identity.admin.createUser({ email, password });
  const { body } = await server.ask('InitiateAuth', {
    AuthFlow: 'USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME: email, PASSWORD: password },
  });
  return (body['AuthenticationResult'] as { AccessToken: string }).AccessToken;
}

async function see(operation: string, body: Body): Promise<{ readonly seen: Seen; readonly answer: Body }> {
  const rows = async (): Promise<number> => {
    const { count } = server.database.db.fn;
    return Number((await server.database.db.selectFrom('messages').select(count('id').as('n')).executeTakeFirst())?.n);
  };
  const own = body['AccessToken'] === 'of a third person' ? { AccessToken: await (third ??= makeThird()) } : {};
  const [before, rowsBefore] = [server.work(), await rows()];
  const response = await fetch(server.endpoint, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
    },
    body: JSON.stringify({
      ...clientOf(operation, server.config),
      ...body,
      ...own,
    }),
  });
  const answer = (await response.json()) as Body;
  const after = server.work();
  const { date: _, 'content-length': length, ...headers } = Object.fromEntries(response.headers);
  const isLong = JSON.stringify(answer).includes('SRP_B');
  return {
    answer,
    seen: {
      status: response.status,
      headers: { ...headers, ...(isLong || length === undefined ? {} : { 'content-length': length }) },
      body: shape(answer),
      work: Object.fromEntries(
        Object.entries(after).map(([name, count]) => [name, count - before[name as keyof Work]]),
      ) as unknown as Work,
      rows: (await rows()) - rowsBefore,
    },
  };
}

async function play(
  name: string,
  { asks }: Recipe,
  over: readonly (typeof sequence)[number][] = sequence,
): Promise<readonly Seen[]> {
  const all: Seen[] = [];
  // What was spent of the network's own limits before is over.
  server.pass(3601);
  third = undefined;
  for (const { pass, as, times } of over) {
    if (pass !== undefined) {
      server.pass(pass);
      third = undefined;
    }
    for (let time = 0; time < times; time += 1) {
      let answer: Body = {};
      for (const ask of asks) {
        const [operation, body] = ask(as(name), answer);
        const one = await see(operation, body);
        all.push(one.seen);
        answer = one.answer;
      }
    }
  }
  return all;
}

interface Customer {
  readonly name: string;
  readonly set: Readonly<Record<string, unknown>>;
  readonly group?: string;
}
const customers: readonly Customer[] = [
  ...userStatuses.map((status) => ({ name: status.toLowerCase(), set: { status } })),
  { name: 'disabled', set: { enabled: false } },
  { name: 'passwordless', set: { attributes: { 'custom:isPasswordless': 'true' } } },
  {
    name: 'legacy and enrolling',
    set: { attributes: { 'custom:source': 'LEGACY', 'custom:brand': '1' } },
    group: 'enrollment.user',
  },
];

let made = 0;
/** Addresses of one length with the same first letters, so that a masked one and a length tell nothing. */
function address(): string {
  made += 1;
  return `s${String(made).padStart(5, '0')}@example.test`;
}
async function customer({ set, group = 'my.account.user' }: Customer): Promise<string> {
  const name = address();
  const stored = otherLetters(name);
  const sub = await server.identity.admin.createUser({ email: stored, password, groups: [group] });
  await server.database.db
    .updateTable('identity_users')
    .set({ email: stored, ...set })
    .where('sub', '=', sub ?? '')
    .execute();
  return name;
}

const cases = Object.entries(recipes).flatMap(([operation, list]) =>
  list.filter((one) => one.tells === undefined).map((recipe, index) => ({ operation, recipe, index })),
);

describe.each(cases.map((one, turn) => ({ ...one, turn })))('$operation, way $index', ({ recipe, turn }) => {
  test('a stranger and a customer in any state are answered alike, limited alike and cost the same', async () => {
    const stranger = await play(address(), recipe);
    for (const [index, one] of customers.entries()) {
      const isLimited = index === turn % customers.length;
      const played = await play(await customer(one), recipe, isLimited ? sequence : spelled);
      played.forEach((seen, at) =>
        expect({ customer: one.name, at, ...seen }).toEqual({ customer: one.name, at, ...stranger[at] }),
      );
    }
  }, 300_000);
});

const signUp: Ask = (Username) => ['SignUp', { Username, Password: password }];

test('the sign-up tells, as the documents want it, in status and problem only, after the same powers and unseals', async () => {
  server.pass(3601);
  const told = await see(...signUp(await customer({ name: 'confirmed', set: {} }), {}));
  const open = await see(...signUp(address(), {}));
  expect(told.answer['__type']).toBe('UsernameExistsException');
  expect(open.seen.status).toBe(200);
  expect(told.seen.work).toMatchObject({ powers: open.seen.work.powers, unseals: open.seen.work.unseals });
});

test('thirty sign-ups an hour with one address are answered, and the next is refused a stranger and a customer alike', async () => {
  const after = [];
  for (const name of [await customer({ name: 'confirmed', set: {} }), address()]) {
    server.pass(3601);
    for (let count = 0; count < 30; count += 1)
      expect((await see(...signUp(otherLetters(name), {}))).answer['__type']).not.toBe('LimitExceededException');
    after.push((await see(...signUp(` ${name}`, {}))).seen);
    server.pass(3601);
    expect((await see(...signUp(name, {}))).answer['__type']).not.toBe('LimitExceededException');
  }
  expect(after[0]).toEqual(after[1]);
  expect(after[0]).toMatchObject({ status: 400, body: { __type: 'LimitExceededException' } });
}, 120_000);

test('a network address signs up sixty times an hour at most, whoever it asks about', async () => {
  server.pass(3601);
  const answers = [];
  for (let count = 0; count < 61; count += 1) {
    const name = count % 2 ? await customer({ name: 'confirmed', set: {} }) : address();
    answers.push((await see(...signUp(name, {}))).answer['__type']);
  }
  expect(answers.slice(0, 60)).toEqual(
    Array.from({ length: 60 }, (_, count) => (count % 2 ? 'UsernameExistsException' : undefined)),
  );
  expect(answers[60]).toBe('LimitExceededException');
}, 120_000);

test('a network address asks for three hundred codes an hour at most, whoever they are for, and leaves no more behind', async () => {
  server.pass(3601);
  const counts = async (): Promise<number> =>
    (await sql<{ count: number }>`select count(*)::int as count from identity_codes`.execute(server.database.db))
      .rows[0]?.count ?? 0;
  const before = await counts();
  const answers: unknown[] = [];
  for (let count = 0; count < 302; count += 1) {
    const one = address();
    const next = count % 2 ? see(...resend(one, {})) : see('ForgotPassword', { Username: one });
    answers.push((await next).answer['__type']);
  }
  expect(answers.slice(0, 300).filter((one) => one !== undefined)).toEqual([]);
  expect(answers.slice(300)).toEqual(['LimitExceededException', 'LimitExceededException']);
  expect((await counts()) - before).toBe(300);
  server.pass(3601);
}, 120_000);

test('a subscriber has many addresses of one IPv6 network and is told as often as somebody with one; the next subscriber is told', async () => {
  server.pass(3601);
  const ask = (from: string): Promise<unknown> => server.identity.tell(address(), { from });
  const told = [];
  for (let count = 0; count < 61; count += 1) told.push(await ask(`2001:db8:1:2:${count.toString(16)}::${count + 1}`));
  expect(told).toEqual([...Array.from({ length: 60 }, () => 'unknown'), 'tooOften']);
  expect(await ask('2001:db8:1:3::1')).toBe('unknown');
  expect(await ask('::ffff:192.0.2.200')).toBe('unknown');
});

const always = Object.entries(recipes).flatMap(([operation, list]) =>
  list.map((recipe, index) => ({ operation, recipe, index })),
);
/** Uses up a limit of telling: asks once, and counts that one as often as the limit allows. */
async function spend(kind: 'toldToNetwork' | 'toldOfAddress', name: string): Promise<void> {
  const isNetwork = kind === 'toldToNetwork';
  await server.identity.tell(isNetwork ? address() : name, { from: isNetwork ? '127.0.0.1' : '192.0.2.1' });
  const subject = isNetwork
    ? server.cipher.blindIndex('network', '127.0.0.1')
    : server.cipher.blindIndex('address', name);
  await sql`update identity_limits set taken = array_fill(taken[cardinality(taken)], array[${isNetwork ? 60 : 30}::int])
    where subject = ${subject} and kind = ${kind}`.execute(server.database.db);
}

describe.each(['toldToNetwork', 'toldOfAddress'] as const)('after the limit %s is spent', (kind) => {
  // Above each way was asked of customers in every state; here they take turns, so that every state is asked often.
  const turns = always.map((one, at) => ({
    ...one,
    inTurn: [at, at + 3].map((turn) => customers[turn % customers.length]),
  }));
  test.each(turns)(
    '$operation, way $index: a stranger and a customer are answered alike',
    async ({ recipe, inTurn }) => {
      const ask = async (name: string): Promise<readonly Seen[]> => {
        server.pass(3601);
        await spend(kind, name);
        third = undefined;
        const all: Seen[] = [];
        let answer: Body = {};
        for (const one of recipe.asks) {
          const next = await see(...one(name, answer));
          all.push(next.seen);
          answer = next.answer;
        }
        return all;
      };
      const stranger = await ask(address());
      for (const one of inTurn)
        if (one !== undefined) expect([one.name, await ask(await customer(one))]).toEqual([one.name, stranger]);
    },
    60_000,
  );
});

test('what a log-in page may ask of an address is told thirty times an hour, and refused a stranger and a customer alike', async () => {
  const [known, stranger] = [await customer({ name: 'confirmed', set: {} }), address()];
  const asked = async (name: string): Promise<readonly unknown[]> => {
    const all = [];
    for (let count = 0; count < 32; count += 1) {
      const before = server.work();
      // Each from another network, so that what is counted is the account.
      const told = await server.identity.tell(count % 2 ? otherLetters(name) : ` ${name}`, {
        from: `192.0.2.${count}`,
      });
      const after = server.work();
      const work = Object.entries(after).map(([what, much]) => [what, much - before[what as keyof Work]]);
      all.push([told === 'tooOften' ? told : 'told', work]);
    }
    return all;
  };
  const [ofKnown, ofStranger] = [await asked(known), await asked(stranger)];
  expect(ofKnown).toEqual(ofStranger);
  expect(ofKnown.map((one) => (one as unknown[])[0])).toEqual([
    ...Array.from({ length: 30 }, () => 'told'),
    'tooOften',
    'tooOften',
  ]);
  expect(await server.identity.tell(known.replace('@', ''))).toBe('unknown');
});

test('a sign-up within the last ten minutes does not show in how often the code is sent again, and five mails go', async () => {
  const [fresh, stranger] = [address(), address()];
  await see('SignUp', { Username: fresh, Password: password });
  const again = async (name: string): Promise<readonly unknown[]> => {
    const all: Seen[] = [];
    for (let count = 0; count < 7; count += 1) all.push((await see(...resend(name, {}))).seen);
    return all;
  };
  expect(await again(fresh)).toEqual(await again(stranger));
  const inbox = await server.messages.listInbox({ to: fresh });
  expect(inbox).toHaveLength(5);
  const code = await server.codeFor(fresh);
  expect(await server.ask('ConfirmSignUp', { Username: fresh, ConfirmationCode: code })).toMatchObject({ status: 200 });
});

/** What a code may be asked for, and how often it was tried, used or waited for before somebody else tries theirs. */
const codes: readonly { readonly ask: Ask; readonly answer: (name: string, code: string) => ReturnType<Ask> }[] = [
  {
    ask: signUp,
    answer: (Username, ConfirmationCode) => ['ConfirmSignUp', { Username, ConfirmationCode }],
  },
  {
    ask: forgot,
    answer: (Username, ConfirmationCode) => [
      'ConfirmForgotPassword',
      { Username, ConfirmationCode, Password: 'Another8word' },
    ],
  },
];
const histories: readonly { readonly title: string; readonly uses?: boolean; readonly pass?: number }[] = [
  { title: 'was sent' },
  { title: 'was sent and used', uses: true },
  { title: 'was sent eleven minutes ago', pass: 660 },
];

test.each(
  codes.flatMap((one) => histories.map((history) => ({ ...one, ...history, operation: one.answer('', '')[0] }))),
)(
  '$operation: a guess, and the next eleven, tell nobody that a code $title',
  async ({ ask, answer, uses = false, pass }) => {
    server.pass(3601);
    const stranger = address();
    const name = ask === signUp ? address() : await customer({ name: 'confirmed', set: {} });
    await see(...ask(name, {}));
    if (uses) expect((await see(...answer(name, await server.codeFor(name)))).seen.status).toBe(200);
    if (pass !== undefined) server.pass(pass);
    const guesses = async (of: string): Promise<readonly Seen[]> => {
      const all: Seen[] = [];
      for (let count = 0; count < 12; count += 1) all.push((await see(...answer(of, 'no-code'))).seen);
      return all;
    };
    const told = await guesses(name);
    expect(told).toEqual(await guesses(stranger));
    expect(told.map(({ body }) => (body as Body)['__type'])).toEqual([
      ...Array.from({ length: 10 }, () => 'CodeMismatchException'),
      'LimitExceededException',
      'LimitExceededException',
    ]);
  },
  60_000,
);

/** Which bits of all samples, as hexadecimal text, are the same everywhere. */
function constantBits(samples: readonly string[]): string {
  const numbers = samples.map((one) => BigInt(`0x${one.replaceAll('-', '')}`));
  const all = (1n << 128n) - 1n;
  const ones = numbers.reduce((left, one) => left & one, all);
  const zeros = numbers.reduce((left, one) => left & (one ^ all), all);
  return `${ones.toString(16)}/${zeros.toString(16)}`;
}

test('ids and salts of strangers and customers have the same bits fixed, and stay when somebody signs up or changes the password', async () => {
  const parameters = async (name: string): Promise<Readonly<Record<string, string>>> =>
    challenge((await see(...begin('USER_SRP_AUTH', { SRP_A: A })(name, {}))).answer) as Readonly<
      Record<string, string>
    >;
  const of = async (names: readonly string[], field: string): Promise<string> =>
    constantBits(await Promise.all(names.map(async (name) => (await parameters(name))[field] ?? '')));
  const names = Array.from({ length: 64 }, address);
  const before = await Promise.all(names.map(parameters));
  // Version 4 (0100) and variant (10) of RFC 9562, and no bit more.
  const versionAndVariant = `${((4n << 76n) | (2n << 62n)).toString(16)}/${((11n << 76n) | (1n << 62n)).toString(16)}`;
  expect(await of(names, 'USER_ID_FOR_SRP')).toBe(versionAndVariant);
  expect(await of(names, 'SALT')).toBe('0/0');
  for (const email of names.slice(0, 32)) await server.identity.admin.createUser({ email, password });
  await see('SignUp', { Username: names[40] ?? '', Password: password });
  const after = await Promise.all(names.map(parameters));
  const still = ({ SALT, USERNAME, USER_ID_FOR_SRP }: Readonly<Record<string, string>>): unknown => ({
    SALT,
    USERNAME,
    USER_ID_FOR_SRP,
  });
  expect(after.map(still)).toEqual(before.map(still));
  const changed = before[0]?.['USER_ID_FOR_SRP'] ?? '';
  await server.identity.admin.setPassword(changed, 'Another8word');
  expect(still(await parameters(names[0] ?? ''))).toEqual(still(before[0] ?? {}));
}, 120_000);

test('an address somebody gave up has a stranger of its own, who shares no count with the person', async () => {
  const [old, next] = [address(), address()];
  const sub = await server.identity.admin.createUser({ email: old, password });
  await server.database.db
    .updateTable('identity_users')
    .set({ email: next })
    .where('sub', '=', sub ?? '')
    .execute();
  const idOf = async (name: string): Promise<unknown> =>
    challenge((await see(...begin('USER_SRP_AUTH', { SRP_A: A })(name, {}))).answer)['USER_ID_FOR_SRP'];
  expect(await idOf(next)).toBe(sub);
  expect(await idOf(old)).not.toBe(sub);
  const again = await server.identity.admin.createUser({ email: old, password });
  expect(await idOf(old)).toBe(again);
});
