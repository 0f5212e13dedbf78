/** What the terminal hands to a verb. */
import { contentFolders, projectDir, readFiles } from '../compile/disk.ts';
import type { Env, Files, Options } from '../compile/index.ts';
import { easternDate } from '../contract/days.ts';
import { VALUED } from './options.ts';

export interface Command {
  readonly verb: string;
  /** What stands after the verb and is no option. */
  readonly names: readonly string[];
  readonly json: boolean;
  /** Content folders, later over earlier. */
  readonly content: readonly string[];
  /** Options by name; an option without a value is `''`. */
  readonly options: Readonly<Record<string, string>>;
}
/** Does the work, prints, and gives the exit code. */
export type Verb = (command: Command) => Promise<number> | number;

/**
 * Reads the command line. `--content` may be several folders separated by `:`; without it CONTENT_DIR, else the
 * project's own content.
 */
export function parseCommand(words: readonly string[]): Command {
  const names: string[] = [];
  const options: Record<string, string> = {};
  for (let i = 0; i < words.length; i++) {
    const word = words[i] ?? '';
    if (!word.startsWith('--')) {
      names.push(word);
      continue;
    }
    const [name = '', value] = word.slice(2).split(/=(.*)/s);
    options[name] = value ?? (VALUED.has(name) ? (words[++i] ?? '') : '');
  }
  const [verb = '', ...rest] = names;
  const content = contentFolders(options['content'] ?? process.env['CONTENT_DIR'] ?? projectDir);
  return { verb, names: rest, json: 'json' in options, content, options };
}

/** The content a command is about. */
export function contentOf(command: Command): { readonly files: Files; readonly options: Options } {
  const env = command.options['env'] ?? process.env['APP_ENV'] ?? 'local';
  if (env !== 'local' && env !== 'dev' && env !== 'qa' && env !== 'prod')
    throw new Error(`APP_ENV must be local, dev, qa or prod, not "${env}".`);
  return {
    files: readFiles(command.content),
    options: { env: env satisfies Env, today: command.options['today'] ?? easternDate(new Date()) },
  };
}
