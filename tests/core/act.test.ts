import { describe, expect, test } from 'vitest';
import type { Dialog, LayoutItem, Target } from '../../runtime/core/definition.ts';
import type { Json } from '../../runtime/core/facts.ts';
import {
  action,
  call,
  check,
  constant,
  effect,
  field,
  flow,
  is,
  next,
  person,
  read,
  step,
  to,
  world,
  type StepPart,
} from './build.ts';

const end = step('end', { outcome: 'done', actions: [] });
const kind = field('kind', { bind: 'kind' });
const stays: Target = { kind: 'stay' };

describe('acting', () => {
  test('L18 set, calls in order with the results before, record, save, navigate', () => {
    const made = flow([
      step('one', {
        fields: [kind],
        actions: [
          action('continue', {
            set: [{ path: 'agreed', value: constant(true) }],
            calls: [
              call('first', { as: 'first', with: { kind: read('answers.kind'), agreed: read('answers.agreed') } }),
              call('skipped', { when: is('answers.kind', 'b') }),
              call('second', { with: { id: read('results.first.id') } }),
            ],
          }),
        ],
      }),
      step('two'),
      end,
    ]);
    const who = person(made);
    who.fill({ kind: 'a' });
    const pressed = who.press();
    expect(pressed.map((one) => one.type)).toEqual(['save', 'call']);
    expect(pressed[0]).toMatchObject({ changes: { agreed: true } });
    expect(who.pending().input).toEqual({ kind: 'a', agreed: true });
    expect(who.state.page.busy?.source).toEqual({ by: 'action', id: 'continue' });
    who.tell('ok', { id: 7 });
    expect(who.pending().call.operation).toBe('second');
    expect(who.pending().input).toEqual({ id: 7 });
    const effects = who.tell('ok');
    expect(who.at).toBe('two');
    expect(effects.map((one) => one.type)).toEqual(['save', 'navigate', 'track', 'focus']);
    expect(effects[0]).toMatchObject({
      changes: {},
      journey: { one: { by: 'action', action: 'continue', outcome: { operation: 'second', name: 'ok' } } },
    });
    expect(effects[1]).toEqual({ type: 'navigate', path: '/journey/two', replace: false });
    expect(who.state.page.busy).toBeUndefined();
  });
  test('L19 a second press and an answer are ignored while calls are under way', () => {
    const who = person(
      flow([step('one', { fields: [kind], actions: [action('continue', { calls: [call('go')] })] }), end]),
    );
    who.fill({ kind: 'a' });
    who.press();
    expect(who.press()).toEqual([]);
    expect(who.fill({ kind: 'b' })).toEqual([]);
    expect(who.state.answers).toEqual({ kind: 'a' });
    expect(effect(who.effects, 'call')).toHaveLength(1);
  });
  test('L20 an outcome goes to its target, one nobody handles to the app', () => {
    const made = flow(
      [step('one', { actions: [action('continue', { calls: [call('go', { on: { DENIED: to('denied') } })] })] }), end],
      { off: [step('denied', { outcome: 'denied', actions: [] })] },
    );
    const denied = person(made);
    denied.press();
    denied.tell('DENIED');
    expect(denied.at).toBe('denied');
    expect(denied.state.journey).toEqual({
      one: { by: 'action', action: 'continue', outcome: { operation: 'go', name: 'DENIED' } },
    });
    const failed = person(made);
    failed.press();
    expect(failed.tell('unavailable')).toEqual([{ type: 'unhandled', operation: 'go', outcome: 'unavailable' }]);
    expect(failed.state.page.busy).toBeUndefined();
    failed.press();
    failed.tell('ok');
    expect(failed.at).toBe('end');
  });
  test('L21 late answers of a page that was left change nothing', () => {
    const made = flow([
      step('one', { load: [call('slow', { as: 'slow' })] }),
      step('two', { load: [call('slow', { as: 'slow' })] }),
      end,
    ]);
    const who = person(made);
    const late = who.pending('slow').id;
    who.press();
    const before = who.state;
    who.send({ type: 'called', id: late, outcome: 'ok', value: 'late' });
    expect(who.state).toBe(before);
    who.tell('ok', 'now');
    expect(who.state.world.results).toEqual({ slow: 'now' });
  });
  test('L85 a wait that nobody answers ends by its timer, and what is answered afterwards changes nothing', () => {
    const slow = step('wait', {
      kind: 'wait',
      load: [call('signOn', { kind: 'identity', as: 'who', on: { ok: to('in') } })],
      timers: [{ afterMs: 15_000, do: to('late') }],
    });
    const late = step('late', { layout: [{ kind: 'link', text: 'Log in', target: to('end') }] });
    const who = person(flow([slow, end], { off: [late, step('in')] }));
    const asked = who.pending('signOn').id;
    expect(effect(who.effects, 'timer')).toEqual([{ type: 'timer', index: 0, afterMs: 15_000 }]);
    who.send({ type: 'elapsed', timer: 0 });
    expect(who.at).toBe('late');
    const before = who.state;
    who.send({ type: 'called', id: asked, outcome: 'ok', value: 'somebody' });
    expect(who.state).toBe(before);
    who.send({ type: 'followed', link: 0 });
    expect(who.at).toBe('end');
  });
  const dialog: Dialog = {
    id: 'sure',
    title: 'Sure?',
    layout: [],
    actions: [
      action('yes'),
      action('no', { style: 'secondary' }),
      action('away', { style: 'link', next: [next(to('aside'))] }),
    ],
  };
  const asking = flow([step('one', { actions: [action('continue', { confirm: 'sure', calls: [call('go')] })] }), end], {
    dialogs: [dialog],
    off: [step('aside', { actions: [action('continue', { next: [next(to('end'))] })] })],
  });
  test('L22 a confirm dialog holds the calls back', () => {
    const who = person(asking);
    expect(effect(who.press(), 'call')).toEqual([]);
    expect(who.state.page.dialog).toBe('sure');
    expect(who.press()).toEqual([]);
    who.send({ type: 'dialogPressed', action: 'no' });
    expect(who.state.page).not.toHaveProperty('dialog');
    who.press();
    expect(effect(who.send({ type: 'dialogPressed', action: 'yes' }), 'call')).toHaveLength(1);
    who.tell('ok');
    expect(who.at).toBe('end');
    expect(who.state.journey['one']).toMatchObject({ by: 'action', action: 'continue' });
    const closed = person(asking);
    closed.press();
    closed.send({ type: 'dialogClosed' });
    expect(closed.state.page).not.toHaveProperty('confirms');
    const away = person(asking);
    away.press();
    away.send({ type: 'dialogPressed', action: 'away' });
    expect(away.at).toBe('aside');
    expect(away.state.journey['one']).toEqual({ by: 'dialog', dialog: 'sure', action: 'away' });
  });
  test('L22 where a button of the dialog says that it confirms, it alone does, however the buttons look', () => {
    const { dialogs } = asking;
    const keepFirst = {
      ...asking,
      dialogs: {
        ...dialogs,
        sure: {
          ...dialog,
          actions: [
            { ...action('keep'), confirms: false },
            { ...action('yes', { style: 'secondary' }), confirms: true },
          ],
        },
      },
    };
    const who = person(keepFirst);
    who.press();
    expect(effect(who.send({ type: 'dialogPressed', action: 'keep' }), 'call')).toEqual([]);
    expect(who.at).toBe('one');
    who.press();
    expect(effect(who.send({ type: 'dialogPressed', action: 'yes' }), 'call')).toHaveLength(1);
  });
  test('L23 a target to a step on the way shows it and records nothing', () => {
    const made = flow([
      step('one'),
      step('two', { actions: [action('continue'), action('change', { validates: false, next: [next(to('one'))] })] }),
      end,
    ]);
    const who = person(made);
    who.press();
    who.press('change');
    expect(who.at).toBe('one');
    expect(who.state.visiting).toBe('one');
    expect(Object.keys(who.state.journey)).toEqual(['one']);
    who.press();
    expect(who.at).toBe('two');
    expect(who.state).not.toHaveProperty('visiting');
  });
  test('L24 stay says its message; what leads out is recorded first', () => {
    const made = flow([
      step('one', {
        actions: [
          action('stay', { next: [next({ kind: 'stay', message: 'Done', tone: 'success' })] }),
          action('away', { next: [next({ kind: 'leave', address: 'home', query: { a: constant(1) } })] }),
          action('out', { next: [next({ kind: 'signOut', then: to('credentials', 'login') })] }),
          action('there', { next: [next({ kind: 'to', flow: 'other', step: 'begin', carry: { x: constant('y') } })] }),
        ],
      }),
    ]);
    const who = person(made);
    expect(who.press('stay')).toEqual([{ type: 'focus', on: 'notice' }]);
    expect(who.state.page.notice).toEqual({ text: 'Done', tone: 'success' });
    expect(who.state.journey).toEqual({});
    expect(who.press('away').map((one) => one.type)).toEqual(['save', 'leave']);
    expect(who.press('out').at(-1)).toEqual({ type: 'signOut', then: to('credentials', 'login') });
    expect(who.press('there').at(-1)).toEqual({ type: 'enter', flow: 'other', step: 'begin', carry: { x: 'y' } });
    expect(who.state.journey).toEqual({ one: { by: 'action', action: 'there' } });
    expect(who.at).toBe('one');
  });
  test('L133 L134 a step of the same flow is entered anew where the target says so, by an act and by what a route loaded for itself', () => {
    const anew = (stepId: string): Target => ({ ...(to(stepId) as Extract<Target, { kind: 'to' }>), reenter: true });
    const made = flow([
      step('one', {
        actions: [action('again', { next: [next({ ...anew('page'), carry: { x: constant('y') } } as Target)] })],
      }),
      step('page', { entry: constant(true) }),
    ]);
    const who = person(made);
    expect(who.press('again').at(-1)).toEqual({ type: 'enter', flow: 'journey', step: 'page', carry: { x: 'y' } });
    expect(who.at).toBe('one');
    const lands = flow([
      step('landing', {
        kind: 'route',
        load: [call('ask', { as: 'found', keeps: 'screen' })],
        next: [next(anew('page'), is('results.found', 'page')), next(anew('other'), is('results.found', 'other'))],
      }),
      step('page', { entry: constant(true) }),
      step('other', { entry: constant(true) }),
    ]);
    for (const place of ['page', 'other']) {
      const lander = person(lands);
      expect(lander.tell('ok', place).filter(({ type }) => type === 'enter' || type === 'call')).toEqual([
        { type: 'enter', flow: 'journey', step: place, carry: {}, replace: true },
      ]);
      expect(lander.state.journey).toEqual({});
    }
  });
  test('L25 reopen voids answers and records and shows where the way then ends', () => {
    const made = flow([
      step('one', { fields: [kind] }),
      step('two', { fields: [field('yes', { bind: 'yes' })] }),
      step('three', {
        actions: [action('again', { next: [next({ kind: 'reopen', steps: ['two'], message: 'The terms changed' })] })],
      }),
      end,
    ]);
    const who = person(made);
    who.fill({ kind: 'a' });
    who.press();
    who.fill({ yes: 'y' });
    who.press();
    const effects = who.press('again');
    expect(who.at).toBe('two');
    expect(who.state.answers).toEqual({ kind: 'a' });
    expect(who.state.journey).toEqual({ one: { by: 'action', action: 'continue' } });
    expect(effects[0]).toEqual({ type: 'save', alone: true, changes: { yes: null }, journey: { two: null } });
    expect(who.state.page.notice).toEqual({ text: 'The terms changed', tone: 'error', lasting: true });
  });
  test('L25 what the calls of reopened steps brought for the whole application stands no longer while it is asked anew; what others brought does', () => {
    const load = (as: string, keeps: 'application' | 'session') => [call(as, { as, keeps })];
    const made = flow([
      step('one', { load: load('kept', 'application'), fields: [kind] }),
      step('two', { load: load('offer', 'application') }),
      step('three', {
        load: load('news', 'session'),
        actions: [action('again', { next: [next({ kind: 'reopen', steps: ['two', 'three'] })] })],
      }),
      end,
    ]);
    const who = person(made);
    who.tell('ok', 1);
    who.fill({ kind: 'a' });
    who.press();
    who.tell('ok', 2);
    who.press();
    who.tell('ok', 3);
    expect(who.state.world.results).toEqual({ kept: 1, offer: 2, news: 3 });
    who.press('again');
    expect([who.at, who.state.world.results]).toEqual(['two', { kept: 1, news: 3 }]);
    who.tell('ok', 4);
    expect(who.state.world.results).toEqual({ kept: 1, offer: 4, news: 3 });
  });
  test('L25 the message of reopen goes over pages that go on by themselves, and no further than the next act', () => {
    const wait = step('wait', { kind: 'wait', load: [call('status', { on: { GO: to('two') } })] });
    const made = flow([
      wait,
      step('two'),
      step('three', {
        actions: [
          action('again', { next: [next({ kind: 'reopen', steps: ['wait', 'two'], message: 'The terms changed' })] }),
        ],
      }),
      end,
    ]);
    const who = person(made);
    who.tell('GO');
    expect(who.state.page.notice).toBeUndefined();
    who.press();
    who.press('again');
    expect([who.at, who.state.page.notice?.text]).toEqual(['wait', 'The terms changed']);
    who.tell('GO');
    expect([who.at, who.state.page.notice?.text]).toEqual(['two', 'The terms changed']);
    who.press();
    expect([who.at, who.state.page.notice]).toEqual(['three', undefined]);
  });
  test('L27 erase-on-leave and keep', () => {
    const made = flow([
      step('one', {
        fields: [
          kind,
          field('gone', { bind: 'gone', hidden: 'erase', when: is('answers.kind', 'a') }),
          field('kept', { bind: 'kept', when: is('answers.kind', 'a') }),
        ],
      }),
      end,
    ]);
    const who = person(made);
    who.fill({ kind: 'a', gone: 'x', kept: 'y' });
    who.fill({ kind: 'b' });
    expect(who.state.answers).toEqual({ kind: 'b', gone: 'x', kept: 'y' });
    who.press();
    expect(who.state.answers).toEqual({ kind: 'b', kept: 'y' });
    expect(who.saves().at(-1)).toMatchObject({ changes: { gone: null }, alone: true });
  });
  test('L29 the disclosures that stood on the page are recorded with their hash', () => {
    const layout: LayoutItem[] = [
      { kind: 'disclosure', idTag: 'tila-box' },
      { kind: 'group', when: is('answers.kind', 'a'), items: [{ kind: 'disclosure', idTag: 'consent' }] },
      { kind: 'field', field: 'kind' },
    ];
    const made = flow([step('one', { fields: [kind], layout }), end]);
    const who = person(made);
    who.fill({ kind: 'b' });
    who.press();
    expect(who.state.journey['one']?.shown).toEqual({ 'tila-box': 'hash-tila' });
    const both = person(made);
    both.fill({ kind: 'a' });
    both.press();
    expect(both.state.journey['one']?.shown).toEqual({ 'tila-box': 'hash-tila', consent: 'hash-consent' });
  });
  test('L30 Continue from a page visited again leads to the next page on the way', () => {
    const made = flow([step('one', { fields: [kind] }), step('two'), step('three'), end]);
    const who = person(made);
    who.fill({ kind: 'a' });
    who.press();
    who.press();
    expect(who.at).toBe('three');
    who.send({ type: 'visited', step: 'one' });
    who.fill({ kind: 'b' });
    expect(who.at).toBe('one');
    expect(who.saves().at(-1)?.alone).toBe(true);
    who.press();
    expect(who.at).toBe('two');
  });
  test('L18 a widget reacts: payload and row are facts, a target leaves', () => {
    const layout: LayoutItem[] = [
      {
        kind: 'widget',
        id: 'link',
        widget: 'bank',
        options: {},
        events: {
          linked: {
            set: [{ path: 'bank', value: read('payload.name') }],
            calls: [call('exchange', { with: { token: read('payload.token') } })],
            next: [next(to('two'))],
          },
          opened: { set: [{ path: 'opened', value: constant(true) }], calls: [], next: [] },
        },
      },
      {
        kind: 'repeat',
        id: 'card',
        key: 'id',
        items: [],
        each: read('results.rows'),
        widget: 'card',
        options: {},
        events: { chosen: { set: [{ path: 'row', value: read('item.id') }], calls: [], next: [] } },
      },
    ];
    const made = flow([step('one', { layout }), step('two'), end]);
    const who = person(made, { world: { ...world, results: { rows: [{ id: 2 }, { id: 3 }] } } });
    who.send({ type: 'widget', widget: 'link', event: 'opened' });
    who.send({ type: 'widget', widget: 'card', event: 'chosen', item: { id: 3 } });
    expect(who.state.answers).toEqual({ opened: true, row: 3 });
    expect(who.send({ type: 'widget', widget: 'link', event: 'nobody' })).toEqual([]);
    who.send({ type: 'widget', widget: 'link', event: 'linked', payload: { name: 'First', token: 't' } });
    expect(who.pending().input).toEqual({ token: 't' });
    who.tell('ok');
    expect(who.at).toBe('two');
    expect(who.state.journey['one']).toEqual({
      by: 'widget',
      widget: 'link',
      event: 'linked',
      outcome: { operation: 'exchange', name: 'ok' },
    });
    expect(who.state.page.relevant).toEqual({ opened: true, row: 3, bank: 'First' });
  });
  test('L24 a link out records nothing, a link to another page of the flow does', () => {
    const layout: LayoutItem[] = [
      { kind: 'link', text: 'Log in', target: to('credentials', 'login') },
      { kind: 'group', items: [{ kind: 'link', text: 'Help', target: to('help') }] },
    ];
    const made = flow([step('one', { fields: [kind], layout }), end], {
      off: [step('help', { actions: [action('back', { next: [next(to('one'))] })] })],
    });
    const who = person(made);
    expect(who.send({ type: 'followed', link: 0 })).toEqual([
      { type: 'enter', flow: 'login', step: 'credentials', carry: {} },
    ]);
    who.send({ type: 'followed', link: 1 });
    expect(who.at).toBe('help');
    expect(who.state.journey).toEqual({ one: { by: 'link', index: 1 } });
    who.press('back');
    expect(who.at).toBe('one');
  });
});

