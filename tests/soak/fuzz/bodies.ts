/** Requests nobody's page would send, for each of the five doors; the same seed gives the same ones. */
import fc from 'fast-check';
import { fileTypes } from '../../../contract/files.ts';
import { headerNames } from '../../../contract/headers.ts';
import { actions } from '../../../server/identity/requests.ts';
import type { Booted } from '../../server/support/person.ts';

export interface HttpRequest {
  readonly door: 'graphql' | 'rest' | 'identity' | 'files';
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Of the door for files: a character for each byte. */
  readonly body: string | undefined;
  /** Whether the person's id token goes along. */
  readonly signedIn: boolean;
}
export interface SocketRequest {
  readonly door: 'sockets';
  readonly path: string;
  readonly messages: readonly (string | Uint8Array)[];
}
export type FuzzRequest = HttpRequest | SocketRequest;

const strange = fc.constantFrom(
  '',
  '\0',
  '\ud800',
  '\udfff\ud800',
  '\u202e',
  'null',
  '-1',
  '1e400',
  '9'.repeat(400),
  '2026-02-30',
  '0000-00-00',
  '00000000-0000-0000-0000-000000000000',
  '__proto__',
  'constructor',
  "'; drop table applications; --",
  '%00',
  '../..',
  '{{brand.name}}',
  '${7*7}',
  '\r\nx: y',
  'a'.repeat(5000),
  '🙂'.repeat(200),
);
const text = fc.oneof(strange, fc.string({ unit: 'binary', maxLength: 60 }), fc.string({ maxLength: 60 }));
const number = fc.oneof(fc.integer(), fc.double(), fc.constantFrom(-0, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308));
const leaf = fc.oneof(text, number, fc.boolean(), fc.constant(null));
const { tree: json } = fc.letrec((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf,
    fc.array(tie('tree'), { maxLength: 5 }),
    fc.dictionary(fc.oneof(text, fc.constantFrom('id', 'flow', 'answers', 'journey')), tie('tree'), { maxKeys: 5 }),
    fc.constantFrom(deep(40), deep(5000)),
  ),
}));
function deep(levels: number): unknown {
  let value: unknown = 0;
  for (let at = 0; at < levels; at += 1) value = at % 2 === 0 ? [value] : { a: value };
  return value;
}
/** Text of a JSON value; what no JSON text can be made of becomes text that is none. */
function written(value: unknown): string {
  try {
    return JSON.stringify(value) ?? 'undefined';
  } catch {
    return '['.repeat(20_000); // too deep to be written
  }
}
const garbage = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.constantFrom(
    '',
    '{',
    '[]',
    'null',
    '"x"',
    '{"query":',
    '['.repeat(50_000),
    `[${'0,'.repeat(30_000)}0]`,
    `"${'x'.repeat(70_000)}"`,
  ),
);
const header = fc.string({ maxLength: 40 }).map((value) => value.replaceAll(/[^\x20-\x7e]/g, '').trim());
const headers = fc.dictionary(
  fc.constantFrom(
    'x-brand-key',
    'x-campaign-id',
    'x-session-id',
    'x-correlation-id',
    'accept',
    'cookie',
    'origin',
    'content-type',
    'if-none-match',
    'accept-encoding',
  ),
  header,
  { maxKeys: 3 },
);

