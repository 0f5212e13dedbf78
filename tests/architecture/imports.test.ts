import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { judge, reaches } from './imports.ts';
import { contentRooms, rootFiles, rooms } from './rooms.ts';
import { codeFiles, parse, root, sources } from './source.ts';

function packagesOf(file: string): string[] {
  const manifest = JSON.parse(readFileSync(join(root, file), 'utf8')) as {
    dependencies?: Record<string, string>;
    devDependencies?: Record<string, string>;
  };
  return [...Object.keys(manifest.dependencies ?? {}), ...Object.keys(manifest.devDependencies ?? {})];
}
const declared = new Set(packagesOf('package.json'));
const peers = new Set([...declared, ...packagesOf('tests/bench/package.json')]);
const declaredFor = (file: string): ReadonlySet<string> => (file.startsWith('tests/bench/peers/') ? peers : declared);
const all = sources(root);

const dirs: string[] = [];
afterAll(() => dirs.forEach((dir) => rmSync(dir, { recursive: true })));
/** An empty repository. */
function repository(): string {
  const dir = mkdtempSync(join(tmpdir(), 'rooms-'));
  dirs.push(dir);
  execFileSync('git', ['init', '-q'], { cwd: dir });
  return dir;
}
function put(dir: string, file: string, text: string): void {
  mkdirSync(join(dir, dirname(file)), { recursive: true });
  writeFileSync(join(dir, file), text);
}

describe('who may import whom', () => {
  test('the scan sees every code file of the repository', () => {
    const holdsNone = rooms.filter(({ path }) => !all.some(({ file }) => file.startsWith(`${path}/`)));
    expect(holdsNone.map(({ path }) => path).filter((path) => !contentRooms.includes(path))).toEqual([]);
    for (const file of [...Object.keys(rootFiles), 'scripts/run.mjs', 'tests/architecture/imports.test.ts'])
      expect(all.map((source) => source.file)).toContain(file);
  });

  test('what a build, a benchmark or a run leaves behind is no source', () => {
    const dir = repository();
    for (const rules of ['.gitignore', 'tests/bench/.gitignore'])
      put(dir, rules, readFileSync(join(root, rules), 'utf8'));
    for (const made of [
      'dist/assets/app.js',
      '.data/definitions/app.js',
      '.look/leaf.js',
      'node_modules/.cache/a.js',
      'tests/.results/a.js',
      'tests/bench/node_modules/a/index.js',
      'tests/bench/ours/dist/kit.js',
      'tests/bench/peers/.pages/formio/main.js',
      'tests/bench/peers/dist/formio/main.js',
      'tests/bench/peers/dist-readable/formio/main.js',
      'tests/bench/peers/src/generated/rjsf-steps.js',
    ])
      put(dir, made, 'import "nowhere";');
    put(dir, 'tests/bench/peers/src/own.js', 'export {};');
    expect(codeFiles(dir)).toEqual(['tests/bench/peers/src/own.js']);
  });

  test('every import in every file is allowed by the table of rooms', () => {
    expect(all.flatMap((source) => judge(source, declaredFor(source.file)))).toEqual([]);
  });

  test('rooms of content hold no code file', () => {
    expect(codeFiles(root).filter((file) => contentRooms.some((room) => file.startsWith(`${room}/`)))).toEqual([]);
  });

  test('AGENTS.md names every room of the table', () => {
    const agents = readFileSync(join(root, 'AGENTS.md'), 'utf8');
    expect(rooms.map((room) => room.path).filter((path) => !agents.includes(`| ${path} |`))).toEqual([]);
  });
});

