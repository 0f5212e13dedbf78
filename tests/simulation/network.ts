/**
 * The network between tabs and processes: every leg of a request is an event, and any of them may be lost, late or
 * doubled.
 */
import type { JsonObject } from '../../runtime/core/facts.ts';
import type { Reply, Request, Servers } from './servers.ts';
import type { Scheduler } from './scheduler.ts';
import type { Fault, Tally } from './tally.ts';
import type { Send, Tab } from './tab.ts';

/** A mutation as the network saw it. */
export interface Sent {
  readonly tab: string;
  /** The root field. */
  readonly field: string;
  /** Idempotency key. */
  readonly key: string | undefined;
  /** Which call of which page it says that it is; none for what no page calls by itself. */
  readonly made: string | undefined;
  /** How often somebody had pressed anything at the tab by then. */
  readonly press: number;
  readonly variables: JsonObject;
  /** What a process answered for it, once for each time it was delivered. */
  readonly answers: JsonObject[];
  readonly codes: string[];
  /** Both in the order in which they were given, among those of all that was sent. */
  readonly given: { readonly at: number; readonly answer?: JsonObject; readonly code?: string }[];
  /** Nobody at the tab knows yet how it ended. */
  isOpen: () => boolean;
  /** An answer reached the tab. */
  isTold: () => boolean;
}
export interface Network {
  readonly send: Send;
  readonly sent: readonly Sent[];
  /** Answers that no honest client should ever get. */
  readonly wrong: readonly string[];
}

export function createNetwork(
  servers: Servers,
  parts: {
    readonly scheduler: Scheduler;
    readonly tally: Tally;
    /** Whether this fault happens now. */
    readonly fault: (fault: Fault) => boolean;
    /** How often somebody has pressed anything at a tab. */
    readonly presses: (tab: string) => number;
  },
): Network {
  const { scheduler, tally, fault, presses } = parts;
  const sent: Sent[] = [];
  let answered = 0;
  const wrong: string[] = [];
  const late = (): number => 300 * 2 ** (scheduler.chance.next() * 7);

  const send: Send = (tab, { url, init }) => {
    const request = requestOf(tab, url, init);
    const { document } = tab;
    const mine = document();
    const waits = (): boolean => tab.isAlive() && document() === mine;
    return new Promise<Response>((resolve, reject) => {
      let over = false;
      let told = false;
      const note = noteOf(request, {
        tab: tab.name,
        press: presses(tab.name),
        isOpen: () => !over && waits(),
        isTold: () => told,
      });
      if (note !== undefined) sent.push(note);
      const finish = (fn: () => void): void => {
        if (over) return;
        over = true;
        fn();
      };
      const fail = (): void => finish(() => reject(new TypeError('fetch failed')));
      init?.signal?.addEventListener('abort', () =>
        finish(() => reject(Object.assign(new Error('The request took too long.'), { name: 'AbortError' }))),
      );
      const leg = (label: string, happen: () => void | Promise<void>, alive = (): boolean => true): void =>
        scheduler.ready({ label: `${request.says}: ${label}`, alive, happen });

      const back = (reply: Reply | undefined, wrote: boolean): void => {
        if (reply === undefined) return leg('reset', fail, waits);
        if (fault('answer lost')) {
          tally.count('answer lost');
          if (wrote) tally.count('answer lost after commit');
          return leg('answer lost', fail, waits);
        }
        const arrive = (): void =>
          finish(() => {
            told = true;
            resolve(new Response(reply.body, { status: reply.status, headers: { ...reply.headers } }));
          });
        if (fault('answer late')) {
          tally.count('answer late');
          scheduler.after(late(), { label: `${request.says}: late answer`, alive: waits, happen: arrive });
          return;
        }
        leg('answer', arrive, waits);
      };
      const deliver = (again: boolean): void => {
        void servers.answer(request).then(({ reply, wrote }) => {
          if (reply !== undefined) look(request, reply, note);
          if (reply === undefined && wrote) tally.count('answer lost after commit');
          if (!again) back(reply, wrote);
        }, reject);
      };
      leg('request', () => {
        if (fault('request lost')) {
          tally.count('request lost');
          return leg('request lost', fail, waits);
        }
        if (fault('request twice')) {
          tally.count('request twice');
          leg('request, again', () => deliver(true));
        }
        if (fault('request late')) {
          tally.count('request late');
          scheduler.after(late(), {
            label: `${request.says}: late request`,
            alive: () => true,
            happen: () => deliver(false),
          });
          return;
        }
        deliver(false);
      });
    });
  };

  function look(request: Request, reply: Reply, note: Sent | undefined): void {
    if (reply.status >= 500) wrong.push(`${request.says} was answered ${reply.status}: ${reply.body.slice(0, 200)}`);
    if (note === undefined) return;
    const body = JSON.parse(reply.body) as {
      readonly data?: JsonObject | null;
      readonly errors?: readonly { readonly extensions?: { readonly code?: string } }[];
    };
    for (const error of body.errors ?? []) {
      note.codes.push(error.extensions?.code ?? 'none');
      note.given.push({ at: (answered += 1), code: error.extensions?.code ?? 'none' });
      if (error.extensions?.code === 'INTERNAL') wrong.push(`${request.says} was answered INTERNAL`);
    }
    const answer = body.data?.[note.field];
    if (typeof answer !== 'object' || answer === null) return;
    note.answers.push(answer as JsonObject);
    note.given.push({ at: (answered += 1), answer: answer as JsonObject });
  }
  return { send, sent, wrong };
}

function requestOf(tab: Tab, url: string, init: RequestInit | undefined): Request {
  const { pathname, search } = new URL(url);
  const body = typeof init?.body === 'string' ? init.body : undefined;
  const field = /\{\s*(\w+)/.exec(
    body === undefined ? '' : ((JSON.parse(body) as { query?: string }).query ?? ''),
  )?.[1];
  return {
    method: init?.method === 'POST' ? 'POST' : 'GET',
    path: pathname + search,
    headers: Object.fromEntries(new Headers(init?.headers)),
    body,
    says: `${tab.name} ${field ?? pathname}`,
  };
}
function noteOf(request: Request, known: Pick<Sent, 'tab' | 'press' | 'isOpen' | 'isTold'>): Sent | undefined {
  if (request.body === undefined || request.path !== '/graphql') return undefined;
  const { query, variables, extensions } = JSON.parse(request.body) as {
    readonly query: string;
    readonly variables?: JsonObject;
    readonly extensions?: { readonly act?: { readonly key?: string; readonly by?: { readonly by?: string } } };
  };
  if (!/^\s*mutation/.test(query)) return undefined;
  const { key: actKey, ...made } = extensions?.act ?? {};
  const key = variables?.['key'] ?? actKey;
  return {
    ...known,
    field: /\{\s*(\w+)/.exec(query)?.[1] ?? '',
    key: typeof key === 'string' ? key : undefined,
    made: made.by === undefined || made.by.by === 'load' ? undefined : JSON.stringify(made),
    variables: variables ?? {},
    answers: [],
    codes: [],
    given: [],
  };
}
