import { projectOf } from '../events/monitor.ts';
import { isAbsolute, resolve } from 'node:path';
import { contentFolders } from '../../compile/disk.ts';
import { isAddress } from '../messages/address.ts';
import { fingerprintNames } from '../providers/fingerprints.ts';
import { readTrustedProxies, type TrustedProxies } from '../http/proxies.ts';

/** A value that was read, or why it cannot be. */
export type Read<T> = { readonly value: T } | { readonly wrong: string };

/** One setting of the server: an environment variable and a flag of the same meaning. */
export interface Setting<T> {
  readonly variable: string;
  readonly flag: string;
  /** What it is for, as `--help` and error messages say it. */
  readonly says: string;
  readonly read: (text: string) => Read<T>;
}

function setting<T>(variable: string, says: string, read: (text: string) => Read<T>): Setting<T> {
  return { variable, flag: `--${variable.toLowerCase().replaceAll('_', '-')}`, says, read };
}

const text = (value: string): Read<string> => ({ value });

const path = (value: string): Read<string> => ({ value: isAbsolute(value) ? value : resolve(value) });

const oneOf =
  <T extends string>(...names: readonly T[]) =>
  (value: string): Read<T> => {
    const found = names.find((name) => name === value);
    return found === undefined ? { wrong: `must be one of ${names.join(', ')}` } : { value: found };
  };

