import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { ConfigError, readConfig } from '../../server/config/index.ts';
import { settings } from '../../server/config/settings.ts';

function problemsOf(env: Readonly<Record<string, string>>, argv: readonly string[] = []): readonly string[] {
  try {
    readConfig(env, argv);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

const key = randomBytes(32).toString('base64');
const production = {
  APP_ENV: 'prod',
  DATABASE_URL: 'postgres://db/waymark',
  FIELD_KEYS: `2026a:${key}`,
  INDEX_KEY: key,
  IDENTITY: 'embedded',
  IDENTITY_POOL: 'us-east-1_Prod01',
  IDENTITY_CLIENT: 'web',
  PUBLIC_URL: 'https://loans.test',
  SMTP_URL: 'smtps://loans:secret@mail.test',
  MAIL_FROM: 'no-reply@{brand}.test',
  TWILIO_ACCOUNT: `AC${'0'.repeat(32)}`,
  TWILIO_TOKEN: 'secret',
  TWILIO_FROM: '+15555550100',
  NOT_FOUND_URL: 'https://{brand}.test/not-found',
  MAINTENANCE_URL: 'https://{brand}.test/closed',
  ANALYTICS_URL: 'https://sink.test',
};

test('nothing given is a local server on port 3000 with its data in .data', () => {
  expect(readConfig({}, [])).toMatchObject({
    env: 'local',
    port: 3000,
    host: '127.0.0.1',
    dataDir: resolve('.data'),
    databaseUrl: undefined,
    keys: undefined,
    identity: { issuer: 'http://localhost:3000/idp/us-east-1_waymark01' },
  });
});

test('each variable has a flag of the same meaning, and the flag wins', () => {
  const fromEnv = readConfig(
    {
      PORT: '4000',
      DATA_DIR: '/tmp/a',
      CONTENT_DIR: '/tmp/c:/tmp/d',
      APP_ENV: 'qa',
      LOG_LEVEL: 'warn',
      NOT_FOUND_URL: 'https://loans.test/404',
      MAINTENANCE_URL: 'https://loans.test/503',
    },
    [],
  );
  expect(fromEnv).toMatchObject({
    port: 4000,
    dataDir: '/tmp/a',
    contentDirs: ['/tmp/c', '/tmp/d'],
    env: 'qa',
    logLevel: 'warn',
  });
  const fromFlags = readConfig({ PORT: '1', DATA_DIR: '/x' }, [
    '--port',
    '4000',
    '--data-dir=/tmp/a',
    '--content-dir',
    '/tmp/c:/tmp/d',
    '--app-env=qa',
    '--not-found-url=https://loans.test/404',
    '--maintenance-url=https://loans.test/503',
    '--log-level',
    'warn',
  ]);
  expect(fromFlags).toEqual(fromEnv);
});

test('every wrong value is named at once, with what it should be', () => {
  expect(
    problemsOf({ PORT: '70000', APP_ENV: 'test', DATABASE_URL: 'mysql://x', FIELD_KEYS: 'a:short' }, ['--prot', '1']),
  ).toEqual([
    expect.stringMatching(/^--prot is no flag/),
    expect.stringMatching(/^1 is no flag/),
    expect.stringMatching(/^APP_ENV must be one of local, dev, qa, prod/),
    expect.stringMatching(/^PORT must be a whole number/),
    expect.stringMatching(/^DATABASE_URL must be an address that begins with postgres:/),
    expect.stringMatching(/^FIELD_KEYS must be/),
  ]);
  expect(problemsOf({}, ['--port'])).toEqual(['--port needs a value']);
});

test('the table of the README names every setting, by its variable and its flag', () => {
  const readme = readFileSync(fileURLToPath(new URL('../../README.md', import.meta.url)), 'utf8');
  const told = readme.split('\n').flatMap((line) => /^\| (`[A-Z][^|]*) \| (`--[^|]*) \|/.exec(line)?.slice(1) ?? []);
  const named = told.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name));
  const all = Object.values(settings).flatMap(({ variable, flag }) => [variable, flag]);
  expect([...named].sort()).toEqual([...all].sort());
});

test('a provider of device fingerprints is one that there is, and needs the key of its program unless a stand-in answers', () => {
  expect(readConfig({}, []).fingerprints).toBeUndefined();
  expect(readConfig({ FINGERPRINT: 'fingerprint' }, []).fingerprints?.provider).toEqual({
    name: 'fingerprint',
    url: 'http://127.0.0.1:3000/providers/fpjscdn.net',
    key: 'stand-in',
  });
  const given = { ...production, FINGERPRINT: 'fingerprint' };
  expect(problemsOf(given)).toEqual([expect.stringMatching(/^PROVIDER_KEYS has no key of https:\/\/fpjscdn\.net/)]);
  const keyed = { ...given, PROVIDER_KEYS: 'https://fpjscdn.net=public' };
  expect(readConfig(keyed, []).fingerprints?.provider).toMatchObject({ url: 'https://fpjscdn.net', key: 'public' });
  expect(problemsOf({ FINGERPRINT: 'nobody' })).toEqual([expect.stringMatching(/^FINGERPRINT must be one of/)]);
});

