/**
 * The readable surface, held by tools: one layout of code, one list of lint rules, nothing exported that nobody
 * imports.
 */
import { tool } from './paths.ts';
import { inParallel, runNode } from './spawn.ts';

export interface StyleResult {
  /** What was asked, as a sentence that is true when it holds. */
  readonly title: string;
  readonly holds: boolean;
  /** What the tool said, empty when it holds. */
  readonly said: string;
}

const questions: readonly { readonly title: string; readonly args: readonly string[] }[] = [
  { title: 'code has the layout of biome.json', args: [tool('@biomejs/biome/bin/biome'), 'format', '.'] },
  {
    title: 'code keeps the rules of .oxlintrc.json',
    args: [tool('oxlint/bin/oxlint'), '--type-aware', '--format', 'unix', '--quiet'],
  },
  { title: 'every export and every file is used', args: [tool('knip/bin/knip.js'), '--no-progress'] },
];

/**
 * Asks every question of the style; one result each, in the order above.
 * @param lanes how many questions at a time
 */
export async function style(lanes = 2): Promise<StyleResult[]> {
  return await inParallel(questions, lanes, async ({ title, args }) => {
    const done = await runNode(args, false);
    return { title, holds: done.code === 0, said: done.code === 0 ? '' : done.output.trim() };
  });
}
