/** What the row of a state says must be disclosed is demanded by an obligation, so that `prove` looks after it. */
import { inForce } from '../emit/compliance.ts';
import { entries, isObject, list } from '../json-types.ts';
import { at, type Concern, type Finding } from './check.ts';

/** States named before "and so on". */
const NAMED = 5;

export const demanded: Concern = function* ({ source, options }) {
  const obligations = Object.values(source.obligations);
  const lacking = new Map<
    string,
    { readonly states: string[]; readonly finding: (states: readonly string[]) => Finding }
  >();
  for (const [state, doc] of Object.entries(source.states)) {
    for (const row of list(doc['rows'])) {
      if (!isObject(row) || row['served'] === false || !inForce(row['from'], row['until'], options.today)) continue;
      for (const [, section] of entries(row['disclosures'])) {
        for (const [i, tag] of list(section).entries()) {
          const asked = obligations.some(
            (one) =>
              one['shown'] === tag &&
              (one['states'] === undefined || list(one['states']).some((name) => name === '*' || name === state)),
          );
          if (asked) continue;
          const known = lacking.get(String(tag)) ?? {
            states: [],
            finding: (states) =>
              at(list(section), i, {
                message: `Nothing makes sure that "${String(tag)}" is shown in ${named(states)}.`,
                fix: `Write an obligation in compliance/obligations/ with "shown": "${String(tag)}", or take it out of the row.`,
              }),
          };
          known.states.push(state);
          lacking.set(String(tag), known);
        }
      }
    }
  }
  for (const { states, finding } of lacking.values()) yield finding(states);
};

function named(states: readonly string[]): string {
  const rest = states.length - NAMED;
  return rest > 0 ? `${states.slice(0, NAMED).join(', ')} and ${rest} other states` : states.join(', ');
}
