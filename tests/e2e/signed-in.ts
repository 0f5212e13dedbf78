/** Somebody is signed in before a browser without the pages of the log-in. */
import type { Page } from 'playwright';
import type { Boot } from '../../contract/boot.ts';
import { places } from '../../contract/places.ts';

interface Account {
  readonly email: string;
  readonly password: string;
}
interface Tokens {
  readonly IdToken: string;
  readonly AccessToken: string;
  readonly RefreshToken: string;
}

/**
 * Signs somebody in before a tab that knows nobody (`anew`), without the pages of the log-in: the identity service is
 * asked as they ask it, and its tokens stand where the library of the provider keeps them.
 */
export async function signedIn(page: Page, address: string, { email, password }: Account): Promise<void> {
  const { identity } = (await (await fetch(`${address}${places.boot}`)).json()) as Boot;
  const answer = await fetch(new URL(identity.endpoint, address), {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': 'AWSCognitoIdentityProviderService.InitiateAuth',
    },
    body: JSON.stringify({
      ClientId: identity.clientId,
      AuthFlow: 'USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: email, PASSWORD: password },
    }),
  });
  const { AuthenticationResult: given } = (await answer.json()) as { readonly AuthenticationResult?: Tokens };
  if (given === undefined) throw new Error(`${email} cannot log in by a password alone.`);
  const claims = JSON.parse(Buffer.from(given.AccessToken.split('.')[1] ?? '', 'base64url').toString()) as {
    readonly username: string;
  };
  const provider = 'CognitoIdentityServiceProvider.';
  const client = `${provider}${identity.clientId}.`;
  const own = `${client}${claims.username}.`;
  const kept = {
    [`${client}LastAuthUser`]: claims.username,
    [`${own}idToken`]: given.IdToken,
    [`${own}accessToken`]: given.AccessToken,
    [`${own}refreshToken`]: given.RefreshToken,
    [`${own}clockDrift`]: '0',
  };
  await page.evaluate(
    (entries) => {
      for (const [key, value] of entries) sessionStorage.setItem(key, value);
    },
    Object.entries({ ...kept, [`${provider}keys`]: JSON.stringify(Object.keys(kept)), 'waymark.signed-in': '1' }),
  );
}