function graphql(boot: Booted): fc.Arbitrary<FuzzRequest> {
  const documents = Object.values(boot.operations).flatMap(({ document }) =>
    document === undefined ? [] : [document],
  );
  const own = fc.constantFrom(...documents).chain((query) => {
    const names = [...query.matchAll(/\$(\w+)\s*:/g)].map((found) => found[1] ?? '');
    return fc
      .record({
        variables: fc.oneof(
          {
            weight: 6,
            arbitrary: fc.record(Object.fromEntries(names.map((name) => [name, json])), { requiredKeys: [] }),
          },
          json,
        ),
        extensions: fc.option(
          fc.oneof(
            json,
            fc.record({
              act: fc.oneof(json, fc.record({ key: json, step: json, by: json, shown: json }, { requiredKeys: [] })),
            }),
          ),
          { nil: undefined },
        ),
        operationName: fc.option(json, { nil: undefined }),
      })
      .map((rest) => written({ query, ...rest }));
  });
  const cut = fc.tuple(fc.constantFrom(...documents), fc.nat(), fc.nat(), text).map(([query, from, length, put]) => {
    const at = from % query.length;
    return written({ query: query.slice(0, at) + put + query.slice(at + (length % 20)), variables: {} });
  });
  const body = fc.oneof({ weight: 5, arbitrary: own }, { weight: 2, arbitrary: cut }, json.map(written), garbage);
  return fc.record({
    door: fc.constant('graphql' as const),
    method: fc.constantFrom('POST', 'POST', 'POST', 'POST', 'GET', 'PUT', 'DELETE'),
    path: fc.oneof(
      { weight: 5, arbitrary: fc.constant('/graphql') },
      fc
        .tuple(text, text)
        .map(([query, variables]) => `/graphql?query=${escaped(query)}&variables=${escaped(variables)}`),
    ),
    headers: headers.map((some) => ({ 'content-type': 'application/json', ...some })),
    body,
    signedIn: fc.boolean(),
  });
}

const restPaths = [
  '/version',
  '/auth',
  '/auth/password-changed',
  '/decrypt',
  '/locations/search',
  '/analytics',
  '/healthz',
  '/readyz',
  '/definitions/boot.json',
  '/dev',
  '/dev/inbox.json',
];
const restBodies = fc.record(
  {
    email: json,
    type: fc.oneof(fc.constantFrom('failedLogin', 'forgotPassword'), json),
    flags: json,
    blackBox: json,
    value: json,
    postalCode: json,
    state: json,
    storeNumber: json,
    params: json,
    name: json,
    step: json,
    ms: json,
    code: json,
    kind: json,
  },
  { requiredKeys: [] },
);
const rest: fc.Arbitrary<FuzzRequest> = fc.record({
  door: fc.constant('rest' as const),
  method: fc.constantFrom('POST', 'POST', 'GET', 'GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'),
  path: fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...restPaths) },
    fc
      .tuple(
        fc.constantFrom(
          '/footer-links/',
          '/products/',
          '/definitions/',
          '/brands/',
          '/brands/payday/assets/',
          '/dev/applications/',
          '/',
          '/?brand=',
        ),
        text,
      )
      .map(([path, value]) => path + escaped(value)),
  ),
  headers: headers.map((some) => ({ 'content-type': 'application/json', ...some })),
  body: fc.oneof({ weight: 4, arbitrary: restBodies.map(written) }, json.map(written), garbage),
  signedIn: fc.boolean(),
});

const identityBodies = fc.record(
  {
    ClientId: fc.oneof(fc.constant('web'), json),
    Username: json,
    Password: json,
    UserAttributes: fc.oneof(json, fc.array(fc.record({ Name: json, Value: json }), { maxLength: 3 })),
    ConfirmationCode: json,
    AuthFlow: fc.oneof(
      fc.constantFrom('USER_PASSWORD_AUTH', 'USER_SRP_AUTH', 'CUSTOM_AUTH', 'REFRESH_TOKEN_AUTH'),
      json,
    ),
    AuthParameters: fc.oneof(
      json,
      fc.record({ USERNAME: json, PASSWORD: json, SRP_A: json, REFRESH_TOKEN: json }, { requiredKeys: [] }),
    ),
    ChallengeName: fc.oneof(fc.constantFrom('PASSWORD_VERIFIER', 'CUSTOM_CHALLENGE', 'NEW_PASSWORD_REQUIRED'), json),
    ChallengeResponses: json,
    Session: json,
    AccessToken: json,
    RefreshToken: json,
    Token: json,
    PreviousPassword: json,
    ProposedPassword: json,
    AttributeName: json,
    Code: json,
    ClientMetadata: json,
  },
  { requiredKeys: [] },
);
const identity: fc.Arbitrary<FuzzRequest> = fc.record({
  door: fc.constant('identity' as const),
  method: fc.constant('POST'),
  path: fc.constant('/idp/'),
  headers: fc.oneof(fc.constantFrom(...actions), header).map((name) => ({
    'content-type': 'application/x-amz-json-1.1',
    'x-amz-target': `AWSCognitoIdentityProviderService.${name}`,
  })),
  body: fc.oneof({ weight: 5, arbitrary: identityBodies.map(written) }, json.map(written), garbage),
  signedIn: fc.constant(false),
});

