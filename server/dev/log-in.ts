/** Logs in as a test person with one press: through the pool's own door, on by the door for tokens of another site. */
import type { FastifyInstance } from 'fastify';
import { places } from '../../contract/places.ts';
import type { Json } from '../../runtime/core/facts.ts';
import { escaped } from '../http/escape.ts';
import { page, type Html } from './html.ts';
import type { DevelopmentRoutes } from './needs.ts';

interface Answer {
  readonly AuthenticationResult?: { readonly IdToken: string; readonly AccessToken: string };
  readonly ChallengeName?: string;
  readonly message?: string;
}

/** Where tokens of another site are taken: the page and what it reads behind the `#`. */
const signOn = (brand: string, { IdToken, AccessToken }: NonNullable<Answer['AuthenticationResult']>): string =>
  `/sso?brand=${encodeURIComponent(brand)}#${new URLSearchParams({ id_token: IdToken, access_token: AccessToken })}`;

/** `POST /dev/people/:id/log-in` with `brand`: logs in by the seeded password and sends the browser on. */
export function addLogIn(app: FastifyInstance, { people, clientId }: DevelopmentRoutes): void {
  app.post<{ Params: { id: string }; Body: { brand?: string } }>(
    '/dev/people/:id/log-in',
    async ({ params, body, id }, reply) => {
      const person = people.find((one) => one.id === params.id);
      if (person === undefined) return reply.code(404).send({ error: 'notFound', id });
      const answer = await app.inject({
        method: 'POST',
        url: places.identity,
        headers: {
          'content-type': 'application/x-amz-json-1.1',
          'x-amz-target': 'AWSCognitoIdentityProviderService.InitiateAuth',
        },
        payload: JSON.stringify({
          ClientId: clientId,
          AuthFlow: 'USER_PASSWORD_AUTH',
          AuthParameters: { USERNAME: person.email, PASSWORD: person.password },
        }),
      });
      const { AuthenticationResult: given, ChallengeName, message } = answer.json<Answer>();
      if (given !== undefined) return reply.redirect(signOn(body.brand ?? '', given), 303);
      return reply
        .code(409)
        .type('text/html; charset=utf-8')
        .send(
          page(
            'Not logged in',
            `<p>${escaped(person.email)} cannot log in with a password alone: ${escaped(ChallengeName ?? message)}. Use <a href="/login?brand=${escaped(encodeURIComponent(body.brand ?? ''))}">the page to log in</a>.</p>`,
          ),
        );
    },
  );
}

/** A button that logs in as somebody, and a list of the brands to do it at. */
export function logInForm(
  id: string,
  brands: readonly (readonly [key: string, { readonly facts: Readonly<Record<string, Json>> }])[],
): Html {
  const options = brands.map(
    ([key, { facts }]) => `<option value="${escaped(key)}">${escaped(facts['name'] ?? key)}</option>`,
  );
  return {
    html: `<form class="row" method="post" action="/dev/people/${escaped(id)}/log-in"><select name="brand" aria-label="Brand to log in to as ${escaped(id)}">${options.join('')}</select><button aria-label="Log in as ${escaped(id)}">Log in</button></form>`,
  };
}
