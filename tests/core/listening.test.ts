/** What a page hears, and what it says of the connection. */
import { describe, expect, test } from 'vitest';
import { effect, flow, person, read, step, to, world } from './build.ts';

const next = step('next', {
  listen: [{ channel: 'live', with: {}, on: { DENIED: to('end') } }],
  layout: [{ kind: 'copy', as: 'body', text: read('results.news.status') }],
});
const made = flow([
  step('one', {
    kind: 'wait',
    listen: [
      {
        channel: 'live',
        with: {},
        as: 'news',
        on: { SUBMIT_DENIED: to('next'), STAYS: { kind: 'stay' } },
        onError: { kind: 'stay', message: 'We have lost the connection.' },
        onEnd: { kind: 'stay', message: 'There is no more to hear.', tone: 'success' },
      },
    ],
  }),
  next,
  step('end', { outcome: 'done', actions: [] }),
]);

describe('what is heard', () => {
  test('L105 the last message is a result of its page, and gone with it', () => {
    const who = person(made);
    who.send({ type: 'heard', channel: 'live', event: 'STAYS', payload: { status: 'STAYS' } });
    expect(who.state.world.results).toEqual({ news: { status: 'STAYS' } });
    who.send({ type: 'heard', channel: 'live', event: 'nobody', payload: { status: 'LATER' } });
    expect(who.state.world.results).toEqual({ news: { status: 'LATER' } });
    who.send({ type: 'heard', channel: 'other', event: 'STAYS', payload: { status: 'OF ANOTHER' } });
    expect(who.state.world.results).toEqual({ news: { status: 'LATER' } });
    who.send({ type: 'heard', channel: 'live', event: 'SUBMIT_DENIED', payload: { status: 'SUBMIT_DENIED' } });
    expect([who.at, who.state.world.results]).toEqual(['next', {}]);
  });

  test('L114 what is told of the draft is what it stands at, before it leads on; of anything else it is not', () => {
    const on = { SENT: { kind: 'stay' }, GRANTED: to('end') } as const;
    const told = flow([
      step('one', {
        kind: 'wait',
        listen: [
          { channel: 'draft', with: {}, on, ofDraft: true },
          { channel: 'live', with: {}, on: { DENIED: { kind: 'stay' } } },
        ],
      }),
      step('end', { outcome: 'done', actions: [] }),
    ]);
    const who = person(told, { world: { ...world, draft: { id: 'd-1', status: 'OPEN' } } });
    who.send({ type: 'heard', channel: 'live', event: 'DENIED', payload: { status: 'DENIED' } });
    expect(who.state.world.draft).toEqual({ id: 'd-1', status: 'OPEN' });
    who.send({ type: 'heard', channel: 'draft', event: 'SENT', payload: { status: 'SENT' } });
    expect([who.at, who.state.world.draft]).toEqual(['one', { id: 'd-1', status: 'SENT' }]);
    who.send({ type: 'heard', channel: 'draft', event: 'GRANTED' });
    expect([who.at, who.state.world.draft]).toEqual(['end', { id: 'd-1', status: 'GRANTED' }]);
  });

  test('L105 a connection that is lost is said without moving the focus, and said no more once it is there again; no record is made', () => {
    const who = person(made);
    const lost = who.send({ type: 'channel', channel: 'live', is: 'lost' });
    expect(who.state.page.notice).toEqual({ text: 'We have lost the connection.', tone: 'error' });
    expect(effect(lost, 'focus')).toEqual([]);
    who.send({ type: 'channel', channel: 'other', is: 'found' });
    expect(who.state.page.notice).toBeDefined();
    who.send({ type: 'channel', channel: 'live', is: 'found' });
    expect(who.state.page.notice).toBeUndefined();
    who.send({ type: 'channel', channel: 'live', is: 'ended' });
    expect(who.state.page.notice).toEqual({ text: 'There is no more to hear.', tone: 'success' });
    who.send({ type: 'channel', channel: 'live', is: 'found' });
    expect(who.state.page.notice).toBeDefined();
    expect([who.at, who.state.journey]).toEqual(['one', {}]);
  });

  test('L105 a page that says nothing of its connection is not changed by it', () => {
    const who = person(flow([{ ...next, layout: [] }, step('end', { outcome: 'done', actions: [] })]));
    const before = who.state;
    for (const is of ['lost', 'found', 'ended'] as const) who.send({ type: 'channel', channel: 'live', is });
    expect(who.state).toBe(before);
  });
});
