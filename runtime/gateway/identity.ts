/**
 * Who the person is: sign-up, sign-in, tokens. The provider's library, and what is asked of it, come once the first
 * page of a flow that asks for them is drawn, or with the first call (37 kB that no first page waits for).
 */
import type { JsonObject } from '../core/facts.ts';
import type { Boot } from '../../contract/boot.ts';
import type { Operation, Outcome } from '../../contract/operation.ts';
import type * as Actions from './identity-actions.ts';
import { translate } from './outcome.ts';
import type { Answer } from './outcome.ts';
import type { Ports } from './ports.ts';
import type { Provider } from './amplify.ts';
import { rest } from './transport.ts';
import type { Person } from './person.ts';

export interface Identity {
  /**
   * Performs an identity operation.
   * @param isAwaited whether somebody waits for it still; nobody is signed on by an answer that comes too late
   */
  perform(operation: Operation, input: JsonObject, isAwaited?: () => boolean): Promise<Outcome>;
  /** The person signed in now, with a token that still holds (refreshed when it must be), or undefined. */
  person(): Promise<Person | undefined>;
  /** Brings what a call of it needs, so that no press waits for it; what does not come now is asked for then. */
  bring?(): void;
  /** The last person known, without waiting; for a request while the page goes away. */
  lastPerson(): Person | undefined;
  /** Asks for a new token: the one of now says less than the session is by now. */
  renew(): Promise<void>;
  signOut(how?: {
    /** Its tokens are good elsewhere from now on: it is only forgotten here. */
    readonly isHandedOn?: boolean;
  }): Promise<void>;
}

/** Prefix of everything the provider keeps on the device; gone with the tab. */
const KEPT_UNDER = 'CognitoIdentityServiceProvider.';
/** Marks that this tab has signed in, so that a page for a stranger never loads the provider. */
const SIGNED_IN = 'waymark.signed-in';

/** How requests are made that the provider's library does not know. */
export type Protocol = (operation: Operation, name: string, body: JsonObject) => Promise<Answer>;

/**
 * @param ports their storage is the tab's; it holds the provider's tokens and nothing else of ours
 * @param load brings the provider's library, configured for this page
 */
export function createIdentity(
  { storage, device, now }: Pick<Ports, 'storage' | 'device' | 'now'>,
  load: () => Promise<Provider>,
  protocol: Protocol,
): Identity {
  /** Both at once: what is asked of the library needs no network once the library is there. */
  let loaded: Promise<readonly [Provider, typeof Actions]> | undefined;
  let last: Person | undefined;
  /** Sign-outs so far: what was asked before one says nothing of who is here after it. */
  let signOuts = 0;
  // What did not come is asked for anew: one lost file would keep whoever presses again from ever signing in.
  const ready = () =>
    (loaded ??= Promise.all([load(), import('./identity-actions.ts')]).catch((error: unknown) => {
      loaded = undefined;
      throw error;
    }));

  async function person(): Promise<Person | undefined> {
    if (last !== undefined && last.expires - 60 > now() / 1000) return last;
    if (storage.get(SIGNED_IN) === undefined) return undefined;
    const asked = signOuts;
    const [provider] = await ready();
    const found = await provider.session();
    if (asked !== signOuts) return person();
    last = found;
    if (last === undefined) {
      storage.remove(SIGNED_IN);
      // Of tokens that nothing can be made of, one may be good still: none stays behind.
      await provider.forget();
    }
    return last;
  }

  return {
    async perform(operation, input, isAwaited = () => true) {
      if (operation.action === undefined)
        throw new Error(
          `The operation ${operation.name} has no action: it describes requests, and no page performs it.`,
        );
      try {
        const [provider, { act }] = await ready();
        const request: Actions.Request = (name, body) => protocol(operation, name, body);
        const value = await act(operation.action, { provider, request, device, tab: storage, isAwaited }, input);
        last = undefined;
        storage.set(SIGNED_IN, '1');
        if ((await person()) === undefined) storage.remove(SIGNED_IN);
        return value === undefined ? { name: 'ok' } : { name: 'ok', value };
      } catch (error) {
        if (!(error instanceof Error)) throw error;
        return translate(
          operation,
          // A file of the library that does not come is a TypeError: the network is away.
          error.name === 'NetworkError' || loaded === undefined
            ? { kind: 'none', why: 'offline' }
            : error.name === 'TimeoutError'
              ? { kind: 'none', why: 'late' }
              : { kind: 'thrown', name: error.name, message: error.message },
        );
      }
    },
    person,
    bring: () => void ready().catch(() => undefined),
    lastPerson: () => last,
    async renew() {
      const asked = signOuts;
      const found = await (await ready())[0].session(true);
      if (asked === signOuts) last = found;
    },
    async signOut({ isHandedOn = false } = {}) {
      signOuts += 1;
      const gone = last;
      last = undefined;
      storage.remove(SIGNED_IN);
      const [provider, { forget }] = await ready();
      // A page that was loaded anew may not have asked who it is.
      await forget(storage, device, gone ?? (await provider.session().catch(() => undefined)));
      await (isHandedOn ? provider.forget() : provider.signOut());
    },
  };
}

/** How the provider's library is brought and configured for a boot. */
export function loadProvider(
  boot: Boot,
  { storage, origin }: Pick<Ports, 'storage' | 'origin'>,
): () => Promise<Provider> {
  return async () =>
    (await import('./amplify.ts')).openProvider(
      { ...boot.identity, endpoint: new URL(boot.identity.endpoint, origin).href },
      storage,
      KEPT_UNDER,
    );
}

/** Requests of the protocol to the identity service of a boot. */
export function identityProtocol(boot: Boot, ports: Pick<Ports, 'fetch' | 'timers' | 'origin'>): Protocol {
  const url = new URL(boot.identity.endpoint, ports.origin).href;
  return ({ timeoutMs }, name, body) => {
    const headers = {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `AWSCognitoIdentityProviderService.${name}`,
    };
    return rest(ports, { url, method: 'POST', headers, body }, { timeoutMs });
  };
}
