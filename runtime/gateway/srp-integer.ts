/**
 * The numbers of the log-in, in the place of those that aws-amplify brings (its `BigInteger`, made before JavaScript
 * had whole numbers of any size): its powers of 3,072 bits take the browser's own numbers a tenth of the time, and a
 * slow phone waited seconds for them. What the package asks of them is what stands here; in an app of a phone it puts
 * the platform's own power in the same place (its `index.native.ts`).
 */

/** The remainder that is not negative. */
const modulo = (value: bigint, by: bigint): bigint => {
  const rest = value % by;
  return rest < 0n ? rest + by : rest;
};

/** `base` to the power of `exponent`, modulo `by`: four bits of the exponent at a time. */
function power(base: bigint, exponent: bigint, by: bigint): bigint {
  const powers = [1n];
  for (let which = 1; which < 16; which += 1) powers.push(((powers[which - 1] as bigint) * base) % by);
  let result = 1n;
  for (const digit of exponent.toString(16)) {
    for (let square = 0; square < 4; square += 1) result = (result * result) % by;
    result = (result * (powers[Number.parseInt(digit, 16)] as bigint)) % by;
  }
  return result;
}

export default class BigInteger {
  static readonly ZERO = BigInteger.of(0n);
  static readonly ONE = BigInteger.of(1n);
  #value = 0n;

  private static of(value: bigint): BigInteger {
    const made = new BigInteger();
    made.#value = value;
    return made;
  }

  /** @param digits of a whole number in hexadecimal that is not negative; none are nought */
  constructor(digits?: string, _radix?: 16) {
    if (digits) this.#value = BigInt(`0x${digits}`);
  }

  add = (other: BigInteger): BigInteger => BigInteger.of(this.#value + other.#value);
  subtract = (other: BigInteger): BigInteger => BigInteger.of(this.#value - other.#value);
  multiply = (other: BigInteger): BigInteger => BigInteger.of(this.#value * other.#value);
  mod = (by: BigInteger): BigInteger => BigInteger.of(modulo(this.#value, by.#value));
  abs = (): BigInteger => (this.#value < 0n ? BigInteger.of(-this.#value) : this);
  equals = (other: BigInteger): boolean => this.#value === other.#value;
  /** Less than nought where this is the smaller one, more where it is the larger one. */
  compareTo = (other: BigInteger): number => Number(this.#value > other.#value) - Number(this.#value < other.#value);

  /** @param done is given the power, as the package asks for it */
  modPow(exponent: BigInteger, by: BigInteger, done: (error: unknown, power: BigInteger) => void): void {
    done(undefined, BigInteger.of(power(modulo(this.#value, by.#value), exponent.#value, by.#value)));
  }

  /** In hexadecimal, the only way in which the package asks for it. */
  toString(_radix?: 16): string {
    return this.#value.toString(16);
  }
}
