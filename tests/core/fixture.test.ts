import { describe, expect, test } from 'vitest';
import type { CompiledApp, CompiledCompliance } from '../../runtime/core/app-definition.ts';
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import { readFixture } from '../../verifier/fixture/fixture.ts';
import type { Product } from '../../verifier/fixture/product.ts';
import { runFixture } from '../../verifier/fixture/run.ts';
import { inARow } from '../../verifier/fixture/verdict.ts';
import { action, call, check, field, flow, is, next, step, to } from './build.ts';

const journey = flow(
  [
    step('one', {
      fields: [field('kind', { bind: 'kind' }), field('pet', { bind: 'pet', when: is('answers.kind', 'a') })],
      checks: [check(is('answers.pet', 'cat'), 'pet', 'Cats only')],
      layout: [
        { kind: 'field', field: 'kind' },
        { kind: 'field', field: 'pet' },
        { kind: 'disclosure', idTag: 'notice' },
      ],
    }),
    step('two', { actions: [action('send', { calls: [call('submit', { on: { DENIED: to('denied') } })] })] }),
    step('end', { outcome: 'done', actions: [] }),
  ],
  {
    off: [
      step('denied', {
        outcome: 'denied',
        actions: [action('leave', { next: [next({ kind: 'leave', address: 'home' })] })],
      }),
    ],
  },
);
const product: Product = {
  standIns: { hash: '', operations: {} },
  version: '1.0.0',
  flows: { journey },
  app: {
    guards: [],
    home: [],
    afterSignIn: [],
    errors: [],
    header: { links: [] },
    footer: { links: [], disclosures: [] },
  } as unknown as CompiledApp,
  compliance: {
    hash: '',
    states: {},
    documents: { notice: { idTag: 'notice', version: '1', hash: 'h', title: '', body: [] } },
  } satisfies CompiledCompliance,
  facts: {},
  flags: {},
  operations: {},
  answers: { submit: { ok: {}, DENIED: { value: { reason: 'x' } } } },
  people: [],
};
const run = (list: readonly Json[], expected: JsonObject, outcomes: JsonObject = {}) =>
  runFixture(
    product,
    readFixture(
      'flows/journey/fixtures/x.json',
      JSON.stringify({
        title: 't',
        brand: 'b',
        flow: 'journey',
        clock: '2026-11-20T15:00:00Z',
        given: { person: 'new-applicant', outcomes },
        do: list,
        expect: expected,
      }),
    ),
  ).failures;

const whole = [
  { at: 'journey/one', answer: { kind: 'a', pet: 'cat' } },
  { press: 'continue' },
  { at: 'journey/two', press: 'send' },
];

