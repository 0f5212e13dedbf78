import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectDir } from '../../compile/disk.ts';
import { READ } from '../../compile/rules/colour.ts';

/** Every style sheet by which people see a page. */
const sheets = ['runtime/react/styles', 'widgets', 'server/http'].flatMap((folder) =>
  readdirSync(join(projectDir, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.css') && !file.endsWith('tokens.css'))
    .map((file) => readFileSync(join(projectDir, folder, file), 'utf8')),
);
const token = (declaration: string | undefined): string | undefined =>
  /^var\(--([\w-]+)/.exec(declaration?.trim() ?? '')?.[1];

test('check knows every color that a style sheet draws text in, and every ground that it stands on in the same rule', () => {
  const fronts = new Set<string>();
  const pairs = new Set<string>();
  for (const [, block = ''] of sheets.join('\n').matchAll(/\{([^{}]*)\}/g)) {
    const front = token(/(?:^|[;\s])color:([^;]+)/.exec(block)?.[1]);
    const back = token(/(?:^|[;\s])background(?:-color)?:([^;]+)/.exec(block)?.[1]);
    if (front !== undefined) fronts.add(front);
    if (front !== undefined && back !== undefined) pairs.add(`${front} on ${back}`);
  }
  expect(fronts.size).toBeGreaterThan(5);
  expect(pairs.size).toBeGreaterThan(3);
  const known = Object.entries(READ).flatMap(([front, backs]) => backs.map((back) => `${front} on ${back}`));
  expect([...fronts].filter((front) => !Object.hasOwn(READ, front))).toEqual([]);
  expect([...pairs].filter((pair) => !known.includes(pair))).toEqual([]);
});
