/** Disclosures and agreements of two versions: what reads otherwise today, and what will from a later day. */
import type { FrontMatter, ParsedDocument } from '../../compile/documents.ts';
import { canonical, list, member, text } from '../../compile/json-types.ts';
import type { JsonObject } from '../../runtime/core/facts.ts';
import { set } from '../../runtime/core/index.ts';
import type { Logic } from '../domain/atoms.ts';
import { truthOf } from '../../compile/operators/evaluate.ts';
import { listed, plainWords, quoted } from '../../compile/english.ts';
import { sentence } from '../words/sentence.ts';
import { valueText } from '../words/value.ts';
import { type Words, wordsOf } from '../words/words.ts';
import { type Both, type Flat, type Surveyed, constantsOf, flatten, variableReads } from './flat.ts';
import { itemsOf } from './items.ts';
import { shown } from './sentences.ts';

export interface DocumentDifference extends Pick<ShownWhere, 'flow' | 'pages'> {
  readonly sentence: string;
}

/** What applicants of the brand read otherwise, and notes on what they do not read today. */
export function documentSentences(
  versions: Both<Surveyed>,
  brand: string,
): { readonly seen: readonly DocumentDifference[]; readonly notes: readonly string[] } {
  const { before, after } = versions;
  const seen: DocumentDifference[] = [];
  const notes: string[] = [];
  for (const idTag of new Set([...tagsOf(before, brand), ...tagsOf(after, brand)])) {
    const where = lazily(() => placed(versions, { brand, idTag }));
    const tell = (says: string): void =>
      void (where().isShown ? seen.push({ ...where().places, sentence: says }) : notes.push(says));
    today(versions, { brand, idTag }, { standing: () => where().says, tell, note: (note) => void notes.push(note) });
    notes.push(...otherVersions(versions, { brand, idTag }, () => where().says));
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

function placed({ before, after }: Both<Surveyed>, { brand, idTag }: Document): Placed {
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

interface Document {
  readonly brand: string;
  readonly idTag: string;
}
interface Saying {
  /** Where it is shown, to stand behind its name. */
  readonly standing: () => string;
  readonly tell: (sentence: string) => void;
  readonly note: (sentence: string) => void;
}
/** The versions in force on the day of each. */
function today({ before, after }: Both<Surveyed>, { brand, idTag }: Document, { standing, tell, note }: Saying): void {
  const [old, now] = [inForce(before, brand, idTag), inForce(after, brand, idTag)];
  if (!old && !now) return;
  const name = quoted((now ?? old)?.front.title ?? idTag);
  if (!now) return tell(`The document ${name} is no longer in force.`);
  if (!old) return tell(`The document ${name}${standing()} is new, in force since ${day(now.front.from)}.`);
  const isSame = old.source.version === now.source.version;
  const version = `version ${now.source.version}, in force since ${day(now.front.from)}`;
  if (old.front.title !== now.front.title)
    tell(
      `The document ${quoted(old.front.title)} is now called ${name}${isSame ? '' : ` in ${version} (was version ${old.source.version})`}.`,
    );
  if (bodyOf(old) !== bodyOf(now)) {
    if (isSame)
      tell(
        `The document ${name}${standing()} was rewritten in ${version}: applicants who have been shown version ${now.source.version} are recorded with the old text. New words belong in a new version. ${rewording(bodyOf(old), bodyOf(now))}`,
      );
    else
      tell(
        `The document ${name}${standing()} now reads as in ${version} (was version ${old.source.version}). ${rewording(bodyOf(old), bodyOf(now))}`,
      );
  } else if (!isSame)
    note(`The document ${name} is now ${version} (was version ${old.source.version}), with the same words.`);
  const about = frontChanges({ old: old.front, now: now.front }, after, isSame);
  if (about.length > 0)
    note(
      `Of the document ${name} ${listed(about, 'and', about.length > 1)}; its words ${bodyOf(old) === bodyOf(now) ? 'stay' : 'are told above'}.`,
    );
}

/** Versions of the past and of the future. */
function otherVersions(
  { before, after }: Both<Surveyed>,
  { brand, idTag }: Document,
  standing: () => string,
): readonly string[] {
  const [were, are] = [before, after].map((version) => versionsOf(version, brand, idTag));
  const { today: now } = after.options;
  const found: string[] = [];
  for (const document of are ?? []) {
    const old = were?.find(({ source }) => source.file === document.source.file);
    const { front, source } = document;
    if (old && bodyOf(old) === bodyOf(document)) continue;
    if (front.from > now) {
      const last = (are ?? []).findLast((one) => one.front.from < front.from);
      found.push(
        `From ${day(front.from)} the document ${quoted(front.title)}${standing()} will read as in version ${source.version}. ${last ? rewording(bodyOf(last), bodyOf(document)) : ''}`.trim(),
      );
    } else if (old && front.until !== undefined && front.until < now) {
      found.push(
        `The document ${quoted(front.title)} was rewritten in version ${source.version}, which was in force until ${day(front.until)}: applicants who were shown it are recorded with the old text. ${rewording(bodyOf(old), bodyOf(document))}`,
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
function frontChanges(
  { old, now }: { readonly old: FrontMatter; readonly now: FrontMatter },
  { resolved }: Surveyed,
  isSame: boolean,
): readonly string[] {
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
const bodyOf = ({ source }: ParsedDocument): string => source.text.slice(source.text.indexOf('\n---', 3) + 4).trim();

// Where pages of a brand show a document, and to whom: by the conditions under which it stands there.

interface ShownWhere {
  /** `in Texas on the page "Your loan"`; undefined when nothing shows it. */
  readonly words: string | undefined;
  /** The flow, when all the pages are of one. */
  readonly flow?: string;
  readonly pages: readonly string[];
}

interface Place {
  readonly flow: string;
  readonly page: string;
  readonly title: string;
  /** `in Texas`, `when the customer is new`; empty for everybody who comes to the page. */
  readonly whom: string;
}

/** Finds the document on the steps and dialogs of the brand, in its header and its footer. */
function shownWhere(version: Surveyed, brandId: string, idTag: string): ShownWhere {
  const brand = version.resolved.brands[brandId];
  if (!brand) return { words: undefined, pages: [] };
  const places = Object.values(brand.flows).flatMap((flow) =>
    placesIn({ brand: brandId, idTag }, flatten(version.resolved.source, brand, flow), version),
  );
  const frame = ['header', 'footer']
    .filter((part) => list(member(brand.app[part], 'disclosures')).includes(idTag))
    .map((part) => `in the ${part} of every page`);
  const groups = [...Map.groupBy(places, ({ whom }) => whom)].map(([whom, of]) => {
    const titles = [...new Set(of.map(({ title }) => title))];
    return `${whom === '' ? '' : `${whom} `}on the page${titles.length > 1 ? 's' : ''} ${listed(titles, 'and')}`;
  });
  const flows = new Set(places.map(({ flow }) => flow));
  const [flow] = flows;
  const said = [...groups, ...frame];
  return {
    words: said.length === 0 ? undefined : listed(said, 'and', true),
    pages: [...new Set(places.map(({ page }) => page))],
    ...(flow !== undefined && flows.size === 1 && { flow }),
  };
}

function placesIn({ brand, idTag }: Document, flat: Flat, version: Surveyed): readonly Place[] {
  const pages = [
    ...Object.entries(flat.steps),
    ...Object.entries(flat.dialogs).map(([id, doc]) => [`dialog/${id}`, doc] as const),
  ];
  return pages.flatMap(([page, doc]): readonly Place[] => {
    if (!JSON.stringify(doc).includes(JSON.stringify(idTag))) return [];
    const words = wordsOf(version.resolved.source, flat.resolved);
    const title = quoted(
      shown(text(doc['title']) ?? plainWords(page), { words, brand: version.products[brand]?.facts ?? {} }),
    );
    const standing = itemsOf(flat, page, { doc, written: doc }).items.filter(
      ({ kind, name }) => kind === 'disclosure' && name === idTag,
    );
    // A list of documents to agree to hangs on more than a place in the layout: of it only the page is told.
    return standing.length === 0
      ? [{ flow: flat.id, page, title, whom: '' }]
      : standing.flatMap(({ whens }) => {
          const whom = whomOf({ version, brand }, whens, words);
          return whom === undefined ? [] : [{ flow: flat.id, page, title, whom }];
        });
  });
}

/** So many states are named one by one. */
const NAMED = 8;

/**
 * For whom something stands under these conditions: `in Texas`, `when the customer is new`, empty for everybody who
 * comes there; undefined where it is for nobody in any state.
 */
export function whomOf(
  { version, brand }: { readonly version: Surveyed; readonly brand: string },
  whens: readonly Logic[],
  words: Words,
): string | undefined {
  const product = version.products[brand];
  if (whens.length === 0 || !product) return '';
  const jurisdiction = text(version.resolved.source.facts['jurisdiction']);
  if (jurisdiction !== undefined && [...variableReads(whens)].every((path) => path === jurisdiction)) {
    const keys = Object.keys(product.compliance.states);
    const constants = constantsOf(product, version.options.today) as unknown as JsonObject;
    const here = keys.filter((key) => whens.every((when) => truthOf(when, set(constants, jurisdiction, key)) === true));
    if (here.length === keys.length) return '';
    if (here.length === 0) return undefined;
    if (here.length <= NAMED) return `in ${listed(here.map((key) => words.value(jurisdiction, key)).sort(), 'and')}`;
  }
  return `when ${listed(
    whens.map((when) => sentence(when, words)),
    'and',
    true,
  )}`;
}

// The sentences by which two texts differ, in few words.

/** So many sentences of each text are shown, and so many characters of each. */
const SHOWN = 3;
const LONGEST = 160;

/** `Gone: "..."; new: "..."`, with the texts' own sentences. */
export function rewording(before: string, after: string): string {
  const [old, now] = [sentencesOf(before), sentencesOf(after)];
  const [gone, come] = [lessOf(old, now), lessOf(now, old)];
  if (gone.length + come.length === 0) return 'Its sentences are the same, in another order or form.';
  return [
    ...(gone.length > 0 ? [`Gone: ${someOf(gone)}`] : []),
    ...(come.length > 0 ? [`New: ${someOf(come)}`] : []),
  ].join(' ');
}

function someOf(all: readonly string[]): string {
  const told = all
    .slice(0, SHOWN)
    .map((one) => quoted(one.length > LONGEST ? `${one.slice(0, LONGEST).replace(/\s+\S*$/, '')} ...` : one));
  const said = listed(all.length > SHOWN ? [...told, `${all.length - SHOWN} more`] : told, 'and');
  return /[.?!]"$/.test(said) ? said : `${said}.`;
}

/** Paragraphs and points of lists cut at the ends of sentences; the dot of an initial ends none. */
function sentencesOf(body: string): readonly string[] {
  const lines = body.split(/\n\s*\n|\n(?=\s*(?:[-*+>#]|\d+[.)])\s?)/).map((part) =>
    part
      .replace(/^\s*(?:[-*+]|>|#+|\d+[.)])\s+/, '')
      .replace(/\s+/g, ' ')
      .trim(),
  );
  return lines.flatMap((line) => line.split(/(?<=[.!?])(?<!\b[A-Z]\.)\s+(?=[A-Z"“(*{])/)).filter((one) => one !== '');
}

/** The sentences of one text that the other has not, each as often as it has it less. */
function lessOf(mine: readonly string[], others: readonly string[]): readonly string[] {
  const left = [...others];
  return mine.filter((one) => {
    const at = left.indexOf(one);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}
