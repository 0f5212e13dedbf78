import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keepableOf } from '../../contract/sensitive.ts';
import type { CompiledFlow, FlowPiece, Step, StepHead } from '../../runtime/core/definition.ts';
import type { Effect, Event } from '../../runtime/core/events.ts';
import { createStore, guard, initial, redact, stepPath } from '../../runtime/core/index.ts';
import { fill, missing, needing, stepOf } from '../../runtime/core/pieces.ts';
import { reduce } from '../../runtime/core/reduce.ts';
import type { State } from '../../runtime/core/state.ts';
import { stepAt } from '../../runtime/core/place.ts';
import { field, flow, step, world } from './build.ts';
import { deeds, eventOf, flows } from './generate.ts';

const entered: Event = { type: 'entered', answers: {}, journey: {}, revision: 0, world };

const headOf = (of: Step, piece: number | undefined): StepHead => {
  const { id, kind, path, access, fields } = of;
  return { id, kind, path, access, fields, ...(piece !== undefined && { piece }) };
};

/** What asks for each answer on these steps, as the whole flow says it. */
const bindsOn = ({ binds }: CompiledFlow, steps: readonly string[]): CompiledFlow['binds'] =>
  Object.fromEntries(
    Object.entries(binds).flatMap(([path, places]) => {
      const found = places.filter(({ step: id }) => steps.includes(id));
      return found.length > 0 ? [[path, found] as const] : [];
    }),
  );

/** The same flow with its first step alone, and each of the others in a piece of its own. */
function cut(whole: CompiledFlow): {
  readonly partial: CompiledFlow;
  readonly pieces: Readonly<Record<string, FlowPiece>>;
} {
  const [first = ''] = whole.line;
  const others = Object.keys(whole.steps).filter((id) => id !== first);
  const heads = Object.entries(whole.steps).map(([id, of]) => [
    id,
    headOf(of, id === first ? undefined : others.indexOf(id)),
  ]);
  return {
    partial: {
      ...whole,
      binds: bindsOn(whole, [first]),
      steps: { [first]: stepOf(whole, first) },
      pieces: others.map((id) => `piece-${id}`),
      heads: Object.fromEntries(heads) as Record<string, StepHead>,
    },
    pieces: Object.fromEntries(
      others.map((id) => [`piece-${id}`, { hash: `piece-${id}`, steps: { [id]: stepOf(whole, id) } }]),
    ),
  };
}

test('L125 a flow in pieces comes to the states and effects of the whole one: an event that lacks a piece waits for it, and those after it wait behind it', () => {
  let waits = 0;
  fc.assert(
    fc.property(flows, deeds, fc.array(fc.boolean()), (whole, list, early) => {
      const { partial, pieces } = cut(whole);
      const effects: Effect[] = [];
      const asked: { readonly piece: string; readonly then: () => void }[] = [];
      const store = createStore(partial, initial(partial, world), {
        perform: (made) => void effects.push(...made),
        bring: (piece, then) => void asked.push({ piece, then }),
      });
      const come = (): void => {
        const { piece, then } = asked.shift() as (typeof asked)[number];
        fill(partial, pieces[piece] as FlowPiece);
        then();
      };
      let state: State = initial(whole, world);
      const expected: Effect[] = [];
      let pending: string | undefined;
      const live = (event: Event): void => {
        const [after, made] = reduce(whole, state, event);
        state = after;
        expected.push(...made);
        pending = made.find((one) => one.type === 'call')?.id ?? pending;
        store.dispatch(event);
      };
      live(entered);
      list.forEach((deed, at) => {
        live(eventOf(whole, { state, pending }, deed));
        // Some pieces come at once, others only after more has happened.
        if (early[at] === true) while (asked.length > 0) come();
        if (store.isHeld()) waits += 1;
      });
      while (asked.length > 0) come();
      expect(store.isHeld()).toBe(false);
      expect(store.getState()).toEqual(state);
      expect(effects).toEqual(expected);
    }),
    { numRuns: 300 },
  );
  expect(waits).toBeGreaterThan(50);
});

test('L126 who may see a step, where it lies and which answers are told to nobody is known before its piece is there', () => {
  const whole = flow([
    step('one', { path: 'first', fields: [field('plain')] }),
    step('two', {
      path: 'second/{code}',
      access: 'customer',
      fields: [field('ssn', { bind: 'me.ssn', sensitive: true }), field('pin', { bind: 'me.pin', keep: 'never' })],
    }),
  ]);
  const { partial, pieces } = cut(whole);
  const told = (of: CompiledFlow): unknown => [
    stepPath(of, 'two', { code: 'x' }),
    stepAt(of, '/journey/second/x'),
    guard({ guards: [], signIn: { kind: 'to', flow: 'login', step: 'in' } } as never, of, {
      step: 'two',
      facts: { ...world, answers: {}, typed: {} },
    }),
    redact(of, { ssn: '219099999', pin: '1234', plain: 'so' }),
    ['me.ssn', 'me.pin', 'me.name'].map(keepableOf(of)),
  ];
  expect(told(partial)).toEqual(told(whole));
  expect(needing(() => stepOf(partial, 'two'))).toEqual({ lacks: 'piece-two' });
  expect(missing(partial)).toEqual(['piece-two']);
  fill(partial, pieces['piece-two'] as FlowPiece);
  expect(partial.steps).toEqual(whole.steps);
  expect(() => stepOf(partial, 'three')).toThrow(/no step three/);
});

test('L138 what asks for an answer is known of the steps that are there, as the whole flow knows it, whichever pieces came first', () => {
  const asks = (id: string, ...fields: ReturnType<typeof field>[]): Step => step(id, { fields });
  const amount = field('amount', { bind: 'loan.amount' });
  const whole = flow([asks('one', field('name')), asks('two', amount), asks('three', amount), asks('four', amount)]);
  fc.assert(
    fc.property(fc.shuffledSubarray(['two', 'three', 'four']), (came) => {
      const { partial, pieces } = cut(whole);
      for (const id of came) fill(partial, pieces[`piece-${id}`] as FlowPiece);
      expect(partial.binds).toEqual(bindsOn(whole, ['one', ...came]));
    }),
  );
});
