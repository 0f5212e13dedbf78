import type { Json } from '../../runtime/core/facts.ts';
import type { ApplicationRow } from '../journeys/tables.ts';
import type { RequestContext } from './context.ts';

/** A root field: its arguments as the schema has checked them, and the application its owner rule is about. */
export type Field = (args: Args, context: RequestContext, application: ApplicationRow | undefined) => Promise<Json>;
export type Args = Readonly<Record<string, unknown>>;
