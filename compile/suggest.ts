/** The nearest known name to a misspelt one. */

/** Edits (insert, delete, replace, swap of neighbours) from one word to another. */
function distance(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let best = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, (before[j - 2] ?? 0) + 1);
      next.push(best);
    }
    before = row;
    row = next;
  }
  return row[b.length] ?? 0;
}

/** The same letters in another order are the likelier slip. */
function letters(word: string): string {
  return [...word.toLowerCase()].sort().join('');
}

/** The known name that is probably meant, if one is near enough. */
export function nearest(name: string, known: Iterable<string>): string | undefined {
  let found: string | undefined;
  let least = Math.max(2, Math.floor(name.length / 3)) + 1;
  for (const candidate of known) {
    if (Math.abs(candidate.length - name.length) >= least) continue;
    const swapped = letters(name) === letters(candidate) ? 0.5 : 0;
    const edits = distance(name.toLowerCase(), candidate.toLowerCase()) - swapped;
    if (edits < least) [found, least] = [candidate, edits];
  }
  return found;
}

/** A remedy: "Did you mean ...?" when something is near, else the given sentence. */
export function didYouMean(name: string, known: Iterable<string>, otherwise: string): string {
  const near = nearest(name, known);
  return near === undefined ? otherwise : `Did you mean "${near}"?`;
}
