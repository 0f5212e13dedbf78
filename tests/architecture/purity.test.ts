import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { evaluations, impurities } from './purity.ts';
import { parse, root, sources } from './source.ts';

const all = sources(root);
const pure = ['runtime/core/', 'contract/', 'verifier/'];

describe('pure rooms', () => {
  test.each(pure)('%s has no React, DOM, clock, randomness or network', (room) => {
    const looked = all.filter((source) => source.file.startsWith(room));
    expect(looked.length).toBeGreaterThan(0);
    expect(looked.flatMap(impurities)).toEqual([]);
  });

  // A simulation stands for the ports alone: whatever else reached the machine would differ from run to run.
  test('the gateway reaches clock, chance, timers, network and storage through its ports alone', () => {
    const looked = all.filter(({ file }) => file.startsWith('runtime/gateway/') && file !== 'runtime/gateway/ports.ts');
    expect(looked.length).toBeGreaterThan(20);
    expect(looked.flatMap(impurities)).toEqual([]);
  });

  test.each(['runtime/core', 'contract'])('%s compiles without the types of Node and DOM', (room) => {
    const config = JSON.parse(readFileSync(join(root, room, 'tsconfig.json'), 'utf8')) as {
      compilerOptions: { lib: string[]; types: string[] };
    };
    expect(config.compilerOptions).toMatchObject({ lib: ['ES2023'], types: [] });
  });

  test('no text is made into code anywhere', () => {
    expect(all.flatMap(evaluations)).toEqual([]);
  });

  test.each([
    'Date.now()',
    'new Date()',
    'Date()',
    'Math.random()',
    'performance.now()',
    'setTimeout(f, 1)',
    'fetch("/x")',
    'crypto.randomUUID()',
    'document.title',
    'window.location',
    'globalThis.process',
    'process.env',
    'localStorage.getItem("x")',
    'new Date(0).getFullYear()',
    'new WebSocket("x")',
    '{ now: performance }',
    'console.log(1)',
    'eval("1")',
    'new Function("return 1")',
    'Date["now"]()',
  ])('planted in core: %s', (text) => {
    expect(
      impurities(parse('runtime/core/planted.ts', `export const f = () => 0;\nexport const x = (${text});`)),
    ).not.toEqual([]);
  });

  test.each(['eval("1")', 'new Function("return 1")', 'Function("return 1")'])('planted evaluation: %s', (text) => {
    expect(evaluations(parse('runtime/app/planted.ts', `export const x = ${text};`))).toHaveLength(1);
  });

  test('JSX is caught, names of members and own parameters are not', () => {
    expect(impurities(parse('runtime/core/planted.tsx', `export const x = <p/>;`))).toHaveLength(1);
    expect(
      impurities(
        parse(
          'runtime/core/planted.ts',
          `export const f = (document: { location: string }) => document.location + new Date(0).toISOString() + Date.UTC(2026, 1, 1);`,
        ),
      ),
    ).toEqual([]);
  });
});
