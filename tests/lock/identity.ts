/**
 * The matrix of the identity service, made of the operations' `requests`: every request at every state of each row it
 * stands on, and with each member of its body left out or forged. The rows are put into the database as a cell says;
 * nothing is listed by hand.
 */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { IdentityRequest } from '../../contract/operation.ts';
import { standingOf } from '../../contract/standing.ts';
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import type { IdentityAnswer } from '../../server/identity/index.ts';
import { requests, type RequestName } from '../../server/identity/requests.ts';
import { rowStates, type Row, type StateOf } from '../../server/identity/standing.ts';
import { groupsThat } from '../../contract/groups.ts';
import { accountState, isEnrolling } from '../../server/identity/users.ts';
import { newSecret, proofOf, type ProofChallenge } from '../platform/proof.ts';
import { start, type Started } from '../platform/server.ts';

type At = { readonly [R in Row]?: StateOf<R> };
const rows = Object.keys(rowStates) as Row[];
const password = 'Meadow7lark';
const phone = '+15555550100';

interface Cell {
  readonly name: string;
  readonly request: RequestName;
  readonly at: At;
  /** What becomes of the body. */
  readonly change?: (body: JsonObject) => JsonObject;
  readonly right: 'performed' | 'done' | 'refused';
}

const names = Object.keys(requests) as RequestName[];

/** The rows of a request, each at the first state at which it may be performed. */
function honestRows(request: IdentityRequest): At {
  return Object.fromEntries(
    rows.flatMap((row) => (request[row]?.from?.[0] === undefined ? [] : [[row, request[row].from[0]]])),
  );
}

/**
 * Members that say who or what is proved: one that is forged has to be refused. All others are the person's own choice.
 */
const proofs: ReadonlySet<string> = new Set([
  'AccessToken',
  'ANSWER',
  'AttributeName',
  'AuthFlow',
  'CHALLENGE_NAME',
  'IdToken',
  'ChallengeName',
  'ClientId',
  'Code',
  'ConfirmationCode',
  'PASSWORD',
  'PASSWORD_CLAIM_SECRET_BLOCK',
  'PASSWORD_CLAIM_SIGNATURE',
  'PreviousPassword',
  'RefreshToken',
  'REFRESH_TOKEN',
  'Session',
  'TIMESTAMP',
]);

/** Of those the ones that somebody can guess; all others are long and random. */
const guessable: ReadonlySet<string> = new Set([
  'ANSWER',
  'Code',
  'ConfirmationCode',
  'PASSWORD',
  'PASSWORD_CLAIM_SIGNATURE',
  'PreviousPassword',
]);

/**
 * Every cell there is: the honest request, each state of each row, each member left out, forged, of another type, and
 * one too many.
 */
export function identityCells(): readonly Cell[] {
  return names.flatMap((request): Cell[] => {
    const said = requests[request];
    const honest = honestRows(said);
    const states = rows.flatMap((row): Cell[] => {
      const moves = said[row];
      if (moves === undefined) return [];
      // A request that begins a sign-in names none: there is only one state.
      const possible = row === 'challenge' && !takes(request, 'Session') ? (['NONE'] as const) : rowStates[row];
      return possible.map((state): Cell => {
        const standing = standingOf(moves, state);
        return {
          name: `${request}, ${row} ${state}`,
          request,
          at: { ...honest, [row]: state },
          right: standing.may ? 'performed' : standing.done ? 'done' : 'refused',
        };
      });
    });
    const members = membersOf(said.input).flatMap(({ path, required }): Cell[] => {
      const cell = (what: string, change: (value: Json | undefined) => Json | undefined): Cell => ({
        name: `${request}, ${path.join('.')} ${what}`,
        request,
        at: honest,
        change: (body) => put(body, path, change),
        right: 'refused',
      });
      return [
        ...(required ? [cell('left out', () => undefined)] : []),
        cell('a number', () => 7),
        cell('a list in a list', () => [[]]),
        cell('with a NUL', () => 'a\0b'),
        cell('with half of a surrogate pair', () => 'a\ud800b'),
        cell('60 kB long', () => 'a'.repeat(60_000)),
        ...(proofs.has(path.at(-1) ?? '') ? [cell('forged', (value) => forged(value ?? ''))] : []),
      ];
    });
    const more: Cell = {
      name: `${request}, one member too many`,
      request,
      at: honest,
      change: (body) => ({ ...body, more: 1 }),
      right: 'refused',
    };
    return [...states, ...members, more];
  });
}

