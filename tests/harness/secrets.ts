/** What people type that no fixture may hold: passwords and codes. */
import { typedWords } from '../../verifier/fixture/typed.ts';
import type { Product } from './product.ts';
import { Impossible, until } from './seat.ts';

/** The password of people who sign up in a fixture. */
export const ownPassword = 'Marigold42';
const wrongCode = '000000';
const wrongPassword = 'Wrong12345';

/** Somebody who types, and where their mail comes. */
export interface Typist {
  readonly product: Product;
  readonly email: string;
  readonly password: string;
}

/**
 * What a word for a secret stands for; waits for the mail that brings a code. @throws Impossible for a word nobody
 * knows.
 */
export async function wordFor(word: string, { product, email, password }: Typist): Promise<string> {
  if (word === 'password') return password;
  if (word === 'wrong-password') return wrongPassword;
  if (word === 'wrong-code') return wrongCode;
  if (word !== 'code')
    throw new Impossible(
      `nobody knows what to type for ${JSON.stringify({ typed: word })}; known: ${typedWords().join(', ')}`,
    );
  let code: string | undefined;
  await until(
    `a code for ${email}`,
    async () =>
      (code =
        (await product.inbox(email)).find((message) => message.code !== undefined && message.code !== null)?.code ??
        undefined) !== undefined,
  );
  return code as string;
}
