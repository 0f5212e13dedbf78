/** Disclosures and agreements of two versions: what reads otherwise today, and what will from a later day. */
import { canonical } from '../../compile/json-types.ts';
import type { FrontMatter, ParsedDocument } from '../../compile/documents.ts';
import { listed, plainWords, quoted } from '../words/english.ts';
import { valueText } from '../words/value.ts';
import { rewording } from './rewording.ts';
import { shownWhere, type ShownWhere } from './shown-where.ts';
import type { Surveyed } from './version.ts';

export interface DocumentDifference extends Pick<ShownWhere, 'flow' | 'pages'> {
  readonly sentence: string;
}

/** What applicants of the brand read otherwise, and notes on what they do not read today. */
export function documentSentences(
  before: Surveyed,
  after: Surveyed,
  brand: string,
): { readonly seen: readonly DocumentDifference[]; readonly notes: readonly string[] } {
  const seen: DocumentDifference[] = [];
  const notes: string[] = [];
  for (const idTag of new Set([...tagsOf(before, brand), ...tagsOf(after, brand)])) {
    const where = lazily(() => placed(before, after, brand, idTag));
    const tell = (sentence: string): void =>
      void (where().isShown ? seen.push({ ...where().places, sentence }) : notes.push(sentence));
    today(
      before,
      after,
      brand,
      idTag,
      () => where().says,
      tell,
      (note) => void notes.push(note),
    );
    notes.push(...otherVersions(before, after, brand, idTag, () => where().says));
  }
  return { seen, notes };
}

interface Placed {
  /** Whether a page of either version shows the document. */
  readonly isShown: boolean;
  /** To stand behind its name: `, shown in Texas on the page "Your loan",`. */
  readonly says: string;
  readonly places: Pick<ShownWhere, 'flow' | 'pages'>;
}

function placed(before: Surveyed, after: Surveyed, brand: string, idTag: string): Placed {
  const where = shownWhere(after, brand, idTag);
  const { words: said, ...places } = where.words === undefined ? shownWhere(before, brand, idTag) : where;
  return {
    isShown: said !== undefined,
    places,
    says: where.words === undefined ? ', which no page shows,' : `, shown ${where.words},`,
  };
}

function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** The versions in force on the day of each. */
function today(
  before: Surveyed,
  after: Surveyed,
  brand: string,
  idTag: string,
  shown: () => string,
  tell: (sentence: string) => void,
  note: (sentence: string) => void,
): void {
  const [old, now] = [inForce(before, brand, idTag), inForce(after, brand, idTag)];
  if (!old && !now) return;
  const name = quoted((now ?? old)?.front.title ?? idTag);
  if (!now) return tell(`The document ${name} is no longer in force.`);
  if (!old) return tell(`The document ${name}${shown()} is new, in force since ${day(now.front.from)}.`);
  const isSame = old.source.version === now.source.version;
  const version = `version ${now.source.version}, in force since ${day(now.front.from)}`;
  if (old.front.title !== now.front.title)
    tell(
      `The document ${quoted(old.front.title)} is now called ${name}${isSame ? '' : ` in ${version} (was version ${old.source.version})`}.`,
    );
  if (words(old) !== words(now)) {
    if (isSame)
      tell(
        `The document ${name}${shown()} was rewritten in ${version}: applicants who have been shown version ${now.source.version} are recorded with the old text. New words belong in a new version. ${rewording(words(old), words(now))}`,
      );
    else
      tell(
        `The document ${name}${shown()} now reads as in ${version} (was version ${old.source.version}). ${rewording(words(old), words(now))}`,
      );
  } else if (!isSame)
    note(`The document ${name} is now ${version} (was version ${old.source.version}), with the same words.`);
  const about = frontChanges(old.front, now.front, after, isSame);
  if (about.length > 0)
    note(
      `Of the document ${name} ${listed(about, 'and', about.length > 1)}; its words ${words(old) === words(now) ? 'stay' : 'are told above'}.`,
    );
}

