import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { load, root } from '../content/compiled.ts';
import { play } from '../content/play.ts';

const folder = join(root, 'tests/generality');

test('a journey of another trade passes the check and its fixtures run, from content alone', async () => {
  const failures = await play([folder], () => true);
  expect(
    Object.keys(failures)
      .map((file) => file.split('/').at(-1))
      .sort(),
  ).toEqual(['child.json', 'grown-up.json', 'large-plot.json', 'plot-too-large.json', 'visitor.json']);
  expect(Object.values(failures).flat()).toEqual([]);
});

test('it holds no code and nothing of lending', () => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (one) => statSync(join(folder, one)).isFile() && !one.endsWith('.test.ts'),
  );
  expect(files.filter((one) => !/\.(json|md|svg)$/.test(one))).toEqual([]);
  const text = files
    .filter((one) => /^(flows\/card|compliance)/.test(one))
    .map((one) => readFileSync(join(folder, one), 'utf8'))
    .join('\n');
  expect(text).not.toMatch(/\b(loan|lend(er|ing)|payday|income|bank|ssn)\b/i);
});

test('its stages, brand and answers are its own', async () => {
  const { flows, brand } = await load([folder], 'harborview');
  expect(Object.keys(flows)).toEqual(['card']);
  expect(brand['name']).toBe('Harborview Public Library');
  expect(
    Object.keys(flows['card']?.binds ?? {}).every((path) => path.startsWith('reader.') || path.startsWith('wishes.')),
  ).toBe(true);
});
