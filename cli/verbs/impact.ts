/** `impact [folder or revision]`: what becomes of the applications that are open now when that content is published. */
import { writeFileSync } from 'node:fs';
import { createTally, type Change, type Impact, type Kind } from '../../verifier/impact/impact.ts';
import { contentOf, type Command } from '../command.ts';
import { dumpOf, fromDatabase, fromFile, type Found } from '../impact/applications.ts';
import { laterOf } from '../impact/later.ts';
import { operatorOrTell } from '../operator/open.ts';
import { loadOrTell, type Loaded } from '../products.ts';
import { filesOf } from '../versions.ts';

/**
 * Prints, for each version that somebody is on, what happens to how many, with one of them each; or writes them to a
 * file (`--dump`) from which it is told elsewhere (`--from`). 1 when an answer is left without a word, 2 when there is
 * nothing to read.
 */
export async function verb(command: Command): Promise<number> {
  const { dump, from } = command.options;
  if (command.names.length > 1 || (dump !== undefined && (from !== undefined || command.names.length > 0))) {
    process.stderr.write(
      'Say one folder of content or one revision: impact my; or where to write: impact --dump open.json\n',
    );
    return 2;
  }
  const content = dump === undefined ? await contentNamed(command) : undefined;
  if (dump === undefined && !content) return 2;
  if (content && from !== undefined) return report(command, await told(fromFile(from, content.options), content));
  const operator = await operatorOrTell();
  if (!operator) return 2;
  try {
    if (content) return report(command, await told(fromDatabase(operator), content));
    const made = await dumpOf(operator, new Date());
    writeFileSync(dump ?? '', `${JSON.stringify(made)}\n`, { mode: 0o600 });
    process.stdout.write(`${made.applications.length} applications, without what only their owners could say.\n`);
    return 0;
  } finally {
    await operator.close();
  }
}

async function contentNamed(command: Command): Promise<Loaded | undefined> {
  const [name] = command.names;
  const { files, options } = contentOf(command);
  if (name === undefined) return await loadOrTell({ files, options });
  const found = filesOf(name);
  if (found.ok) return await loadOrTell({ files: found.files, options });
  process.stderr.write(`${found.why}\n`);
  return undefined;
}

async function told(all: AsyncGenerator<Found>, { products }: Loaded): Promise<readonly Impact[]> {
  const tally = createTally((brand, flow) => laterOf(products[brand], flow));
  for await (const { one, before, now } of all) tally.add(one, before, now);
  return tally.result();
}

function report(command: Command, found: readonly Impact[]): number {
  process.stdout.write(
    command.json
      ? `${JSON.stringify(found, undefined, 2)}\n`
      : found.length === 0
        ? 'No application is open.\n'
        : found.map(lines).join('\n'),
  );
  return found.some(({ lacks, rewritten }) => lacks.length > 0 || rewritten) ? 1 : 0;
}

/** @returns sentences, a line each */
function lines({
  brand,
  flow,
  from,
  to,
  applications,
  sent,
  moves,
  changes,
  lacks,
  rewritten,
  untold,
}: Impact): string {
  const many = (count: number): string => `${count} application${count === 1 ? '' : 's'}`;
  const how = to === from ? 'the version that stands' : moves ? `move to ${to ?? ''}` : 'stay on it';
  const all = [
    `${brand}/${flow}, version ${from}: ${many(applications)}${applications === sent ? '' : `, ${how}`}.`,
    ...(sent > 0 ? [`  ${sent} were sent and stay as they are.`] : []),
    ...changes.map((change) => `  ${change.applications} ${SAYS[change.kind](change)}${example(change)}`),
    ...(untold > 0
      ? [
          `  ${untold} of which nothing is told: what the file withholds decides where they stand. Ask beside the database.`,
        ]
      : []),
    ...lacks.map(({ path, why }) => `  WRONG: no migration says what becomes of "${path}" (${why}); see migrate.`),
    ...(rewritten ? ['  WRONG: migrations that were published stand here otherwise.'] : []),
  ];
  return `${all.join('\n')}\n`;
}

const SAYS: { readonly [K in Kind]: (change: Change) => string } = {
  stays: ({ what }) => `stay at "${what}"`,
  sentBack: ({ what }) => `sent back: ${what}`,
  ledOn: ({ what }) => `led to another page: ${what}`,
  metAgain: ({ what }) => `meet the page "${what}" again`,
  askedAnew: ({ what }) => `asked anew: ${what}`,
  lost: ({ what }) => `lose: ${what}`,
  owed: ({ what, meets = false }) =>
    meets
      ? `owed the document ${what}: they meet it`
      : `owed the document ${what}: they have passed its page and do not meet it`,
};

/** Who, and where: never what they answered. */
const example = ({ example: { id, page } }: Change): string => ` (such as ${id} at "${page}")`;
