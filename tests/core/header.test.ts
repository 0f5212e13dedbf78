/** Buttons that stand in the header: acts of the page they stand over. */
import { expect, test } from 'vitest';
import { admitCall } from '../../runtime/core/admit-call.ts';
import { action, call, constant, field, flow, next, person, step, to, world } from './build.ts';

const over = (page: string) =>
  action('out', {
    style: 'link',
    validates: false,
    inHeader: true,
    calls: [call('stop', { with: { at: constant(page) } })],
    next: [next(to('elsewhere', 'other'))],
  });
const made = flow([
  step('one', { fields: [field('kind', { bind: 'kind' })], actions: [action('continue'), over('one')] }),
  step('two', { fields: [field('sort', { bind: 'sort' })], actions: [action('continue'), over('two')] }),
  step('end', { outcome: 'done', actions: [] }),
]);

test('L70 a press over a page makes its own call, asks nothing of what is missing, and is recorded as that page’s', () => {
  const who = person(made);
  who.press('out');
  expect(who.pending()).toMatchObject({ call: { operation: 'stop' }, input: { at: 'one' } });
  expect(who.state.page.fields['kind']?.message).toBeUndefined();
  const other = person(made);
  other.fill({ kind: 'a' });
  other.press('continue');
  other.press('out');
  expect(other.pending()).toMatchObject({ call: { operation: 'stop' }, input: { at: 'two' } });
});

test('L48 L70 the lock admits the call for the page that is shown, and for none that is not reached', () => {
  const judged = (page: string, answers: { readonly kind?: string }) => {
    const journey = answers.kind === undefined ? {} : { one: { by: 'action', action: 'continue' } as const };
    const act = {
      operation: 'stop',
      arguments: { at: page },
      step: page,
      by: { by: 'action', action: 'out' },
    } as const;
    const found = admitCall(made, { answers, journey }, { act, world, trail: [] });
    return found.ok ? 'made' : found.code;
  };
  expect(judged('one', {})).toBe('made');
  expect(judged('two', {})).not.toBe('made');
  expect(judged('two', { kind: 'a' })).toBe('made');
});
