import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CompiledFlow } from '../../runtime/core/definition.ts';
import type { Effect } from '../../runtime/core/events.ts';
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import { admit } from '../../runtime/core/admit.ts';
import { admitCall } from '../../runtime/core/admit-call.ts';
import { get, leaves, set } from '../../runtime/core/paths.ts';
import { initial, reduce } from '../../runtime/core/reduce.ts';
import type { Journey, OutcomeOf, State, Stored } from '../../runtime/core/state.ts';
import { trace, walk } from '../../runtime/core/walk.ts';
import { world } from './build.ts';
import { deeds, eventOf, flows, VALUES, type Deed } from './generate.ts';

type Save = Extract<Effect, { type: 'save' }>;
interface Moment {
  readonly state: State;
  readonly effects: readonly Effect[];
  readonly trail: readonly OutcomeOf[];
}

/** Lives through the deeds; `see` is shown every moment. */
function live(made: CompiledFlow, list: readonly Deed[], see: (now: Moment) => void): State {
  let [state, effects] = reduce(made, initial(made, world), {
    type: 'entered',
    answers: {},
    journey: {},
    revision: 0,
    world,
  });
  let pending: { id: string; operation: string } | undefined;
  const trail: OutcomeOf[] = [];
  for (const deed of [undefined, ...list]) {
    if (deed) {
      const event = eventOf(made, { state, pending: pending?.id }, deed);
      if (event.type === 'called' && pending) trail.push({ operation: pending.operation, name: event.outcome });
      [state, effects] = reduce(made, state, event);
    }
    const call = effects.find((effect) => effect.type === 'call');
    if (call) pending = { id: call.id, operation: call.call.operation };
    see({ state, effects, trail: [...trail] });
  }
  return state;
}
const runs = { numRuns: 120 };
/** Few of the random journeys come so far that something is called. */
const many = { numRuns: 600 };

