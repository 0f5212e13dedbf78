import { readFileSync } from 'node:fs';
import { createGraphQLError, createSchema, createYoga } from 'graphql-yoga';
import type { Plugin } from 'graphql-yoga';
import { Kind, print, type DocumentNode, type GraphQLError, type GraphQLSchema } from 'graphql';
import type { CompiledContent, Env } from '../../compile/types.ts';
import { errorCodes } from '../../contract/errors.ts';
import { isUnavailable } from '../database/index.ts';
import { valueProblem } from '../http/input.ts';
import { badInput, failure, isGraphqlError } from './errors.ts';
import type { RequestContext } from './context.ts';
import { asksSchema, documentLimit, textLimit } from './limits.ts';
import { buildResolvers } from './resolvers.ts';
import { standInFields } from './stand-ins.ts';
import { trustedDocuments } from './trusted.ts';
import { wrongVariable } from './variables.ts';

/**
 * The schema with its resolvers: `schemas/api/schema.graphql`, and a field for each operation of the content that
 * nobody has built yet.
 */
export function apiSchema(operations: CompiledContent['operations']): GraphQLSchema {
  const typeDefs = readFileSync(new URL('../../schemas/api/schema.graphql', import.meta.url), 'utf8');
  const standIns = standInFields(operations);
  return createSchema<RequestContext>({
    typeDefs: [typeDefs, standIns.typeDefs],
    resolvers: buildResolvers(standIns),
  });
}

export interface DoorOptions {
  readonly env: Env;
  /**
   * The operations of the content: the texts of their documents are the client's own, and in prod nothing else runs.
   * Asked at each request, so a reload is seen: other operations are another content, whose documents are parsed anew.
   */
  readonly operations: () => CompiledContent['operations'];
  readonly onBug: (error: unknown) => void;
}

/** A request as it came, its body not yet read as anything. */
interface DoorRequest {
  readonly method: string;
  /** With the question mark; empty when there is none. */
  readonly search: string;
  readonly accept: string | undefined;
  readonly contentType: string | undefined;
  readonly body: string | undefined;
}
interface DoorAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}
/** Answers one request as the GraphQL-over-HTTP draft says. */
export type Door = (request: DoorRequest, context: RequestContext) => Promise<DoorAnswer>;

/** Headers of an answer that are the protocol's; all others are given to every answer of the server. */
const told = ['content-type', 'allow'] as const;

export function createDoor(options: DoorOptions): Door {
  const own = ownDocuments(() => documentsOf(options.operations()));
  const schemas = new WeakMap<CompiledContent['operations'], GraphQLSchema>();
  const schemaNow = (): GraphQLSchema => {
    const operations = options.operations();
    const schema = schemas.get(operations) ?? apiSchema(operations);
    schemas.set(operations, schema);
    return schema;
  };
  schemaNow(); // what is wrong with the schema is told at the start
  const yoga = createYoga<Carried>({
    schema: schemaNow,
    graphiql: false,
    landingPage: false,
    logging: false,
    batching: false,
    multipart: false,
    cors: false,
    maxRequestBodySize: false, // whoever reads the body limits it before
    // Prepared are the client's own documents alone: their number is known, anybody else's texts are endless.
    parserAndValidationCache: {
      documentCache: own.prepared,
      errorCache: { get: () => undefined, set: () => undefined },
    },
    plugins: [{ onRequestParse }, guard(options.env, own)],
    maskedErrors: {
      errorMessage: 'Something went wrong here.',
      maskError: (error, message) => maskBug(error, message, options.onBug),
    },
  });
  return async ({ method, search, accept, contentType, body }, context) => {
    const headers = {
      ...(accept === undefined ? {} : { accept: withoutStreams(accept) }),
      ...(contentType === undefined ? {} : { 'content-type': contentType }),
    };
    const text = method === 'POST' ? body : undefined;
    const response = await yoga.fetch(
      `http://server/graphql${search}`,
      { method, headers },
      text === undefined ? context : { ...context, [bodyOf]: text },
    );
    return {
      status: response.status,
      headers: Object.fromEntries(
        told.flatMap((name) => {
          const value = response.headers.get(name);
          return value === null ? [] : [[name, value]];
        }),
      ),
      body: await response.text(),
    };
  };
}

/**
 * The library answers as a stream of events or parts whoever asks for one; nothing here is one: JSON, or 406 when that
 * is not taken.
 */
