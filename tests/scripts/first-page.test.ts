/** What a build makes of the sentences that only we read. */
import { expect, test } from 'vitest';
import { shortErrors } from '../../scripts/lib/first-page.ts';

const code = `const of = <T>(one: T): T => one;
export function step(id: string, flow: { readonly id: string }): never {
  if (id === '') throw new Error('A step has an id.');
  throw new Error(
    \`Flow \${flow.id} has no step "\${id}" (\${of(flow.id)}); \` + 'give it one' + \`, \${id}.\`,
  );
}
const given = 'words';
export const kept = [new Error(given), new TypeError('This is told.'), new Error()];`;

test('an error says where it was thrown, and no sentence; all else stays', () => {
  expect(shortErrors(code, 'core/step.ts')).toBe(`const of = <T>(one: T): T => one;
export function step(id: string, flow: { readonly id: string }): never {
  if (id === '') throw new Error('core/step:3');
  throw new Error(
    'core/step:5',
  );
}
const given = 'words';
export const kept = [new Error(given), new TypeError('This is told.'), new Error()];`);
});

test('code that cannot be read is told by its file', () => {
  expect(() => shortErrors('const = ;', 'core/step.ts')).toThrow(/^core\/step\.ts: /);
});
