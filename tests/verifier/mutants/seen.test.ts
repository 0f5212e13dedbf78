/** What the replay of somebody's moves in another version of a flow says where they cannot be made there. */
import { expect, test } from 'vitest';
import { asking, page, type Made } from '../laws/content.ts';
import { surveyed } from '../laws/claimed.ts';
import { asksOf, HELP } from './asks.ts';
import { firstDifference } from './seen/lockstep.ts';
import { after, redo } from './seen/redo.ts';

const box = { type: 'boolean', control: 'checkbox' };
const made = (steps: Made['steps']): Made => ({ steps, answers: { a: { type: 'boolean' } }, duties: {} });
const asked = made({ ask: asking({ a: box }), more: page() });

test('what the page of the other version does not have cannot be done there, and is no fault of the replay', async () => {
  const { flow, exploration } = await surveyed(asked);
  const [place] = exploration.starts.map(({ node }) => node);
  if (!place) throw new Error('Nobody comes into the flow: mend this test.');
  for (const event of [
    { type: 'answered', field: 'b', value: true },
    { type: 'pressed', action: 'back' },
    { type: 'followed', link: 0 },
    { type: 'visited', step: 'nowhere' },
  ] as const)
    expect(after(flow, place, [event]), event.type).toBeUndefined();
  expect(redo(flow, place, { acts: [{ press: 'back' }, { press: 'go' }] })).toBeUndefined();
  const answered = { type: 'answered', field: 'a', value: true } as const;
  expect(after(flow, place, [answered, { type: 'pressed', action: 'go' }])?.state.page.step).toBe('more');
});

test('a button, a question or a way back that one version lacks is a difference', async () => {
  const one = await surveyed(asked);
  const differs = async (steps: Made['steps']): Promise<string | undefined> =>
    firstDifference(one, (await surveyed(made(steps))).flow, { world: {}, changed: new Set() }).difference;
  const go = [{ id: 'on', label: 'Go' }];
  expect(await differs({ ask: asking({ a: box }), more: page() })).toBeUndefined();
  expect(await differs({ ask: asking({ a: box }, { actions: go }), more: page() })).toContain('cannot be done');
  expect(await differs({ ask: page(), more: page() })).toContain('a');
});

test('a page that an address opens is compared with that page of the other version', async () => {
  const opened = (copy: string): Made => ({
    ...made({ ask: asking({ a: box }), more: page({ entry: true, layout: [{ copy }] }) }),
    files: {
      'flows/x/flow.json': {
        id: 'x',
        title: 'Made up',
        base: '/x',
        access: 'public',
        saves: 'session',
        line: ['ask', 'more', 'end'],
        outcomes: ['done'],
        answers: { type: 'object', properties: { m: { type: 'object', properties: { a: { type: 'boolean' } } } } },
      },
    },
  });
  const one = await surveyed(opened('Told.'));
  expect(one.exploration.starts.map(({ entry }) => entry)).toContain('more');
  const differs = async (copy: string): Promise<string | undefined> =>
    firstDifference(one, (await surveyed(opened(copy))).flow, { world: {}, changed: new Set() }).difference;
  expect(await differs('Told.')).toBeUndefined();
  expect(await differs('Told otherwise.')).toBe('at the start: Told. -> Told otherwise.');
});

test('the command says what it takes, and begins nothing it was not asked for', () => {
  expect(asksOf({ help: '' })).toBe('help');
  expect(asksOf({ count: '12', threads: '1', write: '' })).toEqual({ count: 12, threads: 1 });
  for (const options of [{ theads: '2' }, { count: 'all' }, { count: '' }, { share: 'yes' }])
    expect(asksOf(options), JSON.stringify(options)).toMatch(/^(--|There is no option)/);
  for (const name of ['count', 'share', 'threads', 'results', 'write', 'json']) expect(HELP).toContain(`--${name}`);
});
