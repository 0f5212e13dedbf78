/**
 * Compliance: exactly one row for every day, examples that agree with their pattern, documents that exist, placeholders
 * that are declared.
 */
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import { isDay, nextDay } from '../../contract/days.ts';
import { wordsOf } from '../document-words.ts';
import type { ParsedDocument } from '../documents.ts';
import { FORMATS, pieces } from '../emit/text.ts';
import { entries, isObject, list, text } from '../json-types.ts';
import { didYouMean } from '../suggest.ts';
import type { World } from '../world.ts';
import { at, atPlace, type Check, type Finding } from './check.ts';
import { causeOf } from './unknown-fact.ts';

/** Rows follow each other without a gap and without overlap, and the last has no end. */
function* days(abbr: string, rows: readonly Json[]): Generator<Finding> {
  const found = rows.filter(isObject);
  for (const row of found)
    for (const key of ['from', 'until'])
      if (row[key] !== undefined && row[key] !== null && !isDay(row[key]))
        yield at(row, key, {
          message: `"${String(row[key])}" is no day of the calendar.`,
          fix: 'Write year-month-day.',
        });
  const sorted = found
    .filter((row) => isDay(row['from']))
    .sort((a, b) => (String(a['from']) < String(b['from']) ? -1 : 1));
  for (const [i, row] of sorted.entries()) {
    const next = sorted[i + 1];
    const until = row['until'];
    if (isDay(until) && until < String(row['from'])) {
      yield at(row, 'until', {
        message: `This row of ${abbr} ends before it begins.`,
        fix: 'Correct "from" or "until".',
      });
      // Which days it holds on, and so what follows it, nobody knows.
      continue;
    }
    if (!next) {
      if (isDay(until))
        yield at(row, 'until', {
          message: `After ${until} no row of ${abbr} holds.`,
          fix: 'Write null, or add the row that follows.',
        });
    } else if (!isDay(until) || until >= String(next['from']))
      yield at(next, 'from', {
        message: `On ${String(next['from'])} two rows of ${abbr} hold.`,
        fix: 'End the earlier row the day before.',
      });
    else if (nextDay(until) !== next['from'])
      yield at(next, 'from', {
        message: `From ${nextDay(until)} no row of ${abbr} holds.`,
        fix: `Begin this row on ${nextDay(until)}.`,
      });
  }
}

/** A pattern that is none is told by the pattern check. */
function regular(source: string): RegExp | undefined {
  try {
    return new RegExp(source, 'u');
  } catch {
    return undefined;
  }
}

function* idExamples(row: JsonObject): Generator<Finding> {
  const source = text(row['idPattern']);
  if (source === undefined) return;
  const pattern = regular(source);
  if (!pattern) return;
  for (const [key, should] of [
    ['idValid', true],
    ['idInvalid', false],
  ] as const) {
    const examples = list(row[key]);
    for (const [i, example] of examples.entries())
      if (pattern.test(String(example)) !== should)
        yield at(examples, i, {
          message: `"${String(example)}" ${should ? 'does not fit' : 'fits'} the pattern, but stands in "${key}".`,
          fix: 'Correct the pattern or the example.',
        });
  }
}

function* words(document: ParsedDocument, world: World): Generator<Finding> {
  const sight = { typed: [], item: false, payload: false, arithmetic: false };
  for (const { text: said, place } of wordsOf(document)) {
    for (const piece of pieces(said)) {
      if (typeof piece === 'string') continue;
      // A document may stand in any flow: a name is known when one of them knows it.
      const found = world.scenes.map((scene) => scene.facts.find(piece.path, sight));
      const miss = found.find((one) => !one.found);
      if (miss && !miss.found && found.every((one) => !one.found))
        yield {
          ...atPlace(
            place,
            `There is no fact "${piece.path}": "${miss.at}" is not declared.`,
            didYouMean(miss.at, miss.known, 'Name a declared fact.'),
          ),
          cause: causeOf(piece.path, miss.at),
        };
      if (piece.format !== undefined && !Object.hasOwn(FORMATS, piece.format))
        yield atPlace(
          place,
          `There is no format "${piece.format}".`,
          didYouMean(piece.format, Object.keys(FORMATS), `Formats: ${Object.keys(FORMATS).join(', ')}.`),
        );
    }
  }
}

/** A page draws one document for an idTag, so no two may hold for one brand on one day. */
function* versions(documents: readonly ParsedDocument[]): Generator<Finding> {
  for (const group of Map.groupBy(documents, ({ front }) => front.idTag).values()) {
    const sorted = [...group].sort((a, b) => (a.front.from < b.front.from ? -1 : 1));
    for (const [i, later] of sorted.entries()) {
      const clash = sorted
        .slice(0, i)
        .find(
          (one) => (one.front.until === undefined || one.front.until >= later.front.from) && sharesBrand(one, later),
        );
      if (clash)
        yield atPlace(
          { file: later.source.file, line: 1, column: 1 },
          `On ${later.front.from} two documents "${later.front.idTag}" hold: ${clash.source.file} and this one.`,
          'Give the earlier one an "until", or each its own idTag.',
        );
    }
  }
}
function sharesBrand(a: ParsedDocument, b: ParsedDocument): boolean {
  return !a.front.brands || !b.front.brands || a.front.brands.some((brand) => b.front.brands?.includes(brand));
}

export const compliance: Check = {
  *world(world) {
    const tags = [...new Set(world.documents.map(({ front }) => front.idTag))];
    for (const [name, state] of Object.entries(world.source.states)) {
      if (state['abbr'] !== name)
        yield at(state, 'abbr', {
          message: `"${String(state['abbr'])}" is not the name of its file, "${name}".`,
          fix: 'Make the two the same.',
        });
      yield* days(name, list(state['rows']));
      for (const row of list(state['rows'])) {
        if (!isObject(row)) continue;
        yield* idExamples(row);
        for (const [, section] of entries(row['disclosures'])) {
          for (const [i, tag] of list(section).entries())
            if (!tags.includes(String(tag)))
              yield at(list(section), i, {
                message: `There is no document "${String(tag)}".`,
                cause: `document ${String(tag)}`,
                fix: didYouMean(String(tag), tags, 'Write it in compliance/.'),
              });
        }
      }
    }
    yield* versions(world.documents);
    for (const document of world.documents) yield* words(document, world);
  },
};
