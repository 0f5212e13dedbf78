/** The row types of every table. */
import type { JourneyTables } from '../journeys/tables.ts';
import type { IdentityTables } from '../identity/tables.ts';
import type { MessageTables } from '../messages/tables.ts';

export interface Database extends IdentityTables, MessageTables, JourneyTables {}
