import { GraphQLScalarType, Kind, type ValueNode } from 'graphql';

import { callsOfFlow } from '../../contract/calls.ts';
import { errorCodes } from '../../contract/errors.ts';
import { standingOf } from '../../contract/standing.ts';
import { assuringOutcomes } from '../../contract/operation.ts';
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import type { ActBody } from '../journeys/acts/act.ts';
import { fold } from '../journeys/acts/fold.ts';
import { know, type Known } from '../journeys/acts/store.ts';
import { agreementsOf } from '../documents/disclosures.ts';
import { findApplication } from '../journeys/applications.ts';
import { admitted, isAskedByPage, mustBeOpen, type Admitted } from '../journeys/admitted.ts';
import { statusOf } from '../journeys/applications.ts';
import { additionalAttributes } from '../journeys/additional-attributes.ts';
import { customerInformation } from '../journeys/customer-information.ts';
import { openDocument } from '../journeys/document.ts';
import { expire, isExpired } from '../journeys/expiry.ts';
import { perform, type Judged } from '../journeys/perform.ts';
import { misfit } from '../http/misfit.ts';
import { askingOperations, cameOut, failed, news, remember } from '../journeys/record.ts';
import { apart } from '../journeys/supplied.ts';
import { refused } from '../journeys/refused.ts';
import type { ApplicationRow } from '../journeys/tables.ts';
import { draftChannel } from '../journeys/trail.ts';
import { moveTo } from '../status/move.ts';
import { authorise, mustBeKeyed } from './authorise.ts';
import { keyOf, type RequestContext } from './context.ts';
import { badInput, failure, isGraphqlError } from './errors.ts';
import type { Args, Field, OwnersAct } from './field.ts';
import { answersOnceDone, mutations, ownersActs, result } from './mutations.ts';
import { queries } from './queries.ts';
import type { StandInFields } from './stand-ins.ts';

export type Resolvers = {
  readonly JSON: GraphQLScalarType;
  readonly Query: Readonly<Record<string, Resolver>>;
  readonly Mutation: Readonly<Record<string, Resolver>>;
  readonly Application: Readonly<Record<string, Resolver>>;
};
type Resolver = (source: unknown, args: Args, context: RequestContext) => Promise<Json>;

/**
 * Fields whose outcome is nobody's evidence: the runtime's own reading and saving of the document, the log, and what is
 * told of a person by their number.
 */
const unrecorded: ReadonlySet<string> = new Set([
  'application',
  'saveJourney',
  'logMessage',
  'logDetails',
  'customerSsnSearch',
]);

/** @param standIns fields of operations that nobody has built yet */
export function buildResolvers(standIns: Pick<StandInFields, 'queries' | 'acts'>): Resolvers {
  const named = <T>(table: Readonly<Record<string, T>>, make: (name: string, one: T) => Resolver) =>
    Object.fromEntries(Object.entries(table).map(([name, one]) => [name, onTrail(name, make(name, one))]));
  return {
    JSON: jsonScalar,
    // The schema has checked the arguments before a field gets them.
    Query: named({ ...(queries as unknown as Readonly<Record<string, Field>>), ...standIns.queries }, (name, field) =>
      asked(name, field, { changes: false }),
    ),
    Mutation: {
      ...named(standIns.acts, performed),
      ...named(mutations, (name, field) => asked(name, onTheWay(name, field), { changes: true })),
      ...named(ownersActs, performed),
    },
    Application: {
      agreements: ofRow([], agreementsOf),
      additionalAttributes: ofRow(null, additionalAttributes),
      customerInformation: ofRow(null, customerInformation),
    },
  };
}

/** Worked out for whoever asks for it alone: who was given the application is its owner. */
function ofRow(none: Json, work: (context: RequestContext, row: ApplicationRow) => Promise<Json>): Resolver {
  return async (source, _, context) => {
    const { id } = source as { readonly id: string };
    const row = await findApplication(context.services.db, id);
    return row === undefined ? none : await work(context, row);
  };
}

