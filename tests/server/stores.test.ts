/** The stores and how they are looked for: every store, at the functions that the server answers with. */
import { describe, expect, test } from 'vitest';
import { cleanName, cleanPhone, cleanPostalCode, shownStore, storeRecords } from '../../server/stores/records.ts';
import { searchStores, type StoreSearch } from '../../server/stores/search.ts';

const friday = '2026-11-20';
const search = (asked: StoreSearch) => searchStores(asked, friday);
const numbers = (asked: StoreSearch) => search(asked).map(({ storeNumber }) => storeNumber);
const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

describe('every store as it is shown', () => {
  const shown = storeRecords.map((record) => shownStore(record, friday));
  test('there are 300 and more, each of one number, none of them 2997', () => {
    const all = storeRecords.map(({ storeNumber }) => storeNumber);
    expect(all.length).toBeGreaterThanOrEqual(300);
    expect(new Set(all).size).toBe(all.length);
    expect(all).not.toContain('2997');
  });
  test('its name has no remark, its ZIP code no dash at its end, its telephone ten digits', () => {
    expect(storeRecords.some(({ storeName }) => storeName.endsWith(')'))).toBe(true);
    expect(storeRecords.some(({ postalCode }) => postalCode.endsWith('-'))).toBe(true);
    expect(storeRecords.some(({ phone }) => phone.startsWith('('))).toBe(true);
    for (const { storeName, postalCode, phone } of shown) {
      expect(storeName).not.toMatch(/[()]|^$|\s$/);
      expect(postalCode).toMatch(/^\d{5}$/);
      expect(phone).toMatch(/^\d{10}$/);
    }
  });
  test('it has a week from Monday to Sunday, with times on the days alone on which it is not closed', () => {
    for (const { hours, dayOfWeek, brand } of shown) {
      expect(hours.map((day) => day.dayOfWeek)).toEqual(days);
      expect(dayOfWeek).toBe('Friday');
      for (const day of hours) {
        expect(day.brand).toBe(brand);
        expect([day.openTime !== undefined, day.closeTime !== undefined]).toEqual([!day.isClosed, !day.isClosed]);
        if (!day.isClosed) expect(String(day.openTime) < String(day.closeTime)).toBe(true);
      }
    }
    expect(shown.some(({ hours }) => hours.some(({ isClosed }) => isClosed))).toBe(true);
  });
});

test('what is cleaned of a name, a ZIP code and a telephone number, and what stays', () => {
  expect(['Main St (123)', 'Main St (old) (2)', 'Main (East) St', 'Main St'].map(cleanName)).toEqual([
    'Main St',
    'Main St',
    'Main (East) St',
    'Main St',
  ]);
  expect(['63101-', '63101', '63101-1234'].map(cleanPostalCode)).toEqual(['63101', '63101', '63101-1234']);
  expect(['(314) 555-0100', '314-555-0100', '3145550100'].map(cleanPhone)).toEqual(Array(3).fill('3145550100'));
});

describe('looking for stores', () => {
  test('they come nearest first, and page by page the same as at once, whatever the size of a page', () => {
    for (const postalCode of ['64106', '63101', '78701', '90001', '99999']) {
      const all = search({ postalCode, params: { limit: 1000 } });
      const far = all.map(({ distance = 0 }) => distance);
      expect(far).toEqual(far.toSorted((a, b) => a - b));
      for (const limit of [1, 9, 50]) {
        const pages = Array.from({ length: Math.ceil(all.length / limit) + 1 }, (_, page) =>
          search({ postalCode, params: { limit, skip: page * limit } }),
        );
        expect([postalCode, limit, pages.flat()]).toEqual([postalCode, limit, all]);
      }
      for (const maxDistance of [0, 50_000, 804_700])
        expect(search({ postalCode, params: { limit: 1000, maxDistance } })).toEqual(
          all.filter(({ distance = 0 }) => distance <= maxDistance),
        );
    }
  });
  test('nine come, no farther than 804,700 metres, where nobody says otherwise', () => {
    expect(numbers({ postalCode: '64106' })).toHaveLength(9);
    expect(
      search({ postalCode: '64106', params: { limit: 1000 } }).every(({ distance = 0 }) => distance <= 804_700),
    ).toBe(true);
    expect(search({ postalCode: '99501' })).toEqual([]);
    expect(search({ postalCode: '00000' })).toEqual([]);
  });
  test('a number brings its store, wherever it is; 2997 means the address', () => {
    expect(numbers({ storeNumber: '1201', postalCode: '64106' })).toEqual(['1201']);
    expect(numbers({ storeNumber: '9999', postalCode: '64106' })).toEqual([]);
    const near: StoreSearch = { postalCode: '64106', params: { limit: 1 } };
    expect(numbers({ ...near, storeNumber: '2997' })).toEqual(numbers(near));
  });
  test('the closest of a state is looked for from the ZIP code of an address, and from the town where that tells nothing', () => {
    const home = { addressLine1: '50 West Broad Street', city: 'Columbus', state: 'OH' };
    const params = { limit: 1, stateRestriction: 'OH' };
    expect(search({ ...home, postalCode: '43215', params })).toMatchObject([{ state: 'OH', city: 'Columbus' }]);
    expect(search({ ...home, params })).toMatchObject([{ state: 'OH', city: 'Columbus' }]);
    expect(
      search({ postalCode: '64106', params: { limit: 1, stateRestriction: 'FL', maxDistance: 5_000_000 } }),
    ).toMatchObject([{ state: 'FL' }]);
  });
  test('a closed one comes to who asks for all', () => {
    expect(numbers({ storeNumber: '1199' })).toEqual(['1199']);
    expect(numbers({ storeNumber: '1199', activeOnly: true })).toEqual([]);
  });
});
