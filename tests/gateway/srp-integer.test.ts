/** The numbers of the log-in say what those say in whose place they stand, for all that the package asks of them. */
import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import Own from '../../runtime/gateway/srp-integer.ts';
import { ownSrpInteger } from '../../scripts/lib/srp-integer.ts';

type Numbers = typeof Own;
const amplify = dirname(createRequire(import.meta.url).resolve('aws-amplify/package.json'));
const srp = join(amplify, 'node_modules/@aws-amplify/auth/dist/esm/providers/cognito/utils/srp');
const load = async <T>(file: string): Promise<T> => (await import(pathToFileURL(join(srp, file)).href)) as T;
const { default: Theirs } = await load<{ default: Numbers }>('BigInteger/BigInteger.mjs');
const { INIT_N } = await load<{ INIT_N: string }>('constants.mjs');

const power = (of: Numbers, [base, exponent, by]: readonly [string, string, string]): Promise<string> =>
  new Promise((resolve, reject) => {
    new of(base, 16).modPow(new of(exponent, 16), new of(by, 16), (error, found) =>
      error ? reject(error) : resolve(found.toString(16)),
    );
  });
const hex = fc.uint8Array({ minLength: 1, maxLength: 40 }).map((bytes) => Buffer.from(bytes).toString('hex'));

test('sums, differences, products, remainders and comparisons are the same', () => {
  const said = (of: Numbers, one: string, other: string): readonly (string | boolean | number)[] => {
    const [a, b] = [new of(one, 16), new of(other, 16)];
    const difference = a.subtract(b);
    return [
      a.add(b).toString(16),
      difference.abs().toString(16),
      a.multiply(b).toString(16),
      ...(b.equals(of.ZERO) ? [] : [a.mod(b).toString(16), difference.mod(b).toString(16)]),
      a.equals(b),
      difference.equals(of.ZERO),
      Math.sign(a.compareTo(b)),
      Math.sign(difference.compareTo(of.ZERO)),
      a.add(of.ONE).toString(16),
    ];
  };
  fc.assert(
    fc.property(hex, hex, (one, other) => {
      expect(said(Own, one, other)).toEqual(said(Theirs, one, other));
      expect(said(Own, one, one)).toEqual(said(Theirs, one, one));
    }),
    { seed: 7, numRuns: 200 },
  );
});

test('powers are the same, of the sizes of a log-in and of none', async () => {
  const sizes = [128, 32, 160, 1];
  for (const bytes of sizes)
    for (const base of ['2', randomBytes(384).toString('hex')]) {
      // Never nothing: to that power the package's own raises without ever saying so.
      const exponent = `${randomBytes(bytes).toString('hex')}1`;
      const given = [base, exponent, INIT_N] as const;
      expect(await power(Own, given)).toBe(await power(Theirs, given));
    }
  expect(await power(Own, ['5', '0', INIT_N])).toBe('1');
});

test('they stand in the place of the package’s own wherever it asks for those, and of nothing else', () => {
  for (const importer of ['handlePasswordVerifierChallenge.mjs', 'srp/calculate/calculateU.mjs'])
    for (const asked of ['./srp/BigInteger/BigInteger.mjs', '../BigInteger/BigInteger.mjs'])
      expect(ownSrpInteger(asked, join(srp, '..', importer))).toMatch(/gateway.srp-integer\.ts$/);
  expect(
    ownSrpInteger('./srp/getPaddedHex.mjs', join(srp, '..', 'handlePasswordVerifierChallenge.mjs')),
  ).toBeUndefined();
  expect(ownSrpInteger('./BigInteger.mjs', '/elsewhere/index.mjs')).toBeUndefined();
  expect(ownSrpInteger('./BigInteger.mjs', undefined)).toBeUndefined();
});
