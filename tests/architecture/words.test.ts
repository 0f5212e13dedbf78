import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { at, codeFiles, gitFiles, root, sources, visit } from './source.ts';

/** Words of how a repository came about, put together here so that this file does not hold them itself. */
const strange = new RegExp(
  [
    ['/wo', 'rk/'],
    ['/tm', 'p/b'],
    ['this ses', 'sion of'],
    ['helper ag', 'ent'],
    ['sub-?ag', 'ent'],
    ['\\bas an a', 'i\\b'],
    ['\\bcla', 'ude\\b'],
    ['\\bchat', 'gpt\\b'],
    ['before-', 'stop'],
  ]
    .map((parts) => parts.join(''))
    .join('|'),
  'i',
);
/** Marks of unfinished work. */
const unfinished = new RegExp(
  [
    ['\\bTO', 'DO\\b'],
    ['\\bFIX', 'ME\\b'],
    ['\\bX', 'XX\\b'],
    ['@ts-', '(ignore|nocheck|expect-error)'],
  ]
    .map((parts) => parts.join(''))
    .join('|'),
);
/** A test that is switched off, waits for luck or answers for the server. */
const evasive = new RegExp(
  [
    ['\\b(test|it|describe)\\.(sk', 'ip|on', 'ly|to', 'do)\\b'],
    ['page\\.rou', 'te\\('],
    ['waitForTime', 'out\\('],
    ['\\bretry', '\\s*:\\s*[1-9]'],
  ]
    .map((parts) => parts.join(''))
    .join('|'),
);

const text = gitFiles().filter((file) => !/\.(png|jpg|webp|ico|woff2|pdf)$|package-lock\.json$/.test(file));
const lines = (files: readonly string[], pattern: RegExp): string[] =>
  files.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1}: ${line.trim().slice(0, 120)}`] : [])),
  );

test('the repository speaks of the product alone', () => {
  expect(text.length).toBeGreaterThan(50);
  expect(lines(text, strange)).toEqual([]);
});

test('no mark of unfinished work in code', () => {
  expect(lines(codeFiles(root), unfinished)).toEqual([]);
});

test('no type is given up', () => {
  const found = sources(root).flatMap((source) => {
    const places: string[] = [];
    visit(source.tree, (node) => {
      if (node.type === 'TSAnyKeyword') places.push(at(source, node.start));
    });
    return places;
  });
  expect(found).toEqual([]);
});

test('no test is switched off, waits for luck or answers for the server', () => {
  expect(
    lines(
      codeFiles(root).filter((file) => file.startsWith('tests/')),
      evasive,
    ),
  ).toEqual([]);
});
