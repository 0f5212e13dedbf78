import { describe, expect, test } from 'vitest';
import { applicationFacts, stateFacts } from '../../contract/application.ts';
import { personFacts } from '../../contract/person.ts';

describe('the facts of a person', () => {
  test('nobody is signed in', () => {
    expect(personFacts(undefined, { brand: {}, timedOut: true, session: 's' })).toEqual({
      session: { isAuthenticated: false, access: 'public', assurance: 0, timedOut: true, groups: [], id: 's' },
      customer: { customerType: 'NEW' },
    });
  });
  test.each([
    [{}, 1],
    [{ acr: '1' }, 1],
    [{ acr: '2' }, 2],
    [{ acr: 'urn:strong' }, 1],
    [{ acr: '-2' }, 1],
  ])('a token with %j is known as surely as %i', (claims, level) => {
    expect(personFacts(claims, { brand: {} }).session['assurance']).toBe(level);
  });
  test.each([
    [{}, 'NEW'],
    [{ 'custom:boCode': '1' }, 'ONLINE_RETURNING'],
    [{ 'custom:retailBoCode': '1' }, 'RETAIL_RETURNING'],
    [{ 'custom:boCode': '1', 'custom:retail-bo-code': '2' }, 'OMNI_RETURNING'],
    [{ 'custom:boCode': '1', 'custom:retailBoCode': '2' }, 'OMNI_RETURNING'],
  ])('%j is %s', (claims, type) => {
    expect(personFacts(claims, { brand: {} }).customer['customerType']).toBe(type);
  });
  test('custom attributes by their plain name, claims that are no text left out', () => {
    const { session, customer } = personFacts(
      { email: 'a@b.c', given_name: 'Ann', family_name: 7, 'custom:is-core': 'true', 'custom:list': [1] },
      { brand: {}, hasOpenApplication: false },
    );
    expect(session).toMatchObject({
      email: 'a@b.c',
      firstName: 'Ann',
      isCore: true,
      access: 'customer',
      isAdmin: false,
    });
    expect(Object.keys(session)).not.toContain('lastName');
    expect(Object.keys(session)).not.toContain('list');
    expect(customer).toMatchObject({ isCore: true, hasOpenApplication: false });
  });
});

test('an application says its decision as status and its place in processing as progress; null is unknown', () => {
  expect(applicationFacts(undefined)).toEqual({});
  expect(
    applicationFacts({
      id: '1',
      status: 'PENDING_ESIGN',
      applicationState: { status: 'PENDING_ESIGN', applicationState: 'APPROVED' },
      stateCode: null,
      loanApplicationProgress: { applicationUrl: '/apply' },
      flow: 'apply',
      answers: {},
    }),
  ).toEqual({ id: '1', flow: 'apply', status: 'APPROVED', progress: 'PENDING_ESIGN', applicationUrl: '/apply' });
});

test('what is offered goes with the state that says it: one that says nothing leaves nothing of the one before', () => {
  const amounts = [undefined, null, 0, 25_000];
  const state = (offeredAmount: (typeof amounts)[number]) => ({
    status: 'PENDING_PRODUCT_SELECTION',
    applicationState: 'PENDING',
    ...(offeredAmount !== undefined && { offeredAmount }),
  });
  for (const before of amounts)
    for (const after of amounts)
      expect({ before, after, facts: stateFacts(stateFacts({ id: '1' }, state(before)), state(after)) }).toEqual({
        before,
        after,
        facts: {
          id: '1',
          progress: 'PENDING_PRODUCT_SELECTION',
          status: 'PENDING',
          ...(typeof after === 'number' && { offeredAmount: after }),
        },
      });
});
