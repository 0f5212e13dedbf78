import { compileKept } from './kept.ts';
import type { CompiledContent, Env, Files, Problem } from '../../compile/types.ts';
import { compileAside } from './compiler.ts';

/** How many days are kept compiled; test clocks of local mode ask for many. */
const mostDays = 40;

/** One version of the files, compiled for each day that was needed: only compliance differs between days. */
export interface Days {
  /**
   * The content in force on a day: its own, else that of the last good day. Never compiles, so that no request waits
   * for the compiler; a day nobody prepared is compiled aside, and the next to ask has it.
   */
  content(day: string): CompiledContent;
  /**
   * Compiles a day on the compiler's thread, once; afterwards `content` or `failed` knows it. Problems are no error.
   */
  prepare(day: string): Promise<void>;
  /** The day whose content `content(day)` gives. */
  serving(day: string): string;
  /** Days whose content does not compile, with what is wrong. */
  readonly failed: ReadonlyMap<string, readonly Problem[]>;
}

/**
 * Compiles the first day at once, on this thread: nothing is served yet.
 * @param made is told of each content that was compiled, before anybody is given it
 */
export function compileDays(
  files: Files,
  first: { readonly env: Env; readonly today: string },
  made: (content: CompiledContent) => CompiledContent,
): { readonly problems: readonly Problem[] } | { readonly days: Days } {
  const { problems, content } = compileKept(files, first);
  return content ? { days: createDays(files, { ...first, content: made(content) }, made) } : { problems };
}

function createDays(
  files: Files,
  first: { readonly env: Env; readonly today: string; readonly content: CompiledContent },
  made: (content: CompiledContent) => CompiledContent,
): Days {
  const good = new Map<string, CompiledContent>([[first.today, first.content]]);
  const failed = new Map<string, readonly Problem[]>();
  const compiling = new Map<string, Promise<void>>();

  const compile = async (day: string): Promise<void> => {
    const { problems, content } = await compileAside(files, { env: first.env, today: day });
    if (content) good.set(day, made(content));
    else failed.set(day, problems);
    if (good.size > mostDays) good.delete([...good.keys()].find((one) => one !== first.today) ?? '');
  };
  const prepare = async (day: string): Promise<void> => {
    if (good.has(day) || failed.has(day)) return;
    let under = compiling.get(day);
    if (under === undefined) {
      under = compile(day).finally(() => compiling.delete(day));
      compiling.set(day, under);
    }
    await under;
  };
  const serving = (day: string): string => {
    if (good.has(day)) return day;
    const days = [...good.keys()].sort();
    return days.findLast((one) => one < day) ?? days[0] ?? first.today;
  };
  return {
    content(day) {
      // Whoever prepares the day is told; here the last good one serves.
      if (!good.has(day)) prepare(day).catch(() => undefined);
      return good.get(serving(day)) ?? first.content;
    },
    prepare,
    serving,
    failed,
  };
}
