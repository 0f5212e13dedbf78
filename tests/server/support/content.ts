import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from './server.ts';

const project = fileURLToPath(new URL('../../..', import.meta.url));

/** A copy of the project's content that a test may change. */
export function copyContent(): string {
  const folder = temporaryFolder();
  for (const name of ['flows', 'brands', 'compliance'])
    cpSync(join(project, name), join(folder, name), { recursive: true });
  return folder;
}

/** Changes the text of one file of the copy; the change must find its place. */
export function edit(folder: string, file: string, { from, to }: { readonly from: string; readonly to: string }): void {
  const path = join(folder, file);
  const text = readFileSync(path, 'utf8');
  if (!text.includes(from)) throw new Error(`${file} does not hold ${from}`);
  writeFileSync(path, text.replace(from, to));
}
