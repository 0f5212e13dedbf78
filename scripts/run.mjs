// Starts a task of this project on the pinned Node: `node scripts/run.mjs <task> [arguments]`.
// The one file that must run on any Node from 18 on: it uses nothing outside Node itself.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const pinned = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');

/** What is installed differs from package-lock.json: a package is missing or has another version. */
function outdated() {
  const written = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(written)) return true;
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  const installed = JSON.parse(readFileSync(written, 'utf8')).packages;
  return Object.entries(wanted).some(([path, entry]) => {
    if (path === '') return false;
    const there = installed[path];
    // An optional package of another platform is rightly absent.
    if (there === undefined) return entry.optional !== true;
    return there.version !== entry.version || !existsSync(join(root, path));
  });
}

function npm(...args) {
  const own = process.env['npm_execpath'];
  const [command, first] = own !== undefined && /\.c?js$/.test(own) ? [process.execPath, [own]] : ['npm', []];
  const done = spawnSync(command, [...first, ...args], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32' && command === 'npm',
  });
  if (done.error !== undefined) throw done.error;
  if (done.status !== 0) {
    console.error(`npm ${args.join(' ')} failed: read its message above, mend it and run the same command again.`);
    process.exit(done.status ?? 1);
  }
}

const tasks = readdirSync(join(root, 'scripts', 'tasks'))
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.slice(0, -3));
const [task, ...args] = process.argv.slice(2);
if (task === undefined || !tasks.includes(task)) {
  console.error(`${task === undefined ? 'No task given' : `There is no task "${task}"`}. Tasks: ${tasks.join(', ')}.`);
  process.exit(2);
}

if (outdated()) npm('ci', '--no-audit', '--no-fund');
// The npm package `node` brings its binary in an install script; with scripts off it is asked for here.
if (!existsSync(pinned)) npm('rebuild', 'node', '--ignore-scripts=false');
if (!existsSync(pinned)) {
  console.error(`The pinned Node is missing at ${pinned}: delete node_modules and run the same command again.`);
  process.exit(1);
}

const child = spawn(pinned, [join(root, 'scripts', 'tasks', `${task}.ts`), ...args], {
  cwd: root,
  stdio: 'inherit',
  env: {
    ...process.env,
    PATH: [join(root, 'node_modules', '.bin'), process.env['PATH'] ?? ''].join(delimiter),
    // Node keeps what it made of each file, under the hash of its text: a verb or a server that is started again reads
    // it from there.
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? join(root, 'node_modules', '.cache', 'waymark', 'code'),
  },
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => {
  if (signal === null) process.exit(code ?? 1);
  // Ends by the same signal, so that whoever started this sees what happened.
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
});
