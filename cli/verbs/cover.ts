/**
 * `cover [flow...]`: the steps, transitions and rule clauses that no fixture reaches; `--write` adds the smallest set
 * of fixtures that does.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Command } from '../command.ts';
import { coverData, coverText, writingData, writingText, writtenAll } from '../report/cover.ts';
import type { ToldWriting } from '../verify/order.ts';
import { ordered } from '../verify/run.ts';

/**
 * Prints each flow's share, then each gap as `file:line:column: sentence`; 1 below 100 %. `--json`: the same as data.
 * Progress goes to standard error.
 */
export async function verb(command: Command): Promise<number> {
  const data = (of: readonly object[]): string => `${JSON.stringify(of, undefined, 2)}\n`;
  if (!('write' in command.options)) {
    return ordered(
      command,
      { pieces: ['cover'], flows: command.names },
      {
        tell: ({ parts }) => {
          const found = parts.flatMap(({ cover }) => cover);
          return {
            text: command.json ? data(found.map(coverData)) : found.map(coverText).join(''),
            well: found.every(({ gaps }) => gaps.length === 0),
          };
        },
      },
    );
  }
  return ordered(
    command,
    { pieces: ['write'], flows: command.names },
    {
      tell: ({ parts, interrupted }) => {
        // A plan over a part of the ways would be written anew the next time: then nothing is written.
        const done = interrupted ? [] : onceEach(parts.flatMap(({ writing }) => writing ?? []));
        for (const { add, again } of done)
          for (const { file, text } of [...add, ...again]) save(join(command.content.at(-1) ?? '.', file), text);
        return {
          text: command.json ? data(done.map(writingData)) : done.map(writingText).join(''),
          well: done.every(writtenAll),
        };
      },
    },
  );
}

/** Brands that say the same lack the same: what one of them writes the brands after it have. */
function onceEach(writings: readonly ToldWriting[]): readonly ToldWriting[] {
  const written = new Set<string>();
  return writings.map((writing) => {
    const add = writing.add.filter(({ file }) => !written.has(file));
    for (const { file } of add) written.add(file);
    return { ...writing, add };
  });
}

function save(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
