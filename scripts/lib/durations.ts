/** A reporter of vitest that notes how long each test file took: loading, set-ups and tests. */
import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';
import { durationsFile, root } from './paths.ts';

export interface FileDuration {
  /** From the project's root. */
  readonly file: string;
  readonly seconds: number;
}

export default class Durations implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const files = modules.map((one): FileDuration => {
      const { collectDuration, setupDuration, duration } = one.diagnostic();
      return { file: relative(root, one.moduleId), seconds: (collectDuration + setupDuration + duration) / 1000 };
    });
    writeFileSync(durationsFile, `${JSON.stringify(files)}\n`);
  }
}

/** The files that took longest, longest first, one line each. */
export const slowest = (files: readonly FileDuration[], count = 10): readonly string[] =>
  files
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, count)
    .map(({ file, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${file}`);
