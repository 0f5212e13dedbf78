/** `npm run seed`: makes the test people; with `--print` only prints them and the documented inputs, as JSON. */
import { ConfigError, readConfig } from '../config/index.ts';
import type { Config } from '../config/index.ts';
import { createFieldCipher } from '../crypto/index.ts';
import { DirectoryInUse, openDatabase } from '../database/index.ts';
import { createIdentity } from '../identity/index.ts';
import { createMessages, sendersOf } from '../messages/index.ts';
import { printout, seed, seedCustomers, seedIsWanted } from './index.ts';

const flags = process.argv.slice(2);

if (flags.includes('--print')) {
  process.stdout.write(`${JSON.stringify(printout(), null, 2)}\n`);
} else {
  try {
    await fill(readConfig(process.env, flags));
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof DirectoryInUse)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}

async function fill(config: Config): Promise<void> {
  if (!seedIsWanted(config)) throw new ConfigError(['APP_ENV=prod: test people are never made in production']);
  if (config.identity.cognito !== undefined)
    throw new ConfigError(['IDENTITY=cognito: the accounts of a user pool are its own, no test people are made there']);
  const { db, close } = await openDatabase(config);
  try {
    const cipher = createFieldCipher(config);
    const { deliver } = createMessages({ db, cipher, senders: sendersOf(config) });
    const identity = await createIdentity({ config, db, cipher, deliver });
    const made = await seed({ identity });
    await seedCustomers({ db, cipher, identity });
    process.stdout.write(made.length === 0 ? 'Every test person is there already.\n' : `Made ${made.join(', ')}.\n`);
  } finally {
    await close();
  }
}
