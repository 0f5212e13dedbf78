import { known } from '../../kit/known.ts';

/** One argument comes back as it is, as in json-logic. */
export function multiply(...values: unknown[]): unknown {
  return known(values, (all) =>
    all.reduce((product, value) => parseFloat(product as string) * parseFloat(value as string)),
  );
}
