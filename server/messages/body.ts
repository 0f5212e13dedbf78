import type { FieldCipher } from '../crypto/index.ts';

/** What a message says; `code` again by itself, so that a reader need not search the text. */
export interface Body {
  /** To whom; absent in rows from before it was sealed. */
  readonly to?: string;
  readonly text: string;
  readonly code?: string;
}

const place = (id: string): { table: string; column: string; row: string } => ({
  table: 'messages',
  column: 'body',
  row: id,
});

export function sealBody(cipher: FieldCipher, id: string, body: Body): Promise<string> {
  return cipher.seal(JSON.stringify(body), place(id));
}

export async function openBody(cipher: FieldCipher, id: string, sealed: string): Promise<Body> {
  return JSON.parse(await cipher.unseal(sealed, place(id))) as Body;
}