const takes = (request: RequestName, member: string): boolean =>
  membersOf(requests[request].input).some(({ path }) => path.at(-1) === member);

interface Member {
  readonly path: readonly string[];
  readonly required: boolean;
}
function membersOf(schema: JsonObject, at: readonly string[] = []): readonly Member[] {
  const required = (schema['required'] ?? []) as readonly string[];
  return Object.entries((schema['properties'] ?? {}) as Readonly<Record<string, JsonObject>>).flatMap(
    ([name, inner]): readonly Member[] => [
      { path: [...at, name], required: required.includes(name) },
      ...membersOf(inner, [...at, name]),
    ],
  );
}

function put(
  body: JsonObject,
  [name = '', ...rest]: readonly string[],
  change: (value: Json | undefined) => Json | undefined,
): JsonObject {
  const { [name]: value, ...others } = body;
  const next = rest.length === 0 ? change(value) : put((value ?? {}) as JsonObject, rest, change);
  return next === undefined ? others : { ...others, [name]: next };
}

/** Another text of the same length and letters. */
function forged(value: Json): Json {
  const text = String(value);
  const [first = 'x', ...rest] = text;
  const other = /\d/.test(first) ? String((Number(first) + 1) % 10) : first === 'x' ? 'y' : 'x';
  return `${other}${rest.join('')}`;
}

/** Asks one cell after the other of a service of its own. */
interface Stand {
  /** What is wrong with the answer to a cell, or nothing. */
  try(cell: Cell): Promise<string | undefined>;
  /** Makes an honest request so many seconds after what it goes on with: whether it was performed. */
  later(request: RequestName, seconds: number): Promise<boolean>;
  /** Makes an honest request several times at once: how often it was performed. */
  atOnce(request: RequestName): Promise<number>;
  /**
   * Makes it with one wrong guess after the other: after how many the right one is still taken; undefined when it is
   * refused by then.
   */
  guess(request: RequestName): Promise<number | undefined>;
  stop(): Promise<void>;
}

async function openIdentityStand(): Promise<Stand> {
  const server = await start();
  let made = 0;
  const somebody = (cell: Pick<Cell, 'request' | 'at'>): Promise<Prepared> => {
    made += 1;
    // Limits are another law: each cell has an hour of its own.
    server.pass(3601);
    return prepare(server, cell, `cell.${made}@example.test`);
  };
  return {
    async try(cell) {
      const person = await somebody(cell);
      const body = cell.change === undefined ? person.body : cell.change(person.body);
      const before = await seen(server, person);
      const answer = await server.identity.handle(targetOf(cell.request), body);
      const after = await seen(server, person);
      const wrong = verdict(cell, { answer, before, after });
      return wrong === undefined ? undefined : `${cell.name}: ${wrong}`;
    },
    async later(request, seconds) {
      const { body } = await somebody({ request, at: honestRows(requests[request]) });
      server.pass(seconds);
      return (await server.identity.handle(targetOf(request), body)).status === 200;
    },
    async atOnce(request) {
      const { body } = await somebody({ request, at: honestRows(requests[request]) });
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => server.identity.handle(targetOf(request), body)),
      );
      return answers.filter(({ status }) => status === 200).length;
    },
    async guess(request) {
      const { again } = await somebody({ request, at: honestRows(requests[request]) });
      const path = membersOf(requests[request].input).find((one) => guessable.has(one.path.at(-1) ?? ''))?.path ?? [];
      for (let tried = 0; tried < mostGuesses; tried += 1) {
        const body = await again();
        // No more codes are sent.
        if (body === undefined) return undefined;
        await server.identity.handle(
          targetOf(request),
          put(body, path, (value) => forged(value ?? '')),
        );
      }
      const body = await again();
      const answer = body && (await server.identity.handle(targetOf(request), body));
      return answer?.status === 200 ? mostGuesses : undefined;
    },
    stop: () => server.stop(),
  };
}

/** More than any limit of guessing allows. */
const mostGuesses = 25;

/** Somebody whose rows stand as a cell says, and the honest body of its request. */
interface Prepared {
  /** The body once more, of a new sign-in where it goes on with one; undefined where none is begun any more. */
  readonly again: () => Promise<JsonObject | undefined>;
  readonly email: string;
  readonly sub: string;
  readonly body: JsonObject;
  readonly purpose: string | undefined;
  readonly session: string | undefined;
  readonly refreshToken: string | undefined;
}

