/** What becomes of a call whose answer is lost: asked again as often as it takes, with its key, or never. */
import { expect, test } from 'vitest';
import type { Act } from '../../contract/act.ts';
import type { Outcome } from '../../contract/operation.ts';
import { createActs } from '../../runtime/gateway/acts.ts';
import { createConnection } from '../../runtime/gateway/connection.ts';
import { openFlow, type FlowHost, type FlowParts } from '../../runtime/gateway/open-flow.ts';
import type { Caller } from '../../runtime/gateway/operations.ts';
import { createPatience } from '../../runtime/gateway/patience.ts';
import { createPlaces } from '../../runtime/gateway/places.ts';
import type { SaveQueue } from '../../runtime/gateway/save-queue.ts';
import { say } from '../harness/words.ts';
import { action, call, flow, next, step, to, world } from '../core/build.ts';
import { manualTimers, memoryStorage, turn } from './fakes.ts';

const lost: Readonly<Record<string, Outcome>> = {
  'no network': { name: 'unavailable', detail: { why: 'offline' } },
  'not in time': { name: 'unavailable', detail: { why: 'late' } },
  '502': { name: 'unavailable' },
};
const kinds = ['query', 'keyed', 'never'] as const;

/** A page that presses for one call, whose first answers get lost. */
function pressed(repeats: (typeof kinds)[number], answers: readonly Outcome[], isOnline = true) {
  const timers = manualTimers();
  const storage = memoryStorage();
  let ids = 0;
  const acts = createActs(storage, () => `key-${(ids += 1)}`);
  const sent: (Act | undefined)[] = [];
  const left = [...answers];
  const ledOut: string[] = [];
  const caller: Caller = {
    repeats: () => repeats,
    isOfApplication: () => false,
    hand: () => undefined,
    call: async (_name, _input, options) => (sent.push(options?.act), left.shift() ?? { name: 'ok' }),
  };
  const connection = createConnection(timers, isOnline);
  const host: Partial<FlowHost> = {
    isOn: () => true,
    handed: () => undefined,
    navigate: () => undefined,
    focus: () => undefined,
    unhandled: (_, outcome) => void ledOut.push(outcome),
    owner: () => 'person.ana',
    acts,
    patienceSeconds: () => 15,
  };
  const queue: Partial<SaveQueue> = {
    waiting: () => ({ changes: {}, journey: {} }),
    push: () => undefined,
    target: () => undefined,
    isEmpty: () => true,
    safeOnDevice: () => true,
    close: () => undefined,
  };
  const open = openFlow({
    say,
    flow: flow([
      step('one', {
        actions: [
          action('send', { validates: false, calls: [call('act', { kind: 'rest' })], next: [next(to('two'))] }),
        ],
      }),
      step('two', { outcome: 'done', actions: [] }),
    ]),
    owner: 'person.ana',
    places: createPlaces({ storage, timers }, 'payday'),
    world,
    caller,
    connection,
    timers,
    patience: createPatience(timers),
    reporter: { report: () => undefined, thrown: () => undefined, flush: () => undefined },
    queue: queue as SaveQueue,
    uploads: { hold: () => '', send: () => Promise.resolve(undefined), drop: () => undefined },
    papers: () => Promise.resolve(undefined),
    pieces: { bring: () => Promise.resolve() },
    host: host as FlowHost,
  } satisfies FlowParts);
  open.enter(undefined, world, undefined);
  open.dispatch({ type: 'pressed', action: 'send' });
  return { timers, connection, sent, ledOut, page: () => open.store.getState().page };
}

test('a question is asked again and an act is sent again with its key until there is an answer; what must not be repeated is sent once, and a 502 or 504 of it leads where one of any other call does', async () => {
  for (const repeats of kinds)
    for (const [why, outcome] of Object.entries(lost)) {
      const { timers, sent, ledOut, page } = pressed(repeats, [outcome, outcome]);
      await turn();
      await timers.advance(14_000);
      expect(ledOut).toEqual([]);
      await timers.advance(60_000);
      const of = `${repeats}, ${why}`;
      expect([of, sent.length]).toEqual([of, repeats === 'never' ? 1 : 3]);
      const keys = new Set(sent.map((act) => act?.key));
      expect([of, keys.size]).toEqual([of, 1]);
      expect([of, [...keys][0] !== undefined]).toEqual([of, repeats !== 'query']);
      expect([of, page().busy]).toEqual([of, undefined]);
      // What is in front of the server answered in its place: that is waited out as it is for any other call.
      const isAway = repeats === 'never' && outcome.detail === undefined;
      expect([of, ledOut]).toEqual([of, isAway ? ['unavailable'] : []]);
      if (isAway) expect([page().step, page().notice]).toEqual(['one', undefined]);
      else if (repeats === 'never')
        expect(page()).toMatchObject({ step: 'one', notice: { text: say('refused.noAnswer') } });
      else expect(page().step).toBe('two');
    }
});

test('while the browser says that there is no network, what must not be repeated is not sent, and then once', async () => {
  for (const answers of [[], Object.values(lost)]) {
    const { timers, connection, sent, page } = pressed('never', answers, false);
    await turn();
    await timers.advance(120_000);
    expect([sent.length, page().busy !== undefined, connection.isDown()]).toEqual([0, true, true]);
    connection.tell(true);
    await turn();
    await timers.advance(120_000);
    expect([sent.length, page().busy, connection.isDown()]).toEqual([1, undefined, false]);
  }
});

test('who waits for the network goes on when the browser says that it is back, without waiting for the next look', async () => {
  for (const repeats of ['query', 'keyed'] as const) {
    const { timers, connection, sent, page } = pressed(repeats, [lost['no network'] as Outcome]);
    await turn();
    expect([repeats, sent.length, page().busy !== undefined, connection.isDown()]).toEqual([repeats, 1, true, true]);
    const at = timers.now();
    connection.tell(true);
    await turn();
    expect([repeats, sent.length, timers.now(), connection.isDown()]).toEqual([repeats, 2, at, false]);
    expect(page().step).toBe('two');
  }
});
