/** What differs between two versions of the content for whom, in sentences a compliance officer reads. Pure. */
import { wordsOf } from '../words/words.ts';
import { capital, listed, quoted } from '../words/english.ts';
import { appSentences } from './app.ts';
import { acrossBrands } from './brands.ts';
import { documentSentences } from './documents.ts';
import type { Finding } from './findings.ts';
import { compareFlow, type FlowCompared } from './flow.ts';
import { flatten } from './flat.ts';
import { groupWords, type GroupWords } from './group-words.ts';
import { paired, withoutConsequences } from './pairing.ts';
import { joined } from './rows.ts';
import { rowNotes } from './row-notes.ts';
import { stepsSubject, subjectOf } from './subjects.ts';
import { clauseOf, withEnds, type Clause, type Told } from './sentences.ts';
import type { Surveyed } from './version.ts';
import { lead } from './who.ts';
import { wholeSentences } from './whole.ts';

/** One thing that differs. */
export interface Difference {
  /** Brands for which it holds. */
  readonly brands: readonly string[];
  readonly flow?: string;
  /** Step or dialog ids it is about. */
  readonly pages: readonly string[];
  readonly about: Finding['about'] | 'brand' | 'flow' | 'app' | 'document';
  readonly sentence: string;
}
export interface Differences {
  /** Empty: nobody sees a difference. */
  readonly differences: readonly Difference[];
  /** Changes of the content that no page, way or call of any flow lets anybody see today. */
  readonly notes: readonly string[];
  /** How many situations in which applicants can be were looked at; 0 where the flows say the same in other words. */
  readonly states: number;
  /** Why there may be more to find; empty when all that differs was looked at. */
  readonly inexact: readonly string[];
}

/** Told now and then which flow is explored and how many states were found; false interrupts. */
export type GoOn = (flow: string, states: number) => boolean;

/**
 * Compares what applicants meet, not how it is written: a renamed rule or keys in another order are no difference.
 * Both versions must pass `check`. Explorations are kept by compiled flow, so one version is compared with many others at little cost.
 */
export function differencesOf(before: Surveyed, after: Surveyed, goOn: GoOn = () => true): Differences {
  const found: Difference[] = [];
  const untried: { readonly flow: string; readonly why: string }[] = [];
  const notes: string[] = [];
  let states = 0;
  const [were, are] = [Object.keys(before.resolved.brands), Object.keys(after.resolved.brands)];
  for (const brand of were.filter((id) => !are.includes(id)))
    found.push({
      brands: [brand],
      pages: [],
      about: 'brand',
      sentence: `The brand ${quoted(nameOf(before, brand))} is no longer there.`,
    });
  for (const brand of are.filter((id) => !were.includes(id)))
    found.push({
      brands: [brand],
      pages: [],
      about: 'brand',
      sentence: `The brand ${quoted(nameOf(after, brand))} is new.`,
    });
  for (const brand of were.filter((id) => are.includes(id))) {
    const [was, is] = [flowsOf(before, brand), flowsOf(after, brand)];
    for (const flow of was.filter((id) => !is.includes(id)))
      found.push({
        brands: [brand],
        flow,
        pages: [],
        about: 'flow',
        sentence: `For everybody ${quoted(titleOf(before, brand, flow))} is no longer there.`,
      });
    for (const flow of is.filter((id) => !was.includes(id)))
      found.push({
        brands: [brand],
        flow,
        pages: [],
        about: 'flow',
        sentence: `${capital(quoted(titleOf(after, brand, flow)))} is new.`,
      });
    for (const flow of was.filter((id) => is.includes(id))) {
      const compared = compareFlow(before, after, brand, flow, (count) => goOn(`${brand}/${flow}`, count));
      if (!compared) continue;
      states += compared.states;
      if (compared.inexact !== undefined) untried.push({ flow: `${brand}/${flow}`, why: compared.inexact });
      found.push(
        ...wholeSentences(compared.before, compared.after).map(
          (sentence): Difference => ({ brands: [brand], flow, pages: [], about: 'flow', sentence }),
        ),
      );
      found.push(...told(before, after, brand, flow, compared));
    }
    notes.push(...rowNotes(before, after, brand));
    for (const sentence of appSentences(before, after, brand))
      found.push({ brands: [brand], pages: [], about: 'app', sentence });
    const documents = documentSentences(before, after, brand);
    for (const one of documents.seen) found.push({ brands: [brand], about: 'document', ...one });
    notes.push(...documents.notes);
  }
  const inexact = [...Map.groupBy(untried, ({ why }) => why)].map(
    ([why, of]) =>
      `${listed(
        of.map(({ flow }) => flow),
        'and',
      )}: ${why}`,
  );
  return { differences: acrossBrands(found, after, are.length), notes: [...new Set(notes)], states, inexact };
}

const flowsOf = ({ resolved }: Surveyed, brand: string): readonly string[] =>
  Object.keys(resolved.brands[brand]?.flows ?? {});
