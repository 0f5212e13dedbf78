/**
 * `migrate <folder or revision>`: what becomes of applications that began with that version of the content when the
 * content here is published.
 */
import { isStored } from '../../runtime/core/index.ts';
import { NO_QUESTIONS, survey } from '../../verifier/explore/survey.ts';
import { landingsOf, type Landings } from '../../verifier/migrate/landings.ts';
import { contentOf, type Command } from '../command.ts';
import { loadOrTell, productNamed, type Loaded } from '../products.ts';
import { loadSeen, versionNamed } from '../versions.ts';

/**
 * Prints, for each flow that the server keeps and that is another version now, where everybody lands; 1 when an answer
 * is left without a word or somebody lands where nobody can be, 2 when there is nothing to compare with.
 */
export async function verb(command: Command): Promise<number> {
  const other = versionNamed(command, 'that was published: migrate HEAD~1');
  if (!other) return 2;
  const { files, options } = contentOf(command);
  const after = await loadOrTell({ files, options });
  const before = await loadSeen(other.files, options);
  if (!before || !after) {
    process.stderr.write(`${before ? 'This content' : other.name} has problems; run check.\n`);
    return 2;
  }
  const found = flowsOf(before, after).map(({ brand, flow }) => ({
    brand,
    flow,
    ...landings(before, after, { brand, flow }),
  }));
  process.stdout.write(
    command.json
      ? `${JSON.stringify(found, undefined, 2)}\n`
      : found.length === 0
        ? 'No journey that the server keeps is another version.\n'
        : found.map(told).join('\n'),
  );
  return found.some(({ lacks, wrong }) => lacks.length + wrong.length > 0) ? 1 : 0;
}

interface Of {
  readonly brand: string;
  readonly flow: string;
}

/** Flows that the server keeps and that both have, in different versions. */
function flowsOf(before: Loaded, after: Loaded): readonly Of[] {
  return Object.entries(after.products).flatMap(([brand, { flows }]) =>
    Object.values(flows).flatMap((flow) => {
      const was = before.products[brand]?.flows[flow.id];
      return was && was.hash !== flow.hash && isStored(was.saves) ? [{ brand, flow: flow.id }] : [];
    }),
  );
}

function landings(before: Loaded, after: Loaded, { brand, flow }: Of): Landings {
  const resolved = before.resolved.brands[brand];
  if (!resolved) throw new Error(`There is no brand ${brand} in the earlier version.`);
  let counted = 0;
  const explored = survey({
    source: before.resolved.source,
    brand: resolved,
    product: productNamed(before.products, brand),
    flow,
    today: before.options.today,
    questions: NO_QUESTIONS,
    goOn: (states) => {
      if (states >= counted + 1000) process.stderr.write(`${brand}/${flow}: ${(counted = states)} situations\n`);
      return true;
    },
  });
  return landingsOf(explored, productNamed(after.products, brand));
}

/** @returns sentences, a line each */
function told({ brand, flow, ...found }: Of & Landings): string {
  const { situations, sent, moves, led, askedAgain, lacks, wrong, inexact } = found;
  const going = situations - sent;
  const lines = [
    `${brand}/${flow}: ${situations} situations of the earlier version.`,
    ...(sent > 0 ? [`${sent} were sent and stay on it.`] : []),
    moves ? `${going} move.` : `${going} stay on it: no migration was written since.`,
    ...Object.entries(askedAgain).map(([path, many]) => `Asked again in ${many}: ${path}`),
    ...led.map(({ from, to, situations: many }) => `Led from "${from}" to "${to}" in ${many}`),
    ...lacks.map(({ path, why }) => `WRONG: no migration says what becomes of "${path}" (${WHY[why]}).`),
    ...wrong.map(({ law, says, example }) => `WRONG (${law}): ${says}\n${JSON.stringify(example)}`),
    ...(moves && lacks.length + wrong.length === 0 ? ['Nobody lands where nobody can be.'] : []),
    ...(inexact === undefined ? [] : [`There may be more: ${inexact}.`]),
  ];
  return `${lines.join('\n')}\n`;
}

const WHY: Readonly<Record<Landings['lacks'][number]['why'], string>> = {
  gone: 'nobody asks for it any more',
  type: 'it is of another type',
  choice: 'a choice is gone',
  sensitive: 'it was sensitive and would be kept in clear',
  twice: 'another answer comes to its path',
};
