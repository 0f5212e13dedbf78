/**
 * The matrix of the lock over a running server: each cell's application stands in the database as the cell says, its
 * call comes over HTTP, and it is refused with its reason and leaves nothing behind.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { callsOfFlow } from '../../contract/calls.ts';
import type { Operation } from '../../contract/operation.ts';
import { standingOf } from '../../contract/standing.ts';
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import { get, isDraft, own } from '../../runtime/core/index.ts';
import { sealAnswers } from '../../server/journeys/sealing.ts';
import { startStatus } from '../../contract/generated/statuses.ts';
import { secrets } from '../../contract/secrets.ts';
import type { Progress } from '../../server/journeys/tables.ts';
import { draftAt } from '../../server/journeys/draft.ts';
import type { JudgedCall } from '../../verifier/fixture/back-end.ts';
import { root } from '../content/compiled.ts';
import { graphql, signIn, type Answer, type Person } from '../server/support/person.ts';
import { startTestServer, type TestServer } from '../server/support/server.ts';
import { contentFolders, groundOf, operations } from './calls.ts';
import { agreedTerms, disown, owe, preparedOn, wantDocuments } from './loan.ts';
import { cellsOf, distinct, poolOf, type Cell } from './matrix.ts';

/** One call over one application as it stands, and the answers that are right. */
interface ServerCell {
  readonly name: string;
  /** What is asked for and over what. */
  readonly call: Pick<JudgedCall, 'flow' | 'stored' | 'trail' | 'world' | 'act'>;
  readonly results: JsonObject;
  readonly operation: Operation;
  readonly status: string;
  readonly isOpen: boolean;
  /** `CODE` or `REFUSED reason path`; nothing: answered with how the application stands. */
  readonly right: RegExp;
}

/** Results as they are stored: under the operation whose call names them. */
function resultsOf({ flow, world }: JudgedCall): JsonObject {
  return Object.fromEntries(
    callsOfFlow(flow).flatMap(({ operation, as }) => {
      const value = as === undefined ? undefined : own(world.results, as);
      return value === undefined || value === null ? [] : [[operation, { outcome: 'ok', value }]];
    }),
  );
}

/**
 * The cells of one call that the lock admits: each precondition left out one by one, and each status.
 * Nothing for an operation that changes nothing, or a call that the fixture made at a status of its own making.
 */
function serverCells(
  call: JudgedCall,
  of: {
    readonly operation: Operation;
    readonly pool: Parameters<typeof cellsOf>[1];
  },
): { readonly honest: ServerCell; readonly cells: readonly ServerCell[] } | undefined {
  const { operation, pool } = of;
  const { from = [] } = operation;
  const { told, statuses, ends } = groundOf(call);
  const status = from.find((one) => one === told) ?? (from.length === 1 || told === undefined ? from[0] : undefined);
  if (status === undefined) return undefined;
  const base = { results: resultsOf(call), operation, status, isOpen: true };
  const name = `${call.flow.brand} ${operation.name} of ${call.step}`;
  // What the provider says is not the lock's word: a fixture may meet one that fails.
  const admitted = new RegExp(`^(?:(?:${Object.keys(operation.outcomes).join('|')})\\s*)?$`);
  const honest: ServerCell = { ...base, name: `${name} at ${status}`, call, right: admitted };
  const left = cellsOf(call, pool)
    // What a document has no variable for never reaches the server.
    .filter(({ kind }) => kind !== 'extra')
    .map(
      (cell): ServerCell => ({
        ...base,
        name: cell.name,
        call: { ...call, act: cell.over.act, stored: cell.stored, trail: cell.over.trail },
        results: resultsOf({ ...call, world: cell.over.world }),
        right: rightOf(cell, operation),
      }),
    );
  const standing = statuses.flatMap((one): readonly ServerCell[] => {
    const at = standingOf(operation, one);
    const done = !at.may && at.done;
    const cell = { ...base, call, status: one };
    const open: ServerCell = {
      ...cell,
      name: `${name} at ${one}`,
      isOpen: !ends(one),
      right: done
        ? /^$/
        : ends(one)
          ? /^REFUSED closed /
          : /^REFUSED (locked|notNow|notReached|notOffered|notFinished) /,
    };
    const closed = { ...cell, name: `${name} at ${one}, withdrawn`, isOpen: false, right: /^REFUSED closed / };
    return [...(at.may ? [] : [open]), ...(ends(one) ? [] : [closed])];
  });
  return { honest, cells: [...left, ...standing] };
}

/** The input that names what the call is about. */
const namedBy = ({ application, draft }: Operation): string => application ?? draft ?? '';

/** The id of an application is judged by whose it is, what the document's types say by GraphQL itself. */
function rightOf({ kind, reasons, path }: Cell, operation: Operation): RegExp {
  const { input } = operation;
  if (kind === 'argument' && path === namedBy(operation)) return /^FORBIDDEN/;
  const required = (input['required'] ?? []) as readonly string[];
  // What an input must hold is said by the document's types; a stand-in has none, so the lock says it.
  const typed = operation.standIn !== true || path === namedBy(operation);
  if (kind === 'missing' && typed && required.includes(path ?? '')) return /^BAD_INPUT/;
  return new RegExp(`^REFUSED (${reasons.join('|')}) ${path === undefined ? '' : `${path.replaceAll('.', '\\.')}$`}`);
}

