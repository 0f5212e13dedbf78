/** The world that rules see (law 5). Plain JSON; only own properties are ever read. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

/** Dotted path: `answers.personalInformation.firstName`; below a root where the type says so. */
export type Path = string;

export interface Facts {
  readonly answers: JsonObject;
  /** What calls and events brought, by the name they were given with `as`. */
  readonly results: JsonObject;
  readonly session: JsonObject;
  /** The loan application, in every flow. */
  readonly application: JsonObject;
  /** The flow's own draft; absent in a flow that keeps none. */
  readonly draft?: JsonObject;
  readonly customer: JsonObject;
  readonly brand: JsonObject;
  readonly flags: JsonObject;
  readonly route: { readonly params: JsonObject; readonly query: JsonObject };
  readonly cookies: JsonObject;
  readonly device: JsonObject;
  /** Tables of the compliance room in force today; read by `lookup` only. Not pinned to an application. */
  readonly compliance: {
    readonly states: { readonly [abbr: string]: JsonObject };
    /** idTag -> content hash of the document in force today; what a page records as shown. */
    readonly documents: { readonly [idTag: string]: string };
  };
  /** Values of `keep: never` fields of the step being looked at; readable by its own checks and calls only. */
  readonly typed: JsonObject;
  /** The row being drawn or reacted to; inside a `repeat` only. */
  readonly item?: Json;
  /** What a widget's or a channel's event brought; inside its reaction only. */
  readonly payload?: Json;
  /** What the back end said of an error, as `quoted` makes it fit; in the message of that outcome only. */
  readonly problem?: { readonly detail?: string | undefined; readonly code?: string | undefined };
  /** Calendar date `YYYY-MM-DD` in America/New_York. */
  readonly today: string;
  /** Instant, ISO 8601 with `Z`. */
  readonly now: string;
}

/** The facts while nothing is known: for what reads none of them. */
export const nothingKnown: Facts = {
  answers: {},
  results: {},
  session: {},
  application: {},
  customer: {},
  brand: {},
  flags: {},
  route: { params: {}, query: {} },
  cookies: {},
  device: {},
  compliance: { states: {}, documents: {} },
  typed: {},
  today: '',
  now: '',
};
