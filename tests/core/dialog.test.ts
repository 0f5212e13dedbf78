/** What stands in a dialog acts as what stands on the page: links, widgets, documents, at both doors. */
import { describe, expect, test } from 'vitest';
import type { CompiledFlow, LayoutItem, Target } from '../../runtime/core/definition.ts';
import type { Effect } from '../../runtime/core/events.ts';
import type { JsonObject } from '../../runtime/core/facts.ts';
import type { Journey, OutcomeOf } from '../../runtime/core/state.ts';
import { admit } from '../../runtime/core/admit.ts';
import { admitCall, type Act } from '../../runtime/core/admit-call.ts';
import { isLeft } from '../../runtime/core/left.ts';
import { action, call, effect, field, flow, is, next, person, read, step, to, world } from './build.ts';

const consent: LayoutItem = { kind: 'disclosure', idTag: 'consent' };
const link = (target: Target, when?: ReturnType<typeof is>): LayoutItem => ({
  kind: 'link',
  text: 'On',
  target,
  ...(when && { when }),
});
/** A page whose link opens a dialog with these items; beside the line stands `aside`. */
const opening = (items: readonly LayoutItem[], { when = is('flags.none', 'x'), open = true } = {}): CompiledFlow =>
  flow(
    [
      step('one', {
        fields: [field('kind', { bind: 'kind' })],
        layout: [
          { kind: 'field', field: 'kind' },
          open ? link({ kind: 'dialog', dialog: 'more' }) : link({ kind: 'dialog', dialog: 'more' }, when),
        ],
      }),
      step('two'),
      step('end', { outcome: 'done', actions: [] }),
    ],
    {
      off: [step('aside', { actions: [action('continue', { next: [next(to('end'))] })] })],
      dialogs: [
        { id: 'more', title: 'More', layout: items, actions: [action('close', { style: 'secondary' })] },
        { id: 'other', title: 'Other', layout: [], actions: [action('close', { style: 'secondary' })] },
      ],
    },
  );
const inside = (made: CompiledFlow) => {
  const who = person(made);
  who.send({ type: 'followed', link: 0 });
  expect(who.state.page.dialog).toBe('more');
  return who;
};

/** Every kind of target, and what following a link there asks of the world outside. */
const targets: { readonly [K in Target['kind']]: readonly [Target & { kind: K }, Partial<Effect> | undefined] } = {
  to: [to('aside') as Extract<Target, { kind: 'to' }>, { type: 'navigate', path: '/journey/aside' }],
  leave: [
    { kind: 'leave', address: 'help' },
    { type: 'leave', address: 'help' },
  ],
  handOff: [
    { kind: 'handOff', address: 'partner' },
    { type: 'handOff', address: 'partner' },
  ],
  dialog: [{ kind: 'dialog', dialog: 'other' }, undefined],
  stay: [
    { kind: 'stay', message: 'Here.' },
    { type: 'focus', on: 'notice' },
  ],
  reopen: [
    { kind: 'reopen', steps: ['one'], message: 'Again.' },
    { type: 'focus', on: 'notice' },
  ],
  signOut: [{ kind: 'signOut' }, { type: 'signOut' }],
  reload: [{ kind: 'reload' }, { type: 'reload' }],
  return: [{ kind: 'return' }, { type: 'return' }],
};

