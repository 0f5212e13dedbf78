/**
 * Whatever the server's lock refuses, whoever waits for it: the page says so at the place it is about, takes the focus
 * there, and goes on.
 */
import { describe, expect, test } from 'vitest';
import { action, call, effect, field, flow, is, next, person, step, to, world } from './build.ts';

const made = flow(
  [
    step('one', {
      fields: [
        field('name', { bind: 'person.name', messages: { invalid: 'Enter a name' } }),
        field('hidden', { bind: 'hidden', required: false, when: is('answers.person.name', 'nobody') }),
      ],
    }),
    step('two', {
      fields: [
        field('age', { bind: 'age', required: false, messages: { required: 'Enter', pattern: 'Enter an age' } }),
      ],
      load: [call('look', { as: 'looked' })],
      actions: [action('send', { calls: [call('submit')], next: [next(to('end'))] })],
    }),
    step('three', { fields: [field('later', { bind: 'later' })] }),
    step('end', { outcome: 'done', actions: [] }),
  ],
  { locks: [{ when: is('application.progress', 'SENT'), answers: ['*'], except: [], why: 'You have sent it.' }] },
);
const document = {
  answers: { person: { name: 'Ana' } },
  journey: { one: { by: 'action', action: 'continue' } },
} as const;

/** Where a refusal is about, the page that says it then, and its field with the field's own words where it has one. */
const places: readonly {
  readonly path?: string;
  readonly at: string;
  readonly field?: readonly [id: string, words: string];
}[] = [
  { at: 'two' },
  { path: 'age', at: 'two', field: ['age', 'Enter an age'] },
  { path: 'person.name', at: 'one', field: ['name', 'Enter a name'] },
  { path: 'person', at: 'one', field: ['name', 'Enter a name'] },
  { path: 'person.name.first', at: 'one', field: ['name', 'Enter a name'] },
  { path: 'hidden', at: 'one' },
  { path: 'one', at: 'one' },
  { path: 'two', at: 'two' },
  { path: 'later', at: 'two' },
  { path: 'three', at: 'two' },
  { path: 'ghost', at: 'two' },
  { path: '__proto__', at: 'two' },
];
const waits = ['nothing', 'a save', 'the call of a press', 'a load'] as const;

describe.each(waits)('while %s waits', (waiting) => {
  test.each(places.flatMap((place) => [undefined, 'Words of the lock'].map((words) => ({ ...place, words }))))(
    'a refusal of $path, in words "$words"',
    ({ path, at, field: of, words }) => {
      const ana = person(made, document);
      expect(ana.at).toBe('two');
      const load = ana.pending('look').id;
      if (waiting === 'a save' || waiting === 'the call of a press') ana.press('send');
      const ids = { 'the call of a press': () => ana.pending('submit').id, 'a load': () => load };
      const id = waiting in ids ? ids[waiting as keyof typeof ids]() : undefined;
      const effects = ana.send({
        type: 'refused',
        text: 'Words for the page',
        ...(path !== undefined && { path }),
        ...(words !== undefined && { at: words }),
        ...(id !== undefined && { call: id }),
      });
      const { page } = ana.state;
      expect(page.step).toBe(at);
      if (of) {
        const [name, own] = of;
        expect(page.fields[name]?.message).toBe(words ?? own);
        expect(page.notice).toBeUndefined();
      } else expect(page.notice).toEqual({ text: 'Words for the page', tone: 'error' });
      expect(effect(effects, 'focus').at(-1)?.on).toBe(of ? 'errors' : 'notice');
      // Whoever waited for it waits no more, and nobody else is disturbed.
      expect(page.busy).toBeUndefined();
      if (at === 'two') expect(page.loading).toEqual(waiting === 'a load' ? [] : ['looked']);
      // The message at a field goes with the next answer, and the page can be sent.
      if (of?.[0] === 'age') {
        ana.fill({ age: '7' });
        expect(ana.state.page.fields['age']?.message).toBeUndefined();
      }
      if (at === 'two') expect(effect(ana.press('send'), 'call').map((one) => one.call.operation)).toEqual(['submit']);
    },
  );
});

test('what is about another call than the one under way leaves the page busy with its own', () => {
  const ana = person(made, document);
  const load = ana.pending('look').id;
  ana.press('send');
  const { busy } = ana.state.page;
  expect(busy).toBeDefined();
  ana.send({ type: 'refused', text: 'No.', call: load });
  expect(ana.state.page.busy).toEqual(busy);
});

test('at a field that is read-only by now the page says it: nobody looks for what is wrong with the field', () => {
  const sent = { ...world, application: { ...world.application, progress: 'SENT' } };
  const ana = person(made, { ...document, world: sent, path: '/journey/two' });
  const effects = ana.send({ type: 'refused', path: 'age', at: 'At the field', text: 'For the page' });
  expect(ana.state.page.notice?.text).toBe('For the page');
  expect(ana.state.page.fields['age']?.message).toBeUndefined();
  expect(effect(effects, 'focus').at(-1)?.on).toBe('notice');
});