describe('a fixture', () => {
  test('holds when path, calls, disclosures and end are as expected', () => {
    expect(
      run(whole, {
        path: ['journey/one', 'journey/two', 'journey/end'],
        calls: ['submit'],
        shown: { disclosures: ['notice'] },
        errors: {},
        end: 'journey/end',
      }),
    ).toEqual([]);
    expect(run(whole, { end: 'journey/denied' }, { submit: ['DENIED'] })).toEqual([]);
    expect(run([...whole, { press: 'leave' }], { leaves: 'home' }, { submit: ['DENIED'] })).toEqual([]);
  });
  test('fails when it answers what was not asked', () => {
    expect(run([{ answer: { pet: 'cat' } }], {})[0]).toBe('journey/one does not ask pet; it asks kind');
  });
  test('fails when it names a step that is not reached or a button that is not there', () => {
    expect(
      run(
        [
          { at: 'journey/one', answer: { kind: 'b' } },
          { at: 'journey/two', press: 'send' },
        ],
        {},
      )[0],
    ).toBe('journey/two was not reached: the page is journey/one');
    expect(run([{ press: 'ghost' }], {})[0]).toBe('journey/one has no button ghost; it has continue');
  });
  test('fails when path, calls, shown, errors, address or end differ', () => {
    expect(run(whole, { path: ['journey/one', 'journey/end'] })[0]).toMatch(/^path: expected/);
    expect(run(whole, { path: ['journey/one', 'journey/denied'] })[0]).toMatch(/; never reached: journey\/denied$/);
    expect(run(whole, { never: ['journey/two', 'journey/denied'] })).toEqual(['never: journey/two was reached']);
    expect(run(whole, { calls: ['submit', 'submit'] })[0]).toBe(
      'calls: number 2 is missing, expected submit; made: submit',
    );
    expect(run(whole, { calls: [] })[0]).toBe('calls: number 1 is submit, expected no more; made: submit');
    expect(run(whole, { shown: { disclosures: ['other'] } })).toEqual([
      'not shown: other',
      'shown, and not expected: notice',
    ]);
    expect(run(whole, { shown: { atLeast: ['notice'] } })).toEqual([]);
    expect(run(whole, { shown: { atLeast: ['notice', 'other'] } })).toEqual(['not shown: other']);
    expect(run(whole, { end: 'journey/two' })[0]).toBe('end: expected journey/two; came to journey/end');
    expect(run(whole, { leaves: 'home' })[0]).toBe('leaves: expected home; left for nowhere');
    const wrong = [{ answer: { kind: 'a', pet: 'dog' } }, { press: 'continue' }];
    expect(run(wrong, { errors: { pet: 'Cats only' } })).toEqual([]);
    expect(run(wrong, { errors: { pet: 'No' } })[0]).toBe('errors.pet: expected "No"; the page says "Cats only"');
    expect(run(wrong, { errors: {} })[0]).toBe('errors.pet: expected ""; the page says "Cats only"');
  });
  test('fails when the page says something else, or not what it must', () => {
    const lines = ['one', 'kind', 'pet', '[notice]', 'continue'];
    expect(run(whole, { shown: { pages: { 'journey/one': lines } } })).toEqual([]);
    expect(run(whole, { shown: { pages: { 'journey/one': ['one', 'sort', 'pet', '[notice]', 'continue'] } } })).toEqual(
      ['journey/one no longer says "sort" and now says "kind"'],
    );
    expect(run(whole, { shown: { pages: { 'journey/one': ['one', 'pet', 'kind', '[notice]', 'continue'] } } })).toEqual(
      ['journey/one says the same in another order'],
    );
    expect(run(whole, { text: { 'journey/one': ['ki', 'pet'] } })).toEqual([]);
    expect(run(whole, { text: { 'journey/one': ['cats'], 'journey/denied': ['x'] } })).toEqual([
      'text: journey/one does not say "cats"',
      'text: nothing was done on journey/denied, so it was not looked at',
    ]);
  });
  test('lets time pass: timers end and waiting gives up in their order, and nothing is due too early', () => {
    const waits = flow(
      [
        step('hold', {
          kind: 'wait',
          listen: [
            {
              channel: 'c',
              with: {},
              on: {},
              giveUpAfterSeconds: 120,
              onGiveUp: { kind: 'stay', message: 'Still waiting' },
            },
          ],
          timers: [{ afterMs: 300_000, do: to('end') }],
        }),
      ],
      { off: [step('end', { outcome: 'done', actions: [] })] },
    );
    const wait = (...list: readonly Json[]) =>
      runFixture(
        { ...product, flows: { journey: waits } },
        readFixture(
          'x.json',
          JSON.stringify({
            title: 't',
            brand: 'b',
            flow: 'journey',
            clock: '2026-11-20T15:00:00Z',
            do: list,
            expect: {},
          }),
        ),
      );
    expect(wait({ elapse: 120 }).pages['journey/hold']).toContain('Still waiting');
    expect(wait({ elapse: 300 })).toMatchObject({ failures: [], end: 'journey/end' });
    expect(wait({ elapse: 119 }).failures[0]).toBe('nothing happens at journey/hold within 119 s');
    expect(wait({ event: 'NEVER' }).failures[0]).toBe('journey/hold does not wait for NEVER');
  });
  test('fails when other links stand in header and footer, and sees what a rule of app.json shows', () => {
    const app = {
      ...product.app,
      header: { links: [{ text: 'Home', target: to('one') }] },
      footer: {
        disclosures: [],
        links: [{ text: 'Log in', target: to('end'), when: is('session.isAuthenticated', false) }],
      },
    };
    const around = (session: JsonObject, links: readonly string[]) =>
      runFixture(
        { ...product, app },
        readFixture(
          'x.json',
          JSON.stringify({
            title: 't',
            brand: 'b',
            flow: 'journey',
            clock: '2026-11-20T15:00:00Z',
            given: { session },
            do: [],
            expect: { shown: { links: { 'journey/one': links } } },
          }),
        ),
      ).failures;
    expect(around({}, ['Home', 'Log in'])).toEqual([]);
    expect(around({ isAuthenticated: true }, ['Home'])).toEqual([]);
    expect(around({ isAuthenticated: true }, ['Home', 'Log in'])).toEqual([
      'shown.links: around journey/one stand "Home"; expected "Home", "Log in"',
    ]);
  });
  test('signs out who is signed in and does nothing for as long as app.json says, and nobody else', () => {
    const seconds = (value: number) => ({ of: () => value });
    const app = {
      ...product.app,
      idle: {
        afterSeconds: seconds(780),
        countdownSeconds: seconds(120),
        exits: [
          { target: { kind: 'leave', address: 'store' }, when: is('cookies.store', '7') },
          { target: { kind: 'leave', address: 'home' } },
        ],
      },
    } as unknown as CompiledApp;
    const idle = (elapse: number, given: JsonObject) =>
      runFixture(
        { ...product, app },
        readFixture(
          'x.json',
          JSON.stringify({
            title: 't',
            brand: 'b',
            flow: 'journey',
            clock: '2026-11-20T15:00:00Z',
            given,
            do: [{ elapse }],
            expect: {},
          }),
        ),
      );
    const session = { isAuthenticated: true };
    expect(idle(900, { session }).leaves).toBe('home');
    expect(idle(900, { session, cookies: { store: '7' } }).leaves).toBe('store');
    expect(idle(899, { session }).failures[0]).toBe('nothing happens at journey/one within 899 s');
    expect(idle(900, {}).failures[0]).toBe('nothing happens at journey/one within 900 s');
  });
  test('fails for a person whom nobody knows', () => {
    const lost = readFixture(
      'x.json',
      JSON.stringify({
        title: 't',
        brand: 'b',
        flow: 'journey',
        clock: '2026-11-20T15:00:00Z',
        given: { person: 'ghost' },
        do: [],
        expect: {},
      }),
    );
    expect(runFixture(product, lost).failures).toEqual(['there is no test person ghost; there are new-applicant']);
  });
  test('a call brings what the fixture says where the table of answers has nothing of the kind', () => {
    const asks = flow([
      step('one', { load: [call('submit', { as: 'answer' })] }),
      step('end', { outcome: 'done', actions: [] }),
    ]);
    const brought = (values: JsonObject): unknown => {
      let last: unknown;
      runFixture(
        { ...product, flows: { journey: asks } },
        readFixture(
          'x.json',
          JSON.stringify({
            title: 't',
            brand: 'b',
            flow: 'journey',
            clock: '2026-11-20T15:00:00Z',
            given: { values },
            do: [],
            expect: {},
          }),
        ),
        (_, state) => (last = state.world.results['answer']),
      );
      return last;
    };
    expect(brought({ submit: [{ reason: 'y' }] })).toEqual({ reason: 'y' });
    expect(brought({ submit: [null] })).toBeNull();
  });
  test('nobody may see where they are led: told in a sentence, without going round for ever', () => {
    const closed = flow([step('one', { access: 'customer' })]);
    const app = { ...product.app, signIn: to('one') };
    expect(
      runFixture(
        { ...product, app, flows: { journey: closed } },
        readFixture(
          'x.json',
          JSON.stringify({
            title: 't',
            brand: 'b',
            flow: 'journey',
            clock: '2026-11-20T15:00:00Z',
            do: [],
            expect: {},
          }),
        ),
      ).failures[0],
    ).toMatch(/^nobody may see journey\/one/);
  });
  test('a polled call counts once in a row, any other as often as it is made', () => {
    expect(inARow(['state', 'state', 'save', 'save', 'state'], new Set(['state']))).toEqual([
      'state',
      'save',
      'save',
      'state',
    ]);
  });
  test('goes back and on again over the same document', () => {
    expect(
      run(
        [
          ...whole.slice(0, 2),
          { back: true },
          { at: 'journey/one', press: 'continue' },
          { reload: true },
          { at: 'journey/two' },
        ],
        { path: ['journey/one', 'journey/two', 'journey/one', 'journey/two'], end: 'journey/two' },
      ),
    ).toEqual([]);
  });
});