test('production starts with everything it needs', () => {
  expect(readConfig(production, [])).toMatchObject({
    env: 'prod',
    keys: { ring: { current: '2026a' } },
    smtp: { url: 'smtps://loans:secret@mail.test', from: 'no-reply@{brand}.test' },
    twilio: { account: production.TWILIO_ACCOUNT, token: 'secret', from: '+15555550100' },
  });
});

test('a user pool elsewhere is asked at its region’s address, and needs its key and the secret of its triggers', () => {
  const pool = {
    IDENTITY: 'cognito',
    IDENTITY_POOL: 'eu-west-1_AbC123',
    IDENTITY_CLIENT: '5ab',
    IDENTITY_KEY_ID: 'AKIA1',
    IDENTITY_KEY: 'secret',
    IDENTITY_TRIGGERS: 's'.repeat(32),
  };
  const { identity } = readConfig({ ...production, ...pool }, []);
  expect(identity).toMatchObject({
    issuer: 'https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_AbC123',
    cognito: { endpoint: 'https://cognito-idp.eu-west-1.amazonaws.com/', region: 'eu-west-1', keyId: 'AKIA1' },
  });
  for (const name of Object.keys(pool).filter((one) => one !== 'IDENTITY')) {
    expect(problemsOf({ ...pool, [name]: '' })).toEqual([expect.stringMatching(`^${name} is missing`)]);
    expect(problemsOf({ ...production, ...pool, [name]: '' })).toEqual([expect.stringMatching(`^${name} is missing`)]);
  }
  expect(problemsOf({ ...pool, IDENTITY_TRIGGERS: 'short' })[0]).toMatch(/^IDENTITY_TRIGGERS must be at least 32/);
  expect(problemsOf({ ...production, ...pool, IDENTITY_URL: 'http://pool.test' })).toEqual([
    expect.stringMatching(/^IDENTITY_URL names no address of https/),
  ]);
  expect(problemsOf({ IDENTITY_KEY: 'secret' })).toEqual([expect.stringMatching(/^IDENTITY_KEY is of a user pool/)]);
});

test.each(Object.keys(production).filter((name) => name !== 'APP_ENV'))(
  'production without %s is refused by that name',
  (name) => {
    expect(problemsOf({ ...production, [name]: '' })).toEqual([
      expect.stringMatching(new RegExp(`^${name} is missing: production needs the `)),
    ]);
  },
);

test('production with nothing set names database, key, identity, mail, SMS, analytics sink and both addresses', () => {
  const said = problemsOf({ APP_ENV: 'prod' }).join('\n');
  for (const what of [
    'database',
    'key-encryption key',
    'identity',
    'mail',
    'SMS',
    'analytics sink',
    'address of the not-found page',
    'address of the maintenance page',
  ])
    expect(said).toContain(`production needs the ${what}`);
});

test.each(['dev', 'qa', 'prod'])(
  '%s needs the addresses of 404 and maintenance, each asked for by its name; a developer’s machine needs none',
  (env) => {
    const others = Object.fromEntries(
      Object.entries(production).filter(([name]) => !/^(NOT_FOUND|MAINTENANCE)_URL$/.test(name)),
    );
    const given = { ...others, APP_ENV: env };
    expect(problemsOf(given)).toEqual([
      expect.stringMatching(/^NOT_FOUND_URL is missing/),
      expect.stringMatching(/^MAINTENANCE_URL is missing/),
    ]);
    expect(readConfig({ ...others, APP_ENV: 'local' }, []).addresses).toEqual({
      notFound: undefined,
      maintenance: undefined,
    });
  },
);

test('every setting that can be given is read by something', () => {
  const server = fileURLToPath(new URL('../../server', import.meta.url));
  const read = readdirSync(server, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.startsWith('config'))
    .map((file) => readFileSync(join(server, file), 'utf8'))
    .join('\n');
  const unread = Object.keys(readConfig(production, [])).filter(
    (name) => !new RegExp(`config\\.${name}\\b|Pick<Config, [^>]*'${name}'`).test(read),
  );
  expect(unread).toEqual([]);
});

test('test people are never made in production', () => {
  const main = fileURLToPath(new URL('../../server/seed/main.ts', import.meta.url));
  const ran = spawnSync(process.execPath, [main], { env: { ...process.env, ...production }, encoding: 'utf8' });
  expect(ran.status).toBe(1);
  expect(ran.stderr).toContain('never made in production');
});
