/** What came of a run, written down as what a fixture expects. */
import type { JsonObject } from '../../runtime/core/facts.ts';
import type { Ran } from '../fixture/verdict.ts';

/**
 * The expectation under which this run holds.
 * @param pages places of the pages to record; one that was not seen is left out
 */
export function expectationOf(ran: Ran, pages: readonly string[]): JsonObject {
  const lines = Object.fromEntries(
    pages.flatMap((place) => (ran.pages[place] === undefined ? [] : [[place, ran.pages[place]]])),
  );
  const shown = {
    ...(ran.shown.length > 0 && { disclosures: ran.shown }),
    ...(Object.keys(lines).length > 0 && { pages: lines }),
  };
  return {
    path: ran.path,
    calls: ran.calls,
    ...(Object.keys(shown).length > 0 && { shown }),
    errors: ran.errors,
    ...(ran.leaves === undefined ? { end: ran.end } : { leaves: ran.leaves }),
  };
}

/** Pages that differ from all that were recorded before: recorded once is enough to notice a change. */
export class Recorded {
  readonly #known = new Set<string>();

  /** The places of a run whose pages are new; they are known from now on. */
  news(ran: Ran): readonly string[] {
    return Object.entries(ran.pages).flatMap(([place, lines]) => {
      const mark = JSON.stringify([place, lines]);
      if (this.#known.has(mark)) return [];
      this.#known.add(mark);
      return [place];
    });
  }
}
