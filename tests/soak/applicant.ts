/** An applicant as a page acts for them: every press has one key, and is sent again with it until an answer comes. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { loadModule } from '../../compile/load.ts';
import type { Act } from '../../contract/act.ts';
import type { CompiledCompliance } from '../../runtime/core/app-definition.ts';
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import { heardAt, pagesToSign, pagesToSubmit, submitPage, type Page } from '../server/support/applicant.ts';
import { boot, signIn, signUp, type Booted } from '../server/support/person.ts';

/** What a page loads before anybody does anything. */
export interface Site {
  readonly boot: Booted;
  readonly documents: CompiledCompliance['documents'];
}
/** @param dataDir where the server keeps its compiled modules */
export async function siteOf(address: string, dataDir: string): Promise<Site> {
  const booted = await boot({ address });
  const { documents } = await loadModule<CompiledCompliance>(join(dataDir, 'definitions'), booted.compliance);
  return { boot: booted, documents };
}

export interface Applicant {
  /** Who it says it is, in the token's letters: got anew at this server before the one it has ends. */
  token(address: string): Promise<string>;
  /** Owner's id, as the identity service gives it. */
  readonly sub: string;
  readonly email: string;
  readonly session: string;
  /** The network address its requests say they come from: limits count for each. */
  readonly from: string;
}
/** A token lasts fifteen minutes, and a run on a busy machine longer. */
const RENEW_AFTER_MS = 10 * 60_000;

export async function newApplicant(address: string, at: number): Promise<Applicant> {
  const { email, idToken, session } = await signUp({ address });
  const claims = JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString()) as { sub: string };
  let held = { idToken, since: performance.now() };
  return {
    async token(server) {
      if (performance.now() - held.since > RENEW_AFTER_MS)
        held = { idToken: (await signIn({ address: server }, email)).idToken, since: performance.now() };
      return held.idToken;
    },
    sub: claims.sub,
    email,
    session,
    from: `10.9.${at >> 8}.${at & 255}`,
  };
}

/** One press: what goes over the wire, the same at every repeat. */
export interface Press {
  readonly operation: string;
  readonly key: string;
  readonly variables: JsonObject;
  readonly act?: Act;
}
export interface Answer {
  readonly data: Readonly<Record<string, Json>> | null;
  readonly errors: readonly { readonly extensions: JsonObject & { readonly code: string } }[];
}

/**
 * Sends a press once. Undefined when no answer came: the connection broke, or nobody was there. Throws on an answer of
 * 500 and above.
 */
