import { expect, test } from 'vitest';
import type { CompiledFlow } from '../../../runtime/core/definition.ts';
import { Lately } from '../../../verifier/explore/lately.ts';

const flow = (id: string): CompiledFlow => ({ id }) as CompiledFlow;
const made = (moves: number) => ({ exploration: { legs: Array.from({ length: moves }) } });

test('of explorations the latest are kept, as far as they have no more moves together than may be, and always the last', () => {
  const [one, other] = [flow('one'), flow('other')];
  const [first, second, third, large] = [made(4), made(4), made(4), made(40)];
  const lately = new Lately<ReturnType<typeof made>>(10);
  lately.keep(one, 'a', first);
  lately.keep(other, 'a', second);
  expect([lately.find(one, 'a'), lately.find(other, 'a'), lately.find(one, 'b')]).toEqual([first, second, undefined]);
  lately.keep(one, 'b', third);
  expect([lately.find(one, 'a'), lately.find(other, 'a'), lately.find(one, 'b')]).toEqual([undefined, second, third]);
  lately.keep(one, 'a', large);
  expect([lately.find(one, 'a'), lately.find(other, 'a'), lately.find(one, 'b')]).toEqual([
    large,
    undefined,
    undefined,
  ]);
});
