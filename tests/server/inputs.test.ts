/** What comes in is what the operation's input schema says: made from the schemas of all operations. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readSource } from '../../compile/content.ts';
import { operationsOf } from '../../compile/operations.ts';
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import { misfit } from '../../server/http/misfit.ts';
import { filesOf } from '../content/compiled.ts';
import { openApplication, type Applicant } from './support/applicant.ts';
import { sample } from './support/operations.ts';
import { signUp, type Person } from './support/person.ts';
import { startTestServer, type TestServer } from './support/server.ts';

const operations = Object.values(operationsOf(readSource(filesOf(['schemas'])).source));
const propertiesOf = (input: JsonObject): readonly (readonly [string, JsonObject])[] =>
  Object.entries((input['properties'] ?? {}) as Readonly<Record<string, JsonObject>>);

/** Every text and list an operation takes, however deep, by path. */
function* texts(schema: JsonObject, path: string): Generator<readonly [string, JsonObject]> {
  if (schema['type'] === 'string' || schema['type'] === 'array') yield [path, schema];
  for (const [name, inner] of propertiesOf(schema)) yield* texts(inner, path === '' ? name : `${path}.${name}`);
}

describe('the input schemas', () => {
  test.each(operations.map((one) => [one.name, one] as const))('%s bounds every text it takes', (_, { input }) => {
    const endless = [...texts(input, '')].filter(
      ([, schema]) =>
        schema['enum'] === undefined && schema['maxLength'] === undefined && schema['maxItems'] === undefined,
    );
    expect(endless.map(([path]) => path)).toEqual([]);
  });

  test('the first member that does not fit is named by its path', () => {
    const input = {
      type: 'object',
      properties: {
        id: { type: 'string', maxLength: 3 },
        info: {
          type: 'object',
          properties: { days: { type: 'integer' } },
          required: ['days'],
          additionalProperties: false,
        },
      },
      required: ['id'],
      additionalProperties: false,
    };
    expect(misfit({ input }, { id: 'abc', info: { days: 1 } })).toBeUndefined();
    expect(misfit({ input }, { id: 'abcd' })).toBe('id');
    expect(misfit({ input }, {})).toBe('id');
    expect(misfit({ input }, { id: 'abc', more: 1 })).toBe('more');
    expect(misfit({ input }, { id: 'abc', info: { days: '1' } })).toBe('info.days');
    expect(misfit({ input }, { id: 'abc', info: { days: 1, nights: 1 } })).toBe('info.nights');
    expect(misfit({ input }, { id: 'abc', info: {} })).toBe('info.days');
  });
});

describe('over the server', () => {
  let server: TestServer;
  let person: Person;
  let applicant: Applicant;
  beforeAll(async () => {
    server = await startTestServer();
    person = await signUp(server);
    // Whoever has proved too little is refused before anybody looks at what they sent.
    const caller = await server.services.verify(person.idToken);
    if (caller === undefined) throw new Error('Who signed up is not known by their token.');
    await server.services.assure(caller, 2);
    applicant = await openApplication(server, person);
  }, 180_000);
  afterAll(() => server.stop());

  const cells = operations.flatMap(({ name, kind, input, application }) =>
    kind !== 'graphql'
      ? []
      : [...texts(input, '')]
          .filter(([path, schema]) => path !== application && typeof schema['maxLength'] === 'number')
          .map(([path, schema]) => ({ name, path, most: Number(schema['maxLength']) })),
  );

  test.each(cells)('$name $path is refused when it is too long', async ({ name, path, most }) => {
    const { input, application } = operations.find((one) => one.name === name) ?? { input: {}, application: undefined };
    const [first = '', ...rest] = path.split('.');
    const long = 'x'.repeat(most + 1);
    const whole = Object.fromEntries(propertiesOf(input).map(([key, schema]) => [key, sample(schema)]));
    const place = rest.length === 0 ? long : { ...(whole[first] as JsonObject), [rest.join('.')]: long as Json };
    const answer = await person.ask(name, {
      ...whole,
      ...(application === undefined ? {} : { [application]: applicant.id }),
      [first]: place,
      ...(first === 'email' ? {} : 'email' in whole ? { email: person.email } : {}),
    });
    // An address that is not the token's is nobody's business, however long; a save is named by its key before anything
    // is looked at.
    const [error] = answer.errors;
    expect(error?.extensions.code).toMatch(/^(BAD_INPUT|REFUSED|FORBIDDEN)$/);
    if (error?.extensions.code === 'BAD_INPUT' && !/key/.test(path))
      expect(error.extensions.path ?? error.message).toContain(error.extensions.path ? path : first);
  });
});
