import { expect, test } from 'vitest';
import type { CompiledApp } from '../../runtime/core/app-definition.ts';
import { guard } from '../../runtime/core/guard.ts';
import type { JsonObject } from '../../runtime/core/facts.ts';
import { sessionLoaded, type SessionLoads } from '../../runtime/core/session-loads.ts';
import { action, call, effect, field, flow, is, next, person, read, step, to, world } from './build.ts';

const facts = (part: object = {}) => ({ ...world, answers: {}, typed: {}, ...part });

const loads = {
  sessionLoads: [
    call('whoIs', { as: 'who', with: { email: read('session.email') }, when: is('session.access', 'customer') }),
    call('termsOf', { as: 'terms', with: { level: read('results.who.level') }, when: is('results.who.member', true) }),
    call('version', { as: 'server' }),
  ],
} as unknown as CompiledApp;

/** What is asked, in order, when the back end gives these values by operation; one it does not name brings nothing. */
function asked(of: JsonObject, answers: JsonObject, from: SessionLoads = {}) {
  let known = from;
  const calls: JsonObject[] = [];
  for (;;) {
    const { due, results } = sessionLoaded(loads, facts(of), known);
    if (due === undefined) return { calls, results, known };
    calls.push({ [due.call.operation]: due.input });
    const value = answers[due.call.operation];
    known = { ...known, [due.index]: { input: due.input, ...(value !== undefined && { value }) } };
  }
}
const member = { session: { access: 'customer', email: 'a@example.test' } };
const answers = { whoIs: { member: true, level: 'gold' }, termsOf: { new: false }, version: '2' };

test('L61 session loads are asked in order, each with the results of those before it', () => {
  const { calls, results } = asked(member, answers);
  expect(calls).toEqual([{ whoIs: { email: 'a@example.test' } }, { termsOf: { level: 'gold' } }, { version: {} }]);
  expect(results).toEqual({ who: answers.whoIs, terms: answers.termsOf, server: '2' });
});
test('L61 a load whose condition does not hold, and one that brought nothing, is known as missing and holds nobody up', () => {
  expect(asked({}, answers)).toMatchObject({ calls: [{ version: {} }], results: { server: '2' } });
  expect(asked(member, { version: '2' })).toMatchObject({
    calls: [{ whoIs: { email: 'a@example.test' } }, { version: {} }],
    results: { server: '2' },
  });
});
test('L61 a load is asked again only with other input, and what hung on it with it', () => {
  const first = asked(member, answers);
  expect(asked(member, answers, first.known).calls).toEqual([]);
  const other = { session: { access: 'customer', email: 'b@example.test' } };
  const again = asked(other, { ...answers, whoIs: { member: true, level: 'plain' } }, first.known);
  expect(again.calls).toEqual([{ whoIs: { email: 'b@example.test' } }, { termsOf: { level: 'plain' } }]);
});

const app = {
  guards: [
    next({ kind: 'reload' }, is('results.server.isNew', true)),
    next(to('accept', 'terms'), is('results.terms.new', true)),
  ],
  signIn: to('credentials', 'login'),
  stepUp: to('code', 'proof'),
} as unknown as CompiledApp;
const made = flow([
  step('open'),
  step('mine', { access: 'customer' }),
  step('money', { access: 'customer', assurance: 2 }),
  step('account', { access: 'customer', assurance: 'own' }),
]);

test('L62 a guard turns nobody away from the flow it leads to, and comes before access', () => {
  const pending = facts({ results: { terms: { new: true } } });
  expect(guard(app, made, { step: 'mine', facts: pending })).toEqual(to('accept', 'terms'));
  const terms = { ...made, id: 'terms' };
  expect(guard(app, terms, { step: 'open', facts: pending })).toBeUndefined();
  expect(guard(app, terms, { step: 'mine', facts: pending })).toEqual(to('credentials', 'login'));
});
test('L62 a reload that brought the same client is not asked again, and the guards after it are', () => {
  const both = facts({ results: { server: { isNew: true }, terms: { new: true } } });
  expect(guard(app, made, { step: 'open', facts: both })).toEqual({ kind: 'reload' });
  expect(guard(app, made, { step: 'open', facts: both, mayReload: false })).toEqual(to('accept', 'terms'));
});
test('L63 below the assurance of a step whoever is signed in steps up, and nobody signs in', () => {
  const at = (session: JsonObject) => guard(app, made, { step: 'money', facts: facts({ session }) });
  expect(at({ access: 'public', assurance: 0 })).toEqual(to('credentials', 'login'));
  expect(at({})).toEqual(to('credentials', 'login'));
  expect(at({ access: 'customer', assurance: 1 })).toEqual(to('code', 'proof'));
  expect(at({ access: 'customer', assurance: 2 })).toBeUndefined();
  expect(
    guard(app, made, { step: 'mine', facts: facts({ session: { access: 'customer', assurance: 1 } }) }),
  ).toBeUndefined();
});