/**
 * A request that leads to a row's state, to be made beforehand; one that needs nothing but an account, or its token.
 */
function leadingTo(is: (request: IdentityRequest) => boolean): RequestName {
  const found = names.find((name) => is(requests[name]) && !takes(name, 'Session'));
  if (found === undefined) throw new Error('No request leads there.');
  return found;
}

async function prepare(
  server: Started,
  { request, at }: Pick<Cell, 'request' | 'at'>,
  email: string,
): Promise<Prepared> {
  const { db } = server.database;
  const said = requests[request];
  const isAdmin = at.session === 'ACTING' || said.session?.to?.['LIVE'] === 'ACTING';
  const sub = await server.identity.admin.createUser({
    email,
    password,
    attributes: { phone_number: phone },
    groups: isAdmin ? groupsThat('mayActFor') : [],
  });
  const customer = `customer.of.${email}`;
  const customerSub = isAdmin ? await server.identity.admin.createUser({ email: customer, password }) : undefined;
  const namesCustomer = isAdmin && takes(request, 'Username');
  if (sub === undefined) throw new Error(`${email} is taken.`);
  const values: Record<string, Json> = {
    ClientId: server.identity.clientId,
    Username: namesCustomer ? customer : email,
    USERNAME: email,
    Password: password,
    PASSWORD: password,
    PreviousPassword: password,
    ProposedPassword: 'Another8word',
    NEW_PASSWORD: 'Another8word',
    Session: 'x'.repeat(64),
    Code: '000000',
    SRP_A: 'a5'.repeat(300),
    UserAttributes: [{ Name: 'email', Value: `new.${email}` }],
  };
  const make = async (name: RequestName): Promise<Readonly<Record<string, unknown>>> => {
    const { status, body } = await server.identity.handle(targetOf(name), sample(requests[name].input, values));
    if (status !== 200) throw new Error(`${name} before ${request}: ${JSON.stringify(body)}`);
    return body;
  };
  let session: string | undefined;
  let refreshToken: string | undefined;
  const needsToken = (name: RequestName): boolean =>
    ['IdToken', 'AccessToken', 'RefreshToken', 'REFRESH_TOKEN', 'Token'].some((one) => takes(name, one));
  const sender =
    said.code &&
    leadingTo(
      ({ code, account }) =>
        code?.purpose === said.code?.purpose &&
        code?.to?.['NONE'] === 'SENT' &&
        account?.from?.includes('NONE') !== true,
    );
  if (needsToken(request) || (sender !== undefined && needsToken(sender))) {
    const { AuthenticationResult: tokens } = (await make('InitiateAuth USER_PASSWORD_AUTH')) as {
      AuthenticationResult: { IdToken: string; AccessToken: string; RefreshToken: string };
    };
    values['IdToken'] = tokens.IdToken;
    values['AccessToken'] = tokens.AccessToken;
    refreshToken = tokens.RefreshToken;
    for (const name of ['RefreshToken', 'REFRESH_TOKEN', 'Token']) values[name] = refreshToken;
    const row = await db.selectFrom('identity_sessions').select('origin_jti').where('sub', '=', sub).executeTakeFirst();
    session = row?.origin_jti;
  }
  if (at.challenge !== undefined && at.challenge !== 'NONE') await challenged(server, { at, email, sub, values, make });
  if (sender !== undefined && at.code !== undefined) {
    await stand(server, sub, requests[sender].account?.from?.[0] as StateOf<'account'>);
    await make(sender);
    const code = await server.codeFor(
      said.code?.purpose === 'verify-phone' ? phone : said.code?.purpose === 'change-email' ? `new.${email}` : email,
    );
    for (const name of ['Code', 'ConfirmationCode', 'ANSWER']) values[name] = code;
    await db.deleteFrom('identity_limits').execute();
  }
  await putCode(server, { sub, purpose: said.code?.purpose }, at.code);
  if (at.session === 'ACTING') {
    const act = leadingTo((one) => one.session?.to?.['LIVE'] === 'ACTING');
    values['Username'] = customer;
    await make(act);
    const { AuthenticationResult: tokens } = (await make(
      leadingTo((one) => one.refreshToken?.from?.includes('UNUSED') === true),
    )) as { AuthenticationResult: { IdToken: string; AccessToken: string; RefreshToken: string } };
    values['IdToken'] = tokens.IdToken;
    values['AccessToken'] = tokens.AccessToken;
    refreshToken = tokens.RefreshToken;
    for (const name of ['RefreshToken', 'REFRESH_TOKEN', 'Token']) values[name] = refreshToken;
  }
  const past = new Date(Date.now() - 3_600_000).toISOString();
  if (at.refreshToken === 'JUST_USED') await make('GetTokensFromRefreshToken');
  if (at.refreshToken === 'USED') await db.updateTable('identity_refresh_tokens').set({ used_at: past }).execute();
  if (at.refreshToken === 'NONE') await db.deleteFrom('identity_refresh_tokens').execute();
  const sessions = db.updateTable('identity_sessions').where('sub', '=', sub);
  if (at.session === 'REVOKED') await sessions.set({ revoked_at: past }).execute();
  if (at.session === 'EXPIRED') await sessions.set({ expires_at: past }).execute();
  if (at.session === 'NONE') await db.deleteFrom('identity_sessions').where('sub', '=', sub).execute();
  // In an acting session the account of a request is the customer's.
  const standing = at.session === 'ACTING' ? (customerSub ?? sub) : sub;
  if (at.account !== undefined) await stand(server, standing, at.account);
  return {
    email: at.session === 'ACTING' ? customer : email,
    sub: standing,
    purpose: said.code?.purpose,
    session,
    refreshToken,
    body: sample(said.input, values) as JsonObject,
    async again() {
      if (takes(request, 'Session')) {
        const { ANSWER: _, ...others } = values;
        const fresh: Record<string, Json> = others;
        const begun = await challenged(server, { at, email, sub, values: fresh, make }).then(
          () => true,
          () => false,
        );
        return begun ? (sample(said.input, fresh) as JsonObject) : undefined;
      }
      return sample(said.input, values) as JsonObject;
    },
  };
}

