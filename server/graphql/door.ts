import { readFileSync } from 'node:fs';
import { createGraphQLError, createSchema, createYoga, type Plugin } from 'graphql-yoga';
import type { DocumentNode, GraphQLError, GraphQLSchema } from 'graphql';
import { badInput, failure, isGraphqlError } from './errors.ts';
import type { RequestContext } from './context.ts';
import { asksSchema, documentLimit, textLimit } from './limits.ts';
import { buildResolvers } from './resolvers.ts';
import { trustedDocuments } from './trusted.ts';

/** The schema with its resolvers; `schemas/api/schema.graphql` is the one description. */
export function apiSchema(): GraphQLSchema {
  const typeDefs = readFileSync(new URL('../../schemas/api/schema.graphql', import.meta.url), 'utf8');
  return createSchema<RequestContext>({ typeDefs, resolvers: buildResolvers() });
}

export interface DoorOptions {
  readonly env: 'local' | 'qa' | 'prod';
  /** Texts of the client's own documents; in prod nothing else runs. Asked at each request, so a reload is seen. */
  readonly documents: () => Iterable<string>;
  readonly onBug: (error: unknown) => void;
}

/** Answers one GraphQL request given as parsed JSON. */
export type Door = (body: unknown, context: RequestContext) => Promise<{ status: number; body: string }>;

export function createDoor(options: DoorOptions): Door {
  let known: { texts: readonly string[]; trusted: (text: string) => boolean } = { texts: [], trusted: () => false };
  const trusted = (text: string): boolean => {
    const texts = [...options.documents()];
    if (texts.length !== known.texts.length || texts.some((one, at) => one !== known.texts[at]))
      known = { texts, trusted: trustedDocuments(texts) };
    return known.trusted(text);
  };
  const yoga = createYoga<RequestContext>({
    schema: apiSchema(),
    graphiql: false,
    landingPage: false,
    logging: false,
    batching: false,
    multipart: false,
    cors: false,
    parserAndValidationCache: true,
    plugins: [guard(options.env, trusted)],
    maskedErrors: {
      errorMessage: 'Something went wrong here.',
      maskError: (error, message) => maskBug(error, message, options.onBug),
    },
  });
  return async (body, context) => {
    const response = await yoga.fetch(
      'http://server/graphql',
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify(body),
      },
      context,
    );
    return { status: response.status, body: await response.text() };
  };
}

/** Refuses before parsing and before executing what is too much or, in prod, not the client's own. */
function guard(env: DoorOptions['env'], trusted: (text: string) => boolean): Plugin {
  return {
    onParams({ params }) {
      const text: unknown = params.query;
      if (typeof text !== 'string')
        throw failure('BAD_INPUT', 'A GraphQL request needs its document in `query`.', { http: { status: 400 } });
      if (env === 'prod' && !trusted(text))
        throw failure('OPERATION_NOT_ALLOWED', 'This operation is not allowed.', { http: { status: 400 } });
      const problem = textLimit(text);
      if (problem !== undefined) throw failure('BAD_INPUT', problem, { http: { status: 400 } });
    },
    onValidate({ params }) {
      const document = params.documentAST as DocumentNode;
      const introspects = asksSchema(document);
      if (introspects && env !== 'local') throw badInput('The schema is not told here.');
      const problem = introspects ? undefined : documentLimit(document);
      if (problem !== undefined) throw badInput(problem);
      return ({ result, setResult }) => {
        if (Array.isArray(result) && result.length > 0)
          setResult(result.map((error: GraphQLError) => withoutSuggestion(error, env)));
      };
    },
  };
}

/** "Did you mean" tells names of the schema; only a developer's own machine says it. */
function withoutSuggestion(error: GraphQLError, env: DoorOptions['env']): GraphQLError {
  const message = env === 'local' ? error.message : error.message.replace(/ ?Did you mean .*$/s, '');
  return createGraphQLError(message, {
    nodes: error.nodes ?? null,
    extensions: { ...error.extensions, code: 'BAD_INPUT' },
  });
}

/** An expected failure passes; a request the schema refuses is bad input; all else is a bug, told by nothing but its place. */
function maskBug(error: unknown, message: string, onBug: (error: unknown) => void): Error {
  const known = isGraphqlError(error) ? error : undefined;
  const code = known?.extensions['code'];
  const refusedByLibrary =
    typeof code === 'string' && /^(GRAPHQL_|BAD_|OPERATION_RESOLUTION)/.test(code) && code !== 'BAD_INPUT';
  if (known && typeof code === 'string' && code !== 'INTERNAL_SERVER_ERROR' && !refusedByLibrary) return known;
  if (known && (refusedByLibrary || !known.originalError))
    return createGraphQLError(known.message, {
      nodes: known.nodes ?? null,
      path: known.path ?? null,
      extensions: { ...known.extensions, code: 'BAD_INPUT' },
    });
  onBug(known?.originalError ?? error);
  return createGraphQLError(message, { path: known?.path ?? null, extensions: { code: 'INTERNAL' } });
}