describe('for every flow and every honest person', () => {
  test('L1 L12 the page kept up field by field equals the page the walk gives', () => {
    fc.assert(
      fc.property(flows, deeds, (made, list) => {
        live(made, list, ({ state }) => {
          const way = trace(made, state, state.page.step);
          expect(state.page.relevant).toEqual(way.relevant);
          expect(state.page.before).toEqual(way.before);
          const rebuilt = reduce(made, state, { type: 'world', change: {} })[0].page.fields;
          expect(Object.values(state.page.fields)).toEqual(Object.values(rebuilt));
        });
      }),
      runs,
    );
  });
  test('L9 a walk that is known in part from one before it is the walk from its beginning', () => {
    fc.assert(
      fc.property(
        flows,
        deeds,
        fc.array(fc.constantFrom('one', 'two', 'three'), { maxLength: 3 }),
        (made, list, told) => {
          let seen = world;
          live(made, list, ({ state }) => {
            // Something of the world becomes otherwise now and then, and nothing here reads it.
            const [next] = told.splice(0, 1);
            if (next !== undefined) seen = { ...seen, session: { ...seen.session, next } };
            const of = { ...state, world: seen };
            // Of copies nothing is known.
            const { answers, journey } = structuredClone({ answers: state.answers, journey: state.journey });
            for (const end of [undefined, ...Object.keys(made.steps)])
              expect(trace(made, of, end)).toEqual(
                trace(made, { ...of, answers, journey: { ...journey }, world: { ...seen } }, end),
              );
          });
        },
      ),
      runs,
    );
  });
  test('L16 answering and answering back restores the state', () => {
    fc.assert(
      fc.property(flows, deeds, fc.record({ pick: fc.nat(30), value: fc.nat(2) }), (made, list, { pick, value }) => {
        const state = live(made, list, () => undefined);
        const visible = Object.values(state.page.fields).filter((view) => view.visible);
        const view = visible[pick % Math.max(1, visible.length)];
        fc.pre(view !== undefined && !state.page.busy);
        const [away] = reduce(made, state, {
          type: 'answered',
          field: (view as { id: string }).id,
          value: VALUES[value] as string,
        });
        const [back] = reduce(made, away, {
          type: 'answered',
          field: (view as { id: string }).id,
          value: (view as { value: Json | undefined }).value,
        });
        expect({ ...back, saved: null }).toEqual({ ...state, saved: null });
      }),
      runs,
    );
  });
  test('L40 L2 no call and no save holds an irrelevant answer', () => {
    let calls = 0;
    fc.assert(
      fc.property(flows, deeds, (made, list) => {
        live(made, list, ({ state, effects }) => {
          const { asked } = trace(made, state);
          const { asked: here } = trace(made, state, state.page.step);
          for (const effect of effects) {
            if (effect.type === 'call') {
              calls += 1;
              for (const [path] of leaves((effect.input['all'] ?? {}) as JsonObject)) expect([...here]).toContain(path);
            } else if (effect.type === 'save') {
              for (const [path, value] of Object.entries(effect.changes))
                if (value !== null) expect(asked.includes(path) || here.includes(path)).toBe(true);
            }
          }
        });
      }),
      { ...runs, numRuns: 2 * runs.numRuns },
    );
    expect(calls).toBeGreaterThan(50);
  });
  test('L9 L8 walk is a function of its arguments, ends, and enters no step twice', () => {
    fc.assert(
      fc.property(flows, deeds, (made, list) => {
        const state = live(made, list, () => undefined);
        const before = JSON.stringify([state.answers, state.journey, state.world]);
        const one = walk(made, state, state.world);
        expect(walk(made, state, state.world)).toEqual(one);
        expect(JSON.stringify([state.answers, state.journey, state.world])).toBe(before);
        expect(new Set(one.path).size).toBe(one.path.length);
        expect(one.path.at(-1)).toBe(one.at);
      }),
      runs,
    );
  });
  test('L34 a document restored from what was saved shows the same page', () => {
    fc.assert(
      fc.property(flows, deeds, (made, list) => {
        const state = live(made, list, () => undefined);
        const [again] = reduce(made, initial(made, world), {
          type: 'entered',
          answers: state.answers,
          journey: state.journey,
          revision: 0,
          world,
        });
        expect(again.page.step).toBe(walk(made, state, world).at);
      }),
      runs,
    );
  });
  test('L36 admit takes over every save in its order, and what it holds is what the person sees', () => {
    let saves = 0;
    fc.assert(
      fc.property(flows, deeds, (made, list) => {
        let stored: Stored = { answers: {}, journey: {} };
        const end = live(made, list, ({ effects, trail }) => {
          for (const effect of effects) {
            if (effect.type !== 'save') continue;
            saves += 1;
            const answer = admit(made, stored, { proposed: effect, world, trail });
            expect(answer).toMatchObject({ ok: true });
            if (answer.ok) stored = answer;
          }
        });
        expect(stored.answers).toEqual(end.answers);
        expect(stored.journey).toEqual(end.journey);
      }),
      runs,
    );
    expect(saves).toBeGreaterThan(100);
  });
  test('L47 admitCall admits every call of every page over what is stored then, with its arguments, hinted or not', () => {
    let calls = 0;
    fc.assert(
      fc.property(flows, deeds, (made, list) => {
        let stored: Stored = { answers: {}, journey: {} };
        live(made, list, ({ effects, trail }) => {
          for (const effect of effects) {
            if (effect.type === 'save') {
              const answer = admit(made, stored, { proposed: effect, world, trail });
              if (answer.ok) stored = answer;
            } else if (effect.type === 'call') {
              calls += 1;
              const act = { operation: effect.call.operation, arguments: effect.input };
              const { step, by } = effect.made;
              const admitted = { ok: true, step, by, arguments: effect.input };
              expect(admitCall(made, stored, { act: { ...act, ...effect.made }, world, trail })).toEqual(admitted);
              expect(admitCall(made, stored, { act, world, trail })).toEqual(admitted);
            }
          }
        });
      }),
      many,
    );
    expect(calls).toBeGreaterThan(120);
  });
  test('L49 L40 admitCall refuses every call whose arguments differ in one place from what is stored', () => {
    let refused = 0;
    fc.assert(
      fc.property(flows, deeds, fc.nat(30), (made, list, pick) => {
        let stored: Stored = { answers: {}, journey: {} };
        live(made, list, ({ effects, trail }) => {
          for (const effect of effects) {
            if (effect.type === 'save') {
              const answer = admit(made, stored, { proposed: effect, world, trail });
              if (answer.ok) stored = answer;
            } else if (effect.type === 'call') {
              const places = leaves(effect.input).filter(([path]) => path !== 'all');
              const place = places[pick % Math.max(1, places.length)];
              if (!place) continue;
              refused += 1;
              const act = { operation: effect.call.operation, arguments: set(effect.input, place[0], 'forged') };
              expect(admitCall(made, stored, { act, world, trail })).toMatchObject({
                ok: false,
                code: 'notTheArgument',
                path: 'all',
              });
            }
          }
        });
      }),
      many,
    );
    expect(refused).toBeGreaterThan(60);
  });
  test('L41 saves merged up to each one that stands alone are admitted alike', () => {
    fc.assert(
      fc.property(flows, deeds, (made, list) => {
        const batches: { changes: Record<string, Json | null>; journey: Record<string, Journey[string] | null> }[] = [];
        let last: readonly OutcomeOf[] = [];
        const end = live(made, list, ({ effects, trail }) => {
          last = trail;
          for (const effect of effects.filter((one): one is Save => one.type === 'save')) {
            const batch = batches.at(-1);
            if (batch && effect.alone !== true) {
              Object.assign(batch.changes, effect.changes);
              Object.assign(batch.journey, effect.journey);
            } else batches.push({ changes: { ...effect.changes }, journey: { ...effect.journey } });
          }
        });
        let stored: Stored = { answers: {}, journey: {} };
        for (const batch of batches) {
          const answer = admit(made, stored, { proposed: batch, world, trail: last });
          expect(answer).toMatchObject({ ok: true });
          if (answer.ok) stored = answer;
        }
        expect(stored.answers).toEqual(end.answers);
      }),
      runs,
    );
  });
  test('L37 L38 a save changed on its way is refused', () => {
    let refused = 0;
    fc.assert(
      fc.property(flows, deeds, fc.nat(30), (made, list, pick) => {
        const state = live(made, list, () => undefined);
        const stored: Stored = { answers: state.answers, journey: state.journey };
        const found = trace(made, { ...state, world });
        // An answer nobody asked.
        const unasked = Object.keys(made.binds).filter((path) => !found.asked.includes(path));
        const path = unasked[pick % Math.max(1, unasked.length)];
        if (path !== undefined) {
          refused += 1;
          expect(
            admit(made, stored, { proposed: { changes: { [path]: 'a' }, journey: {} }, world, trail: [] }),
          ).toEqual({
            ok: false,
            code: 'notAsked',
            path,
          });
        }
        // A step that is not on the way, or one with a call that never answered.
        for (const [id, one] of Object.entries(made.steps)) {
          const [first] = one.actions;
          if (!first) continue;
          const entry: Journey[string] = {
            by: 'action',
            action: first.id,
            ...(first.calls[0] && { outcome: { operation: first.calls[0].operation, name: 'ok' } }),
          };
          const answer = admit(made, stored, { proposed: { changes: {}, journey: { [id]: entry } }, world, trail: [] });
          if (!found.path.includes(id) || first.calls.length > 0) {
            refused += 1;
            expect(answer).toMatchObject({ ok: false, path: id });
          }
        }
        // The first page's required answer missing.
        const next = Object.values(state.page.fields).find((view) => view.visible && view.problem);
        const here = made.steps[found.at];
        if (next && here?.id === state.page.step && here.actions[0]?.calls.length === 0) {
          refused += 1;
          expect(
            admit(made, stored, {
              proposed: { changes: {}, journey: { [here.id]: { by: 'action', action: 'continue' } } },
              world,
              trail: [],
            }),
          ).toEqual({
            ok: false,
            code: 'notFinished',
            path: here.id,
            field: (here.fields[next.id] as { bind: string }).bind,
          });
        }
      }),
      runs,
    );
    expect(refused).toBeGreaterThan(100);
  });
  test('L46 paths are cut and put together without loss', () => {
    const key = fc.stringMatching(/^[a-z]{1,3}$/);
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.array(key, { minLength: 1, maxLength: 3 }), fc.integer())), (list) => {
        let root: JsonObject = {};
        for (const [way, value] of list) {
          const path = way.join('.');
          root = set(root, path, value);
          expect(get(root, path)).toBe(value);
        }
        for (const [path, value] of leaves(root)) expect(get(root, path)).toEqual(value);
      }),
    );
  });
});