const targetOf = (name: RequestName): string => `AWSCognitoIdentityProviderService.${name.split(' ')[0]}`;

/** A sign-in that is half done: as far as the cell says. */
async function challenged(
  server: Started,
  {
    at,
    email,
    sub,
    values,
    make,
  }: {
    readonly at: At;
    readonly email: string;
    readonly sub: string;
    readonly values: Record<string, Json>;
    readonly make: (name: RequestName) => Promise<Readonly<Record<string, unknown>>>;
  },
): Promise<void> {
  const secret = newSecret();
  values['SRP_A'] = secret.A;
  const kind = at.challenge === 'SIGNED_IN' ? 'PASSWORD_VERIFIER' : at.challenge;
  if (kind === 'NEW_PASSWORD_REQUIRED') await stand(server, sub, 'FORCE_CHANGE_PASSWORD');
  const answer = await make(
    kind === 'NEW_PASSWORD_REQUIRED'
      ? 'InitiateAuth USER_PASSWORD_AUTH'
      : leadingTo(({ challenge }) => challenge?.to?.['NONE'] === kind),
  );
  values['Session'] = String(answer['Session']);
  if (kind !== 'PASSWORD_VERIFIER' && kind !== 'PASSWORD_THEN_CODE') {
    // For a request that answers another challenge.
    Object.assign(values, { TIMESTAMP: 'now', PASSWORD_CLAIM_SIGNATURE: 'none', PASSWORD_CLAIM_SECRET_BLOCK: 'none' });
    if (values['ANSWER'] === undefined && kind === 'CUSTOM_CHALLENGE') values['ANSWER'] = await server.codeFor(email);
    return;
  }
  const proof = proofOf(secret, answer as unknown as ProofChallenge, { poolId: server.identity.poolId, password });
  Object.assign(values, proof.ChallengeResponses, { USERNAME: email });
  if (at.challenge === 'SIGNED_IN') await make('RespondToAuthChallenge PASSWORD_VERIFIER');
}

/** Puts an account to a state. */
async function stand(server: Started, sub: string, state: StateOf<'account'>): Promise<void> {
  const { db } = server.database;
  if (state === 'NONE') {
    await db.deleteFrom('identity_users').where('sub', '=', sub).execute();
    return;
  }
  const inGroup = state === 'ENROLLING';
  for (const group of groupsThat('enrolls'))
    await (inGroup ? server.identity.admin.addToGroup(sub, group) : server.identity.admin.removeFromGroup(sub, group));
  await db
    .updateTable('identity_users')
    .set({ enabled: state !== 'DISABLED', status: inGroup || state === 'DISABLED' ? 'CONFIRMED' : state })
    .where('sub', '=', sub)
    .execute();
}

