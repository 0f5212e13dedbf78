/**
 * Tokens and codes that came in the address: read once, then taken out of the address before anything else is loaded
 * (safety guide, 6). They live in memory only.
 */
import { matchAddress, shownAddress } from '../../contract/address.ts';
import type { Matched } from '../../contract/address.ts';
import type { FlowMeta } from '../../contract/boot.ts';
import type { Page } from './page.ts';

export interface Secrets {
  /** The step whose address held sensitive parameters, with all its parameters. */
  readonly path?: Matched;
  readonly hash: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
}

/** Names under which an address brings something that must not stay in it. */
const tokenNames: ReadonlySet<string> = new Set(['id_token', 'access_token', 'token']);
const secretNames: ReadonlySet<string> = new Set([...tokenNames, 'code', 'email']);

/**
 * Takes the secrets out of the page's address and history entry.
 * @param flows say which parameters of a path are sensitive
 */
export function takeSecrets(
  location: Pick<Location, 'hash' | 'search' | 'pathname'>,
  history: Pick<History, 'replaceState' | 'state'>,
  flows: Readonly<Record<string, FlowMeta>>,
): Secrets {
  const hash = take(location.hash.replace(/^#/, ''));
  const query = take(location.search.replace(/^\?/, ''));
  const matched = matchAddress(flows, location.pathname);
  const shown = matched && shownAddress(flows, matched);
  if (hash.found || query.found || shown !== undefined)
    history.replaceState(
      history.state,
      '',
      `${shown ?? location.pathname}${query.rest === '' ? '' : `?${query.rest}`}${hash.rest === '' ? '' : `#${hash.rest}`}`,
    );
  return {
    hash: hash.secrets,
    query: query.secrets,
    ...(matched !== undefined && shown !== undefined && { path: matched }),
  };
}

/** Tokens are for calls alone: of what the address brought, pages may know the rest. */
export function pageSecrets({ query, hash }: Secrets): Page['secrets'] {
  const told = Object.entries(query).filter(([name]) => !tokenNames.has(name));
  return { query: Object.fromEntries(told), hash: { ...hash } };
}

/** What an address stands for, with the parameters that were taken out of it when the page began. */
export function withSecrets(found: Matched | undefined, { path }: Pick<Secrets, 'path'>): Matched | undefined {
  const isOf = found !== undefined && path !== undefined && found.flow === path.flow && found.step === path.step;
  return isOf ? { ...found, params: { ...path.params, ...found.params } } : found;
}

function take(text: string): { secrets: Record<string, string>; rest: string; found: boolean } {
  const left = new URLSearchParams();
  const secrets: Record<string, string> = {};
  let found = false;
  for (const [name, value] of new URLSearchParams(text)) {
    if (secretNames.has(name)) {
      secrets[name] = value;
      found = true;
    } else left.append(name, value);
  }
  return { secrets, rest: left.toString(), found };
}