/** Wrong imports, one of each kind, planted in a tree of their own. */
const planted: readonly (readonly [kind: string, file: string, text: string, said: string])[] = [
  [
    'static',
    'runtime/core/a.ts',
    `import { gql } from '../gateway/b.ts';\nexport const x = gql;`,
    'may not import runtime/gateway',
  ],
  ['side effect', 'runtime/core/a.ts', `import '../react/b.ts';`, 'may not import runtime/react'],
  [
    'type-only',
    'runtime/core/a.ts',
    `import type { B } from '../gateway/b.ts';\nexport type A = B;`,
    'may not import runtime/gateway',
  ],
  [
    'inline type',
    'runtime/core/a.ts',
    `import { type B } from '../gateway/b.ts';\nexport type A = B;`,
    'may not import runtime/gateway',
  ],
  ['type query', 'runtime/core/a.ts', `export type A = import('../gateway/b.ts').B;`, 'may not import runtime/gateway'],
  [
    'dynamic',
    'runtime/gateway/a.ts',
    `export const f = () => import('../react/b.ts');`,
    'may not import runtime/react',
  ],
  [
    'dynamic, computed',
    'runtime/react/a.ts',
    `export const f = (p: string) => import(p);`,
    'may compute what they import',
  ],
  [
    'dynamic, template',
    'runtime/react/a.ts',
    'export const f = (p: string) => import(`./${p}.ts`);',
    'may compute what they import',
  ],
  ['export from', 'runtime/react/a.ts', `export { x } from '../gateway/b.ts';`, 'may not import runtime/gateway'],
  ['export all', 'compile/a.ts', `export * from '../server/b.ts';`, 'may not import server'],
  [
    'require',
    'server/a.ts',
    `declare const require: (x: string) => unknown;\nexport const x = require('../runtime/react/b.ts');`,
    'may not import runtime/react',
  ],
  [
    'require made by hand',
    'server/a.ts',
    `import { createRequire } from 'node:module';\nconst load = createRequire(import.meta.url);\nexport const x = load('../widgets/b.ts');`,
    'may not import widgets',
  ],
  [
    'require made on the spot',
    'server/a.ts',
    `import { createRequire } from 'node:module';\nexport const x = createRequire(import.meta.url)('react');`,
    'may not import the package react',
  ],
  ['import equals', 'server/a.cts', `import x = require('../cli/b.ts');\nexport = x;`, 'may not import cli'],
  [
    'package',
    'runtime/core/a.ts',
    `import { useState } from 'react';\nexport const x = useState;`,
    'may not import the package react',
  ],
  [
    'package subpath',
    'runtime/gateway/a.ts',
    `import { jsx } from 'react/jsx-runtime';\nexport const x = jsx;`,
    'may not import the package react',
  ],
  [
    'package type',
    'runtime/core/a.ts',
    `import type { FC } from 'react';\nexport type X = FC;`,
    'may not import the package react',
  ],
  ['undeclared package', 'server/a.ts', `import x from 'left-pad';\nexport default x;`, 'neither a file nor a package'],
  [
    'alias',
    'runtime/react/a.ts',
    `import { x } from '@/gateway/b';\nexport default x;`,
    'neither a file nor a package',
  ],
  [
    'package imports',
    'runtime/react/a.ts',
    `import { x } from '#gateway';\nexport default x;`,
    'neither a file nor a package',
  ],
  [
    'own name',
    'runtime/react/a.ts',
    `import { x } from 'waymark/server/b.ts';\nexport default x;`,
    'neither a file nor a package',
  ],
  [
    'absolute',
    'runtime/react/a.ts',
    `import { x } from '/server/b.ts';\nexport default x;`,
    'neither a file nor a package',
  ],
  [
    'address',
    'runtime/react/a.ts',
    `import x from 'https://example.org/x.js';\nexport default x;`,
    'neither a file nor a package',
  ],
  ['Node', 'verifier/a.ts', `import { readFileSync } from 'node:fs';\nexport default readFileSync;`, 'has no Node'],
  [
    'Node without prefix',
    'server/a.ts',
    `import { readFileSync } from 'fs';\nexport default readFileSync;`,
    'write node:',
  ],
  [
    'Node in the wrong file',
    'compile/a.ts',
    `import { readFileSync } from 'node:fs';\nexport default readFileSync;`,
    'has no Node',
  ],
  ['neighbour', 'widgets/one/a.tsx', `import { x } from '../two/b.tsx';\nexport default x;`, 'do not know each other'],
  [
    'value where types are allowed',
    'widgets/one/a.tsx',
    `import { x } from '../../runtime/core/b.ts';\nexport default x;`,
    'may not import runtime/core',
  ],
  [
    'glob',
    'runtime/react/a.ts',
    `export const all = import.meta.glob('../../widgets/*/index.tsx');`,
    'may not import widgets',
  ],
  [
    'worker',
    'runtime/react/a.ts',
    `export const w = new URL('../gateway/b.ts', import.meta.url);`,
    'may not import runtime/gateway',
  ],
  [
    'reference',
    'runtime/core/a.ts',
    `/// <reference types="react" />\nexport const x = 1;`,
    'may not import the package react',
  ],
  [
    'plain JavaScript',
    'server/a.mjs',
    `import x from '../runtime/app/b.mjs';\nexport default x;`,
    'may not import runtime/app',
  ],
  [
    'JSX file',
    'runtime/react/a.tsx',
    `import { x } from '../gateway/b.ts';\nexport const y = <p>{x}</p>;`,
    'may not import runtime/gateway',
  ],
  [
    'out of the project',
    'tests/a.ts',
    `import x from '../../elsewhere/b.ts';\nexport default x;`,
    'outside the project',
  ],
  ['no room', 'misc/a.ts', `export const x = 1;`, 'stands in no room'],
];

describe('a planted wrong import is caught', () => {
  test.each(planted)('%s', (...[, file, text, said]) => {
    const dir = repository();
    put(dir, file, text);
    const found = sources(dir);
    expect(found.map((source) => source.file)).toEqual([file]);
    expect(found.flatMap((source) => judge(source, declared))).toEqual([expect.stringContaining(said)]);
  });

  test('what is allowed is let through', () => {
    const good = [
      parse(
        'runtime/gateway/a.ts',
        `import { walk } from '../core/index.ts';\nimport { GraphQLClient } from 'graphql-request';\nexport default [walk, GraphQLClient];`,
      ),
      parse(
        'widgets/one/index.tsx',
        `import type { WidgetProps } from '../../runtime/core/widget-contract.ts';\nimport './one.css';\nexport default (p: WidgetProps) => <b>{p.id}</b>;`,
      ),
      parse('runtime/app/a.ts', `export const all = import.meta.glob('../../widgets/*/index.tsx');`),
    ];
    expect(good.flatMap((source) => judge(source, declared))).toEqual([]);
    expect(good.map((source) => reaches(source).length)).toEqual([2, 2, 1]);
  });
});
