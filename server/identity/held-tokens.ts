/** Tokens whose signature held: it holds for ever, and every request of a person brings the same one. */
import { createHash } from 'node:crypto';
import type { JWTPayload } from 'jose';

export type TokenUse = 'id' | 'access';
type Verified = (token: string, use: TokenUse, at: Date) => Promise<JWTPayload | undefined>;

/** How many are remembered; each takes about a kilobyte, and is of no use after a quarter of an hour. */
const most = 10_000;

/** The same question, by which a token whose signature held is verified once, until it ends. */
export function holding(verified: Verified): Verified {
  const held = new Map<string, { readonly payload: JWTPayload; readonly use: TokenUse }>();
  return async (token, use, at) => {
    const hash = createHash('sha256').update(token).digest('base64url');
    const known = held.get(hash);
    if (known?.use === use && (known.payload.exp ?? 0) * 1000 > at.getTime()) return known.payload;
    const payload = await verified(token, use, at);
    if (payload === undefined) return undefined;
    const oldest = held.keys().next();
    if (held.size >= most && !oldest.done) held.delete(oldest.value);
    held.set(hash, { payload, use });
    return payload;
  };
}