async function putCode(
  server: Started,
  { sub, purpose = '' }: { readonly sub: string; readonly purpose: string | undefined },
  state: StateOf<'code'> | undefined,
): Promise<void> {
  const { db } = server.database;
  const set: Partial<Record<StateOf<'code'>, Readonly<Record<string, unknown>>>> = {
    USED: { used_at: '2000-01-01T00:00:00.000Z' },
    EXPIRED: { expires_at: '2000-01-01T00:00:00.000Z' },
    SPENT: { tries: 10 },
  };
  const change = state && set[state];
  if (state === 'NONE')
    await db.deleteFrom('identity_codes').where('subject', '=', sub).where('purpose', '=', purpose).execute();
  else if (change !== undefined)
    await db
      .updateTable('identity_codes')
      .set(change)
      .where('subject', '=', sub)
      .where('purpose', '=', purpose)
      .execute();
}

/** A body of a request: its constants, and values by the name of a member. */
export function sampleBody(name: RequestName, values: Readonly<Record<string, Json>>): Json {
  return sample(requests[name].input, values);
}

/** A body as its schema wants it: constants, then the values by name; members that may be left out are. */
function sample(schema: JsonObject, values: Readonly<Record<string, Json>>, name = ''): Json {
  if (schema['const'] !== undefined) return schema['const'];
  if (Array.isArray(schema['enum'])) return (schema['enum'] as readonly Json[])[0] ?? null;
  if (schema['type'] === 'object') {
    const properties = schema['properties'] as Readonly<Record<string, JsonObject>>;
    return Object.fromEntries(
      ((schema['required'] ?? []) as readonly string[]).map((one) => [one, sample(properties[one] ?? {}, values, one)]),
    );
  }
  return values[name] ?? 'none';
}

/** What an answer may have done. */
interface Seen {
  readonly account: string;
  readonly sessions: number;
  readonly delivered: number;
  readonly at: { readonly [R in Row]?: StateOf<R> };
}

async function seen(
  { database: { db } }: Started,
  { email, sub, purpose = '', session, refreshToken }: Prepared,
): Promise<Seen> {
  const account = await db
    .selectFrom('identity_users')
    .selectAll()
    .select(isEnrolling('identity_users.sub').as('enrolling'))
    .where((where) => where.or([where('sub', '=', sub), where('email', '=', email)]))
    .executeTakeFirst();
  const code = await db
    .selectFrom('identity_codes')
    .selectAll()
    .where('subject', '=', sub)
    .where('purpose', '=', purpose)
    .executeTakeFirst();
  const counted = await sql<{ sessions: number; delivered: number }>`select
    (select count(*)::int from identity_sessions where revoked_at is null) as sessions,
    (select count(*)::int from messages where state <> 'withheld') as delivered`.execute(db);
  const held = await db
    .selectFrom('identity_sessions')
    .selectAll()
    .where('origin_jti', '=', session ?? sub)
    .executeTakeFirst();
  const hash = createHash('sha256')
    .update(refreshToken ?? '')
    .digest('base64url');
  const token = await db.selectFrom('identity_refresh_tokens').selectAll().where('hash', '=', hash).executeTakeFirst();
  const { modified_at: _, ...row } = account ?? { modified_at: '' };
  return {
    account: JSON.stringify(row),
    sessions: counted.rows[0]?.sessions ?? 0,
    delivered: counted.rows[0]?.delivered ?? 0,
    at: {
      account: accountState(account),
      code: code === undefined || code.target === null ? 'NONE' : code.used_at === null ? 'SENT' : 'USED',
      session:
        held === undefined
          ? 'NONE'
          : held.revoked_at !== null
            ? 'REVOKED'
            : held.acting_for === null
              ? 'LIVE'
              : 'ACTING',
      refreshToken: token === undefined ? 'NONE' : token.used_at === null ? 'UNUSED' : 'USED',
    },
  };
}

