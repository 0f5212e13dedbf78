import { expect, test } from 'vitest';
import type { Act, Way } from '../../contract/act.ts';
import { readAct } from '../../server/graphql/read-act.ts';

const ways: readonly Way[] = [
  { by: 'action', action: 'next' },
  { by: 'load' },
  { by: 'event', channel: 'application', event: 'APPROVED' },
  { by: 'giveUp', channel: 'application' },
  { by: 'timer', index: 0 },
  { by: 'widget', widget: 'code', event: 'sent' },
  { by: 'link', index: 1 },
  { by: 'dialog', dialog: 'sure', action: 'yes' },
];

test.each(ways)('the envelope says how a page was left: %j', (by) => {
  const act: Act = { key: 'k-1', step: 'personal', by, shown: { terms: 'abc' } };
  expect(readAct(JSON.parse(JSON.stringify({ act })))).toEqual(act);
});
test('a request without an envelope has no act', () => {
  expect([undefined, null, 'x', [], {}, { other: 1 }].map(readAct)).toEqual(Array(6).fill(undefined));
  expect(readAct({ act: { key: 'only' } })).toEqual({ key: 'only' });
});
test.each([
  null,
  'text',
  {},
  { key: '' },
  { key: 'a b' },
  { key: 'x'.repeat(101) },
  { key: 7 },
  { key: 'k', step: '' },
  { key: 'k', step: 1 },
  { key: 'k', by: 'action' },
  { key: 'k', by: { by: 'action' } },
  { key: 'k', by: { by: 'toString' } },
  { key: 'k', by: { by: 'timer', index: '0' } },
  { key: 'k', by: { by: 'action', action: 'next', note: 'more' } },
  { key: 'k', by: { by: 'action', action: 'x'.repeat(101) } },
  { key: 'k', by: { by: 'load', outcome: { operation: 'a', name: 'ok' } } },
  { key: 'k', shown: { ['x'.repeat(101)]: 'abc' } },
  { key: 'k', shown: ['terms'] },
  { key: 'k', shown: { terms: 1 } },
])('a damaged envelope is never taken for none: %j', (act) => {
  expect(() => readAct({ act })).toThrow(TypeError);
});
