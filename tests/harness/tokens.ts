/** What the site of another brand sends along behind the # of an address, for somebody who is logged in there. */
import type { Boot } from '../../contract/boot.ts';

interface Tokens {
  readonly IdToken: string;
  readonly AccessToken: string;
}

/**
 * Logs somebody in and gives the part of the address, `#id_token=...&access_token=...`.
 * @param address of the product
 * @param spoilt what becomes of the access token on the way; it arrives as it is when nothing is said
 */
export async function handedOver(
  address: string,
  { endpoint, clientId }: Pick<Boot['identity'], 'endpoint' | 'clientId'>,
  {
    email,
    password,
    spoilt = (token) => token,
  }: {
    readonly email: string;
    readonly password: string;
    readonly spoilt?: (accessToken: string) => string;
  },
): Promise<string> {
  const answer = await fetch(new URL(endpoint, address), {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': 'AWSCognitoIdentityProviderService.InitiateAuth',
    },
    body: JSON.stringify({
      ClientId: clientId,
      AuthFlow: 'USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: email, PASSWORD: password },
    }),
  });
  const { AuthenticationResult: given } = (await answer.json()) as { AuthenticationResult: Tokens };
  return `#${new URLSearchParams({ id_token: given.IdToken, access_token: spoilt(given.AccessToken) })}`;
}
