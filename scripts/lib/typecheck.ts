/** TypeScript over every room, each with the tsconfig of its own that says what the room may know of. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, tool } from './paths.ts';
import { inParallel, runNode } from './spawn.ts';

export interface RoomResult {
  readonly room: string;
  /** The compiler's lines, one an error; empty when the room holds. */
  readonly errors: readonly string[];
  readonly seconds: number;
}

/** The rooms in the order of the root tsconfig's references. */
export function rooms(): string[] {
  const config = JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8')) as { references: { path: string }[] };
  return config.references.map((reference) => reference.path);
}

/** What the compiler knows of a room from the last time: unchanged files are not looked at again. */
const known = (room: string): string => join(root, '.cache', 'types', `${room.replaceAll('/', '-')}.tsbuildinfo`);

/**
 * Checks the named rooms. A room without a source file yet holds.
 * @param lanes how many rooms at a time
 */
export async function typecheck(names: readonly string[] = rooms(), lanes = 2): Promise<RoomResult[]> {
  const results = await inParallel(names, lanes, async (room) => {
    const done = await runNode(
      [
        tool('typescript/bin/tsc'),
        '-p',
        join(root, room),
        '--pretty',
        'false',
        '--incremental',
        '--tsBuildInfoFile',
        known(room),
      ],
      false,
    );
    const lines = done.output.split('\n').filter((line) => line.trim() !== '');
    const empty = lines.length > 0 && lines.every((line) => line.includes('TS18003'));
    const errors =
      done.code === 0 || empty ? [] : lines.length > 0 ? lines : [`tsc ended with ${done.code} and said nothing`];
    return { room, errors, seconds: done.seconds };
  });
  return results.map((result) => ({ ...result, errors: withoutRepeats(result, results) }));
}

/** Leaves out what another room's files say in that room's own result already. */
function withoutRepeats(result: RoomResult, all: readonly RoomResult[]): string[] {
  const elsewhere = new Set(
    all
      .filter((other) => other !== result)
      .flatMap((other) =>
        other.errors.filter((line) => line.startsWith(`${other.room}/`) && !line.startsWith(`${result.room}/`)),
      ),
  );
  let repeated = false;
  return result.errors.filter((line) => {
    // An indented line belongs to the error above it.
    if (!line.startsWith(' ')) repeated = elsewhere.has(line);
    return !repeated;
  });
}

/** One row a room, then the errors in full. */
export function table(results: readonly RoomResult[]): string {
  const width = Math.max(...results.map((result) => result.room.length));
  const heads = (result: RoomResult) => result.errors.filter((line) => !line.startsWith(' ')).length;
  const rows = results.map(
    (result) =>
      `${result.errors.length === 0 ? 'ok  ' : 'FAIL'}  ${result.room.padEnd(width)}  ${result.seconds.toFixed(1).padStart(5)} s  ${heads(result)} errors`,
  );
  return [
    ...rows,
    ...results.flatMap((result) => (result.errors.length === 0 ? [] : ['', `${result.room}:`, ...result.errors])),
  ].join('\n');
}