/** Drafts of whoever owes on a loan. */
const ofLoans: ReadonlySet<string> = new Set(['conversion', 'payment', 'payment-plan']);

interface Stand {
  readonly server: TestServer;
  /** What is wrong with the server's answer to a cell, or nothing. */
  try(cell: ServerCell): Promise<string | undefined>;
}

/** The lender's known customers, as the server seeds them. */
const people = JSON.parse(readFileSync(new URL('../../server/seed/people.json', import.meta.url), 'utf8')) as readonly {
  readonly email: string;
  readonly password: string;
  readonly groups: readonly string[];
  readonly attributes: Readonly<Record<string, string>>;
}[];

/**
 * A server with the people of the fixtures, whose applications stand as the cells say. Who calls counts: for example a
 * returning customer is not asked on the amount page, so another person's way would end there.
 */
async function openStand(): Promise<Stand> {
  const server = await startTestServer({
    contentDir: `+${join(root, contentFolders[1])}`,
    with: { seeded: true },
  });
  const signedIn = new Map<string, Promise<Person>>();
  /** Somebody like the person of the cell, who is a customer of its brand. */
  const customerOf = async (brand: string, source: string, like: (typeof people)[number] | undefined) => {
    const { email, password, groups, attributes } = like ?? {
      email: 'stranger@example.test',
      password: 'Marigold42',
      groups: ['my.account.user'],
      attributes: {},
    };
    const theirs = `${brand}.${email}`;
    await server.admin.createUser({
      email: theirs,
      password,
      groups,
      attributes: { ...attributes, 'custom:brand': source },
    });
    return await signIn(server, theirs, password);
  };
  const personOf = async ({ world, flow: { brand } }: ServerCell['call']): Promise<Person> => {
    const known = people.find(({ email }) => email === world.customer['email']);
    const name = `${brand} ${known?.email ?? ''}`;
    const person = signedIn.get(name) ?? customerOf(brand, String(world.brand['source']), known);
    signedIn.set(name, person);
    return await person;
  };
  return {
    server,
    async try(cell) {
      const person = await personOf(cell.call);
      const { sub } = JSON.parse(Buffer.from(person.idToken.split('.')[1] ?? '', 'base64url').toString()) as {
        sub: string;
      };
      const { brand, saves } = cell.call.flow;
      const of = { owner: sub, email: person.email, brand };
      // Whoever changes a loan, or pays on it, owes one; whoever sends documents was asked for them.
      const kept = isDraft(saves) ? saves.draft : undefined;
      const loan = kept !== undefined && ofLoans.has(kept) ? await owe(server, of) : undefined;
      const wanting = kept === 'documents' ? await wantDocuments(server, of) : undefined;
      const id = await stand(server, of, cell);
      if (loan !== undefined && kept !== 'payment-plan')
        await agree(server, id, kept === 'payment' ? preparedOn(server, loan) : await agreedTerms(server, id, of));
      const before = await versionOf(server, id);
      const told = said(await ask(server, person, { cell, id }));
      const written = (await versionOf(server, id)) - before;
      for (const behind of [loan, wanting]) if (behind !== undefined) await disown(server, behind);
      if (!cell.right.test(told)) return `${cell.name}: "${told}" instead of ${String(cell.right)}`;
      return told !== '' && written !== 0 ? `${cell.name}: refused, and ${written} acts were written` : undefined;
    },
  };
}

/** Puts an application into the database as the cell says. */
async function stand(
  { services }: TestServer,
  { owner, email }: { readonly owner: string; readonly email: string },
  { call, status, isOpen, results }: ServerCell,
): Promise<string> {
  const { flow, stored, trail, world } = call;
  const { applicationType = 'STANDARD', channel = 'ONLINE', preferredProductCode = null } = world.application;
  const { db, sealer, definitions } = services;
  const current = definitions.currentFlow(flow.brand, flow.id, '2026-11-20');
  if (!current) throw new Error(`The server has no flow ${flow.id} of ${flow.brand}.`);
  await definitions.pin(current.hash);
  const id = randomUUID();
  const draft = isDraft(flow.saves) ? JSON.stringify(draftAt(flow, status)) : null;
  const answers = await sealAnswers(sealer, stored.answers, { flow, id, stored: {}, clear: {} });
  const outcomes: Record<string, string[]> = {};
  for (const { operation, name } of trail) outcomes[operation] = [...new Set([...(outcomes[operation] ?? []), name])];
  const progress = {
    submits: 1,
    offer: { hash: 'offer', principal: 1, financeCharge: 1, apr: 1, totalOfPayments: 2, payments: [] },
  };
  await sql`insert into applications (id, owner, email, brand, flow, definition, answers, journey, results, outcomes, status, is_open, progress,
      application_type, channel, preferred_product_code, draft, created_at, modified_at)
    values (${id}::uuid, ${owner}, ${email}, ${flow.brand}, ${flow.id}, ${current.hash}, ${JSON.stringify(answers)}::jsonb, ${JSON.stringify(stored.journey)}::jsonb,
      ${JSON.stringify(results)}::jsonb, ${JSON.stringify(outcomes)}::jsonb, ${draft === null ? status : startStatus}, ${isOpen}, ${JSON.stringify(progress)}::jsonb,
      ${applicationType}, ${channel}, ${preferredProductCode}, ${draft}::jsonb, '2026-11-20T15:00:00Z', '2026-11-20T15:00:00Z')`.execute(
    db,
  );
  // Whoever chose an account of a bank link has linked their bank.
  if (get(stored.answers, 'bankingInformation.accountId') !== undefined)
    await services.banks.connect(id, 'public-linked');
  return id;
}

