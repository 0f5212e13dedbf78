/** The server's configuration: environment variables and flags of the same meaning; a flag wins. */
import type { Env } from '../../compile/types.ts';
import type { SentryProject } from '../events/monitor.ts';
import type { FlagService } from '../flags/remote.ts';
import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { mostFileBytes } from '../../contract/files.ts';
import { places } from '../../contract/places.ts';
import type { TrustedProxies } from '../http/proxies.ts';
import type { PlaidSettings } from '../banks/plaid.ts';
import type { SmtpSettings } from '../messages/smtp.ts';
import type { TwilioSettings } from '../messages/twilio.ts';
import type { AuthorizeNetSettings } from '../payments/authorize-net.ts';
import { fingerprintsOf, type Fingerprints } from '../providers/fingerprints.ts';
import type { ProviderSettings } from '../providers/providers.ts';
import { settings } from './settings.ts';
import type { Given, KeyRing, Read, SettingName } from './settings.ts';

export type { KeyRing } from './settings.ts';

export interface Config {
  readonly env: Env;
  /** 0 asks for any free port. */
  readonly port: number;
  readonly host: string;
  /** Undefined: nobody's X-Forwarded-For is believed. */
  readonly trustedProxies: TrustedProxies | undefined;
  /** The origin browsers use, without a trailing slash. */
  readonly publicUrl: string;
  readonly dataDir: string;
  /** PostgreSQL's address; undefined: the embedded database in `dataDir`. */
  readonly databaseUrl: string | undefined;
  readonly contentDirs: readonly string[];
  readonly logLevel: string;
  readonly version: string;
  readonly identity: {
    readonly poolId: string;
    readonly clientId: string;
    /** What tokens name as theirs. */
    readonly issuer: string;
    /** A user pool elsewhere; undefined: the service of this server. */
    readonly cognito: CognitoSettings | undefined;
  };
  /** Undefined: a key file in `dataDir`, made at the first start. */
  readonly keys: { readonly ring: KeyRing; readonly index: Buffer } | undefined;
  /** Undefined: mail stays in the local inbox. */
  readonly smtp: SmtpSettings | undefined;
  /** Undefined: text messages stay in the local inbox. */
  readonly twilio: TwilioSettings | undefined;
  /** Where people are sent when a page does not exist, and while the site is closed; undefined: a page of our own. */
  readonly addresses: { readonly notFound: string | undefined; readonly maintenance: string | undefined };
  readonly analyticsUrl: string | undefined;
  /** Where exceptions of pages are told; undefined: nowhere but in the events. */
  readonly sentry: SentryProject | undefined;
  /** Who is asked for flags besides the content; undefined: nobody. */
  readonly flags: FlagService | undefined;
  /** Bytes of one file that a person sends, whatever its field says, and of all files of one person. */
  readonly fileBytes: number;
  readonly filesBytes: number;
  readonly providers: ProviderSettings;
  /** Undefined: nobody is asked what tells one device from another, and a stand-in in the page says it. */
  readonly fingerprints: Fingerprints | undefined;
  /** Undefined: outside production a stand-in links banks, in production nobody does. */
  readonly plaid: PlaidSettings | undefined;
  /** Undefined: outside production a stand-in takes payments, in production nobody does. */
  readonly authorizeNet: AuthorizeNetSettings | undefined;
}

interface CognitoSettings {
  /** Where the pool answers, with a slash at its end. */
  readonly endpoint: string;
  readonly region: string;
  readonly keyId: string;
  readonly keySecret: string;
  /** By which the pool's triggers ask. */
  readonly triggers: string;
  /** What tokens name that this server hands over to other sites. */
  readonly ownIssuer: string;
}

/** Settings that mean something together only. */
const together: readonly (readonly [SettingName, ...SettingName[]])[] = [
  ['PLAID_CLIENT_ID', 'PLAID_SECRET'],
  ['AUTHORIZE_NET_LOGIN', 'AUTHORIZE_NET_KEY', 'AUTHORIZE_NET_SIGNATURE_KEY'],
  ['SMTP_URL', 'MAIL_FROM'],
  ['TWILIO_ACCOUNT', 'TWILIO_TOKEN', 'TWILIO_FROM'],
];