/** What is asked in a customer's name is on the trail before it is judged or performed. */
function onTrail(operation: string, resolve: Resolver): Resolver {
  return async (source, args, context) => {
    const { caller, services } = context;
    if (caller?.actor !== undefined) {
      const names = askingOperations(context, operation).map(([, { application, draft }]) => application ?? draft);
      const about = names.flatMap((name) => (name === undefined ? [] : [args[name]]));
      await services.acted(caller, { operation, about: about.find((one) => one !== undefined) });
    }
    return await resolve(source, args, context);
  };
}

/**
 * Owner rule first, then the field; what it was answered is remembered.
 * @param of `changes` says whether the field changes something: then not about an application that has ended
 */
function asked(name: string, field: Field, of: { readonly changes: boolean }): Resolver {
  return async (_, args, context) => {
    const known = await knownTo(context, name, args);
    mustFit(context, name, args);
    if (known && of.changes) mustBeOpen(known.row, askingOperations(context, name));
    if (known) mustStand(context, name, known.row);
    return await remembering(context, { known, field: name }, async () => {
      const answer = await field(args, context, known?.row);
      const came = cameOut(context, name, answer);
      if (!unrecorded.has(name) && (await counts(context, known, { call: { field: name, args }, came })))
        await remember(context, { known, field: name }, came);
      await assure(context, name, came);
      return answer;
    });
  };
}

/**
 * A change that is no act of the application it is about (another one begins with what is known of it) is made by a
 * page of that application's flow, so it is judged as its acts are.
 */
function onTheWay(name: string, field: Field): Field {
  return async (args, context, row) => {
    const known = row && (await knownTo(context, name, args));
    if (known) {
      const { flow } = await openDocument(context, known.row);
      const names = new Set(askingOperations(context, name).map(([operation]) => operation));
      if (callsOfFlow(flow).some(({ operation }) => names.has(operation)))
        await admitted(context, known, { field: name, args });
    }
    return await field(args, context, row);
  };
}

/** What is asked about an application at a status at which its operation may not be performed is REFUSED. */
function mustStand(context: RequestContext, field: string, row: ApplicationRow): void {
  const status = statusOf(row);
  const may = askingOperations(context, field).some(([, operation]) => standingOf(operation, status).may);
  if (!may) throw refused('notNow', status);
}

/**
 * Whether an answer says something new that counts: about an application it is what a page asked, anybody else's is
 * kept once.
 */
async function counts(
  context: RequestContext,
  known: Known | undefined,
  {
    call,
    came,
  }: { readonly call: { readonly field: string; readonly args: Args }; readonly came: ReturnType<typeof cameOut> },
): Promise<boolean> {
  if (!known) return true;
  return news(known.row, came) !== undefined && (await isAskedByPage(context, known, call));
}

/** An operation that proves who calls it raises the session they call from. */
async function assure(
  context: RequestContext,
  field: string,
  came: readonly { readonly operation: string; readonly outcome: string }[],
): Promise<void> {
  const { caller, services } = context;
  for (const [name, operation] of askingOperations(context, field)) {
    const raises = assuringOutcomes(operation);
    const isProof = came.some((one) => one.operation === name && raises.includes(one.outcome));
    if (isProof && caller && operation.assures !== undefined) await services.assure(caller, operation.assures);
  }
}

/** Owner rule first, then one act: repeat or judge, effect and answer in one transaction. */
function performed(name: string, act: OwnersAct): Resolver {
  return async (_, args, context) => {
    const known = await knownTo(context, name, args);
    // The document of a stand-in has no types that would ask for it.
    if (!known) throw badInput('This operation needs the id of what it changes.');
    return await remembering(context, { known, field: name }, () =>
      perform(
        context,
        // A repeat may come with newer tokens: it is the same call.
        { field: name, args: apart(operationsAsking(context, name), args).given, key: keyOf(context, args) },
        {
          known,
          judge: async (now) => {
            const { args: counted, to, draft, done } = await throughDoor(context, now, { field: name, args });
            if (!done) mustBeKeyed(context, name);
            const effect = done ? doneBefore(context, name) : await act(counted, context, now);
            const well = draft && (await cameOutWell(context, name, { effect, row: now.row }));
            const judged = {
              ...effect,
              body: moved(now.row, effect.body, { to, draft: well === true ? draft : undefined }),
            };
            if (judged.body === undefined || unrecorded.has(name)) return judged;
            const after = await judged.answer(fold(now.row, judged.body, context.now.toISOString()));
            return { ...judged, body: withNews(judged.body, news(now.row, cameOut(context, name, after))) };
          },
        },
      ),
    );
  };
}