function verdict(
  { request, at, right }: Cell,
  { answer, before, after }: { readonly answer: IdentityAnswer; readonly before: Seen; readonly after: Seen },
): string | undefined {
  const told = `${answer.status} ${JSON.stringify(answer.body).slice(0, 160)}`;
  if (right === 'refused') {
    // A stranger's address is answered like a customer's: then nothing was done, and no mail went.
    const changed = (['account', 'delivered'] as const).filter((what) => before[what] !== after[what]);
    if (after.sessions > before.sessions) changed.push('account');
    if ('AuthenticationResult' in answer.body) return `not refused: ${told}`;
    return changed.length === 0 ? undefined : `refused, and changed ${changed.join(', ')}: ${told}`;
  }
  if (answer.status !== 200) return `is ${right}, and was refused: ${told}`;
  if (right === 'done')
    return before.account === after.account && before.delivered === after.delivered
      ? undefined
      : `was done again: ${told}`;
  const said = requests[request];
  const next = at.challenge === undefined ? undefined : standingNext(said, at);
  for (const row of ['account', 'code', 'session', 'refreshToken'] as const) {
    const { [row]: moves } = said;
    const state = at[row];
    if (moves === undefined || state === undefined) continue;
    // A sign-in sends a code where it is the next challenge, and not where another is, or the tokens are.
    if (row === 'code' && moves.from?.includes('NONE') === true && next !== undefined && next !== 'CUSTOM_CHALLENGE')
      continue;
    const { to } = standingOf(moves, state) as { readonly to?: string };
    if (to !== undefined && after.at[row] !== to) return `leads ${row} to ${to}, and it is at ${String(after.at[row])}`;
    if (to === undefined && row === 'account' && after.at[row] !== state)
      return `leaves the account at ${state}, and it is at ${String(after.at[row])}`;
  }
  if (next === undefined) return undefined;
  const came = 'AuthenticationResult' in answer.body ? 'SIGNED_IN' : String(answer.body['ChallengeName']);
  // On the wire both are the same question.
  const wanted = next === 'PASSWORD_THEN_CODE' ? 'PASSWORD_VERIFIER' : next;
  return came === wanted ? undefined : `leads to the challenge ${wanted}, and came to ${came}`;
}

/** The state of the sign-in after a request. */
function standingNext({ challenge = {} }: IdentityRequest, at: At): string {
  const { to = '' } = standingOf(challenge, at.challenge ?? 'NONE') as { readonly to?: string };
  return (to === 'SIGNED_IN' && at.account !== undefined ? challenge.first?.[at.account] : undefined) ?? to;
}

export interface IdentityMatrix {
  readonly cells: number;
  readonly requests: ReadonlySet<RequestName>;
  readonly wrong: readonly string[];
}

/** Asks every cell, or one of `every`, and of each request at least its honest one. */
export async function identityMatrix({ every }: { readonly every: number }): Promise<IdentityMatrix> {
  const asked = await openIdentityStand();
  const wrong: string[] = [];
  const known = new Set<RequestName>();
  let cells = 0;
  try {
    for (const [at, cell] of identityCells().entries()) {
      const isHonest = cell.right === 'performed' && !known.has(cell.request);
      if (isHonest) known.add(cell.request);
      else if (at % every !== 0) continue;
      cells += 1;
      wrong.push(...[await asked.try(cell)].flatMap((one) => one ?? []));
    }
  } finally {
    await asked.stop();
  }
  return { cells, requests: known, wrong };
}

/**
 * What is wrong where many ask the same at once, too late, or guess: every request that uses something up, every one
 * that goes on with a sign-in, and every one that asks for a secret.
 */
export async function identityAttacks(): Promise<{
  readonly asked: readonly RequestName[];
  readonly wrong: readonly string[];
}> {
  const usesUp = names.filter((name) => takes(name, 'Session') || requests[name].code?.to?.['SENT'] === 'USED');
  const asks = names.filter((name) => [...guessable].some((member) => takes(name, member)));
  const held = await openIdentityStand();
  const wrong: string[] = [];
  try {
    for (const name of usesUp) {
      const performed = await held.atOnce(name);
      if (performed !== 1) wrong.push(`${name}: performed ${performed} times for one code or sign-in`);
    }
    for (const name of names.filter((one) => takes(one, 'Session'))) {
      // A code takes its time to come by mail.
      const seconds = honestRows(requests[name]).challenge === 'CUSTOM_CHALLENGE' ? 600 : 180;
      for (const [passed, right] of [
        [seconds - 10, true],
        [seconds + 1, false],
      ] as const)
        if ((await held.later(name, passed)) !== right)
          wrong.push(`${name}: ${right ? 'refused' : 'performed'} after ${passed} seconds`);
    }
    for (const name of asks) {
      const guesses = await held.guess(name);
      if (guesses !== undefined) wrong.push(`${name}: after ${guesses} wrong guesses the right one is taken`);
    }
  } finally {
    await held.stop();
  }
  return { asked: [...new Set([...usesUp, ...asks])], wrong };
}
