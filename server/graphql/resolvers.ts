import { GraphQLScalarType, Kind, type ValueNode } from 'graphql';

import type { Json } from '../../runtime/core/facts.ts';
import { findApplication } from '../journeys/applications.ts';
import { record, recordFailure } from '../journeys/record.ts';
import { accessRules, authorise } from './access.ts';
import type { RequestContext } from './context.ts';
import { badInput, isGraphqlError } from './errors.ts';
import type { Args, Field } from './field.ts';
import { mutations } from './mutations.ts';
import { queries } from './queries.ts';

export type Resolvers = {
  readonly JSON: GraphQLScalarType;
  readonly Query: Readonly<Record<string, Resolver>>;
  readonly Mutation: Readonly<Record<string, Resolver>>;
};
type Resolver = (source: unknown, args: Args, context: RequestContext) => Promise<Json>;

/** Fields whose outcome is nobody's evidence: the runtime's own reading and saving of the document, and the log. */
const unrecorded: ReadonlySet<string> = new Set(['application', 'saveJourney', 'logMessage']);

export function buildResolvers(): Resolvers {
  return {
    JSON: jsonScalar,
    Query: Object.fromEntries(Object.entries(queries).map(([name, field]) => [name, guarded('Query', name, field)])),
    Mutation: Object.fromEntries(
      Object.entries(mutations).map(([name, field]) => [name, guarded('Mutation', name, field)]),
    ),
  };
}

/** Owner rule first, then the field, then the trail. */
function guarded(type: 'Query' | 'Mutation', name: string, field: Field): Resolver {
  const rule = accessRules[`${type}.${name}`];
  if (!rule) throw new Error(`${type}.${name} has no owner rule: add one to server/graphql/access.ts.`);
  return async (_: unknown, args: Args, context: RequestContext): Promise<Json> => {
    const application = await authorise(rule, args, {
      ...context,
      find: (id) => findApplication(context.services.db, id),
    });
    try {
      const result = await field(args, context, application);
      if (!unrecorded.has(name)) await record(context, { field: name, applicationId: application?.id }, result);
      return result;
    } catch (error) {
      const code = isGraphqlError(error) ? error.extensions['code'] : undefined;
      if (typeof code === 'string' && !unrecorded.has(name))
        await recordFailure(context, { field: name, applicationId: application?.id }, code);
      throw error;
    }
  };
}

const jsonScalar = new GraphQLScalarType<Json, Json>({
  name: 'JSON',
  serialize: (value) => value as Json,
  parseValue: (value) => value as Json,
  parseLiteral: (node) => literal(node),
});
function literal(node: ValueNode): Json {
  switch (node.kind) {
    case Kind.NULL:
      return null;
    case Kind.BOOLEAN:
    case Kind.STRING:
    case Kind.ENUM:
      return node.value;
    case Kind.INT:
    case Kind.FLOAT:
      return Number(node.value);
    case Kind.LIST:
      return node.values.map(literal);
    case Kind.OBJECT:
      return Object.fromEntries(node.fields.map((field) => [field.name.value, literal(field.value)]));
    case Kind.VARIABLE:
      throw badInput('A variable cannot stand inside a JSON literal.');
  }
}
