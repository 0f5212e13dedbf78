import type { Generated, GeneratedAlways } from 'kysely';

export type UserStatus = 'UNCONFIRMED' | 'CONFIRMED' | 'FORCE_CHANGE_PASSWORD' | 'RESET_REQUIRED';

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
    hash: string | null;
    tries: number;
    target: string;
    expires_at: string;
    sends: number;
    window_from: string;
  };
  identity_challenges: { id: string; data: string; expires_at: string };
  identity_sessions: {
    origin_jti: string;
    refresh_hash: string;
    sub: string;
    client_id: string;
    auth_time: string;
    expires_at: string;
    revoked_at: string | null;
  };
  identity_keys: { kid: string; jwk: string; created_at: string };
}
