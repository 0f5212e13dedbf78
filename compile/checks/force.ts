/**
 * Documents that pages, states or obligations ask for are in force: today, and without a gap between their versions.
 */
import { nextDay } from '../../contract/days.ts';
import type { ParsedDocument } from '../documents.ts';
import { inForce } from '../emit/compliance.ts';
import { entries, isObject, list, member, text } from '../json-types.ts';
import type { World } from '../world.ts';
import { at, atPlace, type Concern, type Finding } from './check.ts';

interface Asked {
  readonly tag: string;
  readonly holder: object;
  readonly key: string | number;
  /** The brand it is asked for; all when absent. */
  readonly brand?: string;
}

function* asked(world: World): Generator<Asked> {
  for (const { brand, flow, uses } of world.scenes) {
    for (const { item } of uses.items) {
      const tag = text(item['disclosure']);
      if (tag !== undefined) yield { tag, holder: item, key: 'disclosure', brand: brand.id };
    }
    const footer = list(member(flow ? undefined : brand.app['footer'], 'disclosures'));
    for (const [i, tag] of footer.entries()) yield { tag: String(tag), holder: footer, key: i, brand: brand.id };
  }
  for (const obligation of Object.values(world.source.obligations)) {
    for (const key of ['shown', 'agreed']) {
      const tag = text(obligation[key]);
      if (tag !== undefined) yield { tag, holder: obligation, key };
    }
  }
  for (const state of Object.values(world.source.states)) {
    for (const row of list(state['rows'])) {
      if (!isObject(row) || !inForce(row['from'], row['until'], world.options.today)) continue;
      for (const [, section] of entries(row['disclosures']))
        for (const [i, tag] of list(section).entries()) yield { tag: String(tag), holder: list(section), key: i };
    }
  }
}

function span({ front }: ParsedDocument): string {
  return front.until === undefined ? `from ${front.from}` : `from ${front.from} to ${front.until}`;
}

/** Days between two versions for the same brands on which neither holds. */
function* gaps(documents: readonly ParsedDocument[]): Generator<Finding> {
  for (const group of Map.groupBy(
    documents,
    ({ front }) => `${front.idTag} ${front.brands?.join(',') ?? '*'}`,
  ).values()) {
    const sorted = [...group].sort((a, b) => (a.front.from < b.front.from ? -1 : 1));
    for (const [i, later] of sorted.entries()) {
      const until = sorted[i - 1]?.front.until;
      if (until !== undefined && nextDay(until) < later.front.from)
        yield atPlace(
          { file: later.source.file, line: 1, column: 1 },
          `From ${nextDay(until)} until this version begins on ${later.front.from} no version of "${later.front.idTag}" is in force.`,
          `Begin this version on ${nextDay(until)}, or let the earlier one last.`,
        );
    }
  }
}

export const inForceToday: Concern = function* (world) {
  const { today } = world.options;
  for (const { front, source } of world.documents)
    if (front.until !== undefined && front.until < front.from)
      yield atPlace(
        { file: source.file, line: 1, column: 1 },
        `This version of "${front.idTag}" ends before it begins.`,
        'Correct "from" or "until".',
      );
  for (const { tag, holder, key, brand } of asked(world)) {
    const versions = world.documents.filter(
      ({ front }) => front.idTag === tag && (brand === undefined || !front.brands || front.brands.includes(brand)),
    );
    if (versions.some(({ front }) => inForce(front.from, front.until, today))) continue;
    const when =
      versions.length === 0
        ? `it has no version for the brand "${brand ?? ''}"`
        : `its versions hold ${versions.map(span).join(' and ')}`;
    yield at(holder, key, {
      message: `The document "${tag}" is not in force today, ${today}: ${when}.`,
      fix: `Write a version in force in compliance/, or do not ask for it.`,
    });
  }
  yield* gaps(world.documents);
};
