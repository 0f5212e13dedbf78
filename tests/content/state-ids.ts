/** Numbers of licenses and ID cards as the specification prints their patterns. */
import { detail } from './compiled.ts';

/** The shortest and longest numbers that are printed for a state, and those one character beside. */
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
      if (value === '' || !takes(value) || beside.every((one) => takes(one))) continue;
      good.add(value);
      for (const one of beside) if (!takes(one)) bad.add(one);
    }
  return [[...good], [...bad]];
}
