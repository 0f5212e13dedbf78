/**
 * Where secrets come from that go into calls and hand-offs: inputs, never facts (law 8). Only the page's gateway reads
 * them.
 */
export const secrets = {
  /** The tokens of whoever is signed in. */
  idToken: 'token.id',
  accessToken: 'token.access',
  /** What tells this device from others. */
  fingerprint: 'device.fingerprint',
  /** The tokens that the address brought after its #, as an object by their names. */
  addressTokens: 'address.hash',
  /** What a widget of the page was given by its provider and handed over. */
  widgetToken: 'widget.token',
} as const;

export type SecretSource = (typeof secrets)[keyof typeof secrets];

/** Names of inputs to where their values come from. */
export type Supplies = Readonly<Record<string, SecretSource>>;

/** Whether a secret is somebody's who is signed in. */
export function isOfPerson(source: string): boolean {
  return source === secrets.idToken || source === secrets.accessToken;
}