/** Nothing is done again; whoever asks is told what was done. */
function doneBefore(context: RequestContext, name: string): Judged {
  const told = answersOnceDone[name];
  return told ? { body: undefined, answer: (row) => told(row, context) } : result(context, undefined);
}

/**
 * The arguments as they count: those of the runtime's own save as they came (it has a lock of its own), all others
 * through the door.
 */
async function throughDoor(
  context: RequestContext,
  known: Known,
  call: { readonly field: string; readonly args: Args },
): Promise<Omit<Admitted, 'args'> & { readonly args: Args }> {
  const { applications } = await context.services.definitions.app(known.row.brand, context.today);
  if (call.field !== applications.save) return await admitted(context, known, call);
  mustFit(context, call.field, call.args);
  return { args: call.args };
}

/**
 * Arguments that no lock computes are what the input schema of an operation that asks the field says; null stands for
 * none.
 */
function mustFit(context: RequestContext, field: string, args: Args): void {
  const given = Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null)) as JsonObject;
  const wrong = askingOperations(context, field).map(([, operation]) => misfit(operation, given));
  const [path] = wrong;
  if (path !== undefined && wrong.every((one) => one !== undefined))
    throw failure(errorCodes.badInput, `\`${path}\` is not what this operation takes.`, { path });
}

const operationsAsking = (context: RequestContext, field: string) =>
  askingOperations(context, field).map(([, operation]) => operation);

/** The effect with the move to the status that the operation leads to. */
function moved(
  row: ApplicationRow,
  body: ActBody | undefined,
  { to, draft }: { readonly [Key in 'to' | 'draft']: Admitted[Key] | undefined },
): ActBody | undefined {
  if (body === undefined) return undefined;
  if (draft) {
    const outcomes = [...(body.outcomes ?? []), { operation: draftChannel, name: draft.status }];
    return { ...body, draft, outcomes, ...(draft.keptDays === null && { closes: true }) };
  }
  return to === undefined ? body : { ...body, ...moveTo(row, to, body.progress) };
}

/** Whether a call ends with `ok`: only then does it lead a draft on (L81). */
async function cameOutWell(
  context: RequestContext,
  field: string,
  { effect, row }: { readonly effect: Judged; readonly row: ApplicationRow },
): Promise<boolean> {
  return cameOut(context, field, await effect.answer(row)).some(({ outcome }) => outcome === 'ok');
}

/** Both effects in one. */
function withNews(body: ActBody, more: ReturnType<typeof news>): ActBody {
  const outcomes = [...(body.outcomes ?? []), ...(more?.outcomes ?? [])];
  return { ...body, ...more, ...(outcomes.length > 0 && { outcomes }) };
}

/** Runs; an expected failure that an operation declares is remembered too. */
async function remembering(
  context: RequestContext,
  of: { readonly known: Known | undefined; readonly field: string },
  run: () => Promise<Json>,
): Promise<Json> {
  try {
    return await run();
  } catch (error) {
    const code = isGraphqlError(error) ? error.extensions['code'] : undefined;
    if (typeof code === 'string' && !unrecorded.has(of.field))
      await remember(context, of, failed(context, of.field, code));
    throw error;
  }
}

/**
 * The application a call is about, for who may make the call; one that was left for longer than it stands has ended by
 * then.
 */
async function knownTo(context: RequestContext, field: string, args: Args): Promise<Known | undefined> {
  const { db } = context.services;
  const find = (id: string): Promise<Known | undefined> =>
    know(db, id, { key: keyOf(context, args), session: context.session });
  const known = await authorise(context, { field, args }, find);
  if (!known || !isExpired(known.row, context.now)) return known;
  await expire(db, known.row, context.now);
  return await find(known.row.id);
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
