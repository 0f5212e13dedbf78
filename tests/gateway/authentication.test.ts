import { expect, test } from 'vitest';
import { authentication, forgetAuthentication, updateAuthentication } from '../../runtime/gateway/authentication.ts';
import type { Person } from '../../runtime/gateway/person.ts';
import { memoryStorage } from './fakes.ts';

const person = (sub: string, claims: Person['claims'] = {}): Person => ({
  token: `${sub}.token`,
  claims: { sub, ...claims },
  expires: 1000,
});
const idle = { isAuthenticating: false, error: null, transient: false };

test('what a tab keeps of a person counts for nobody else, before what their token says, until it is forgotten', () => {
  const tab = memoryStorage();
  const [ana, ben] = [person('ana', { 'custom:boCode': 'BO1' }), person('ben')];
  const says = () => [undefined, ana, ben].map((one) => authentication(tab, one, idle).isReturningCustomer);
  expect(says()).toEqual([false, true, false]);
  updateAuthentication(tab, ana, { isReturningCustomer: false });
  expect(says()).toEqual([false, false, false]);
  updateAuthentication(tab, ben, { isReturningCustomer: true });
  expect(says()).toEqual([false, true, true]);
  updateAuthentication(tab, undefined, { isReturningCustomer: true });
  expect(says()).toEqual([false, true, true]);
  for (const damaged of ['', '{', '[]', '1', '{"sub":"ben","isReturningCustomer":"yes"}']) {
    tab.set('waymark.authentication', damaged);
    expect([damaged, ...says()]).toEqual([damaged, false, true, false]);
  }
  updateAuthentication(tab, ben, { isReturningCustomer: true });
  forgetAuthentication(tab);
  expect(says()).toEqual([false, true, false]);
});

test('what is said later stands beside what was kept before, and nothing is kept that is not known', () => {
  const tab = memoryStorage();
  const ben = person('ben', { 'custom:retailBoCode': 'RB1' });
  const state = () => authentication(tab, ben, idle);
  expect(state()).toMatchObject({ customerType: 'RETAIL_RETURNING', isRetailReturning: true, stateCode: null });
  updateAuthentication(tab, ben, { customerType: 'NEW', isRetailReturning: false, stateCode: 'TX', channel: null });
  updateAuthentication(tab, ben, { isEnrollment: true });
  expect(state()).toMatchObject({
    customerType: 'NEW',
    isRetailReturning: false,
    stateCode: 'TX',
    channel: null,
    isEnrollment: true,
  });
});

test('the password of a new customer is told of, and what the tab is asked of a log-in is no part of what it keeps', () => {
  const tab = memoryStorage();
  const asked = { isAuthenticating: true, error: 'NotAuthorizedException', transient: true };
  expect(authentication(tab, undefined, asked)).toMatchObject({ isAuthenticated: false, ...asked });
  expect(authentication(tab, undefined, idle)).toMatchObject(idle);
});
