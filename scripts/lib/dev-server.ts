/** The server with vite in front of it and a watch over the content folders. */
import { readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { createServer } from 'vite';
import { readConfig } from '../../server/config/index.ts';
import { startServer, type RunningServer } from '../../server/main.ts';
import { root } from './paths.ts';

const config = readConfig(process.env, process.argv.slice(2));
const vite = await createServer({ root, appType: 'custom', configLoader: 'native', server: { middlewareMode: true } });
const running = await startServer({
  config,
  page: {
    middleware: vite.middlewares,
    html: async (url) => vite.transformIndexHtml(url, await readFile(join(root, 'index.html'), 'utf8')),
  },
});
watchContent(running);

const end = (): void => {
  Promise.all([vite.close(), running.stop()]).then(
    () => process.exit(0),
    (reason: unknown) => {
      console.error(reason);
      process.exit(1);
    },
  );
};
process.once('SIGTERM', end);
process.once('SIGINT', end);
console.log(`ready ${running.address}`);

/** Compiles again shortly after the last of a burst of saves; open pages take over what holds, or tell problems. */
function watchContent(server: RunningServer): void {
  let pending: NodeJS.Timeout | undefined;
  const reload = async (): Promise<void> => {
    const problems = await server.reloadContent();
    // To the open pages, which show it without being loaded anew (runtime/app/live-edit.ts).
    vite.ws.send({
      type: 'custom',
      event: 'waymark:content',
      data: {
        problems: problems.map(({ file, line, column, message, fix }) => ({
          at: `${file}:${line}:${column}`,
          message,
          fix,
        })),
      },
    });
    for (const problem of problems)
      console.error(`${problem.file}:${problem.line}:${problem.column}: ${problem.message}\n  ${problem.fix}`);
    if (problems.length > 0)
      console.error(
        `${problems.length === 1 ? '1 problem' : `${problems.length} problems`}; the last good version keeps serving.`,
      );
    else console.log('content compiled');
  };
  const saved = (): void => {
    clearTimeout(pending);
    pending = setTimeout(() => void reload().catch((reason: unknown) => console.error(reason)), 100);
  };
  const folders = [
    ...config.contentDirs.flatMap((dir) => ['flows', 'brands', 'compliance', 'schemas'].map((name) => join(dir, name))),
    join(root, 'schemas'),
  ];
  // vite's own watcher: it follows files that editors save by putting a new one in place of the old.
  vite.watcher.add(folders);
  vite.watcher.on('all', (_event, path) => {
    if (folders.some((folder) => path.startsWith(`${folder}${sep}`))) saved();
  });
}