function withoutStreams(accept: string): string {
  const taken = accept.split(',').filter((one) => !/^\s*(text|multipart)\//i.test(one));
  return taken.length === 0 ? 'text/plain' : taken.join(',');
}

/**
 * The body beside the request: it is a text already, and a stream of it that is read into a text again costs as much as
 * executing it.
 */
const bodyOf = Symbol('body');
type Carried = RequestContext & { readonly [bodyOf]?: string };

type Parsing = Parameters<NonNullable<Plugin<Record<string, unknown>, Carried>['onRequestParse']>>[0];

/** The library's own reader of a body, over the text as it is. */
function onRequestParse({ serverContext, requestParser, setRequestParser }: Parsing): void {
  const text = serverContext[bodyOf];
  if (text === undefined || requestParser === undefined) return;
  const whole = { json: async () => JSON.parse(text) as unknown } as unknown as Request;
  setRequestParser(() => requestParser(whole));
}

const documentLists = new WeakMap<CompiledContent['operations'], readonly string[]>();

/** The texts of a content's operations; the same list each time. */
function documentsOf(operations: CompiledContent['operations']): readonly string[] {
  const known = documentLists.get(operations);
  if (known) return known;
  const texts = Object.values(operations).flatMap(({ document }) => (document === undefined ? [] : [document]));
  documentLists.set(operations, texts);
  return texts;
}

interface OwnDocuments {
  /** The client's own text of a document, whatever white space it came with; undefined for anybody else's. */
  readonly find: (text: string) => string | undefined;
  /** The client's own documents, parsed; takes nobody else's. */
  readonly prepared: {
    get(text: string): DocumentNode | undefined;
    set(text: string, document: DocumentNode): void;
  };
}

/** The client's own documents as they are now: they change when the content is read again. */
function ownDocuments(documents: () => readonly string[]): OwnDocuments {
  let from: readonly string[] | undefined;
  let texts: ReadonlySet<string> = new Set();
  let find = trustedDocuments([]);
  const prepared = new Map<string, DocumentNode>();
  return {
    find(text) {
      const now = documents();
      if (now !== from) {
        from = now;
        texts = new Set(now);
        find = trustedDocuments(now);
        prepared.clear();
      }
      return find(text);
    },
    prepared: {
      get: (text) => prepared.get(text),
      set: (text, document) => {
        if (texts.has(text)) prepared.set(text, document);
      },
    },
  };
}

/** Refuses before parsing and before executing what is too much or, in prod, not the client's own. */
function guard(env: DoorOptions['env'], own: OwnDocuments): Plugin {
  const refuse = (problem: string): GraphQLError => failure(errorCodes.badInput, problem, { http: { status: 400 } });
  const passed = new WeakSet<DocumentNode>();
  return {
    onParams({ params, setParams }) {
      const { query, ...rest } = params as Readonly<Record<string, unknown>>;
      if (typeof query !== 'string') throw refuse('A GraphQL request needs its document in `query`.');
      const long = textLimit(query);
      if (long !== undefined) throw refuse(long);
      const text = own.find(query);
      if (text === undefined && env === 'prod')
        throw failure(errorCodes.notAllowed, 'This operation is not allowed.', { http: { status: 400 } });
      const problem = valueProblem(rest);
      if (problem !== undefined) throw refuse(`The request ${problem}.`);
      if (text !== undefined) setParams({ ...params, query: text });
    },
    onValidate({ params }) {
      const document = params.documentAST as DocumentNode;
      if (passed.has(document)) return undefined;
      const introspects = asksSchema(document);
      if (introspects && env !== 'local') throw badInput('The schema is not told here.');
      const problem = documentLimit(document, introspects);
      if (problem !== undefined) throw badInput(problem);
      return ({ result, setResult }) => {
        if (Array.isArray(result) && result.length > 0)
          setResult(result.map((error: GraphQLError) => withoutSuggestion(error, env)));
        else passed.add(document);
      };
    },
  };
}

/** "Did you mean" tells names of the schema; only a developer's own machine says it. */
function withoutSuggestion(error: GraphQLError, env: DoorOptions['env']): GraphQLError {
  const full = withoutValue(error);
  const message = env === 'local' ? full : full.replace(/ ?Did you mean .*$/s, '');
  return createGraphQLError(message, {
    nodes: error.nodes ?? null,
    extensions: { ...error.extensions, code: errorCodes.badInput },
  });
}

/**
 * An expected failure passes; a request the schema refuses is bad input; all else is a bug, told by nothing but its
 * place.
 */
function maskBug(error: unknown, message: string, onBug: (error: unknown) => void): Error {
  const known = isGraphqlError(error) ? error : undefined;
  const variable = known && wrongVariable(known);
  if (variable) return variable;
  const code = known?.extensions['code'];
  const refusedByLibrary =
    typeof code === 'string' && /^(GRAPHQL_|BAD_|OPERATION_RESOLUTION)/.test(code) && code !== errorCodes.badInput;
  if (known && typeof code === 'string' && code !== 'INTERNAL_SERVER_ERROR' && !refusedByLibrary) return known;
  if (known && (refusedByLibrary || isRequestError(known))) {
    const { originalError: _, ...extensions } = known.extensions; // the parser quotes the body
    return createGraphQLError(withoutValue(known), {
      nodes: known.nodes ?? null,
      path: known.path ?? null,
      extensions: {
        ...extensions,
        // What is no JSON is 400 for every client, also for those that ask for application/json.
        ...(code === 'BAD_REQUEST' ? { http: { status: 400 } } : {}),
        code: errorCodes.badInput,
      },
    });
  }
  const cause = known?.originalError ?? error;
  onBug(cause);
  if (isUnavailable(cause))
    return createGraphQLError('This cannot be kept now. Try again in a while.', {
      path: known?.path ?? null,
      extensions: { code: errorCodes.unavailable, http: { status: 503 } },
    });
  return createGraphQLError(message, { path: known?.path ?? null, extensions: { code: errorCodes.internal } });
}

/** The library's own words about a request; a variable of a wrong type carries them one level deeper. */
function isRequestError({ originalError, path }: GraphQLError): boolean {
  return (
    originalError === undefined ||
    (path === undefined && isGraphqlError(originalError) && isRequestError(originalError))
  );
}

/** The library quotes the value that does not fit: it may be a person's number. Its variable and type say enough. */
function withoutValue({ message, nodes }: GraphQLError): string {
  if (message.startsWith('Syntax Error')) return 'The document is not written as GraphQL is.';
  if (nodes?.[0]?.kind.endsWith('Value') === true) return 'A value does not fit its type.';
  const definition = nodes?.find((node) => node.kind === Kind.VARIABLE_DEFINITION);
  return definition?.kind === Kind.VARIABLE_DEFINITION && message.includes('got invalid value')
    ? `Variable "$${definition.variable.name.value}" does not fit its type ${print(definition.type)}.`
    : message;
}