const sockets: fc.Arbitrary<FuzzRequest> = fc.record({
  door: fc.constant('sockets' as const),
  path: fc.constantFrom('/ws/application', '/ws/application', '/ws/back-office', '/ws', '//', '/foo', '/%'),
  messages: fc.array(
    fc.oneof(
      fc
        .record(
          {
            action: fc.oneof(fc.constantFrom('registerApplicationListener', 'registerListener'), json),
            applicationId: json,
            loanId: json,
          },
          { requiredKeys: [] },
        )
        .map(written),
      garbage,
      fc.uint8Array({ maxLength: 100 }),
    ),
    { minLength: 1, maxLength: 8 },
  ),
});

/** A page that asks for a file, of a draft that the person has. */
export interface AskedFile {
  readonly application: string;
  readonly step: string;
  readonly field: string;
}

const beginnings = Object.values(fileTypes).map(({ example }) => String.fromCharCode(...example));
/** Contents that begin as a file does, or do not. */
const contents = fc.oneof(
  fc.tuple(fc.constantFrom(...beginnings), fc.string({ unit: 'binary', maxLength: 60 })).map((parts) => parts.join('')),
  garbage,
);
/** Some of what the door reads is right, so that what is behind it is reached; each part is wrong now and then. */
function files({ application, step, field }: AskedFile): fc.Arbitrary<FuzzRequest> {
  const mostly = (right: string) => fc.oneof({ weight: 5, arbitrary: fc.constant(right) }, text);
  const asked = fc.record(
    { application: mostly(application), step: mostly(step), field: mostly(field), key: fc.oneof(fc.uuid(), text) },
    { requiredKeys: ['key'] },
  );
  const sent = asked.map(
    (all) =>
      `/files?${Object.entries(all)
        .map(([name, value]) => `${name}=${escaped(value)}`)
        .join('&')}`,
  );
  const given = fc
    .tuple(mostly(application), fc.oneof(fc.uuid(), text))
    .map((parts) => `/files/${parts.map(escaped).join('/')}`);
  const more = fc.record({ [headerNames.fileName]: fc.oneof(header, text.map(escaped)) }, { requiredKeys: [] });
  return fc.record({
    door: fc.constant('files' as const),
    method: fc.constantFrom('POST', 'POST', 'POST', 'POST', 'GET', 'PUT', 'DELETE', 'HEAD'),
    path: fc.oneof(
      { weight: 4, arbitrary: sent },
      { weight: 2, arbitrary: given },
      text.map((end) => `/files/${escaped(end)}`),
    ),
    headers: fc
      .tuple(headers, fc.oneof({ weight: 6, arbitrary: fc.constant('application/octet-stream') }, header), more)
      .map(([some, type, own]) => ({ ...some, 'content-type': type, ...own })),
    body: contents,
    signedIn: fc.oneof({ weight: 5, arbitrary: fc.constant(true) }, fc.constant(false)),
  });
}

/** `count` requests over the five doors. */
export function requests(
  boot: Booted,
  { seed, count, asked }: { readonly seed: number; readonly count: number; readonly asked: AskedFile },
): FuzzRequest[] {
  const any = fc.oneof(
    { weight: 4, arbitrary: graphql(boot) },
    { weight: 3, arbitrary: rest },
    { weight: 3, arbitrary: identity },
    { weight: 1, arbitrary: sockets },
    { weight: 2, arbitrary: files(asked) },
  );
  return fc.sample(any, { seed, numRuns: count });
}
function escaped(value: string): string {
  return encodeURIComponent(value.toWellFormed());
}
