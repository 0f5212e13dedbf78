/** The whole verification as people run it: the verbs of `npm run flow`, two at a time. */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { projectDir } from '../../../compile/disk.ts';
import type { Files } from '../../../compile/index.ts';

export interface Timed {
  readonly verb: string;
  readonly seconds: number;
  /** What the verb said: 0 nothing to find, 1 something found. */
  readonly code: number;
}

const VERBS = ['prove', 'check', 'cover', 'test'] as const;
/** The machine the budget is for. */
const CORES = 2;

/** Runs every verb over a content folder, at most two at a time. */
export async function whole(content: string): Promise<{ readonly seconds: number; readonly verbs: readonly Timed[] }> {
  const from = performance.now();
  const left: string[] = [...VERBS];
  const verbs: Timed[] = [];
  const worker = async (): Promise<void> => {
    for (let verb = left.shift(); verb !== undefined; verb = left.shift()) verbs.push(await timed(verb, content));
  };
  await Promise.all(Array.from({ length: CORES }, worker));
  return { seconds: (performance.now() - from) / 1000, verbs };
}

function timed(verb: string, content: string): Promise<Timed> {
  const from = performance.now();
  const child = spawn(process.execPath, [join(projectDir, 'cli/main.ts'), verb, '--content', content, '--today', '2026-11-21'], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said = `${said}${chunk.toString()}`.slice(-2000)));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => (code === 0 || code === 1 ? resolve({ verb, seconds: (performance.now() - from) / 1000, code }) : reject(new Error(`flow ${verb} ended with ${code}: ${said}`))));
  });
}

/** Does something with content that stands in a folder of its own, gone afterwards. */
export async function inFolder<T>(files: Files, use: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'waymark-bench-'));
  try {
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), text);
    }
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
