import { expect, test } from 'vitest';
import { pagesOf, progress } from '../../runtime/core/index.ts';
import { stepAt } from '../../runtime/core/place.ts';
import { field, flow, is, person, step } from './build.ts';

const married = field('married', { type: 'boolean' });
const of = (onward?: string) => ({ of: 'you', title: 'About you', ...(onward !== undefined && { onward }) });
const made = flow([
  step('you.name', { path: 'you/name', also: 'you', page: of('continue'), fields: [married] }),
  step('you.spouse', { path: 'you/spouse', page: of('continue'), when: is('answers.data.married', true) }),
  step('you.home', { path: 'you/home', page: of() }),
  step('end'),
]);
const page = (who: ReturnType<typeof person>) => progress(made, who.state).page;

test('L88 a page is counted among those of its step that are shown, as soon as it is known which are', () => {
  const who = person(made);
  expect(page(who)).toEqual({ title: 'About you', number: 1, total: 2 });
  who.fill({ married: true });
  expect(page(who)?.total).toBe(3);
  who.press();
  expect([who.at, page(who)]).toEqual(['you.spouse', { title: 'About you', number: 2, total: 3 }]);
  who.send({ type: 'visited', step: 'you.name' });
  who.fill({ married: false });
  who.press();
  expect([who.at, page(who)]).toEqual(['you.home', { title: 'About you', number: 2, total: 2 }]);
  who.press();
  expect([who.at, page(who)]).toEqual(['end', undefined]);
});
test('L88 the address of a step with pages is that of its first page, and each page has its own', () => {
  for (const id of pagesOf(made, 'you')) expect(stepAt(made, `/journey/${made.steps[id]?.path ?? ''}`)?.step).toBe(id);
  expect(stepAt(made, '/journey/you')?.step).toBe('you.name');
  expect(pagesOf(made, 'end')).toEqual(['end']);
});
