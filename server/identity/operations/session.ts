/** What becomes of a session: another token, its end; and who holds one. */
import type { Actor } from '../../../contract/person.ts';
import { recordActing } from '../acting.ts';
import { problems } from '../problems.ts';
import { judge } from '../standing.ts';
import { findUser } from '../users.ts';
import type { User } from '../users.ts';
import type { Handler, Service } from './operation.ts';

/**
 * The person who holds an access token, and the session it is of.
 * @throws NotAuthorizedException for a token that is none, and where the request may not be performed by this session
 *   or account
 */
export async function holder(
  service: Service,
  accessToken: string,
): Promise<{ readonly user: User; readonly session: string; readonly actor?: Actor }> {
  const held = await service.tokens.holds(accessToken, { use: 'access', at: service.at });
  if (held === undefined) throw problems.wrongToken();
  const may = judge(service.request, 'session', held.state).may && judge(service.request, 'account', held.account).may;
  const user = may ? await findUser(service, held.sub) : undefined;
  if (user === undefined) throw problems.endedToken();
  if (held.actor === undefined) return { user, session: held.session };
  await recordActing(service.db, {
    actor: held.actor.sub,
    customer: user.sub,
    operation: service.name,
    at: service.at,
  });
  return { user, session: held.session, actor: held.actor };
}

/**
 * A new token for a refresh token, which is good for one use. A used one that comes again was stolen, or its answer
 * was: of the two who hold the family nobody can tell the thief, so all of it ends (RFC 9700, section 4.14.2). Only
 * within ten seconds, and while its successor is unused, the same successor is given once more: two tabs with one token
 * ask at once, and an answer may be lost on its way.
 */
async function another(service: Service, token: string): Promise<Readonly<Record<string, unknown>>> {
  const { tokens, request, at } = service;
  const judged = async () => {
    const family = await tokens.family(token, at);
    const one = judge(request, 'refreshToken', family.state);
    return { ...family, one, lives: judge(request, 'session', family.session).may };
  };
  let now = await judged();
  // Of two that come at once with the same token one finds it used.
  if (now.one.may && now.lives && !(await tokens.rotate(token, at))) now = await judged();
  if (!(now.one.may || now.one.done) || !now.lives || now.origin === undefined) {
    await tokens.revoke(token, at);
    throw problems.endedSession();
  }
  const user = await findUser(service, now.origin.sub);
  if (user === undefined || !judge(request, 'account', now.account).may) throw problems.endedSession();
  if (now.origin.actor !== undefined)
    await recordActing(service.db, { actor: now.origin.actor.sub, customer: user.sub, operation: service.name, at });
  return {
    AuthenticationResult: await tokens.reissue(user, { origin: now.origin, token, at, metadata: service.metadata }),
  };
}

export const getTokensFromRefreshToken: Handler<'GetTokensFromRefreshToken'> = (service, { RefreshToken }) =>
  another(service, RefreshToken);

export const refresh: Handler<'InitiateAuth REFRESH_TOKEN_AUTH'> = (service, { AuthParameters }) =>
  another(service, AuthParameters.REFRESH_TOKEN);

/**
 * The refresh token's session ends; its tokens are refused from then on. A token that is none of ours has no session
 * (RFC 7009).
 */
export const revokeToken: Handler<'RevokeToken'> = async (service, { Token }) => {
  const { session } = await service.tokens.family(Token, service.at);
  if (judge(service.request, 'session', session).may) await service.tokens.revoke(Token, service.at);
  return {};
};

export const globalSignOut: Handler<'GlobalSignOut'> = async (service, { AccessToken }) => {
  const { user } = await holder(service, AccessToken);
  await service.tokens.revokeAll(user.sub, service.at);
  return {};
};
