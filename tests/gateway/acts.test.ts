import { expect, test } from 'vitest';
import { errorCodes } from '../../contract/errors.ts';
import type { Outcome } from '../../contract/operation.ts';
import { createActs, isKnown } from '../../runtime/gateway/acts.ts';
import type { Press } from '../../runtime/gateway/acts.ts';
import { memoryStorage } from './fakes.ts';

const press: Press = {
  owner: 'person.ana',
  step: 'apply/submit',
  by: { by: 'action', action: 'submit' },
  operation: 'submitApplication',
  subject: 'a-1',
};
/** The acts of a tab; `reload` is the same tab after its page was loaded again. */
function tab(storage = memoryStorage()) {
  let made = 0;
  const acts = createActs(storage, () => `${storage.all.size}-${(made += 1)}`);
  return { acts, storage, reload: () => tab(storage) };
}

test('a call has the key it had as long as nobody knows how it ended, over a reload too; then, or with another input, it has another', () => {
  const { acts, storage, reload } = tab();
  const key = acts.keyOf(press, { id: 'a-1' });
  expect(acts.keyOf(press, { id: 'a-1' })).toBe(key);
  expect(reload().acts.keyOf(press, { id: 'a-1' })).toBe(key);
  // Which input it was sent with the device does not know: the server tells by the body.
  expect(reload().acts.keyOf(press, { id: 'a-1', more: true })).toBe(key);
  const changed = acts.keyOf(press, { id: 'a-1', more: true });
  expect(changed).not.toBe(key);
  expect([...storage.all.values()].join()).not.toContain('more');
  acts.ended(press);
  expect(storage.all.size).toBe(0);
  expect(acts.keyOf(press, { id: 'a-1', more: true })).not.toBe(changed);
});

test('a press that differs in anything has a key of its own, and its end is nobody else’s', () => {
  const { acts } = tab();
  const others: readonly Press[] = Object.keys(press).map((member) => ({ ...press, [member]: 'another' }));
  const all = [press, ...others];
  const keys = all.map((one) => acts.keyOf(one, {}));
  expect(new Set(keys).size).toBe(all.length);
  acts.ended(press);
  expect(others.map((one) => acts.keyOf(one, {}))).toEqual(keys.slice(1));
});

test('a tab whose storage holds something else begins anew', () => {
  for (const text of ['', 'null', '[', '[1]', '{"a":1}', '"x"'])
    expect(tab(memoryStorage({ 'waymark.acts': text })).acts.keyOf(press, {})).toMatch(/^\d-1$/);
});

test('how a call ended is known by every answer but a lost one, one that nobody signed in for, and a fault of the server', () => {
  const outcomes: readonly Outcome[] = [
    { name: 'ok' },
    { name: 'declared' },
    { name: 'unavailable' },
    { name: 'unavailable', detail: { why: 'late' } },
    { name: 'unauthenticated' },
    { name: 'failed' },
    { name: 'failed', detail: {} },
    ...Object.values(errorCodes).map((code) => ({ name: 'failed', detail: { code } })),
  ];
  expect(outcomes.filter((one) => !isKnown(one))).toEqual([
    { name: 'unavailable' },
    { name: 'unavailable', detail: { why: 'late' } },
    { name: 'unauthenticated' },
    { name: 'failed' },
    { name: 'failed', detail: {} },
    { name: 'failed', detail: { code: errorCodes.internal } },
  ]);
});
