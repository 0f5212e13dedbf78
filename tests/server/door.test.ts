import { parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import { readSource } from '../../compile/content.ts';
import { operationsOf } from '../../compile/operations.ts';
import type { Operation } from '../../contract/operation.ts';
import { filesOf } from '../content/compiled.ts';
import { apiSchema } from '../../server/graphql/door.ts';
import { asksSchema, documentLimit, textLimit } from '../../server/graphql/limits.ts';
import { trustedDocuments } from '../../server/graphql/trusted.ts';

describe('the GraphQL door', () => {
  const schema = apiSchema({});
  const fields = [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
    Object.keys(type?.getFields() ?? {}).map((field) => `${type?.name ?? ''}.${field}`),
  );

  const operations = Object.values(operationsOf(readSource(filesOf(['schemas'])).source)).filter(
    ({ kind }) => kind === 'graphql',
  );
  const fieldOf = ({ valueAt, outcomeAt, name }: Operation): string =>
    (valueAt ?? outcomeAt ?? name).split('.')[0] ?? '';

  test('every field of Query and Mutation is asked by an operation, which says who may', () => {
    expect(fields).not.toEqual([]);
    const asked = new Set(operations.map(fieldOf));
    expect(fields.filter((field) => !asked.has(field.split('.')[1] ?? ''))).toEqual([]);
  });

  /**
   * About the loans or the device of whoever asks: they read no application, which the documents let them be told.
   * rememberDevice refuses another's all the same (second-proof.test.ts). An `id` of cloneApprovedLeadApplication is
   * that of what a store approved: another's is FORBIDDEN as an unknown one is (beginnings.test.ts).
   */
  const OF_THE_PERSON: ReadonlySet<string> = new Set([
    'getInitialLoanDetails',
    'rememberDevice',
    'cloneApprovedLeadApplication',
  ]);
  /** An `id` of these is that of a check of the device: the session's own, or refused as unknown. */
  const OF_THE_CHECK: ReadonlySet<string> = new Set(['otpSend', 'otpVerify']);
  test('every field that takes an application is for its owner', () => {
    for (const type of [schema.getQueryType(), schema.getMutationType()]) {
      for (const field of Object.values(type?.getFields() ?? {})) {
        const argument = field.args.find(({ name }) => name === 'id' || name === 'applicationId');
        for (const operation of operations.filter(
          (one) => fieldOf(one) === field.name && !OF_THE_PERSON.has(field.name),
        ))
          if (OF_THE_CHECK.has(field.name))
            expect([operation.name, operation.access, Object.keys(operation.outcomes)]).toEqual([
              operation.name,
              'customer',
              expect.arrayContaining(['UNKNOWN_CHECK']),
            ]);
          else
            expect([operation.name, operation.application ?? operation.draft]).toEqual([
              operation.name,
              argument?.name,
            ]);
      }
    }
  });

  test('every field of the schema has a resolver', () => {
    for (const type of [schema.getQueryType(), schema.getMutationType()])
      for (const field of Object.values(type?.getFields() ?? {}))
        expect(field.resolve, field.name).toBeTypeOf('function');
  });

  test('a document that is deep, long, wide or spreads itself is refused', () => {
    expect(textLimit('{'.repeat(5000))).toBe('The document is nested too deeply.');
    expect(textLimit(`#${'x'.repeat(30_000)}\n{ getCurrentDate }`)).toBe('The document is too long.');
    expect(documentLimit(parse(`{ ${'a { '.repeat(13)} b ${'}'.repeat(13)} }`))).toBe('The document asks too deeply.');
    expect(
      documentLimit(parse(`{ ${Array.from({ length: 31 }, (_, at) => `a${at}: getCurrentDate`).join(' ')} }`)),
    ).toBe('The document has too many aliases.');
    expect(documentLimit(parse('{ ...a } fragment a on Query { ...b } fragment b on Query { ...a }'))).toBe(
      'A fragment spreads itself.',
    );
    const doubling = Array.from(
      { length: 40 },
      (_, at) => `fragment f${at} on Query { ...f${at + 1} ...f${at + 1} }`,
    ).join(' ');
    expect(documentLimit(parse(`{ ...f0 } ${doubling} fragment f40 on Query { getCurrentDate }`))).toBe(
      'The document asks for too many fields.',
    );
    expect(documentLimit(parse('{ openApplication { id } }'))).toBeUndefined();
  });

  test('a question about the schema is known wherever it stands', () => {
    expect(asksSchema(parse('{ ...a } fragment a on Query { x: __schema { types { name } } }'))).toBe(true);
    expect(asksSchema(parse('{ __type(name: "Query") { name } }'))).toBe(true);
    expect(asksSchema(parse('{ __typename openApplication { __typename id } }'))).toBe(false);
  });

  test('a known document is found whatever its white space, and nobody else’s', () => {
    const own = 'query A($id: ID!) {\n  application(id: $id) { id }\n}';
    const find = trustedDocuments([own]);
    expect(find('query A($id:ID!){application(id:$id){id}}')).toBe(own);
    expect(find('query A($id:ID!){application(id:$id){id answers}}')).toBeUndefined();
    expect(find('{')).toBeUndefined();
  });
});