/** The configuration cannot be used; the message has one line for each setting and says what to give. */
export class ConfigError extends Error {
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(`The server cannot start:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

const project = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

interface Need {
  readonly what: string;
  readonly names: readonly SettingName[];
}

/** Settings that must be given wherever others than the developer look. */
const sharedNeeds: readonly Need[] = [
  { what: 'address of the not-found page', names: ['NOT_FOUND_URL'] },
  { what: 'address of the maintenance page', names: ['MAINTENANCE_URL'] },
];
/** Settings that have a stand-in elsewhere and must be given in production, in the words of the person who runs it. */
const productionNeeds: readonly Need[] = [
  { what: 'database', names: ['DATABASE_URL'] },
  { what: 'key-encryption key', names: ['FIELD_KEYS', 'INDEX_KEY'] },
  { what: 'identity', names: ['IDENTITY', 'IDENTITY_POOL', 'IDENTITY_CLIENT', 'PUBLIC_URL'] },
  { what: 'mail', names: ['SMTP_URL', 'MAIL_FROM'] },
  { what: 'SMS', names: ['TWILIO_ACCOUNT', 'TWILIO_TOKEN', 'TWILIO_FROM'] },
  { what: 'analytics sink', names: ['ANALYTICS_URL'] },
  ...sharedNeeds,
];

/** Settings of a user pool elsewhere. */
const poolNeeds: readonly Need[] = [
  {
    what: 'user pool',
    names: ['IDENTITY_POOL', 'IDENTITY_CLIENT', 'IDENTITY_KEY_ID', 'IDENTITY_KEY', 'IDENTITY_TRIGGERS'],
  },
];

/**
 * Reads the configuration.
 * @param env the process environment; an empty value counts as not given
 * @param argv the arguments after the script's name: `--port 3000` or `--port=3000`
 * @throws ConfigError naming every unknown flag, invalid value and, with APP_ENV=prod, every missing setting
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>, argv: readonly string[]): Config {
  const { flags, problems } = readFlags(argv);
  const given: Record<string, unknown> = {};
  for (const name of Object.keys(settings) as SettingName[]) {
    const { variable, flag, says } = settings[name];
    const flagged = flags.get(flag);
    const text = flagged ?? env[variable];
    if (text === undefined || text === '') continue;
    const read: Read<unknown> = settings[name].read(text);
    if ('wrong' in read) problems.push(`${flagged === undefined ? variable : flag} ${read.wrong} (${says})`);
    else given[name] = read.value;
  }
  const values = given as Given;
  if (values.APP_ENV === 'prod') problems.push(...missing('production', productionNeeds, values));
  if (values.APP_ENV === 'prod' && typeof values.PROVIDERS_URL === 'string')
    problems.push('PROVIDERS_URL names stand-ins, and production has none: leave it out');
  problems.push(...wrongOfPool(values));
  const chosen = fingerprintsIn(values);
  if (chosen !== undefined && 'lacks' in chosen)
    problems.push(`PROVIDER_KEYS has no key of ${chosen.lacks}: FINGERPRINT=${values.FINGERPRINT} needs it`);
  problems.push(...together.flatMap((names) => apart(names, values)));
  if (values.APP_ENV === 'dev' || values.APP_ENV === 'qa')
    problems.push(...missing(values.APP_ENV, sharedNeeds, values));
  if (problems.length > 0) throw new ConfigError(problems);
  return complete(values);
}

function readFlags(argv: readonly string[]): { flags: Map<string, string>; problems: string[] } {
  const known = new Set(Object.values(settings).map((one) => one.flag));
  const flags = new Map<string, string>();
  const problems: string[] = [];
  for (let index = 0; index < argv.length; index += 1) {
    const argument = argv[index] ?? '';
    const [flag = '', ...rest] = argument.split('=');
    if (!known.has(flag)) {
      problems.push(`${argument} is no flag of the server; there are ${[...known].join(' ')}`);
      continue;
    }
    const value = rest.length > 0 ? rest.join('=') : argv[(index += 1)];
    if (value === undefined || value.startsWith('--')) problems.push(`${flag} needs a value`);
    else flags.set(flag, value);
  }
  return { flags, problems };
}

function missing(surroundings: string, needs: readonly Need[], values: Given): string[] {
  return needs.flatMap(({ what, names }) =>
    names
      .filter((name) => values[name] === undefined)
      .map((name) => `${name} is missing: ${surroundings} needs the ${what} (${settings[name].says})`),
  );
}

/** What is missing for a user pool elsewhere, or is given without one. */
function wrongOfPool(values: Given): string[] {
  const own = ['IDENTITY_URL', 'IDENTITY_KEY_ID', 'IDENTITY_KEY', 'IDENTITY_TRIGGERS'] as const;
  if (values.IDENTITY !== 'cognito')
    return own
      .filter((name) => values[name] !== undefined)
      .map((name) => `${name} is of a user pool elsewhere: it goes with IDENTITY=cognito alone`);
  // Production has been told of what any keeper of accounts needs.
  const isTold = (problem: string): boolean => values.APP_ENV === 'prod' && /^IDENTITY_(POOL|CLIENT) /.test(problem);
  const problems = missing('IDENTITY=cognito', poolNeeds, values).filter((problem) => !isTold(problem));
  if (values.APP_ENV === 'prod' && values.IDENTITY_URL?.startsWith('http:'))
    problems.push('IDENTITY_URL names no address of https, and production asks no other');
  return problems;
}

function apart(names: readonly [SettingName, ...SettingName[]], values: Given): string[] {
  // Production needs some of them at any rate, and has been told so by name.
  if (values.APP_ENV === 'prod' && productionNeeds.some((need) => need.names.includes(names[0]))) return [];
  const isHalf = names.some((name) => values[name] === undefined) && names.some((name) => values[name] !== undefined);
  const last = names.at(-1) ?? '';
  const all = names.length === 2 ? 'both, or neither' : `all ${names.length}, or none`;
  return isHalf ? [`${names.slice(0, -1).join(', ')} and ${last} go together: give ${all}`] : [];
}

function complete(values: Given): Config {
  const env = values.APP_ENV ?? 'local';
  const port = values.PORT ?? 3000;
  const publicUrl = values.PUBLIC_URL ?? `http://localhost:${port}`;
  const { FIELD_KEYS: ring, INDEX_KEY: index } = values;
  const providers = providersIn(values);
  const found = fingerprintsIn(values);
  return {
    env,
    port,
    host: values.HOST ?? (env === 'prod' ? '0.0.0.0' : '127.0.0.1'),
    trustedProxies: values.TRUSTED_PROXIES,
    publicUrl,
    dataDir: values.DATA_DIR ?? resolve('.data'),
    databaseUrl: values.DATABASE_URL,
    contentDirs: values.CONTENT_DIR ?? [project],
    logLevel: values.LOG_LEVEL ?? 'info',
    version: projectVersion(),
    identity: identityOf(values, publicUrl),
    keys: ring !== undefined && index !== undefined ? { ring, index } : undefined,
    smtp: smtpOf(values),
    twilio: twilioOf(values),
    addresses: { notFound: values.NOT_FOUND_URL, maintenance: values.MAINTENANCE_URL },
    analyticsUrl: values.ANALYTICS_URL,
    sentry: values.SENTRY_DSN,
    flags: values.FLAGS_URL === undefined ? undefined : { url: values.FLAGS_URL, token: values.FLAGS_TOKEN },
    fileBytes: values.FILE_BYTES ?? mostFileBytes,
    filesBytes: values.FILES_BYTES ?? 200_000_000,
    providers,
    fingerprints: found !== undefined && 'provider' in found ? found : undefined,
    plaid: plaidOf(values),
    authorizeNet: authorizeNetOf(values),
  };
}

function providersIn({ APP_ENV: env = 'local', PORT: port = 3000, ...values }: Given): ProviderSettings {
  return {
    // Locally by the machine's other name, so that what a page loads from there comes from another origin.
    standIns:
      values.PROVIDERS_URL ??
      (env === 'local' && values.PROVIDERS_URL !== null ? `http://127.0.0.1:${port}` : undefined),
    keys: values.PROVIDER_KEYS ?? {},
  };
}

function fingerprintsIn(values: Given): ReturnType<typeof fingerprintsOf> | undefined {
  return values.FINGERPRINT === undefined ? undefined : fingerprintsOf(values.FINGERPRINT, providersIn(values));
}

/** The vendor's own address where none is given: the region is the first half of a pool's id. */
function identityOf(values: Given, publicUrl: string): Config['identity'] {
  const { IDENTITY_POOL: poolId = 'us-east-1_waymark01', IDENTITY_CLIENT: clientId = 'web', IDENTITY: by } = values;
  const { IDENTITY_KEY_ID: keyId, IDENTITY_KEY: keySecret, IDENTITY_TRIGGERS: triggers } = values;
  const ownIssuer = `${publicUrl}${places.identity}${poolId}`;
  if (by !== 'cognito' || keyId === undefined || keySecret === undefined || triggers === undefined)
    return { poolId, clientId, issuer: ownIssuer, cognito: undefined };
  const [region = ''] = poolId.split('_');
  const endpoint = `${values.IDENTITY_URL ?? `https://cognito-idp.${region}.amazonaws.com`}/`;
  return {
    poolId,
    clientId,
    issuer: `${endpoint}${poolId}`,
    cognito: { endpoint, region, keyId, keySecret, triggers, ownIssuer },
  };
}

function smtpOf({ SMTP_URL: url, MAIL_FROM: from }: Given): Config['smtp'] {
  return url === undefined || from === undefined ? undefined : { url, from };
}

function twilioOf({ TWILIO_ACCOUNT: account, TWILIO_TOKEN: token, TWILIO_FROM: from }: Given): Config['twilio'] {
  return account === undefined || token === undefined || from === undefined ? undefined : { account, token, from };
}

function plaidOf({ PLAID_CLIENT_ID: clientId, PLAID_SECRET: secret, PLAID_ENV: env }: Given): Config['plaid'] {
  return clientId === undefined || secret === undefined ? undefined : { clientId, secret, env: env ?? 'sandbox' };
}

function authorizeNetOf(values: Given): Config['authorizeNet'] {
  const { AUTHORIZE_NET_LOGIN: loginId, AUTHORIZE_NET_KEY: transactionKey, AUTHORIZE_NET_ENV: env } = values;
  const { AUTHORIZE_NET_SIGNATURE_KEY: signatureKey } = values;
  return loginId === undefined || transactionKey === undefined || signatureKey === undefined
    ? undefined
    : { loginId, transactionKey, signatureKey, env: env ?? 'sandbox' };
}

function projectVersion(): string {
  const { version } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as { version: string };
  return version;
}
