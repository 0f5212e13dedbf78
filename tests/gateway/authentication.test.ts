import { expect, test } from 'vitest';
import { authentication, forgetAuthentication, updateAuthentication } from '../../runtime/gateway/authentication.ts';
import type { Person } from '../../runtime/gateway/person.ts';
import { memoryStorage } from './fakes.ts';

const person = (sub: string, claims: Person['claims'] = {}): Person => ({
  token: `${sub}.token`,
  claims: { sub, ...claims },
  expires: 1000,
});

test('what a tab keeps of a person counts for nobody else, before what their token says, until it is forgotten', () => {
  const tab = memoryStorage();
  const [ana, ben] = [person('ana', { 'custom:boCode': 'BO1' }), person('ben')];
  const says = () => [undefined, ana, ben].map((one) => authentication(tab, one).isReturningCustomer);
  expect(says()).toEqual([false, true, false]);
  expect(updateAuthentication(tab, ana, { isReturningCustomer: false })).toEqual({ isReturningCustomer: false });
  expect(says()).toEqual([false, false, false]);
  expect(updateAuthentication(tab, ben, { isReturningCustomer: true })).toEqual({ isReturningCustomer: true });
  expect(says()).toEqual([false, true, true]);
  expect(updateAuthentication(tab, undefined, { isReturningCustomer: true })).toEqual({ isReturningCustomer: false });
  for (const damaged of ['', '{', '[]', '1', '{"sub":"ben","isReturningCustomer":"yes"}']) {
    tab.set('waymark.authentication', damaged);
    expect([damaged, ...says()]).toEqual([damaged, false, true, false]);
  }
  updateAuthentication(tab, ben, { isReturningCustomer: true });
  forgetAuthentication(tab);
  expect(says()).toEqual([false, true, false]);
});
