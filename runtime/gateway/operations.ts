/** Performs an operation by its name. The descriptor says everything about it; the runtime knows kinds only. */
import type { Act } from '../../contract/act.ts';
import type { Json, JsonObject } from '../core/facts.ts';
import type { Boot } from '../../contract/boot.ts';
import { assuringOutcomes, type Operation, type Outcome } from '../../contract/operation.ts';
import { headerNames } from '../../contract/headers.ts';
import { places } from '../../contract/places.ts';
import { isOfPerson, secrets as sources } from '../../contract/secrets.ts';
import { isOffline } from './connection.ts';
import type { Identity } from './identity.ts';
import { assuranceOf } from '../../contract/person.ts';
import { personOwner } from './owner.ts';
import type { Owner } from './owner.ts';
import { translate, withoutSecret, withoutSession } from './outcome.ts';
import type { Page } from './page.ts';
import type { Ports } from './ports.ts';
import { createSupplier } from './supplies.ts';
import { graphql, rest } from './transport.ts';

export interface Caller {
  /**
   * Performs the operation once. An expected failure is an outcome; a name that is not in the boot data throws.
   */
  call(name: string, input: JsonObject, options?: CallOptions): Promise<Outcome>;
  /**
   * What a repeat of the operation would be: nothing but asking again, safe with the same key, or the thing done twice.
   */
  repeats(name: string): 'query' | 'keyed' | 'never';
  /** Whether it is about an application that an input names. */
  isOfApplication(name: string): boolean;
  /** Keeps what a widget hands over for the calls that supply it; undefined: it is not to be used any more. */
  hand(secret: Json | undefined): void;
}
interface CallOptions {
  /** The request may outlive the page. */
  readonly keepalive?: boolean;
  /** The envelope of a mutation: with the same key it may be repeated. */
  readonly act?: Act;
  /** Who makes the call: when somebody else is signed in by then, it is not sent. */
  readonly owner?: Owner;
  /** Whether somebody waits for it still. */
  readonly isAwaited?: () => boolean;
}
/** A question whose answer may be known already. */
export interface Asked {
  readonly key: readonly [brand: string, operation: string, input: JsonObject];
  /** For so long an answer that was `ok` stands, in milliseconds. */
  readonly freshMs: number;
  /** Asks the server. */
  readonly load: () => Promise<Outcome>;
}
interface CallContext {
  /** Of the one who sits at the tab now. */
  readonly sessionId: () => string;
  /** The campaign the person came with, if any. */
  readonly campaignId?: string;
}

export interface CallerParts {
  readonly ports: Ports;
  /** Names the operations and the brand. */
  readonly boot: Boot;
  readonly identity: Identity;
  readonly page: Pick<Page, 'fingerprint' | 'secrets'>;
  /** Ids that go with every call. */
  readonly context: CallContext;
  /** Answers what a list of the server's is asked, out of what is fresh where it can. */
  readonly kept: (asked: Asked) => Promise<Outcome>;
}

/** Tokens of an address are used once, whatever comes of it: nobody is led in a circle by them. */
function spend(tokens: Record<string, Json>): void {
  for (const name of Object.keys(tokens)) delete tokens[name];
}

