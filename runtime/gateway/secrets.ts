/**
 * Tokens and codes that came in the address: read once, then taken out of the address before anything else is loaded
 * (safety guide, 6). They live in memory only.
 */
export interface Secrets {
  readonly hash: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
}

/** Names under which an address brings something that must not stay in it. */
const secretNames: ReadonlySet<string> = new Set(['id_token', 'access_token', 'token', 'code', 'email']);

/** Takes the secrets out of the page's address and history entry. */
export function takeSecrets(
  location: Pick<Location, 'hash' | 'search' | 'pathname'>,
  history: Pick<History, 'replaceState' | 'state'>,
): Secrets {
  const hash = take(location.hash.replace(/^#/, ''));
  const query = take(location.search.replace(/^\?/, ''));
  if (hash.found || query.found)
    history.replaceState(
      history.state,
      '',
      `${location.pathname}${query.rest === '' ? '' : `?${query.rest}`}${hash.rest === '' ? '' : `#${hash.rest}`}`,
    );
  return { hash: hash.secrets, query: query.secrets };
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
