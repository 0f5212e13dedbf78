/** Which options a command may have. */
import { existsSync } from 'node:fs';
import { nearest } from '../compile/suggest.ts';

/** Options of every verb; those with a value take the word after them. */
const COMMON = ['json', 'help', 'content', 'env', 'today'];
const OWN: Readonly<Record<string, readonly string[]>> = {
  cover: ['write'],
  graph: ['brand', 'out'],
  impact: ['dump', 'from'],
  prove: ['core'],
  rules: ['write'],
  test: ['server', 'browser'],
  verify: ['core'],
};
export const VALUED: ReadonlySet<string> = new Set(['content', 'env', 'today', 'brand', 'out', 'dump', 'from']);

/** What is wrong with the options of a command, in one sentence with its remedy; undefined when nothing is. */
export function optionFault({
  verb,
  content = [],
  options,
}: {
  readonly verb: string;
  /** Content folders. */
  readonly content?: readonly string[];
  readonly options: Readonly<Record<string, string>>;
}): string | undefined {
  const allowed = [...COMMON, ...(OWN[verb] ?? [])];
  for (const [name, value] of Object.entries(options)) {
    const near = nearest(name, allowed);
    if (!allowed.includes(name))
      return `"${verb}" has no option --${name}. ${near === undefined ? `It takes ${allowed.map((one) => `--${one}`).join(', ')}.` : `Did you mean --${near}?`}`;
    if (VALUED.has(name) === (value === ''))
      return VALUED.has(name) ? `--${name} needs a value after it.` : `--${name} takes no value.`;
  }
  const lacking = content.find((dir) => !existsSync(dir));
  if (lacking !== undefined)
    return `There is no content folder ${lacking}. Make it, or correct CONTENT_DIR or --content: "+my" lays the folder my over the project's content, "my" stands in its place.`;
  const { today, env = process.env['APP_ENV'] ?? 'local' } = options;
  if (!['local', 'dev', 'qa', 'prod'].includes(env))
    return `There is no environment "${env}": write local, dev, qa or prod.`;
  return today === undefined || isDate(today)
    ? undefined
    : `--today must be a date such as 2026-07-01, not "${today}".`;
}

function isDate(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
