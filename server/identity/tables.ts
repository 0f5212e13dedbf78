import type { Generated, GeneratedAlways } from 'kysely';

export const userStatuses = ['UNCONFIRMED', 'CONFIRMED', 'FORCE_CHANGE_PASSWORD', 'RESET_REQUIRED'] as const;
export type UserStatus = (typeof userStatuses)[number];

/** The tables of the identity service; instants are ISO strings. */
export interface IdentityTables {
  identity_users: {
    sub: string;
    email: string;
    email_lower: GeneratedAlways<string>;
    status: UserStatus;
    enabled: Generated<boolean>;
    attributes: Record<string, string>;
    salt: string;
    verifier: string;
    created_at: string;
    modified_at: string;
  };
  identity_groups: { sub: string; name: string };
  identity_attempts: { subject: string; failed: number; locked_until: string; failed_at: string };
  identity_codes: {
    subject: string;
    purpose: string;
    hash: string;
    tries: number;
    /** Sealed; null where nothing was sent and only tries are counted. */
    target: string | null;
    expires_at: string;
    used_at: string | null;
  };
  identity_challenges: { id: string; data: string; expires_at: string };
  identity_sessions: {
    origin_jti: string;
    sub: string;
    client_id: string;
    auth_time: string;
    expires_at: string;
    revoked_at: string | null;
    assurance: Generated<number>;
    acting_for: Generated<string | null>;
    acting_until: Generated<string | null>;
  };
  identity_acting: {
    id: GeneratedAlways<number>;
    actor: string;
    customer: string | null;
    operation: string;
    about: string | null;
    at: string;
  };
  identity_devices: { hash: string; sub: string; fingerprint: string; expires_at: string };
  identity_used_tokens: { jti: string; expires_at: string };
  identity_limits: { subject: string; kind: string; taken: readonly string[] };
  identity_refresh_tokens: { hash: string; origin_jti: string; used_at: string | null };
  identity_keys: { kid: string; jwk: string; created_at: string };
}
