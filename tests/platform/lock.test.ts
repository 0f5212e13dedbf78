import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { DirectoryInUse, takeLock } from '../../server/database/lock.ts';

const folder = mkdtempSync(join(tmpdir(), 'waymark-lock-'));
afterAll(() => rmSync(folder, { recursive: true }));
const lockModule = new URL('../../server/database/lock.ts', import.meta.url).href;

function deadPid(): number {
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  return pid;
}

test('a second process is refused with the pid of the first, and gets the lock once the first is killed', async () => {
  const file = join(folder, 'second.lock');
  const script = `import { takeLock } from ${JSON.stringify(lockModule)}; takeLock(${JSON.stringify(file)}); console.log('held'); setInterval(() => {}, 1000);`;
  const holder = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(holder, 'exit');
  await once(holder.stdout, 'data');
  expect(() => takeLock(file)).toThrow(DirectoryInUse);
  expect(() => takeLock(file)).toThrow(`in use by process ${holder.pid}`);
  holder.kill('SIGKILL');
  await ended;
  takeLock(file)();
});

test('the same process is refused too, until it gives the lock back', () => {
  const file = join(folder, 'same.lock');
  const release = takeLock(file);
  expect(() => takeLock(file)).toThrow(`in use by process ${process.pid}`);
  release();
  takeLock(file)();
});

test('the lock of a dead process is taken over, and nothing is left lying about', () => {
  const file = join(folder, 'stale.lock');
  writeFileSync(file, JSON.stringify({ pid: deadPid(), token: 'old' }));
  const release = takeLock(file);
  expect((JSON.parse(readFileSync(file, 'utf8')) as { pid: number }).pid).toBe(process.pid);
  release();
  expect(readdirSync(folder).filter((name) => name.startsWith('stale'))).toEqual([]);
});

test.runIf(process.platform === 'linux')('a pid that now belongs to another process does not hold the lock', () => {
  const file = join(folder, 'reused.lock');
  writeFileSync(file, JSON.stringify({ pid: process.ppid, started: '1', token: 'old' }));
  takeLock(file)();
});

test('a lock file that cannot be read is not guessed at', () => {
  const file = join(folder, 'garbled.lock');
  writeFileSync(file, 'not json');
  expect(() => takeLock(file)).toThrow(/cannot be read/);
});
