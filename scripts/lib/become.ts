/** Hands a task over to another program of the project. */
import { spawn } from 'node:child_process';
import { pinnedNode, root } from './paths.ts';

/**
 * Runs `node <args>` with this process's input and output, passes signals on, and ends as it ends.
 * @throws when the program cannot be started at all.
 */
export function become(args: readonly string[]): Promise<never> {
  return new Promise((_, reject) => {
    const child = spawn(pinnedNode, args, { cwd: root, stdio: 'inherit' });
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
    child.on('error', reject);
    child.on('exit', (code) => process.exit(code ?? 1));
  });
}