const url =
  (...protocols: readonly string[]) =>
  (value: string): Read<string> => {
    if (!URL.canParse(value) || !protocols.includes(new URL(value).protocol))
      return { wrong: `must be an address that begins with ${protocols.map((one) => `${one}//`).join(' or ')}` };
    return { value: value.replace(/\/$/, '') };
  };

function port(value: string): Read<number> {
  const number = Number(value);
  return /^\d{1,5}$/.test(value) && number <= 65535
    ? { value: number }
    : { wrong: 'must be a whole number from 0 to 65535 (0: any free port)' };
}

function folders(value: string): Read<readonly string[]> {
  const names = contentFolders(value);
  return names.length === 0 ? { wrong: 'must name at least one folder' } : { value: names };
}

/** Key id -> 32 bytes; the first is the current one, the others still open what they sealed. */
export type KeyRing = { readonly current: string; readonly keys: Readonly<Record<string, Buffer>> };

function keyRing(value: string): Read<KeyRing> {
  const pairs = value.split(',').map((pair) => pair.trim().split(':'));
  const keys: Record<string, Buffer> = {};
  for (const [id, secret, more] of pairs) {
    const bytes = Buffer.from(secret ?? '', 'base64');
    if (id === undefined || !/^[\w-]{1,40}$/.test(id) || more !== undefined || bytes.length !== 32)
      return {
        wrong: 'must be `id:key` pairs separated by commas, each key 32 bytes in base64; the first is the current one',
      };
    keys[id] = bytes;
  }
  return { value: { current: pairs[0]?.[0] ?? '', keys } };
}

function key(value: string): Read<Buffer> {
  const bytes = Buffer.from(value, 'base64');
  return bytes.length === 32 ? { value: bytes } : { wrong: 'must be 32 bytes in base64' };
}

function byteCount(value: string): Read<number> {
  const number = Number(value);
  return /^\d{1,12}$/.test(value) && number > 0 ? { value: number } : { wrong: 'must be a number of bytes from 1' };
}

function poolId(value: string): Read<string> {
  // The browser's client library splits the id at the underscore and takes the region from its first half.
  return /^[a-z]{2}-[a-z]+-\d_[A-Za-z0-9]+$/.test(value) ? { value } : { wrong: 'must look like us-east-1_AbC123' };
}

function longSecret(value: string): Read<string> {
  return value.length >= 32 ? { value } : { wrong: 'must be at least 32 characters' };
}

/** What providers know this site by: `https://maps.example.com=key`, several separated by commas. */
function providerKeys(value: string): Read<Readonly<Record<string, string>>> {
  const pairs = value.split(',').map((pair) => /^(https:\/\/[^=/]+)=(.+)$/.exec(pair.trim()));
  const keys = pairs.flatMap((pair) => (pair?.[1] !== undefined && pair[2] !== undefined ? [[pair[1], pair[2]]] : []));
  return keys.length === pairs.length
    ? { value: Object.fromEntries(keys) as Readonly<Record<string, string>> }
    : { wrong: 'must be `https://host=key` pairs separated by commas' };
}

/** The address of a sender, in which `{brand}` may stand for the brand's key. */
function mailFrom(value: string): Read<string> {
  return isAddress('email', value.replaceAll('{brand}', 'brand'))
    ? { value }
    : { wrong: 'must be an email address; `{brand}` in it stands for the brand' };
}

/** Twilio's id of something: two letters for its kind, and 32 hexadecimal digits. */
const sid =
  (kind: string) =>
  (value: string): Read<string> =>
    new RegExp(`^${kind}[0-9a-f]{32}$`).test(value)
      ? { value }
      : { wrong: `must be ${kind} and 32 hexadecimal digits` };

function smsFrom(value: string): Read<string> {
  return isAddress('sms', value) || 'value' in sid('MG')(value)
    ? { value }
    : { wrong: 'must be a number like +15555550100, or MG and 32 hexadecimal digits' };
}

/** Where stand-ins for providers are served; `off`: the providers themselves are asked. */
const standIns = (value: string): Read<string | null> =>
  value === 'off' ? { value: null } : url('http:', 'https:')(value);

function proxies(value: string): Read<TrustedProxies> {
  const read = readTrustedProxies(value);
  return read === undefined
    ? { wrong: 'must be a number of proxies, or their addresses and CIDR ranges separated by commas' }
    : { value: read };
}

/** Every setting the server knows; the only list of them. */
export const settings = {
  APP_ENV: setting('APP_ENV', 'which surroundings: local, dev, qa or prod', oneOf('local', 'dev', 'qa', 'prod')),
  PORT: setting('PORT', 'the port to listen on', port),
  HOST: setting('HOST', 'the address to listen on', text),
  TRUSTED_PROXIES: setting('TRUSTED_PROXIES', 'the proxies whose X-Forwarded-For is believed', proxies),
  PUBLIC_URL: setting('PUBLIC_URL', 'the origin that browsers use', url('http:', 'https:')),
  DATA_DIR: setting('DATA_DIR', 'the folder of the embedded database and of local keys', path),
  DATABASE_URL: setting('DATABASE_URL', 'PostgreSQL instead of the embedded database', url('postgres:', 'postgresql:')),
  CONTENT_DIR: setting(
    'CONTENT_DIR',
    "folders with flows/, brands/, compliance/ and schemas/, separated by `:`, instead of the project's own; `+` before the first: over them",
    folders,
  ),
  LOG_LEVEL: setting(
    'LOG_LEVEL',
    'how much is logged',
    oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
  ),
  FIELD_KEYS: setting('FIELD_KEYS', 'key-encryption keys of sealed values', keyRing),
  INDEX_KEY: setting('INDEX_KEY', 'the key of blind indexes and one-time codes', key),
  IDENTITY: setting('IDENTITY', 'the identity provider', oneOf('embedded', 'cognito')),
  IDENTITY_POOL: setting('IDENTITY_POOL', 'the user pool id', poolId),
  IDENTITY_CLIENT: setting('IDENTITY_CLIENT', 'the client id of the web application', text),
  IDENTITY_URL: setting(
    'IDENTITY_URL',
    'where the user pool answers, instead of its region’s address',
    url('https:', 'http:'),
  ),
  IDENTITY_KEY_ID: setting('IDENTITY_KEY_ID', 'the id of the key that may run the user pool', text),
  IDENTITY_KEY: setting('IDENTITY_KEY', 'the secret key that goes with it', text),
  IDENTITY_TRIGGERS: setting('IDENTITY_TRIGGERS', 'the secret by which the triggers of the user pool ask', longSecret),
  SMTP_URL: setting(
    'SMTP_URL',
    'the server that takes mail, with name and password: `smtps://name:password@mail.example.com`',
    url('smtps:', 'smtp:'),
  ),
  MAIL_FROM: setting('MAIL_FROM', 'the address mail comes from; `{brand}` stands for the brand', mailFrom),
  TWILIO_ACCOUNT: setting('TWILIO_ACCOUNT', 'the SID of the account at Twilio, which takes text messages', sid('AC')),
  TWILIO_TOKEN: setting('TWILIO_TOKEN', 'the auth token that goes with it', text),
  TWILIO_FROM: setting('TWILIO_FROM', 'the number text messages come from, or the SID of a messaging service', smsFrom),
  NOT_FOUND_URL: setting('NOT_FOUND_URL', 'where an unknown page leads; `{brand}` stands for the brand', url('https:')),
  MAINTENANCE_URL: setting(
    'MAINTENANCE_URL',
    'where everybody is sent while the site is closed; `{brand}` stands for the brand',
    url('https:'),
  ),
  FILE_BYTES: setting('FILE_BYTES', 'bytes of one file that a person sends, at most', byteCount),
  FILES_BYTES: setting('FILES_BYTES', 'bytes of all files of one person, at most', byteCount),
  PROVIDERS_URL: setting(
    'PROVIDERS_URL',
    'the origin that serves stand-ins for the providers of widgets; `off`: the providers themselves',
    standIns,
  ),
  PROVIDER_KEYS: setting('PROVIDER_KEYS', 'what providers of widgets know this site by; browsers see it', providerKeys),
  FINGERPRINT: setting(
    'FINGERPRINT',
    'who is asked what tells one device from another; PROVIDER_KEYS has the key of its program',
    oneOf(...fingerprintNames),
  ),
  PLAID_CLIENT_ID: setting('PLAID_CLIENT_ID', 'the client id at Plaid, which links bank accounts', text),
  PLAID_SECRET: setting('PLAID_SECRET', 'the secret that goes with it', text),
  PLAID_ENV: setting('PLAID_ENV', 'which surroundings of Plaid are asked', oneOf('sandbox', 'production')),
  AUTHORIZE_NET_LOGIN: setting('AUTHORIZE_NET_LOGIN', 'the API login id at Authorize.net, which takes payments', text),
  AUTHORIZE_NET_KEY: setting('AUTHORIZE_NET_KEY', 'the transaction key that goes with it', text),
  AUTHORIZE_NET_SIGNATURE_KEY: setting('AUTHORIZE_NET_SIGNATURE_KEY', 'the key that signs its webhooks', text),
  AUTHORIZE_NET_ENV: setting(
    'AUTHORIZE_NET_ENV',
    'which surroundings of Authorize.net are asked',
    oneOf('sandbox', 'production'),
  ),
  ANALYTICS_URL: setting('ANALYTICS_URL', 'where analytics events are sent', url('https:')),
  SENTRY_DSN: setting(
    'SENTRY_DSN',
    'the project at Sentry that exceptions of pages are told to: `https://key@host/project`',
    (value) => {
      const project = projectOf(value);
      return project ? { value: project } : { wrong: 'must look like https://key@host/project' };
    },
  ),
  FLAGS_URL: setting(
    'FLAGS_URL',
    'a service of feature flags that speaks OFREP; what it says of a flag takes the place of what the brand’s file says',
    url('https:', 'http:'),
  ),
  FLAGS_TOKEN: setting('FLAGS_TOKEN', 'the bearer token that the service of flags asks for', text),
} as const;

export type SettingName = keyof typeof settings;
/** What was given, by name; absent when not given. */
export type Given = { readonly [N in SettingName]?: (typeof settings)[N] extends Setting<infer T> ? T : never };
