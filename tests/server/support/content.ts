import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
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

/** Puts a flow `news` into a content, which a second brand `twin`, like the first in all else, offers and no other. */
export function newsOfTwin(contentDir: string): void {
  const write = (file: string, doc: object): void => {
    mkdirSync(join(contentDir, file, '..'), { recursive: true });
    writeFileSync(join(contentDir, file), JSON.stringify(doc));
  };
  write('flows/news/flow.json', {
    id: 'news',
    title: 'News',
    base: '/news',
    access: 'public',
    saves: 'none',
    line: ['read'],
    outcomes: ['seen'],
  });
  write('flows/news/steps/read.json', {
    id: 'read',
    kind: 'form',
    title: 'News',
    layout: [{ copy: 'Hello.' }],
    outcome: 'seen',
  });
  cpSync(join(contentDir, 'brands/payday'), join(contentDir, 'brands/twin'), { recursive: true });
  edit(contentDir, 'brands/twin/brand.json', { from: '"key": "payday"', to: '"key": "twin"' });
  edit(contentDir, 'brands/twin/brand.json', { from: '"default": true,', to: '' });
  edit(contentDir, 'brands/twin/brand.json', { from: '"/brands/payday/', to: '"/brands/twin/' });
  edit(contentDir, 'brands/twin/brand.json', { from: '"landing", ', to: '"landing", "news", ' });
}
