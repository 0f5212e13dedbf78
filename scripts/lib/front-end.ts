/** The built front end in `dist/`: made when it is missing or older than what it is made of. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip as gzipCompress } from 'node:zlib';
import { root, tool } from './paths.ts';
import { runNode } from './spawn.ts';

const brotli = promisify(brotliCompress);
const gzip = promisify(gzipCompress);

export const distDir = join(root, 'dist');
/** What the bundle is made of. Content is not: it is compiled by the server and never part of a bundle. */
const sources = [
  'runtime',
  'contract',
  'widgets',
  'index.html',
  'bench.html',
  'components.html',
  'tests/components',
  'vite.config.ts',
  'scripts/lib/first-page.ts',
  'package-lock.json',
];

function newest(path: string): number {
  if (!existsSync(path)) return 0;
  const found = statSync(path);
  if (!found.isDirectory()) return found.mtimeMs;
  return Math.max(found.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}

/** True when `dist/index.html` is missing or some source file is newer. */
export function frontEndIsStale(): boolean {
  const built = join(distDir, 'index.html');
  if (!existsSync(built)) return true;
  const made = statSync(built).mtimeMs;
  return sources.some((source) => newest(join(root, source)) > made);
}

/**
 * Builds with vite.
 * @throws with vite's own words when the build fails.
 */
export async function buildFrontEnd(show: boolean): Promise<void> {
  // The definitions of the pages for developers are compiled ahead, like every other.
  for (const compiler of ['tests/bench/ours/compile.ts', 'tests/components/compile.ts']) {
    const done = await runNode([join(root, compiler)], show);
    if (done.code !== 0) throw new Error(`${compiler} does not compile what its page shows.\n${done.output}`);
  }
  // A test runner's NODE_ENV would bring the development build of React.
  const developers = ['bench', 'components'].filter((page) => existsSync(join(root, `${page}.html`)));
  for (const more of [[], ...developers.map((page) => ['--mode', page])]) {
    const done = await runNode([tool('vite/bin/vite.js'), 'build', ...more], show, { NODE_ENV: 'production' });
    if (done.code !== 0)
      throw new Error(
        `The front end does not build (vite build ended with ${done.code}).${show ? '' : `\n${done.output}`}`,
      );
  }
  await packFiles(distDir);
}

/** Puts a brotli and a gzip twin beside every text file of the build; the server sends the one a browser takes. */
async function packFiles(folder: string): Promise<void> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(m?js|css|svg)$/.test(name),
  );
  await Promise.all(
    files.map(async (name) => {
      const path = join(folder, name);
      const text = await readFile(path);
      await writeFile(`${path}.br`, await brotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
      await writeFile(`${path}.gz`, await gzip(text, { level: 9 }));
    }),
  );
}
