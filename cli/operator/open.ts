/** The database of the server for a command, by the server's own settings. */
import { existsSync } from 'node:fs';
import {
  ConfigError,
  ContentError,
  DirectoryInUse,
  NoDatabase,
  openOperator,
  readConfig,
  type Operator,
} from '../../server/operator.ts';
import { doorOf } from '../../server/operator-door.ts';
import { operatorBeside } from './beside.ts';

/**
 * Opens it, asks the server that holds it (the embedded database admits one process), or tells on standard error why
 * neither can be and gives undefined.
 */
export async function operatorOrTell(): Promise<Operator | undefined> {
  try {
    const config = readConfig(process.env, []);
    try {
      return await openOperator(config, new Date());
    } catch (error) {
      const door = error instanceof DirectoryInUse ? doorOf(config.dataDir) : undefined;
      if (door !== undefined && existsSync(door)) return operatorBeside(door);
      throw error;
    }
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