test('L115 a step that asks for own assurance asks of each person what they want themselves', () => {
  const at = (session: JsonObject) => guard(app, made, { step: 'account', facts: facts({ session }) });
  expect(at({})).toEqual(to('credentials', 'login'));
  expect(at({ access: 'customer', assurance: 1 })).toBeUndefined();
  expect(at({ access: 'customer', assurance: 1, assuranceAsked: 1 })).toBeUndefined();
  expect(at({ access: 'customer', assurance: 1, assuranceAsked: 2 })).toEqual(to('code', 'proof'));
  expect(at({ access: 'customer', assurance: 2, assuranceAsked: 2 })).toBeUndefined();
});

test('L64 reload and return are recorded and carried out outside; the way ends at their step', () => {
  for (const kind of ['reload', 'return'] as const) {
    const who = person(
      flow([
        step('ask', {
          fields: [field('name', { required: false })],
          actions: [action('go', { next: [next({ kind })] })],
        }),
        step('after'),
      ]),
    );
    const effects = who.press('go');
    expect(effect(effects, kind)).toEqual([{ type: kind }]);
    expect(who.state.journey['ask']).toEqual({ by: 'action', action: 'go' });
    expect(who.at).toBe('ask');
  }
});
test('L64 a step that decides by itself can lead there', () => {
  const who = person(flow([step('decide', { kind: 'route', next: [next({ kind: 'return' })] }), step('after')]));
  expect(who.effects.filter(({ type }) => type === 'return')).toEqual([{ type: 'return' }]);
});

test('L92 a hand-off says that its fields go after the # of the address, secrets by name alone', () => {
  const target = { kind: 'handOff', address: 'partner', supplies: { id_token: 'token.id' }, in: 'hash' } as const;
  const who = person(flow([step('ask', { actions: [action('go', { next: [next(target)] })] }), step('after')]));
  expect(effect(who.press('go'), 'handOff')).toEqual([
    { type: 'handOff', address: 'partner', fields: {}, supplies: { id_token: 'token.id' }, in: 'hash' },
  ]);
});
test('L145 a hand-off says which cookies are written as the person leaves: text as it is, the rest as JSON, what is missing away', () => {
  const cookies = [
    { name: 'left', value: read('answers.name'), maxAgeSeconds: 60 },
    { name: 'seen', value: { reads: [], of: () => 3 }, maxAgeSeconds: 61 },
    { name: 'gone', value: read('answers.nothing'), maxAgeSeconds: 62 },
  ];
  const target = { kind: 'handOff', address: 'partner', cookies } as const;
  const who = person(
    flow([
      step('ask', { fields: [field('name', { bind: 'name' })], actions: [action('go', { next: [next(target)] })] }),
      step('after'),
    ]),
  );
  who.fill({ name: 'elm' });
  const effects = who.press('go');
  expect(effect(effects, 'handOff')).toEqual([
    {
      type: 'handOff',
      address: 'partner',
      fields: {},
      supplies: {},
      cookies: [
        { name: 'left', maxAgeSeconds: 60, value: 'elm' },
        { name: 'seen', maxAgeSeconds: 61, value: '3' },
        { name: 'gone', maxAgeSeconds: 62 },
      ],
    },
  ]);
  expect(effect(effects, 'cookie')).toEqual([]);
  expect(who.state.world.cookies).toEqual({});
});
test('L65 a hand-off names the secrets it takes along, and holds none of them', () => {
  const target = {
    kind: 'handOff',
    address: 'partner',
    with: { name: read('answers.name') },
    supplies: { id_token: 'token.id' },
  } as const;
  const who = person(
    flow([
      step('ask', { fields: [field('name', { bind: 'name' })], actions: [action('go', { next: [next(target)] })] }),
      step('after'),
    ]),
  );
  who.fill({ name: 'Ana' });
  const effects = who.press('go');
  expect(effect(effects, 'handOff')).toEqual([
    { type: 'handOff', address: 'partner', fields: { name: 'Ana' }, supplies: { id_token: 'token.id' } },
  ]);
  expect(who.state.journey['ask']).toEqual({ by: 'action', action: 'go' });
  expect(who.at).toBe('ask');
});
