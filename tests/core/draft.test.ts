import { expect, test } from 'vitest';
import type { Draft, Target } from '../../runtime/core/definition.ts';
import { keepableOf } from '../../contract/sensitive.ts';
import { admit, isStored, redact } from '../../runtime/core/index.ts';
import { action, call, effect, field, flow, is, next, person, read, step, to, world } from './build.ts';

const saves: Draft = { draft: 'visit', statuses: { OPEN: { keptDays: 9 }, SENT: { keptDays: 9 }, OVER: {} } };
const sending = { ...call('send', { with: { id: read('draft.id') } }), moves: { OPEN: 'SENT', SENT: 'OVER' } };
const journey = {
  ...flow([
    step('home', {
      fields: [field('extra', { required: false, when: is('draft.status', 'OPEN') })],
      actions: [action('send', { calls: [sending], next: [{ target: { kind: 'stay' } }] })],
    }),
  ]),
  saves,
};
const standing = (status: string) =>
  person(journey, { world: { ...world, draft: { id: 'd-1', status }, application: { id: 'a-1', progress: 'X' } } });

test('L80 what is answered in a flow that keeps a draft is saved, and judged by the same lock', () => {
  const who = standing('OPEN');
  const save = effect(who.fill({ extra: 'yes' }), 'save');
  expect(save.map(({ changes }) => changes)).toEqual([{ 'data.extra': 'yes' }]);
  const over = { world: who.state.world, trail: [] };
  const proposed = { changes: save[0]?.changes ?? {}, journey: {} };
  expect(admit(journey, { answers: {}, journey: {} }, { ...over, proposed }).ok).toBe(true);
  const sent = { ...over.world, draft: { id: 'd-1', status: 'SENT' } };
  expect(admit(journey, { answers: {}, journey: {} }, { ...over, world: sent, proposed }).ok).toBe(false);
  expect((['none', 'session', 'application', saves] as const).map(isStored)).toEqual([false, false, true, true]);
});
test('L81 a call that came out with ok leads the draft on from where it stands, at once; the application stays', () => {
  for (const [status, outcome, then] of [
    ['OPEN', 'ok', 'SENT'],
    ['SENT', 'ok', 'OVER'],
    ['OVER', 'ok', 'OVER'],
    ['OPEN', 'refused', 'OPEN'],
  ] as const) {
    const who = standing(status);
    who.press('send');
    who.send({ type: 'called', id: who.state.page.busy?.call ?? '', outcome });
    expect(who.state.world.draft).toEqual({ id: 'd-1', status: then });
    expect(who.state.world.application).toEqual({ id: 'a-1', progress: 'X' });
    expect(who.state.page.fields['extra']?.visible).toBe(then === 'OPEN');
  }
});

test('L82 a transient answer counts while it is there, and is asked again in a journey restored without it', () => {
  const pages = flow([
    step('home', { fields: [field('why', { keep: 'transient' })], actions: [action('continue')] }),
    step('more', { fields: [field('how', { required: false, when: is('answers.data.why', 'noise') })] }),
  ]);
  const who = person(pages);
  who.fill({ why: 'noise' });
  who.press();
  expect([who.at, who.state.page.fields['how']?.visible]).toEqual(['more', true]);
  const back = person(pages, { answers: {}, journey: who.state.journey });
  expect([back.at, back.state.page.fields['why']?.value]).toEqual(['home', undefined]);
  expect(redact(pages, { why: 'noise' })).toEqual({ why: '[redacted]' });
  expect(keepableOf(pages)('data.why')).toBe(false);
});

test('L132 that a step led away for now is told to no server, nor is what comes after it; left another way it is told', () => {
  const sorry = { ...to('sorry'), keep: 'never' } as Target;
  const asked = { ...call('find', { on: { GONE: sorry, ok: to('found') } }), as: 'found' };
  const pages = {
    ...flow([
      step('home', { actions: [action('find', { calls: [asked] })] }),
      step('sorry', { actions: [action('back', { next: [next(to('found'))] })] }),
      step('found'),
    ]),
    saves: 'application' as const,
  };
  const who = person(pages);
  const told = () => who.effects.flatMap((one) => (one.type === 'save' ? Object.keys(one.journey) : []));
  who.press('find');
  who.send({ type: 'called', id: who.state.page.busy?.call ?? '', outcome: 'GONE' });
  expect([who.at, told()]).toEqual(['sorry', []]);
  who.press('back');
  expect([who.at, told()]).toEqual(['found', []]);
  expect(person(pages, { answers: {}, journey: {} }).at).toBe('home');
  who.send({ type: 'visited', step: 'home' });
  who.press('find');
  who.send({ type: 'called', id: who.state.page.busy?.call ?? '', outcome: 'ok' });
  expect(told()).toEqual(['home']);
});
