/** Numbers of licenses and ID cards as the specification prints their patterns. */
import { detail } from './compiled.ts';

/** The shortest and longest numbers that are printed for a state, in large and small letters, and those just beside. */
export function atTheEdges(state: string): readonly [good: readonly string[], bad: readonly string[]] {
  const patterns = detail<readonly string[]>(`rule.stateId.${state}`, 'patterns').map((one) => new RegExp(one));
  const takes = (value: string): boolean => patterns.some((one) => one.test(value));
  const series = [0, 1, 2, 7, 8].map((letters) =>
    Array.from(
      { length: 20 },
      (_, digits) => `${'QUARTZED'.slice(0, letters)}${'4837261950483726195'.slice(0, digits)}`,
    ),
  );
  const good = new Set<string>();
  const bad = new Set<string>();
  for (const line of series)
    for (const [index, value] of line.entries()) {
      const beside = [line[index - 1] ?? '', line[index + 1] ?? ''].filter((one) => one !== '');
      // One character alone has nothing shorter beside it: "4" of one to seven digits.
      if (value === '' || !takes(value) || (value.length > 1 && beside.every((one) => takes(one)))) continue;
      good.add(value);
      for (const one of beside) if (!takes(one)) bad.add(one);
    }
  // With a letter less or more in front, or in the place of the first digit.
  for (const value of good)
    for (const one of [value.slice(1), `A${value}`, value.replace(/\d/, 'U')])
      if (one !== '' && !takes(one)) bad.add(one);
  // A letter is one whether it is typed small or large; one of another alphabet, or in another place, is none.
  for (const value of good) {
    if (!/[A-Z]/.test(value)) continue;
    good.add(value.toLowerCase());
    for (const one of [value.replace(/^[A-Z]/, 'É'), value.replace(/^([A-Z]+)(\d+)$/, '$2$1')])
      if (!takes(one)) bad.add(one);
  }
  return [[...good], [...bad]];
}
