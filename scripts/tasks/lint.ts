/** `npm run lint [-- --write]`: layout, lint rules and unused exports; with --write the layout is mended first. */
import { tool } from '../lib/paths.ts';
import { runNode } from '../lib/spawn.ts';
import { style } from '../lib/style.ts';

if (process.argv.includes('--write')) await runNode([tool('@biomejs/biome/bin/biome'), 'format', '--write', '.'], true);
const results = await style();
for (const { title, holds, said } of results)
  console.log(`${holds ? 'ok  ' : 'FAIL'}  ${title}${holds ? '' : `\n${said}`}`);
process.exitCode = results.every(({ holds }) => holds) ? 0 : 1;
