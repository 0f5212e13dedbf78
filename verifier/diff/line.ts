/** The main line of two versions: steps that stand elsewhere in the order of those that both have. */

export interface Moved {
  readonly step: string;
  /** The step it comes after now, and came after before; undefined at the beginning. */
  readonly is: string | undefined;
  readonly was: string | undefined;
}

/** The fewest steps that, taken out, leave both lines in one order. */
export function movedSteps(before: readonly string[], after: readonly string[]): readonly Moved[] {
  const [was, is] = [before.filter((step) => after.includes(step)), after.filter((step) => before.includes(step))];
  const stay = new Set(longestCommon(was, is));
  return is
    .filter((step) => !stay.has(step))
    .map((step) => ({ step, is: is[is.indexOf(step) - 1], was: was[was.indexOf(step) - 1] }));
}

function longestCommon(one: readonly string[], other: readonly string[]): readonly string[] {
  let rows: (readonly string[])[] = other.map(() => []);
  for (const step of one) {
    const next: (readonly string[])[] = [];
    for (const [index, here] of other.entries()) {
      const left = next[index - 1] ?? [];
      const above = rows[index] ?? [];
      const longer = left.length > above.length ? left : above;
      const both = here === step ? [...(rows[index - 1] ?? []), step] : [];
      next.push(both.length > longer.length ? both : longer);
    }
    rows = next;
  }
  return rows.at(-1) ?? [];
}
