import { errorCodes } from '../../contract/errors.ts';
import { createGraphQLError } from 'graphql-yoga';
import type { GraphQLError } from 'graphql';

/**
 * A variable of the wrong kind, told by its name alone: graphql-js puts the value into the message, and a message is
 * logged by whoever gets it. Undefined for any other error.
 */
export function wrongVariable(error: GraphQLError): GraphQLError | undefined {
  const name = /^Variable "\$(\w+)" got invalid value/.exec(error.message)?.[1];
  if (name === undefined) return undefined;
  return createGraphQLError(`The variable "$${name}" has a value of the wrong kind.`, {
    nodes: error.nodes ?? null,
    extensions: { code: errorCodes.badInput },
  });
}
