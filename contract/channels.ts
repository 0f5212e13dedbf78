/** Live status over a socket: what a client sends and hears (access document, sections 3 and 7). */
import type { Json, JsonObject } from '../runtime/core/facts.ts';

export interface Channel {
  readonly path: string;
  /** The action a listener is registered with. */
  readonly action: string;
  /** The member of the registration that says what is listened to. */
  readonly subject: 'applicationId' | 'loanId' | 'draftId';
}

/** The two channels of the documents, and that of a flow's own draft, by the name definitions give them. */
export const channels: Readonly<Record<string, Channel>> = {
  application: { path: '/ws/application', action: 'registerApplicationListener', subject: 'applicationId' },
  'back-office': { path: '/ws/back-office', action: 'registerListener', subject: 'loanId' },
  draft: { path: '/ws/draft', action: 'registerDraftListener', subject: 'draftId' },
};

/** The body of a message, as words read it. */
export const messageSchema: JsonObject = {
  type: 'object',
  properties: {
    status: { type: 'string' },
    applicationState: { type: 'string' },
    action: { type: 'string' },
    transactionId: { type: 'string' },
    externalSystemInformation: {
      type: 'object',
      properties: { customerCode: { type: 'string' } },
      additionalProperties: false,
    },
  },
  additionalProperties: false,
};

/** Whether what is heard on a channel is said of an application. */
export const isOfApplication = (channel: string): boolean => channels[channel]?.subject === 'applicationId';

/** Whether what is heard on a channel is said of the flow's own draft: its events are statuses of it. */
export const isOfDraft = (channel: string): boolean => channels[channel]?.subject === 'draftId';

/** Why a socket was closed (RFC 6455; 4000 and above are our own). */
export const closings = { normal: 1000, goingAway: 1001, tooMuch: 1008, sessionOver: 4401 } as const;

/**
 * The address of a channel below an origin, for a person with this id token on a page of this brand: a socket has no
 * headers of its own, so both travel in the query. A server that is told no brand chooses as for a page.
 */
export function socketPath(channel: Channel, idToken: string | undefined, brand?: string): string {
  const told = Object.entries({ idToken, brand }).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
  );
  return told.length === 0 ? channel.path : `${channel.path}?${told.join('&')}`;
}

/** What registers a listener. */
export function registration(channel: Channel, input: JsonObject): string {
  return JSON.stringify({ action: channel.action, ...input });
}

/** What a registration wants to listen to; undefined for anything that is no registration of this channel. */
export function readRegistration(channel: Channel, text: string): string | undefined {
  const message = parsed(text);
  const id = message?.[channel.subject];
  return message?.['action'] === channel.action && typeof id === 'string' ? id : undefined;
}

/** What a listener is told: the body stands at data.message.body. */
export function statusMessage(body: JsonObject): string {
  return JSON.stringify({ data: { message: { body } } });
}

/** The body of what a listener heard; undefined for a message that has none. */
export function readStatusMessage(text: string): JsonObject | undefined {
  return member(member(member(parsed(text), 'data'), 'message'), 'body');
}

function parsed(text: string): JsonObject | undefined {
  try {
    return object(JSON.parse(text) as Json);
  } catch {
    return undefined; // no JSON: no message of ours
  }
}
function member(of: JsonObject | undefined, key: string): JsonObject | undefined {
  return of !== undefined && Object.hasOwn(of, key) ? object(of[key]) : undefined;
}
function object(value: Json | undefined): JsonObject | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;
}
