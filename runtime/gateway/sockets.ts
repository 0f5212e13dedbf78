/**
 * A realtime channel: registers a listener, reconnects, asks by polling while the socket is away, closes normally when
 * it is no longer wanted.
 */
import { channels, closings, readStatusMessage, registration, socketPath } from '../../contract/channels.ts';
import type { Json, JsonObject } from '../core/facts.ts';
import { reconnectMs } from './backoff.ts';
import type { Timers } from './ports.ts';

/** The part of WebSocket that is used; a test may hand in another one. */
export interface SocketLike {
  onopen: (() => void) | null;
  onmessage: ((event: { readonly data: unknown }) => void) | null;
  onclose: ((event: { readonly code: number }) => void) | null;
  onerror: (() => void) | null;
  send(text: string): void;
  close(code?: number): void;
}
export interface Listening {
  readonly channel: string;
  /** What the listener is registered with: `applicationId` or `loanId`. */
  readonly input: JsonObject;
  readonly giveUpAfterSeconds?: number;
  /** The call asked while the socket is away; false when there is none. */
  readonly poll: (() => Promise<void>) | undefined;
  readonly heard: (event: string, body: JsonObject) => void;
  readonly gaveUp: () => void;
  /** The connection was lost, told once for each time it is away, and was found again. */
  readonly lost: () => void;
  readonly found: () => void;
  /** The server closed normally: there is nothing more to hear. */
  readonly ended: () => void;
}
export interface SocketOptions {
  readonly timers: Timers;
  readonly origin: string;
  /** The brand whose page listens. */
  readonly brand: string;
  readonly open: (url: string) => SocketLike;
  /** The id token, only ever in the query. */
  readonly token: () => Promise<string | undefined>;
  readonly report: (code: string) => void;
  /** Between two polls while the socket is away, in milliseconds. */
  readonly pollMs: number;
}

/**
 * How long a socket may take to open, in milliseconds. A proxy that swallows the upgrade leaves it connecting for ever
 * (Chromium ends it after minutes), and as long as it connects nobody asks.
 */
export const CONNECT_MS = 10_000;

/** What is due at a time to come. */
type Due = 'connect' | 'reconnect' | 'poll' | 'giveUp';

/** Starts listening; the answer stops it and closes the socket normally. */
export function listen(options: SocketOptions, listening: Listening): () => void {
  const channel = Object.hasOwn(channels, listening.channel) ? channels[listening.channel] : undefined;
  if (channel === undefined)
    throw new Error(`Channel "${listening.channel}" is not known. Known: ${Object.keys(channels).join(', ')}.`);
  let stopped = false;
  let attempt = 0;
  let socket: SocketLike | undefined;
  let isLost = false;
  /** What was heard last: the same again, after a connection anew, is no news. */
  let last: string | undefined;
  let state: unknown;
  const cancels = new Map<Due, () => void>();
  const after = (name: Due, ms: number, fn: () => void): void => {
    cancels.get(name)?.();
    cancels.set(
      name,
      options.timers.after(ms, () => {
        cancels.delete(name);
        if (!stopped) fn();
      }),
    );
  };
  const cancel = (name: Due): void => {
    cancels.get(name)?.();
    cancels.delete(name);
  };
  const pollSoon = (): void => {
    if (listening.poll === undefined || cancels.has('poll')) return;
    after('poll', options.pollMs, () => {
      const again = (): void => {
        if (!stopped && socket === undefined) pollSoon();
      };
      void listening.poll?.().then(again, again);
    });
  };

  async function connect(): Promise<void> {
    const token = await options.token();
    if (stopped) return;
    if (channel === undefined) return;
    const url = new URL(socketPath(channel, token, options.brand), options.origin);
    url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
    const opened = options.open(url.href);
    let isGivenUp = false;
    after('connect', CONNECT_MS, () => {
      isGivenUp = true;
      options.report('socket.error');
      away();
      opened.close();
    });
    opened.onopen = () => {
      // The page was left while it connected, or another socket takes its place.
      if (stopped || isGivenUp) return opened.close(closings.normal);
      socket = opened;
      cancel('connect');
      cancel('poll');
      attempt = 0;
      if (isLost) listening.found();
      isLost = false;
      opened.send(registration(channel, listening.input));
      void listening.poll?.().catch(() => options.report('socket.poll')); // what was said while nobody listened
    };
    opened.onmessage = ({ data }) => {
      const body = typeof data === 'string' ? readStatusMessage(data) : undefined;
      if (socket !== opened || body === undefined || data === last) return;
      last = data as string;
      const events = eventsOf(body, state);
      state = body['applicationState'] ?? state;
      // What the first event leads to may end the listening: the page it led to is told nothing of the rest.
      for (const event of events) if (!stopped) listening.heard(event, body);
    };
    opened.onerror = () => {
      if (!isGivenUp) options.report('socket.error');
    };
    opened.onclose = ({ code }) => {
      if (isGivenUp) return;
      socket = undefined;
      cancel('connect');
      if (stopped) return;
      if (code === closings.normal) end();
      else away();
    };
  }

  /** There is no connection: it is asked in its place, and connected again after a while. */
  function away(): void {
    if (!isLost) listening.lost();
    isLost = true;
    pollSoon();
    after('reconnect', reconnectMs(attempt), () => void connect());
    attempt += 1;
  }

  /** Once more it is asked where things stand: the last word may have been said while nobody listened. */
  function end(): void {
    const ended = (): void => {
      if (!stopped) listening.ended();
    };
    if (listening.poll === undefined) ended();
    else void listening.poll().then(ended, ended);
  }

  if (listening.giveUpAfterSeconds !== undefined)
    after('giveUp', listening.giveUpAfterSeconds * 1000, () => listening.gaveUp());
  void connect();
  return () => {
    stopped = true;
    for (const name of cancels.keys()) cancel(name);
    socket?.close(closings.normal);
  };
}

/** What the listener of a channel is registered with when a definition gives nothing: what is open here. */
export function subjectOf(
  channel: string,
  input: JsonObject,
  open: Readonly<Record<string, Json | undefined>>,
): JsonObject {
  const subject = Object.hasOwn(channels, channel) ? channels[channel]?.subject : undefined;
  const id = subject === undefined ? undefined : open[subject];
  return subject === undefined || Object.hasOwn(input, subject) || typeof id !== 'string'
    ? input
    : { ...input, [subject]: id };
}

/**
 * A message may bring an action, a status and a state; the action is heard first, the state when it is another than
 * before.
 */
function eventsOf({ action, status, applicationState }: JsonObject, before: unknown): readonly string[] {
  const told = [action, status, ...(applicationState === before ? [] : [applicationState])];
  return [...new Set(told.filter((one): one is string => typeof one === 'string' && one !== ''))];
}
