/** The stores as the location system has them, and as they are shown: cleaned, with their week. */
import { readFileSync } from 'node:fs';
import type { Operations } from '../../contract/generated/operations.ts';

/** A store as the location system has it: `hours` names a week. */
export interface StoreRecord {
  readonly storeNumber: string;
  readonly storeName: string;
  readonly addressLine1: string;
  readonly addressLine2: string;
  readonly city: string;
  readonly state: string;
  readonly postalCode: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly phone: string;
  readonly brand: string;
  readonly active: boolean;
  readonly hours: string;
}
/** A store as it is shown. */
export type Store = Operations['searchLocations']['value']['results'][number];

const { hours: weeks, stores } = JSON.parse(readFileSync(new URL('./stores.json', import.meta.url), 'utf8')) as {
  /** `09:00-19:00` for each day, Monday first; null for a day on which it is closed. */
  hours: Readonly<Record<string, readonly (string | null)[]>>;
  stores: readonly StoreRecord[];
};
export const storeRecords: readonly StoreRecord[] = stores;

/** The list of business days (section 9): the order of a store's hours. */
const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

/** Trailing text in parentheses is no part of a name that is shown. */
export const cleanName = (name: string): string => name.replace(/(?:\s*\([^()]*\))+\s*$/, '').trim();
/** `63101-` is 63101; a whole ZIP+4 stays. */
export const cleanPostalCode = (code: string): string => code.replace(/^(\d{5})-$/, '$1');
/** Ten digits without parentheses, dashes and spaces. */
export const cleanPhone = (phone: string): string => phone.replace(/[()\-\s]/g, '');

/**
 * A store as it is shown.
 * @param today the date, by which its `dayOfWeek` is the one of today
 */
export function shownStore(record: StoreRecord, today: string): Store {
  const { active: _, hours, storeName, postalCode, phone, brand, ...store } = record;
  return {
    ...store,
    storeName: cleanName(storeName),
    postalCode: cleanPostalCode(postalCode),
    phone: cleanPhone(phone),
    brand,
    dayOfWeek: days[(new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7] ?? days[0],
    hours: days.map((dayOfWeek, index) => {
      const [openTime, closeTime] = weeks[hours]?.[index]?.split('-') ?? [];
      const closed = openTime === undefined || closeTime === undefined;
      return { dayOfWeek, brand, isClosed: closed, ...(closed ? {} : { openTime, closeTime }) };
    }),
  };
}
