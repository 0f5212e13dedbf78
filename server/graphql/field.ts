import type { Json } from '../../runtime/core/facts.ts';
import type { Known } from '../journeys/acts/store.ts';
import type { Judged } from '../journeys/perform.ts';
import type { ApplicationRow } from '../journeys/tables.ts';
import type { RequestContext } from './context.ts';

/** A root field: its arguments as the schema has checked them, and the application its owner rule is about. */
export type Field = (args: Args, context: RequestContext, application: ApplicationRow | undefined) => Promise<Json>;
/** A root field by which an owner changes their application: what it does to what is known of it. */
export type OwnersAct = (args: Args, context: RequestContext, known: Known) => Promise<Judged>;
export type Args = Readonly<Record<string, unknown>>;