export async function send(
  address: string,
  { site, applicant }: { readonly site: Site; readonly applicant: Applicant },
  press: Pick<Press, 'operation' | 'variables' | 'act'>,
): Promise<Answer | undefined> {
  const query = site.boot.operations[press.operation]?.document;
  if (query === undefined) throw new Error(`The content has no operation "${press.operation}".`);
  const authorization = await applicant.token(address).catch((reason: unknown) => {
    // The server may be killed during the sign-in too: no connection, or half an answer.
    if (reason instanceof TypeError || reason instanceof SyntaxError) return undefined;
    throw reason;
  });
  if (authorization === undefined) return undefined;
  const sent = fetch(`${address}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-brand-key': 'payday',
      'x-forwarded-for': applicant.from,
      'x-session-id': applicant.session,
      authorization,
    },
    body: JSON.stringify({ query, variables: press.variables, ...(press.act && { extensions: { act: press.act } }) }),
  }).then(
    async (response) => ({ status: response.status, text: await response.text() }),
    () => undefined,
  );
  const answer = await sent.catch(() => undefined); // cut in the middle of the body
  if (answer === undefined) return undefined;
  if (answer.status >= 500) throw new Error(`${press.operation} was answered ${answer.status}: ${answer.text}`);
  const { data = null, errors = [] } = JSON.parse(answer.text) as Partial<Answer>;
  return { data, errors };
}

/** Codes of an answer that says no; empty for one that was taken. */
export const codesOf = ({ errors }: Pick<Answer, 'errors'>): readonly string[] =>
  errors.map(({ extensions }) => [extensions.code, extensions['reason']].filter((one) => one !== undefined).join(' '));

/** @param flow which journey is begun; default: the application for a loan */
export function creation({ boot: { flows } }: Site, flow = 'apply'): Press {
  const key = randomUUID();
  const definition = flows[flow]?.hash ?? '';
  return {
    operation: 'createApplication',
    key,
    variables: { application: { flow, definition } },
    act: { key },
  };
}

/** An application as its page knows it. */
export interface Open {
  readonly id: string;
  readonly flow: string;
  readonly definition: string;
  readonly revision: number;
}
export function opened(answer: Answer, flow = 'apply'): Open {
  const application = (answer.data?.['createApplication'] as JsonObject | undefined)?.['application'] as JsonObject;
  return {
    id: String(application['id']),
    flow,
    definition: String(application['definition']),
    revision: Number(application['revision']),
  };
}

export function save(open: Open, changes: JsonObject, journey: JsonObject = {}): Press {
  const key = randomUUID();
  const { id, flow, definition, revision } = open;
  return {
    operation: 'saveJourney',
    key,
    variables: { id, flow, definition, revision, key, changes, journey },
  };
}
/** The revision after an answer to a save. */
export const revisionOf = (answer: Answer): number =>
  Number((answer.data?.['saveJourney'] as JsonObject | undefined)?.['revision']);

export function call(
  open: Open,
  operation: string,
  { variables = {}, act = {} }: { readonly variables?: JsonObject; readonly act?: Omit<Act, 'key'> } = {},
): Press {
  const key = randomUUID();
  return { operation, key, variables: { id: open.id, ...variables }, act: { key, ...act } };
}

/** What the page of an approved loan loads: the offer that is agreed to. */
export const offerOf = ({ id }: Open): Pick<Press, 'operation' | 'variables'> => ({
  operation: 'loanOffer',
  variables: { applicationId: id },
});

/**
 * The presses of one page, each made of the application as it stands by then: its answers, its call, how it was left.
 */
export function pressesOf(
  { site: { documents }, applicant }: { readonly site: Site; readonly applicant: Applicant },
  page: Page,
): readonly ((open: Open) => Press)[] {
  const { step, answers, action = 'continue', call: calls, shown = [], by } = page;
  const hashes = Object.fromEntries(shown.map((idTag) => [idTag, documents[idTag]?.hash ?? `no document ${idTag}`]));
  const outcome = calls && { outcome: { operation: calls.operation, name: calls.outcome ?? 'ok' } };
  const left = { ...(by ?? { by: 'action', action, ...outcome }), ...(shown.length > 0 ? { shown: hashes } : {}) };
  return [
    ...(answers === undefined ? [] : [(open: Open) => save(open, answers)]),
    ...(calls === undefined
      ? []
      : [
          (open: Open) =>
            call(open, calls.operation, {
              variables: calls.variables(open.id, applicant.email),
              act: { step, by: { by: 'action', action }, shown: hashes },
            }),
        ]),
    (open: Open) => save(open, {}, { [step]: left }),
  ];
}

/** The day two weeks from now, never a weekend: what the pages call the next pay day. */
function nextPayday(): string {
  const day = new Date(Date.now() + 14 * 86_400_000);
  while (day.getUTCDay() === 0 || day.getUTCDay() === 6) day.setUTCDate(day.getUTCDate() + 1);
  return day.toISOString().slice(0, 10);
}
// The pages of the tests live in November 2026.
const dated = <T>(value: T): T => JSON.parse(JSON.stringify(value).replaceAll('2026-12-04', nextPayday())) as T;
const datedPage = (page: Page): Page => {
  const { answers, call: calls } = page;
  return {
    ...page,
    ...(answers && { answers: dated(answers) }),
    ...(calls && { call: { ...calls, variables: (id: string, email?: string) => dated(calls.variables(id, email)) } }),
  };
};

/** The pages up to the submission, that of the submission, and those from the approval to the signature. */
export const pages = {
  toSubmit: pagesToSubmit().map(datedPage),
  submit: submitPage,
  approved: [heardAt('transition', 'SUBMIT_APPROVED')],
  toSign: pagesToSign(),
} as const;
