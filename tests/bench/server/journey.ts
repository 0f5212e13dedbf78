/**
 * What one applicant's browser sends, request by request: small batches while a page is filled in, its call, and how it
 * was left.
 */
import { randomUUID } from 'node:crypto';
import type { JsonObject } from '../../../runtime/core/facts.ts';
import { pagesToSubmit, type Page } from '../../server/support/applicant.ts';
import { post, type Door } from './door.ts';
import type { Person } from './people.ts';

/** What all of them need to know of the site. */
export interface Site {
  readonly door: Door;
  /** Version that new applications begin with. */
  readonly definition: string;
  /** Texts of the client's documents by operation. */
  readonly documents: Readonly<Record<string, string>>;
  /** idTag -> hash of the disclosure in force. */
  readonly disclosures: Readonly<Record<string, string>>;
}
interface Request {
  readonly operation: string;
  readonly variables: (id: string, email?: string) => JsonObject;
  readonly act?: JsonObject;
}
export interface Applicant {
  /** Id of the application. */
  readonly id: string;
  readonly person: Person;
  /** Whether a request of theirs is under way: a browser sends one after the other. */
  busy: boolean;
  /** Sends the next request of the journey; at its end the pages are gone through again, with other answers. */
  next(): Promise<{ readonly saves: boolean; readonly problem?: string }>;
}

/** How many answers the queue brings together in one batch, typed one after the other. */
const inOneBatch = 2;

/** Opens an application, `ahead` requests far into its journey. */
export async function openApplicant(site: Site, person: Person, ahead: number): Promise<Applicant> {
  const session = randomUUID();
  const ask = async (operation: string, variables: JsonObject, act?: JsonObject): Promise<JsonObject> => {
    const { status, body } = await post(site.door, {
      path: '/graphql',
      from: person.address,
      headers: {
        accept: 'application/graphql-response+json, application/json',
        'content-type': 'application/json',
        'x-brand-key': 'payday',
        'x-session-id': session,
        authorization: person.idToken,
      },
      body: {
        query: site.documents[operation],
        variables,
        operationName: operation,
        ...(act && { extensions: { act } }),
      },
    });
    const { data, errors } = body as { data?: JsonObject; errors?: readonly JsonObject[] };
    const answer = data?.[operation];
    if (status !== 200 || errors !== undefined || answer === undefined || answer === null)
      throw new Error(`${operation}: ${status} ${JSON.stringify(errors ?? body).slice(0, 300)}`);
    return answer as JsonObject;
  };
  const made = await ask('createApplication', { application: { flow: 'apply', definition: site.definition } });
  const { id, revision: first } = made['application'] as { id: string; revision: number };
  let revision = first;
  let round = 0;
  let waiting = requestsOf(site, round);
  const applicant: Applicant = {
    id,
    person,
    busy: false,
    async next() {
      applicant.busy = true;
      if (waiting.length === 0) waiting = requestsOf(site, (round += 1));
      const [one, ...rest] = waiting as readonly [Request, ...Request[]];
      const saves = one.operation === 'saveJourney';
      try {
        const answer = await ask(
          one.operation,
          saves
            ? { ...one.variables(id), id, flow: 'apply', definition: site.definition, revision, key: randomUUID() }
            : one.variables(id, person.email),
          one.act,
        );
        if (saves) revision = Number(answer['revision']);
        waiting = rest;
        return { saves };
      } catch (error) {
        return { saves, problem: error instanceof Error ? error.message : String(error) };
      } finally {
        applicant.busy = false;
      }
    },
  };
  for (let done = 0; done < ahead; done += 1) {
    const { problem } = await applicant.next();
    if (problem !== undefined) throw new Error(problem);
  }
  return applicant;
}

/** The requests of one way through the pages, with answers that differ from round to round. */
function requestsOf(site: Site, round: number): readonly Request[] {
  const pages = pagesToSubmit({ gross: 180_000 + (round % 50) * 100, amount: 30_000 + (round % 2) * 5000 });
  return pages.flatMap((page) => requestsOfPage(site, page));
}

function requestsOfPage(site: Site, { step, answers = {}, action = 'continue', call, shown = [] }: Page): Request[] {
  const hashes = Object.fromEntries(shown.map((idTag) => [idTag, site.disclosures[idTag] ?? `no document ${idTag}`]));
  const typed = Object.entries(answers);
  const batches = Array.from({ length: Math.ceil(typed.length / inOneBatch) }, (_, at) =>
    Object.fromEntries(typed.slice(at * inOneBatch, (at + 1) * inOneBatch)),
  );
  const save = (changes: JsonObject, journey: JsonObject): Request => ({
    operation: 'saveJourney',
    variables: () => ({ changes, journey }),
  });
  return [
    ...batches.map((changes) => save(changes, {})),
    ...(call
      ? [
          {
            operation: call.operation,
            variables: call.variables,
            act: { key: randomUUID(), step, by: { by: 'action', action }, shown: hashes },
          },
        ]
      : []),
    save(
      {},
      {
        [step]: {
          by: 'action',
          action,
          ...(call && { outcome: { operation: call.operation, name: call.outcome ?? 'ok' } }),
          ...(shown.length > 0 && { shown: hashes }),
        },
      },
    ),
  ];
}
