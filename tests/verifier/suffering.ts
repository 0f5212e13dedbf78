/** What becomes of damaged definitions: each gives a problem or loads, none crashes, none takes long. */
import { projectDir, readFiles } from '../../compile/disk.ts';
import { compileResolved, concernsOf, resolveContent, type Files, type Problem } from '../../compile/index.ts';
import type { Damage } from './damaged.ts';

export const options = { env: 'local', today: '2026-11-20' } as const;
export const real = readFiles([projectDir]);
/**
 * Seconds that one damaged file may take of a processor, on a machine that checks the whole content in a tenth of one.
 */
const LIMIT = 2;

interface Outcome {
  readonly damage: Damage;
  /** `undefined`: it was thrown. */
  readonly problems?: readonly Problem[];
  readonly thrown?: string;
  /** Processor time. */
  readonly seconds: number;
}

function seconds(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

function suffer(damage: Damage, content: Files): Outcome {
  const files: Files = Object.fromEntries(
    Object.entries({ ...content, ...damage.changed }).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    ),
  );
  let problems: readonly Problem[] | undefined;
  let thrown: string | undefined;
  const spent = seconds(() => {
    try {
      const resolved = resolveContent(files, options);
      problems = [...compileResolved(resolved, options).problems, ...concernsOf(resolved, true)];
    } catch (error) {
      thrown = error instanceof Error ? (error.stack ?? error.message) : String(error);
    }
  });
  return { damage, seconds: spent, ...(problems && { problems }), ...(thrown !== undefined && { thrown }) };
}

const name = ({ damage }: Outcome): string => `${damage.kind}: ${damage.file}`;

interface Suffered {
  /** One sentence for each that crashed, was not told though it is certainly wrong, was told badly or took long. */
  readonly faults: readonly string[];
  /** What was tried, in one line. */
  readonly told: string;
}

/** Lets the content suffer each of these damages of its files alone. */
export function sufferAll(damages: readonly Damage[], content: Files): Suffered {
  for (let warm = 0; warm < 3; warm++) resolveContent(content, options);
  const whole = seconds(() =>
    resolveContent({ ...content, 'flows/app.json': `${content['flows/app.json'] ?? ''} ` }, options),
  );
  const limit = LIMIT * Math.max(1, whole / 0.1);
  const outcomes = damages.map((damage) => suffer(damage, content));
  const slowest = outcomes.toSorted((a, b) => b.seconds - a.seconds).slice(0, 5);
  const telling = outcomes.filter(({ problems }) => problems && problems.length > 0).length;
  const spent = outcomes.reduce((sum, one) => sum + one.seconds, 0).toFixed(1);
  return {
    faults: [
      ...outcomes.flatMap((one) => [
        ...(one.thrown === undefined ? [] : [`${name(one)} crashes: ${one.thrown}`]),
        ...(one.damage.certain && one.problems?.length === 0 ? [`${name(one)} is not told`] : []),
        ...(one.problems ?? [])
          .filter(isIllTold)
          .map((problem) => `${name(one)} is told badly: ${JSON.stringify(problem).slice(0, 300)}`),
      ]),
      ...slowest.filter((one) => one.seconds > limit).map((one) => `${name(one)} takes ${one.seconds.toFixed(2)} s`),
    ],
    told: `${damages.length} damaged definitions: ${telling} told, ${damages.length - telling} loaded; ${spent} s of processor time; slowest ${slowest.map((one) => `${one.seconds.toFixed(2)} s (${name(one)})`).join(', ')}`,
  };
}

const isIllTold = ({ file, line, column, code, message, fix }: Problem): boolean =>
  !(
    file.length > 0 &&
    line >= 1 &&
    column >= 1 &&
    code.length > 0 &&
    message.length > 3 &&
    message.length < 2000 &&
    fix.length > 3
  );