const nameOf = ({ resolved }: Surveyed, brand: string): string =>
  String(resolved.brands[brand]?.facts['name'] ?? brand);
const titleOf = ({ resolved }: Surveyed, brand: string, flow: string): string =>
  String(resolved.brands[brand]?.flows[flow]?.flow['title'] ?? flow);

interface Said {
  readonly finding: Finding;
  readonly clause: Clause;
  readonly who: string;
}

function told(
  before: Surveyed,
  after: Surveyed,
  brand: string,
  flow: string,
  compared: FlowCompared,
): readonly Difference[] {
  const [was, is] = [teller(before, brand, compared.before), teller(after, brand, compared.after)];
  const { source } = after.resolved;
  const [rowsBefore, rowsAfter] = [before, after].map(({ products }) => products[brand]?.compliance.states ?? {});
  const groups = groupWords({
    source,
    resolved: compared.after.resolved,
    words: is.words,
    rules: compared.rules,
    rows: joined(rowsAfter ?? {}, rowsBefore ?? {})['states'] as never,
  });
  const said = paired(withoutConsequences(compared.findings)).flatMap((finding): readonly Said[] => {
    const clause = 'replaced' in finding ? finding.clause(was, is) : clauseOf(finding, was, is);
    const one = 'replaced' in finding ? finding.replaced : finding;
    return clause ? [{ finding: one, clause, who: groups.say(one.who) }] : [];
  });
  const served = servedBy(rowsBefore ?? {}, rowsAfter ?? {});
  return sentences(said, groups, served, compared).map(({ sentence, pages, about }) => ({
    brands: [brand],
    flow,
    pages,
    about,
    sentence,
  }));
}

function teller({ resolved, products }: Surveyed, brand: string, flat: ReturnType<typeof flatten>): Told {
  const product = products[brand];
  if (!product) throw new Error(`There is no brand ${brand}.`);
  return { flat, words: wordsOf(resolved.source, flat.resolved), compliance: product.compliance, brand: product.facts };
}

type Served = (key: string) => 'now' | 'no longer' | undefined;

/** Keys of the jurisdiction that are served now and were not, or the other way about. */
function servedBy(before: Readonly<Record<string, Readonly<Record<string, unknown>>>>, after: typeof before): Served {
  return (key) => {
    const [was, is] = [before[key]?.['served'] === true, after[key]?.['served'] === true];
    return was === is ? undefined : is ? 'now' : 'no longer';
  };
}

interface Sentence {
  readonly sentence: string;
  readonly pages: readonly string[];
  readonly about: Finding['about'];
}

/** The same said of several things, or on several pages, is one sentence. */
function sentences(
  said: readonly Said[],
  groups: GroupWords,
  served: Served,
  compared: FlowCompared,
): readonly Sentence[] {
  const found = new Map<string, { of: Said[]; make: (all: readonly Said[]) => string }>();
  const put = (key: string, one: Said, make: (all: readonly Said[]) => string): void => {
    const known = found.get(key) ?? { of: [], make };
    known.of.push(one);
    found.set(key, known);
  };
  for (const one of said) {
    const { clause, who, finding } = one;
    const { things, page, text } = clause;
    if (finding.about === 'step') put(`${who}|step`, one, (all) => stepSentence(all, who, groups, served, compared));
    else if (things)
      put(`${who}|${things.single}|${things.one}|${page ?? ''}`, one, (all) =>
        finish(`${lead(who)} ${subjectOf(all)}${page === undefined ? '' : ` on the page ${page}`}`),
      );
    else {
      put(`${who}|${text}`, one, (all) => {
        const pages = [...new Set(all.flatMap((each) => each.clause.page ?? []))];
        return finish(
          `${lead(who)} ${withEnds(all.map((each) => each.clause))}${pages.length === 0 ? '' : ` on the page${pages.length > 1 ? 's' : ''} ${listed(pages, 'and')}`}`,
        );
      });
    }
  }
  return [...found.values()].map(({ of, make }) => ({
    sentence: make(of),
    pages: [...new Set(of.map(({ finding }) => pageOf(finding)))],
    about: of[0]?.finding.about ?? 'item',
  }));
}

/** All steps that come or go for the same people are one sentence. */
function stepSentence(
  all: readonly Said[],
  who: string,
  groups: GroupWords,
  served: Served,
  { before, after }: FlowCompared,
): string {
  const subject = stepsSubject(all, before, after);
  const places = all[0] && groups.places(all[0].finding.who);
  const [flip, ...others] = new Set((places ?? []).map(served));
  return finish(
    flip !== undefined && others.length === 0
      ? `applicants ${who} are ${flip} served: ${subject}`
      : `${lead(who)} ${subject}`,
  );
}

const finish = (text: string): string => `${capital(text)}${/[.?!]"?$/.test(text) ? '' : '.'}`;

function pageOf(finding: Finding): string {
  if (finding.about === 'way') return finding.way.page;
  return finding.about === 'item' ? ((finding.after ?? finding.before)?.page ?? '') : finding.page;
}
