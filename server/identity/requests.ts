/**
 * The requests of the protocol, as the identity operations of `schemas/api/operations` declare them (decisions/0013).
 */
import { readdirSync, readFileSync } from 'node:fs';
import type { Requests } from '../../contract/generated/operations.ts';
import type { IdentityRequest } from '../../contract/operation.ts';
import { misfits } from '../http/misfit.ts';

/** A request by name: the action of the protocol and, where it has several kinds, which of them. */
export type RequestName = keyof Requests;

const folder = new URL('../../schemas/api/operations/', import.meta.url);

/** Every request that an operation consists of. */
export const requests: Readonly<Record<RequestName, IdentityRequest>> = Object.assign(
  {},
  ...readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map(
      (file) =>
        (
          JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as {
            requests?: Readonly<Record<string, IdentityRequest>>;
          }
        ).requests ?? {},
    ),
) as Readonly<Record<RequestName, IdentityRequest>>;

const byAction = Map.groupBy(Object.keys(requests) as RequestName[], (name) => name.split(' ')[0] ?? '');

/** The actions of the protocol that are answered. */
export const actions: ReadonlySet<string> = new Set(byAction.keys());

/** Members that the provider's client library may add to any request, and nobody here reads. */
const unread: ReadonlySet<string> = new Set([
  'AnalyticsMetadata',
  'ClientMetadata',
  'DeviceKey',
  'ForceAliasCreation',
  'UserContextData',
  'ValidationData',
]);

/** A body as its request declares it, or the path of the member that fits none of the action's requests. */
export type Found =
  | { readonly name: RequestName; readonly body: Readonly<Record<string, unknown>> }
  | { readonly wrong: string };

/** The request that a body of an action is: the one whose schema it fits. */
export function findRequest(action: string, given: Readonly<Record<string, unknown>>): Found {
  const body = Object.fromEntries(Object.entries(given).filter(([member]) => !unread.has(member)));
  const tried = (byAction.get(action) ?? []).map((name) => ({ name, wrong: misfits(requests[name], body) }));
  const fits = tried.find(({ wrong }) => wrong.length === 0);
  if (fits !== undefined) return { name: fits.name, body };
  // Of several kinds the one that was meant: what tells them apart is a constant.
  const meant = tried.find(({ wrong }) => wrong.every(({ keyword }) => keyword !== 'const')) ?? tried[0];
  return { wrong: meant?.wrong[0]?.path ?? '' };
}

/** Whether a body of an action names the client it comes from. */
export function namesClient(action: string): boolean {
  const [name] = byAction.get(action) ?? [];
  return name !== undefined && Object.hasOwn((requests[name].input['properties'] ?? {}) as object, 'ClientId');
}