describe('what happens without the person', () => {
  test('L31 loads start when they can, in the order results allow, and again when a fact changes', () => {
    const made = flow([
      step('one', {
        fields: [field('zip', { bind: 'zip' })],
        load: [
          call('who', { as: 'who' }),
          call('loans', {
            as: 'loans',
            when: { reads: ['results.who'], of: ({ results }) => (results['who'] === undefined ? undefined : true) },
            with: { who: read('results.who') },
          }),
          call('stores', {
            as: 'stores',
            when: {
              reads: ['answers.zip'],
              of: ({ answers }) => (typeof answers['zip'] === 'string' ? answers['zip'].length === 5 : undefined),
            },
            with: { zip: read('answers.zip') },
            refresh: { on: ['answers.zip'], debounceMs: 300 },
          }),
        ],
      }),
      end,
    ]);
    const who = person(made);
    expect(effect(who.effects, 'call').map((one) => one.call.operation)).toEqual(['who']);
    expect(who.state.page.loading).toEqual(['who']);
    who.tell('ok', 'ana');
    expect(who.pending().call.operation).toBe('loans');
    expect(who.pending().input).toEqual({ who: 'ana' });
    expect(effect(who.fill({ zip: '6410' }), 'call')).toEqual([]);
    const [first] = effect(who.fill({ zip: '64105' }), 'call');
    const [second] = effect(who.fill({ zip: '64106' }), 'call');
    expect(first).toMatchObject({ debounceMs: 300, input: { zip: '64105' } });
    expect(second).toMatchObject({ input: { zip: '64106' }, replaces: first?.id });
    who.send({ type: 'called', id: first?.id ?? '', outcome: 'ok', value: 'old' });
    expect(who.state.world.results['stores']).toBeUndefined();
    who.send({ type: 'called', id: second?.id ?? '', outcome: 'ok', value: 'new' });
    expect(who.state.world.results['stores']).toBe('new');
  });
  test('L31 a session result is asked again only when its input changed', () => {
    const load = [call('rows', { as: 'rows', with: { kind: read('answers.kind') } })];
    const made = flow([step('one', { fields: [kind] }), step('two', { load }), end]);
    const who = person(made);
    who.fill({ kind: 'a' });
    who.press();
    who.tell('ok', 'rows of a');
    who.send({ type: 'visited', step: 'one' });
    expect(effect(who.press(), 'call')).toEqual([]);
    who.send({ type: 'visited', step: 'one' });
    who.fill({ kind: 'b' });
    expect(effect(who.press(), 'call')).toHaveLength(1);
  });
  test('L32 a wait goes on after its loads, by outcome, event, give-up or timer; it replaces', () => {
    const wait = (part: object) => flow([step('wait', { kind: 'wait', ...part }), end], { off: [step('aside')] });
    const loads = person(
      wait({ load: [call('a'), call('b', { on: { ASIDE: to('aside') } })], next: [next(to('end'))] }),
    );
    loads.tell('ok', undefined, 'a');
    expect(loads.at).toBe('wait');
    const effects = loads.tell('ok', undefined, 'b');
    expect(loads.at).toBe('end');
    expect(effects.find((one) => one.type === 'navigate')).toMatchObject({ replace: true });
    const outcome = person(wait({ load: [call('b', { on: { ASIDE: to('aside') } })] }));
    outcome.tell('ASIDE');
    expect(outcome.at).toBe('aside');
    const listen = [
      { channel: 'live', with: {}, on: { DONE: to('end') }, giveUpAfterSeconds: 9, onGiveUp: to('aside') },
    ];
    const heard = person(wait({ listen }));
    expect(effect(heard.effects, 'listen')).toEqual([
      { type: 'listen', channel: 'live', input: {}, giveUpAfterSeconds: 9 },
    ]);
    heard.send({ type: 'heard', channel: 'live', event: 'NOISE' });
    expect(heard.at).toBe('wait');
    expect(heard.send({ type: 'heard', channel: 'live', event: 'DONE' })).toContainEqual({ type: 'unlisten' });
    expect(heard.state.journey).toEqual({ wait: { by: 'event', channel: 'live', event: 'DONE' } });
    const gaveUp = person(wait({ listen }));
    gaveUp.send({ type: 'gaveUp', channel: 'live' });
    expect(gaveUp.at).toBe('aside');
    const timed = person(wait({ timers: [{ afterMs: 15000, do: to('aside') }] }));
    expect(effect(timed.effects, 'timer')).toEqual([{ type: 'timer', index: 0, afterMs: 15000 }]);
    expect(timed.send({ type: 'elapsed', timer: 0 })).toContainEqual({ type: 'clearTimers' });
    expect(timed.at).toBe('aside');
    expect(person(wait({ load: [call('never', { when: is('flags.x', true) })], next: [next(to('end'))] })).at).toBe(
      'end',
    );
  });
  test('L33 Back and deep links show pages on the way, never beyond the first unfinished one', () => {
    const made = flow([
      step('one', { fields: [kind] }),
      step('wait', { kind: 'wait', load: [call('a')], next: [next(to('two'))] }),
      step('two'),
      step('three', { path: 'far/{id}' }),
      end,
    ]);
    const who = person(made, { path: '/journey/far/9' });
    expect(who.at).toBe('one');
    expect(effect(who.effects, 'navigate')).toEqual([{ type: 'navigate', path: '/journey/one', replace: true }]);
    who.fill({ kind: 'a' });
    who.press();
    who.tell('ok');
    expect(who.at).toBe('two');
    who.send({ type: 'visited', step: 'wait' });
    expect(who.at).toBe('one');
    who.send({ type: 'visited', step: 'end' });
    expect(who.at).toBe('two');
    const back = person(made, { answers: who.state.answers, journey: who.state.journey, path: '/journey/one' });
    expect(back.at).toBe('one');
    expect(back.state.visiting).toBe('one');
  });
  test('L33 what a target carries under the name of a parameter of the path is that parameter', () => {
    const made = flow(
      [
        step('one', {
          actions: [
            action('go', {
              next: [next({ kind: 'to', flow: 'journey', step: 'item', carry: { id: constant<Json>('a/b') } })],
            }),
          ],
        }),
      ],
      {
        off: [step('item', { path: 'item/{id}' })],
      },
    );
    const who = person(made);
    const effects = who.press('go');
    expect(effect(effects, 'navigate').map(({ path }) => path.replace(/\?.*/, ''))).toEqual(['/journey/item/a%2Fb']);
    expect(who.state.world.route.params).toEqual({ id: 'a/b' });
  });
  test('L34 a restored document comes out at the same page', () => {
    const made = flow([
      step('one', { fields: [kind, field('password', { keep: 'never' })] }),
      step('two', { fields: [field('x', { bind: 'x' })] }),
      end,
    ]);
    const who = person(made);
    who.fill({ kind: 'a', password: 'p' });
    who.press();
    who.fill({ x: 'half' });
    const again = person(made, { answers: who.state.answers, journey: who.state.journey, revision: 4 });
    expect(again.at).toBe('two');
    expect(again.state.page.fields).toEqual(who.state.page.fields);
    expect(again.state.saved).toEqual({ revision: 4, status: 'saved' });
  });
  test('L35 a polled load answers many times', () => {
    const made = flow([
      step('wait', {
        kind: 'wait',
        load: [call('state', { as: 'state', on: { BUSY: { kind: 'stay' }, DONE: to('end') } })],
        listen: [{ channel: 'live', with: {}, on: {}, poll: 0 }],
      }),
      end,
    ]);
    const who = person(made);
    const id = who.pending().id;
    expect(effect(who.effects, 'listen')[0]?.pollId).toBe(id);
    who.send({ type: 'called', id, outcome: 'BUSY', value: 1 });
    who.send({ type: 'called', id, outcome: 'BUSY', value: 2 });
    expect(who.at).toBe('wait');
    who.send({ type: 'called', id, outcome: 'DONE' });
    expect(who.at).toBe('end');
  });
  test('L7 L134 a route that leads out of the flow does so on arrival', () => {
    const made = flow([step('one'), step('route', { kind: 'route', next: [next(to('begin', 'other'))] })]);
    const who = person(made);
    expect(effect(who.press(), 'enter')).toEqual([{ type: 'enter', flow: 'other', step: 'begin', carry: {} }]);
  });
  describe('what reads something that its page still loads', () => {
    const checking = call('check', { as: 'check', with: { id: read('results.sent.id') }, keeps: 'screen' });
    const made = (more: Parameters<typeof call>[1] = {}): ReturnType<typeof flow> =>
      flow([
        step('one', {
          load: [
            call('device', { as: 'device', on: { DENY: to('two'), AGAIN: { kind: 'stay' } } }),
            call('send', { as: 'sent', when: is('results.device.known', true), ...more }),
            call('news', { as: 'news' }),
          ],
          actions: [
            action('continue', { calls: [checking], next: [next(to('two'))] }),
            action('other', { style: 'secondary', validates: false, calls: [call('cancel')], next: [next(to('two'))] }),
          ],
        }),
        step('two'),
        end,
      ]);
    test('L71 it waits until that has come, what it is loaded with too, and is done once', () => {
      const who = person(made());
      expect(effect(who.press(), 'call')).toEqual([]);
      expect(who.state.page.busy?.source).toEqual({ by: 'action', id: 'continue' });
      expect(effect(who.press(), 'call')).toEqual([]);
      who.tell('ok', { known: true }, 'device');
      expect(who.pending('send').call.operation).toBe('send');
      const effects = who.tell('ok', { id: 7 }, 'send');
      expect(effect(effects, 'call')).toMatchObject([{ call: { operation: 'check' }, input: { id: 7 } }]);
      who.tell('ok', undefined, 'check');
      expect(who.at).toBe('two');
    });
    test('L71 what reads none of it waits for nothing', () => {
      expect(effect(person(made()).press('other'), 'call')).toMatchObject([{ call: { operation: 'cancel' } }]);
      const who = person(made({ when: is('results.device.known', false) }));
      who.tell('ok', { known: false }, 'device');
      who.tell('ok', { id: 1 }, 'send');
      expect(effect(who.press(), 'call')).toMatchObject([{ call: { operation: 'check' } }]);
    });
    test('L71 it is over where the load leads elsewhere or ends as nobody handles; a load that stays is gone on from', () => {
      const elsewhere = person(made());
      elsewhere.press();
      expect(effect(elsewhere.tell('DENY', undefined, 'device'), 'call')).toEqual([]);
      expect(elsewhere.at).toBe('two');
      const broken = person(made());
      broken.press();
      const effects = broken.tell('failed', undefined, 'device');
      expect(effects.map(({ type }) => type)).toEqual(['unhandled']);
      expect(broken.state.page.busy).toBeUndefined();
      const again = person(made());
      again.press();
      again.tell('ok', {}, 'news');
      expect(again.state.page.busy?.call).toBe('');
      const goesOn = again.tell('AGAIN', {}, 'device');
      expect(effect(goesOn, 'call')).toMatchObject([{ call: { operation: 'check' } }]);
      expect(again.state.page.busy?.source).toEqual({ by: 'action', id: 'continue' });
    });
    test.each<readonly [string, Target, (who: ReturnType<typeof person>) => void]>([
      ['a load that stays', stays, (who) => who.tell('AGAIN', {}, 'device')],
      ['an event that stays', stays, (who) => who.send({ type: 'heard', channel: 'live', event: 'NEWS' })],
      ['a channel that gives up', stays, (who) => who.send({ type: 'gaveUp', channel: 'live' })],
      ['a channel that is lost', stays, (who) => who.send({ type: 'channel', channel: 'live', is: 'lost' })],
      ['a timer that stays', stays, (who) => who.send({ type: 'elapsed', timer: 0 })],
      [
        'a timer that asks in a dialog',
        { kind: 'dialog', dialog: 'there' },
        (who) => who.send({ type: 'elapsed', timer: 0 }),
      ],
    ])('L19 %s takes the page from no call that is under way: what it answers counts', (_, target, happens) => {
      const there: Dialog = { id: 'there', title: '', layout: [], actions: [action('yes')] };
      const who = person(
        flow(
          [
            step('one', {
              load: [call('device', { as: 'device', on: { AGAIN: target } })],
              listen: [{ channel: 'live', with: {}, on: { NEWS: target }, onGiveUp: target, onError: stays }],
              timers: [{ afterMs: 1000, do: target }],
              actions: [action('continue', { calls: [call('pay')], next: [next(to('two'))] })],
            }),
            step('two'),
            end,
          ],
          { dialogs: [there] },
        ),
      );
      expect(effect(who.press(), 'call')).toMatchObject([{ call: { operation: 'pay' } }]);
      const { busy } = who.state.page;
      happens(who);
      expect(who.state.page.busy).toEqual(busy);
      expect(effect(who.press(), 'call')).toEqual([]);
      who.tell('ok', undefined, 'pay');
      expect(who.at).toBe('two');
    });
  });
  describe('a press that validates, while the page still loads', () => {
    const offer = call('offer', { as: 'offer', keeps: 'application' });
    const agreed = field('agreed', { type: 'boolean' });
    const asked = { ...agreed, required: false };
    const made = (part: StepPart, load = offer): ReturnType<typeof flow> =>
      flow([
        step('one', {
          fields: [agreed],
          load: [load],
          actions: [
            action('continue', { calls: [call('save')] }),
            action('later', { validates: false, calls: [call('note')] }),
          ],
          ...part,
        }),
        end,
      ]);
    const early = (part: StepPart, load?: typeof offer) => {
      const who = person(made(part, load));
      who.fill({ agreed: true });
      return { who, made: effect(who.press(), 'call').map(({ call: { operation } }) => operation) };
    };
    const document: StepPart = {
      layout: [
        { kind: 'disclosure', idTag: 'tila-box' },
        { kind: 'field', field: 'agreed' },
      ],
    };

    test.each<readonly [string, StepPart]>([
      ['a check reads', { checks: [check(is('results.offer.covered', false), 'agreed', 'Not asked of you')] }],
      ['a question reads', { fields: [{ ...asked, when: is('results.offer.covered', false) }] }],
      [
        'the group of a question reads',
        {
          fields: [asked],
          layout: [
            { kind: 'group', when: is('results.offer.covered', false), items: [{ kind: 'field', field: 'agreed' }] },
          ],
        },
      ],
    ])('L71 it waits for what %s, and is judged by what has come', (_, part) => {
      const { who, made: calls } = early(part);
      expect(calls).toEqual([]);
      expect(who.state.page.busy?.source).toEqual({ by: 'action', id: 'continue' });
      expect(effect(who.tell('ok', { covered: false }, 'offer'), 'call')).toMatchObject([
        { call: { operation: 'save' } },
      ]);
    });
    test('L71 where what has come makes the page not hold, nothing is called and the page says so', () => {
      const { who } = early({ checks: [check(is('results.offer.covered', false), 'agreed', 'Not asked of you')] });
      expect(effect(who.tell('ok', { covered: true }, 'offer'), 'call')).toEqual([]);
      expect(who.state.page.busy).toBeUndefined();
      expect(who.state.page.fields['agreed']?.message).toBe('Not asked of you');
    });
    test('L71 it waits for what is loaded for the application beside a document, a second time too', () => {
      const { who, made: calls } = early(document);
      expect(calls).toEqual([]);
      expect(effect(who.tell('ok', {}, 'offer'), 'call')).toMatchObject([{ call: { operation: 'save' } }]);
      who.tell('ok', undefined, 'save');
      who.send({ type: 'visited', step: 'one' });
      expect(effect(who.press(), 'call')).toEqual([]);
    });
    test('L71 it waits for nothing that only words read, nor beside a document for what the screen alone keeps', () => {
      expect(early({}).made).toEqual(['save']);
      expect(early(document, { ...offer, keeps: 'screen' }).made).toEqual(['save']);
      expect(effect(person(made(document)).press('later'), 'call')).toMatchObject([{ call: { operation: 'note' } }]);
    });
    test('L71 what is confirmed in a dialog is asked once', () => {
      const ask: Dialog = { id: 'ask', title: '', layout: [], actions: [action('yes', { confirms: true })] };
      const confirmed = flow(
        [
          step('one', {
            fields: [agreed],
            load: [offer],
            ...document,
            actions: [action('continue', { confirm: 'ask', calls: [call('save')] })],
          }),
          end,
        ],
        { dialogs: [ask] },
      );
      const who = person(confirmed);
      who.fill({ agreed: true });
      who.press();
      expect(who.state.page.dialog).toBeUndefined();
      who.tell('ok', {}, 'offer');
      expect(who.state.page.dialog).toBe('ask');
      const pressed = who.send({ type: 'dialogPressed', action: 'yes' });
      expect(effect(pressed, 'call')).toMatchObject([{ call: { operation: 'save' } }]);
    });
  });
  test('L20 signing in by a call changes who the person is; the page waits for the outcome', () => {
    const out = is('session.in', false);
    const made = flow([
      step('one', {
        when: out,
        actions: [
          action('continue', {
            calls: [call('signIn', { kind: 'identity' })],
            next: [next(to('two'), is('session.in', true))],
          }),
        ],
      }),
      step('two'),
      end,
    ]);
    const who = person(made, { world: { ...world, session: { in: false } } });
    who.press();
    who.send({ type: 'world', change: { session: { in: true } } });
    expect(who.at).toBe('one');
    who.tell('ok');
    expect(who.at).toBe('two');
  });
});