/** Versions of the past and of the future. */
function otherVersions(
  before: Surveyed,
  after: Surveyed,
  brand: string,
  idTag: string,
  shown: () => string,
): readonly string[] {
  const [were, are] = [before, after].map((version) => versionsOf(version, brand, idTag));
  const { today: now } = after.options;
  const found: string[] = [];
  for (const document of are ?? []) {
    const old = were?.find(({ source }) => source.file === document.source.file);
    const { front, source } = document;
    if (old && words(old) === words(document)) continue;
    if (front.from > now) {
      const last = (are ?? []).findLast((one) => one.front.from < front.from);
      found.push(
        `From ${day(front.from)} the document ${quoted(front.title)}${shown()} will read as in version ${source.version}. ${last ? rewording(words(last), words(document)) : ''}`.trim(),
      );
    } else if (old && front.until !== undefined && front.until < now) {
      found.push(
        `The document ${quoted(front.title)} was rewritten in version ${source.version}, which was in force until ${day(front.until)}: applicants who were shown it are recorded with the old text. ${rewording(words(old), words(document))}`,
      );
    }
  }
  for (const { front, source } of were ?? []) {
    if (
      are?.some((one) => one.source.file === source.file) ||
      (front.from <= now && (front.until === undefined || front.until >= now))
    )
      continue;
    found.push(
      `The document ${quoted(front.title)} has no version ${source.version} any more, which ${front.from > now ? `was to be in force from ${day(front.from)}` : `applicants were shown until ${day(front.until)}`}.`,
    );
  }
  return found;
}

/** What the front matter says otherwise: `its last day is now December 31, 2026 (was not set)`. */
function frontChanges(old: FrontMatter, now: FrontMatter, { resolved }: Surveyed, isSame: boolean): readonly string[] {
  const nameOf = (state: string): string => String(resolved.source.states[state]?.['name'] ?? state);
  const said: Readonly<Record<string, readonly [name: string, words: (front: FrontMatter) => string]>> = {
    from: ['the first day', ({ from }) => day(from)],
    until: ['the last day', ({ until }) => (until === undefined ? 'not set' : day(until))],
    type: ['the type', ({ type }) => quoted(type)],
    states: ['the states', ({ states }) => (states === undefined ? 'all' : listed(states.map(nameOf), 'and'))],
    brands: ['the brands', ({ brands }) => (brands === undefined ? 'all' : listed(brands, 'and'))],
    products: ['the products', ({ products }) => (products === undefined ? 'all' : listed(products, 'and'))],
  };
  return Object.keys({ ...old, ...now })
    .filter((key) => key !== 'title' && key !== 'idTag' && (isSame || (key !== 'from' && key !== 'until')))
    .flatMap((key) => {
      const [was, is] = [old[key as keyof FrontMatter], now[key as keyof FrontMatter]];
      if (canonical(was ?? null) === canonical(is ?? null)) return [];
      const [name, say] = said[key] ?? [quoted(plainWords(key)), () => ''];
      const [isWords, wasWords] = [say(now), say(old)];
      return [
        `${name} ${name.endsWith('s') ? 'are' : 'is'} now ${isWords} (${name.endsWith('s') ? 'were' : 'was'} ${wasWords})`,
      ];
    });
}

const day = (date: string | undefined): string => valueText(date, 'date');

const isFor = ({ front }: ParsedDocument, brand: string): boolean => !front.brands || front.brands.includes(brand);

const tagsOf = ({ resolved }: Surveyed, brand: string): readonly string[] =>
  resolved.documents.filter((one) => isFor(one, brand)).map(({ source }) => source.idTag);

/** The versions of one document for the brand, by their first days. */
function versionsOf({ resolved }: Surveyed, brand: string, idTag: string): readonly ParsedDocument[] {
  return resolved.documents
    .filter((one) => one.source.idTag === idTag && isFor(one, brand))
    .sort((a, b) => (a.front.from < b.front.from ? -1 : 1));
}

function inForce(version: Surveyed, brand: string, idTag: string): ParsedDocument | undefined {
  const chosen = version.products[brand]?.compliance.documents[idTag]?.version;
  return versionsOf(version, brand, idTag).find(({ source }) => source.version === chosen);
}

/** The text below the front matter. */
const words = ({ source }: ParsedDocument): string => source.text.slice(source.text.indexOf('\n---', 3) + 4).trim();
