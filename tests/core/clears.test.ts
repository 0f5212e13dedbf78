/** What an answer or an act empties, and defaults as they are cleaned. */
import { describe, expect, test } from 'vitest';
import type { Field } from '../../runtime/core/definition.ts';
import type { Json } from '../../runtime/core/facts.ts';
import { admit } from '../../runtime/core/admit.ts';
import { action, call, constant, effect, field, flow, is, person, read, step, world } from './build.ts';

const end = step('end', { outcome: 'done', actions: [] });
const way = field('way', { bind: 'way', clears: ['answers.number', 'typed.code'] });
const number = field('number', { bind: 'number', required: false, clears: ['answers.note'] });
const note = field('note', { bind: 'note', required: false });
const code = field('code', { bind: 'code', keep: 'never', required: false });
const made = flow([step('one', { fields: [way, number, note, code] }), end]);

describe('what is emptied', () => {
  test('L68 another answer empties what its field clears, typed or kept, and so on in turn, and says so to the server', () => {
    const who = person(made);
    who.fill({ way: 'bank', number: '12', note: 'mine', code: '777' });
    const effects = who.fill({ way: 'card' });
    expect(who.state.answers).toEqual({ way: 'card' });
    expect(who.state.typed).toEqual({});
    const fields = Object.values(who.state.page.fields).map(({ id, value }) => [id, value]);
    expect(fields).toEqual([
      ['way', 'card'],
      ['number', undefined],
      ['note', undefined],
      ['code', undefined],
    ]);
    const changes = { way: 'card', number: null, note: null };
    expect(effect(effects, 'save')).toEqual([{ type: 'save', changes, journey: {}, alone: true }]);
    const stored = { answers: { way: 'bank', number: '12', note: 'mine' }, journey: {} };
    expect(admit(made, stored, { proposed: { changes, journey: {} }, world, trail: [] })).toMatchObject({
      ok: true,
      answers: { way: 'card' },
    });
  });
  test('L68 the same answer, cleaned alike, empties nothing; taken away it is another one', () => {
    for (const [again, left] of [
      ['bank', { way: 'bank', number: '12' }],
      [' bank ', { way: 'bank', number: '12' }],
      [undefined, {}],
    ] as const) {
      const who = person(made);
      who.fill({ way: 'bank', number: '12' });
      who.fill({ way: again });
      expect(who.state.answers).toEqual(left);
    }
  });
  test('L68 what a lock holds is not emptied', () => {
    const locking = flow([step('one', { fields: [way, number, note, code] }), end], {
      locks: [{ when: is('application.sent', 'yes'), answers: ['number'], except: [], why: 'Sent.' }],
    });
    const who = person(locking);
    who.fill({ way: 'bank', number: '12', note: 'mine' });
    who.send({ type: 'world', change: { application: { sent: 'yes' } } });
    who.fill({ way: 'card' });
    expect(who.state.answers).toEqual({ way: 'card', number: '12', note: 'mine' });
  });
  test('L68 what is emptied is as it was before anybody answered it: default and message', () => {
    const amount = field('amount', { bind: 'amount', default: read('answers.way') });
    const of = flow([
      step('one', { fields: [field('way', { bind: 'way', clears: ['answers.amount'] }), amount] }),
      end,
    ]);
    const who = person(of);
    who.fill({ way: 'a', amount: 'x' });
    who.fill({ amount: undefined });
    expect(who.state.page.fields['amount']?.value).toBeUndefined();
    who.fill({ way: 'b' });
    expect(who.state.page.fields['amount']?.value).toBe('b');
  });
  test('L68 an act empties what it names once its calls have come out, however they come out', () => {
    const sending = flow([
      step('one', {
        fields: [number, code],
        actions: [
          action('continue', {
            clears: ['typed.code', 'answers.number'],
            validates: false,
            calls: [
              call('send', {
                with: { code: read('typed.code'), number: read('answers.number') },
                on: { WRONG: { kind: 'stay', message: { reads: ['answers.number'], of: () => 'No.' } } },
              }),
            ],
            next: [{ target: { kind: 'stay' } }],
          }),
        ],
      }),
      end,
    ]);
    for (const outcome of ['ok', 'WRONG', 'failed']) {
      const who = person(sending);
      who.fill({ number: '12', code: '777' });
      who.press();
      expect(who.pending().input).toEqual({ code: '777', number: '12' });
      expect(who.state.typed).toEqual({ code: '777' });
      who.tell(outcome);
      expect([outcome, who.state.typed, who.state.answers]).toEqual([outcome, {}, {}]);
      expect(who.saves().at(-1)?.changes).toEqual({ number: null });
      expect(who.at).toBe('one');
    }
  });
  test('L68 an outcome by which the page stays empties what it names, and no other one does; what it says stands', () => {
    const sending = flow([
      step('one', {
        fields: [number, note, code],
        actions: [
          action('continue', {
            clears: ['typed.code'],
            validates: false,
            calls: [
              call('send', {
                on: {
                  WRONG: { kind: 'stay', at: 'number', message: read('answers.number'), clears: ['answers.number'] },
                  LATE: { kind: 'stay' },
                },
              }),
            ],
            next: [{ target: { kind: 'stay' } }],
          }),
        ],
      }),
      end,
    ]);
    for (const [outcome, left, saved] of [
      ['WRONG', {}, { number: null, note: null }],
      ['LATE', { number: '12', note: 'mine' }, undefined],
      ['ok', { number: '12', note: 'mine' }, undefined],
    ] as const) {
      const who = person(sending);
      who.fill({ number: '12', note: 'mine', code: '777' });
      const before = who.saves().length;
      who.press();
      who.tell(outcome);
      expect([outcome, who.state.typed, who.state.answers, who.at]).toEqual([outcome, {}, left, 'one']);
      expect(who.saves().slice(before).at(-1)?.changes).toEqual(saved);
      expect(who.state.page.fields['number']?.message).toBe(outcome === 'WRONG' ? '12' : undefined);
    }
  });
  test('L69 a default is cleaned in every way in which its answer would be', () => {
    const cleaned: Readonly<Record<Field['normalise'][number], readonly [Json, Json | undefined]>> = {
      lines: ['one\r\ntwo', 'one\ntwo'],
      trim: [' a b ', 'a b'],
      lower: ['Ana@X.ORG', 'ana@x.org'],
      upper: ['tx', 'TX'],
      digits: ['(512) 555', '512555'],
      national: ['+1 314 444 2653', '3144442653'],
      compact: [' a   b ', 'a b'],
    };
    for (const [how, [raw, value]] of Object.entries(cleaned)) {
      const of = (given: Json) =>
        person(
          flow([
            step('one', { fields: [field('x', { bind: 'x', normalise: [how as 'trim'], default: constant(given) })] }),
            end,
          ]),
        );
      expect([how, of(raw).state.page.fields['x']?.value]).toEqual([how, value]);
      const who = of(raw);
      who.press();
      expect(who.state.answers).toEqual({ x: value });
      expect(of('').state.page.fields['x']?.value).toBeUndefined();
    }
  });
});