describe('a dialog', () => {
  test('L66 a link in a dialog leads where it says, to every kind of target', () => {
    for (const [target, asked] of Object.values(targets)) {
      const who = inside(opening([{ kind: 'group', items: [link(target)] }]));
      const effects = who.send({ type: 'followed', link: 0, dialog: 'more' });
      if (asked) expect(effects).toContainEqual(expect.objectContaining(asked));
      expect([target.kind, who.state.page.dialog]).toEqual([
        target.kind,
        target.kind === 'dialog' ? 'other' : undefined,
      ]);
    }
  });
  test('L66 how the page was left by a link of a dialog is remembered with the dialog, and both doors find it again', () => {
    const made = opening([link({ kind: 'stay' }), link(to('aside'), is('answers.kind', 'a'))]);
    const who = inside(made);
    expect(who.send({ type: 'followed', link: 1, dialog: 'more' })).toEqual([]);
    const asking = person(made);
    asking.fill({ kind: 'a' });
    asking.send({ type: 'followed', link: 0 });
    asking.send({ type: 'followed', link: 1, dialog: 'more' });
    expect(asking.at).toBe('aside');
    const { journey, answers } = asking.state;
    expect(journey).toEqual({ one: { by: 'link', index: 1, dialog: 'more' } });
    const judged = (entry: Journey[string], over: JsonObject = answers) =>
      admit(
        made,
        { answers: over, journey: {} },
        { proposed: { changes: {}, journey: { one: entry } }, world, trail: [] },
      );
    expect(judged(journey['one'] as Journey[string])).toMatchObject({ ok: true });
    expect(judged(journey['one'] as Journey[string], { kind: 'b' })).toMatchObject({ code: 'noSuchWay' });
    expect(judged({ by: 'link', index: 1 })).toMatchObject({ code: 'noSuchWay' });
    expect(judged({ by: 'link', index: 1, dialog: 'other' })).toMatchObject({ code: 'noSuchWay' });
    expect(judged({ by: 'dialog', dialog: 'other', action: 'close' })).toMatchObject({ code: 'noSuchWay' });
  });
  test('L66 links of a dialog that is not open, and of the page behind an open one, are not followed', () => {
    const made = opening([link(to('aside'))]);
    expect(person(made).send({ type: 'followed', link: 0, dialog: 'more' })).toEqual([]);
    expect(inside(made).send({ type: 'followed', link: 0 })).toEqual([]);
    expect(() => inside(made).send({ type: 'followed', link: 1, dialog: 'more' })).toThrow(/Dialog more has no link 1/);
  });
  const telling = opening([
    {
      kind: 'widget',
      id: 'map',
      widget: 'map',
      options: {},
      when: is('answers.kind', 'a'),
      events: {
        chosen: {
          set: [{ path: 'place', value: read('payload.id') }],
          calls: [call('reserve', { with: { place: read('answers.place'), kind: read('answers.kind') } })],
          next: [next(to('aside'))],
        },
        moved: { set: [{ path: 'seen', value: read('payload.id') }], calls: [], next: [] },
      },
    },
  ]);
  test('L66 a widget in a dialog sets, calls and leads on; the dialog stays open while it leads nowhere', () => {
    const who = person(telling);
    who.fill({ kind: 'a' });
    const told = { type: 'widget', widget: 'map', dialog: 'more', payload: { id: 7 } } as const;
    expect(who.send({ ...told, event: 'moved' })).toEqual([]);
    who.send({ type: 'followed', link: 0 });
    who.send({ ...told, event: 'moved' });
    expect(who.state.answers).toEqual({ kind: 'a', seen: 7 });
    expect(who.state.page.dialog).toBe('more');
    who.send({ ...told, event: 'chosen' });
    expect(who.pending().input).toEqual({ place: 7, kind: 'a' });
    const by = { by: 'widget', widget: 'map', event: 'chosen', dialog: 'more' };
    expect(who.pending().made).toEqual({ step: 'one', by });
    who.tell('ok');
    expect(who.at).toBe('aside');
    expect(who.state.journey['one']).toEqual({ ...by, outcome: { operation: 'reserve', name: 'ok' } });
  });
  test('L66 the lock admits the call of a widget in a dialog from the page that can open it, and from no other', () => {
    const act: Act = { operation: 'reserve', arguments: { place: 7, kind: 'a' } };
    const answers = { kind: 'a', place: 7 };
    const ask = (made: CompiledFlow, over: JsonObject, more: Partial<Act> = {}) =>
      admitCall(made, { answers: over, journey: {} }, { act: { ...act, ...more }, world, trail: [] });
    const by = { by: 'widget', widget: 'map', event: 'chosen', dialog: 'more' };
    expect(ask(telling, answers, { by })).toMatchObject({ ok: true, step: 'one', by });
    expect(ask(telling, answers)).toMatchObject({ ok: true, by });
    expect(ask(telling, answers, { by: { ...by, dialog: 'other' } as { by: string } })).toMatchObject({
      code: 'notReached',
    });
    expect(ask(telling, { ...answers, kind: 'b' })).toMatchObject({ code: 'notOffered' });
    const closed = opening(telling.dialogs['more']?.layout ?? [], { open: false });
    expect(ask(closed, answers)).toMatchObject({ code: 'notOffered' });
    const unopened = flow(Object.values(telling.steps).slice(1), { dialogs: Object.values(telling.dialogs) });
    expect(ask(unopened, answers)).toMatchObject({ code: 'notReached' });
  });
  test('L66 documents of a dialog are recorded with the page, closed or not, and by whatever way it is left', () => {
    const made = opening([consent, link(to('aside')), link({ kind: 'dialog', dialog: 'other' })]);
    const shown = { consent: 'hash-consent' };
    const through = inside(made);
    through.send({ type: 'followed', link: 0, dialog: 'more' });
    expect(through.state.journey['one']).toEqual({ by: 'link', index: 0, dialog: 'more', shown });
    const closings = [
      { type: 'dialogClosed' },
      { type: 'dialogPressed', action: 'close' },
      { type: 'followed', link: 1, dialog: 'more' },
    ] as const;
    for (const closing of closings) {
      const who = inside(made);
      who.send(closing);
      if (who.state.page.dialog !== undefined) who.send({ type: 'dialogClosed' });
      who.fill({ kind: 'a' });
      who.press();
      expect(who.state.journey['one']).toEqual({ by: 'action', action: 'continue', shown });
      who.press();
      expect(who.state.journey['two']).toEqual({ by: 'action', action: 'continue' });
    }
    const unopened = person(made);
    unopened.fill({ kind: 'a' });
    unopened.press();
    expect(unopened.state.journey['one']).toEqual({ by: 'action', action: 'continue' });
  });
  const asking = flow(
    [
      step('one', {
        actions: [
          action('continue', { validates: false, confirm: 'sure', calls: [call('send')], next: [next(to('end'))] }),
        ],
      }),
      step('end', { outcome: 'done', actions: [] }),
    ],
    {
      dialogs: [
        { id: 'sure', title: '', layout: [consent], actions: [action('yes', { calls: [call('warn')] })] },
        { id: 'stray', title: '', layout: [{ kind: 'disclosure', idTag: 'tila-box' }], actions: [action('no')] },
      ],
    },
  );
  test('L39 L66 a way through a dialog needs the documents of that dialog, and no page shows those of a dialog it does not open', () => {
    const who = person(asking);
    who.press();
    who.send({ type: 'dialogPressed', action: 'yes' });
    expect(who.pending().made.shown).toEqual({ consent: 'hash-consent' });
    who.tell('ok');
    expect(who.pending().made.shown).toEqual({ consent: 'hash-consent' });
    who.tell('ok');
    const left = who.state.journey['one'] as Journey[string];
    expect(left.shown).toEqual({ consent: 'hash-consent' });
    const trail: OutcomeOf[] = ['warn', 'send'].map((operation) => ({ operation, name: 'ok' }));
    const judged = (entry: Journey[string]) =>
      admit(asking, { answers: {}, journey: {} }, { proposed: { changes: {}, journey: { one: entry } }, world, trail });
    const { shown: _, ...silent } = left;
    expect(judged(left)).toMatchObject({ ok: true });
    expect(judged(silent as Journey[string])).toMatchObject({ code: 'notShown' });
    expect(judged({ ...left, shown: { ...left.shown, 'tila-box': 'hash-tila' } })).toMatchObject({ code: 'notShown' });
  });
  test('L48 L66 the calls of a dialog, and those it holds back, need its documents shown', () => {
    const ask = (operation: string, shown?: Act['shown']) =>
      admitCall(
        asking,
        { answers: {}, journey: {} },
        {
          act: { operation, arguments: {}, ...(shown && { shown }) },
          world,
          trail: [{ operation: 'warn', name: 'ok' }],
        },
      );
    for (const operation of ['warn', 'send']) {
      expect(ask(operation, { consent: 'hash-consent' })).toMatchObject({ ok: true });
      expect(ask(operation, { consent: 'old' })).toMatchObject({ code: 'notShown', path: 'consent' });
      expect(ask(operation)).toMatchObject({ code: 'notShown', path: 'consent' });
    }
  });
  test('L39 L66 a document that comes into the dialog by which a page was left opens the page again', () => {
    const later = flow(
      [
        step('one', { actions: [action('continue', { validates: false, confirm: 'sure' })] }),
        step('end', { outcome: 'done', actions: [] }),
      ],
      {
        dialogs: [
          { id: 'sure', title: '', layout: [{ ...consent, when: is('flags.law', 'new') }], actions: [action('yes')] },
        ],
      },
    );
    const who = person(later);
    who.press();
    who.send({ type: 'dialogPressed', action: 'yes' });
    expect(who.at).toBe('end');
    who.send({ type: 'world', change: { flags: { law: 'new' } } });
    expect(who.at).toBe('one');
  });
  test('L54 L66 on a page that was sent, a dialog offers nothing that calls', () => {
    const sent = flow(
      [
        step('one', {
          layout: [link({ kind: 'dialog', dialog: 'more' })],
          actions: [action('continue')],
        }),
        step('end', { outcome: 'done', actions: [] }),
      ],
      {
        locks: [{ when: is('application.sent', 'yes'), answers: ['*'], except: [], why: 'Sent.' }],
        dialogs: [
          { id: 'more', title: '', layout: [], actions: [action('again', { calls: [call('send')] }), action('close')] },
        ],
      },
    );
    const who = person(sent);
    who.press();
    who.send({ type: 'world', change: { application: { sent: 'yes' } } });
    who.send({ type: 'visited', step: 'one' });
    who.send({ type: 'followed', link: 0 });
    expect(effect(who.send({ type: 'dialogPressed', action: 'again' }), 'call')).toEqual([]);
    expect(who.state.page.dialog).toBe('more');
    who.send({ type: 'dialogPressed', action: 'close' });
    expect(who.state.page.dialog).toBeUndefined();
  });
  test('L38 L66 a record names its dialog by a text, and no other way names one', () => {
    const names = { link: { by: 'link', index: 0 }, widget: { by: 'widget', widget: 'w', event: 'e' } };
    for (const way of Object.values(names)) {
      expect(isLeft({ ...way, dialog: 'more' })).toBe(true);
      for (const bad of [7, null, {}, 'x'.repeat(101)]) expect(isLeft({ ...way, dialog: bad })).toBe(false);
    }
    for (const way of [
      { by: 'timer', index: 0 },
      { by: 'action', action: 'a' },
      { by: 'event', channel: 'c', event: 'e' },
    ])
      expect(isLeft({ ...way, dialog: 'more' })).toBe(false);
  });
});
