/** Which operation of the journey a request of the browser asks for. */
import type { Request } from 'playwright';
import type { CompiledFlow, LayoutItem, Step } from '../../runtime/core/definition.ts';
import type { JsonObject } from '../../runtime/core/facts.ts';
import type { Library } from './library.ts';

/** The provider's names of identity calls, by the action of an operation. */
const targets: Readonly<Record<string, string>> = {
  signUp: 'SignUp',
  confirmSignUp: 'ConfirmSignUp',
  signIn: 'InitiateAuth',
  resendCode: 'ResendConfirmationCode',
  forgotPassword: 'ForgotPassword',
  confirmForgotPassword: 'ConfirmForgotPassword',
  signOut: 'RevokeToken',
  singleSignOn: 'SingleSignOn',
  attributes: 'GetUser',
  actAs: 'ActAs',
  stopActing: 'StopActing',
  sendSignInCode: 'InitiateAuth',
  signInByCode: 'RespondToAuthChallenge',
};

const flat = (items: readonly LayoutItem[]): LayoutItem[] =>
  items.flatMap((item) => (item.kind === 'group' ? [item, ...flat(item.items)] : [item]));

/** Operations that a page or a dialog of its flow may call. */
function callsOf(flow: CompiledFlow, step: Step): ReadonlySet<string> {
  const reactions = flat(step.layout).flatMap((item) =>
    item.kind === 'widget' || item.kind === 'repeat' ? Object.values(item.events) : [],
  );
  const dialogs = Object.values(flow.dialogs).flatMap(({ actions }) => actions);
  return new Set(
    [{ calls: step.load }, ...step.actions, ...reactions, ...dialogs].flatMap(({ calls }) =>
      calls.map(({ operation }) => operation),
    ),
  );
}

/** @param place `flow/step` that is shown; undefined for a request that is none of the journey's */
export function operationIn(library: Library, request: Request, place: string | undefined): string | undefined {
  const url = new URL(request.url());
  const operations =
    url.pathname === '/graphql'
      ? (/\b(?:query|mutation)\s+(\w+)/.exec(request.postData() ?? '')?.slice(1, 2) ?? [])
      : // Of whichever origin: the accounts may be elsewhere.
        request.headers()['x-amz-target'] !== undefined
        ? identityOperations(library, request.headers()['x-amz-target'])
        : restOperations(library, request.method(), url.pathname);
  const found = operations.find((operation) => asksFor(library, operation, place));
  if (found === undefined || url.pathname !== '/graphql') return found;
  const { variables = {}, extensions } = JSON.parse(request.postData() ?? '{}') as {
    readonly variables?: JsonObject;
    readonly extensions?: { readonly act?: { readonly step?: string } };
  };
  return isOwnWork(library, found, { input: variables, step: extensions?.act?.step }) ? undefined : found;
}

/**
 * Opening, beginning and saving an application is the page's own work, not the definition's: it names no step of a
 * journey, and nobody by email. A step may call the same operations.
 */
export const isOwnWork = (
  { app }: Pick<Library, 'app'>,
  operation: string,
  { input, step }: { readonly input: JsonObject; readonly step: string | undefined },
): boolean =>
  Object.values(app.applications).includes(operation) && step === undefined && !Object.hasOwn(input, 'email');

/**
 * Whether this call is the journey's: what no flow calls belongs to the frame around the page, and what a page of its
 * own calls belongs to signing up where it comes without that page.
 */
function asksFor(library: Library, operation: string, place: string | undefined): boolean {
  const callers = Object.values(library.flows).flatMap((flow) =>
    Object.values(flow.steps)
      .filter((step) => callsOf(flow, step).has(operation))
      .map((step) => `${flow.id}/${step.id}`),
  );
  if (library.app.sessionLoads?.some((load) => load.operation === operation) === true) return true;
  return (
    callers.length > 0 && (library.boot.operations[operation]?.kind !== 'identity' || callers.includes(place ?? ''))
  );
}

function identityOperations({ boot }: Library, target: string | undefined): readonly string[] {
  const actions = Object.entries(targets).flatMap(([action, name]) =>
    target?.endsWith(`.${name}`) === true ? [action] : [],
  );
  return Object.values(boot.operations).flatMap(({ kind, action, name }) =>
    kind === 'identity' && action !== undefined && actions.includes(action) ? [name] : [],
  );
}
function restOperations({ boot }: Library, method: string, path: string): readonly string[] {
  const fits = (pattern: string) => new RegExp(`^${pattern.replace(/\{\w+\}/g, '[^/]+')}$`).test(path);
  return Object.values(boot.operations).flatMap((operation) =>
    operation.kind === 'rest' && (operation.method ?? 'GET') === method && fits(operation.path ?? '')
      ? [operation.name]
      : [],
  );
}