/** Puts terms that were made and agreed to on a draft. */
async function agree({ services }: TestServer, id: string, progress: Progress): Promise<void> {
  await sql`update applications set progress = ${JSON.stringify(progress)}::jsonb where id = ${id}::uuid`.execute(
    services.db,
  );
}

async function versionOf({ services }: TestServer, id: string): Promise<number> {
  const found = await sql<{ version: number }>`select version from applications where id = ${id}::uuid`.execute(
    services.db,
  );
  return found.rows[0]?.version ?? -1;
}

/** The fixtures' application is `app-1`, their draft what the world says; here it is the one that stands. */
async function ask(
  server: TestServer,
  { idToken, session, email }: Person,
  { cell, id }: { readonly cell: ServerCell; readonly id: string },
): Promise<Answer> {
  const { act, flow } = cell.call;
  const { document = '' } = cell.operation;
  const name = namedBy(cell.operation);
  const given = act.arguments[name];
  const forged = given !== undefined && given !== 'app-1' && given !== cell.call.world.draft?.['id'];
  return await graphql(server, document, {
    variables: {
      ...withEmail(act.arguments, { of: cell.call.world.session['email'], is: email }),
      ...(given === undefined ? {} : { [name]: forged ? randomUUID() : id }),
      // What the page would supply; no definition gives it.
      ...(cell.operation.supplies && Object.fromEntries(Object.entries(cell.operation.supplies).map(supplied))),
    },
    headers: { authorization: idToken, 'x-session-id': session, 'x-brand-key': flow.brand },
    act: {
      key: randomUUID(),
      ...(act.step !== undefined && { step: act.step }),
      ...(act.by !== undefined && { by: act.by }),
      ...(act.shown !== undefined && { shown: act.shown }),
    } as Parameters<typeof graphql>[2] extends { act?: infer Envelope } | undefined ? NonNullable<Envelope> : never,
  });
}

/** What a call says, where it tells the email of the fixture's person: on the server they have one for each brand. */
const withEmail = (input: JsonObject, { of, is }: { readonly of: Json | undefined; readonly is: string }): JsonObject =>
  JSON.parse(JSON.stringify(input), (_, value: Json) => (value === of ? is : value)) as JsonObject;

const supplied = ([input, source]: readonly [string, string]) =>
  [
    input,
    source === secrets.widgetToken ? { dataDescriptor: 'stand-in', dataValue: randomUUID() } : randomUUID(),
  ] as const;

function said({ errors: [error] }: Answer): string {
  if (error === undefined) return '';
  const { code, reason = '', path = '' } = error.extensions;
  return `${code} ${reason} ${path}`;
}

export interface Matrix {
  readonly cells: number;
  /** Calls that the server admits as they are. */
  readonly honest: number;
  /** What the honest calls are calls of. */
  readonly operations: ReadonlySet<string>;
  readonly wrong: readonly string[];
  /** Honest calls that the server refuses, with its words: there must be none, and no cell is made of them. */
  readonly refused: readonly string[];
}

/** Asks every cell, or one of `every` so many of each call, of a server of its own. */
export async function wholeMatrix(
  calls: readonly JudgedCall[],
  { every }: { readonly every: number },
): Promise<Matrix> {
  const asked = await openStand();
  const pool = poolOf(calls);
  const found = {
    cells: 0,
    honest: 0,
    operations: new Set<string>(),
    wrong: [] as string[],
    refused: [] as string[],
  };
  let number = 0;
  try {
    for (const call of distinct(calls)) {
      const operation = operations[call.act.operation];
      const made = operation && serverCells(call, { operation, pool });
      if (!made) continue;
      const chosen = made.cells.filter(() => number++ % every === 0);
      const known = found.operations.has(made.honest.operation.name);
      if (chosen.length === 0 && known) continue;
      const not = await asked.try(made.honest);
      if (not !== undefined) {
        found.refused.push(not);
        continue;
      }
      found.honest += 1;
      found.operations.add(made.honest.operation.name);
      for (const cell of chosen) {
        found.cells += 1;
        found.wrong.push(...[await asked.try(cell)].flatMap((one) => one ?? []));
      }
    }
  } finally {
    await asked.server.stop();
  }
  return found;
}