/** Performs the operations of a page. */
export function createCaller({ ports, boot, identity, page, context, kept }: CallerParts): Caller {
  let handed: Json | undefined;
  const supplier = createSupplier({ identity, page, handed: () => handed });
  const operationOf = (name: string): Operation => {
    const operation = boot.operations[name];
    if (operation === undefined)
      throw new Error(
        `Operation "${name}" is not among the operations of this page. Declare it in schemas/api/operations/${name}.json.`,
      );
    return operation;
  };
  const ask: Caller['call'] = async (name, given, options = {}) => {
    const operation = operationOf(name);
    const { supplies = {} } = operation;
    const from = Object.values(supplies);
    if (operation.kind === 'identity') {
      const secrets = await supplier.all(supplies);
      if (secrets === undefined) return withoutSecret(operation);
      const outcome = await identity.perform(operation, { ...given, ...secrets }, options.isAwaited);
      if (from.includes(sources.addressTokens) && !isOffline(outcome)) spend(page.secrets.hash);
      return outcome;
    }
    const person = options.keepalive === true ? identity.lastPerson() : await identity.person();
    // Made by somebody who has gone since, or before anybody signed in: it does not go with the token of now.
    const token =
      person !== undefined && options.owner !== undefined && options.owner !== personOwner(person)
        ? undefined
        : person?.token;
    if (token === undefined && operation.access !== 'public') return withoutSession();
    // Nor does it take along the tokens of somebody else.
    const lacks = token === undefined && from.some(isOfPerson);
    const secrets = lacks ? undefined : await supplier.all(supplies);
    if (secrets === undefined)
      return !lacks && from.includes(sources.fingerprint)
        ? translate(operation, { kind: 'none', why: 'offline' })
        : withoutSecret(operation);
    const input = { ...given, ...secrets };
    const headers = {
      [headerNames.brand]: boot.brand,
      ...(token === undefined ? {} : { [headerNames.idToken]: token }),
      ...(context.campaignId === undefined ? {} : { [headerNames.campaign]: context.campaignId }),
      [headerNames.session]: context.sessionId(),
      [headerNames.correlation]: ports.id(),
    };
    const sending = { timeoutMs: operation.timeoutMs, keepalive: options.keepalive ?? false };
    const answer =
      operation.kind === 'graphql'
        ? await graphql(
            ports,
            {
              url: `${ports.origin}${places.graphql}`,
              headers,
              document: documentOf(operation),
              variables: input,
              ...(options.act && { act: options.act }),
            },
            sending,
          )
        : await rest(ports, { ...restOf(ports, operation, { brand: boot.brand, input }), headers }, sending);
    const outcome = translate(operation, answer);
    const { assures = 0 } = operation;
    // A session that has got that far stays as it is.
    const raises = assuringOutcomes(operation).includes(outcome.name) && assuranceOf(person?.claims ?? {}) < assures;
    if (raises) await identity.renew();
    return outcome;
  };
  return {
    hand(secret) {
      handed = secret;
    },
    repeats: (name) => repeatsOf(operationOf(name)),
    isOfApplication: (name) => operationOf(name).application !== undefined,
    async call(name, given, options) {
      const { fresh } = operationOf(name);
      const load = () => ask(name, given, options);
      return fresh === undefined ? load() : kept({ key: [boot.brand, name, given], freshMs: fresh * 1000, load });
    },
  };
}

/** A query and a GET only ask; a mutation carries a key. */
function repeatsOf(operation: Operation): 'query' | 'keyed' | 'never' {
  if (operation.kind === 'identity') return operation.action === 'signIn' ? 'query' : 'never';
  if (operation.kind === 'rest') return (operation.method ?? 'GET') === 'GET' ? 'query' : 'never';
  return /^\s*(query\b|\{)/.test(documentOf(operation)) ? 'query' : 'keyed';
}

function documentOf(operation: Operation): string {
  if (operation.document === undefined)
    throw new Error(
      `Operation "${operation.name}" is of kind graphql and has no document. Write schemas/api/operations/${operation.name}.graphql.`,
    );
  return operation.document;
}

/**
 * Fills `{name}` of the path from the input, or with the page's brand; what is left goes into the query of a GET and
 * the body of all others.
 */
function restOf(
  ports: Ports,
  operation: Operation,
  { brand, input }: { readonly brand: string; readonly input: JsonObject },
): { url: string; method: string; body?: unknown } {
  const left = new Map(Object.entries(input));
  const path = (operation.path ?? '').replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = left.get(name) ?? (name === 'brand' ? brand : undefined);
    left.delete(name);
    return encodeURIComponent(String(value ?? ''));
  });
  const url = new URL(path, ports.origin);
  const method = operation.method ?? 'GET';
  if (method !== 'GET') return { url: url.href, method, body: Object.fromEntries(left) };
  for (const [name, value] of left)
    url.searchParams.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  return { url: url.href, method };
}
