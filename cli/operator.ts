/** The database of the server for a command, by the server's own settings. */
import {
  ConfigError,
  ContentError,
  DirectoryInUse,
  NoDatabase,
  openOperator,
  readConfig,
  type Operator,
} from '../server/operator.ts';

/** Opens it, or tells on standard error why not and gives undefined. */
export async function operatorOrTell(): Promise<Operator | undefined> {
  try {
    return await openOperator(readConfig(process.env, []), new Date());
  } catch (error) {
    process.stderr.write(`${whyNot(error)}\n`);
    return undefined;
  }
}

function whyNot(error: unknown): string {
  if (error instanceof DirectoryInUse)
    return `${error.message} The embedded database admits one process: end the server with "kill ${error.pid}" and start it again afterwards; a server on PostgreSQL (DATABASE_URL) need not stop.`;
  if (error instanceof NoDatabase || error instanceof ConfigError || error instanceof ContentError)
    return error.message;
  throw error;
}
