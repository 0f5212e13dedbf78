/** What differs between two versions of the content for whom, in sentences a compliance officer reads. Pure. */
import type { Again } from '../explore/exploration.ts';
import { text } from '../../compile/json-types.ts';
import { capital, listed, quoted } from '../../compile/english.ts';
import { wordsOf } from '../words/words.ts';
import { appSentences, wholeNotes, wholeSentences } from './app.ts';
import { documentSentences } from './documents.ts';
import type { Finding } from './findings.ts';
import { type Both, type Surveyed, flatten, joined, markOf } from './flat.ts';
import { type FlowCompared, compareFlow } from './flow.ts';
import { besideSentences } from './beside.ts';
import type { Clause } from './item-words.ts';
import {
  type Told,
  clauseOf,
  paired,
  shown,
  stepsSubject,
  subjectOf,
  unmetClause,
  withEnds,
  withoutConsequences,
} from './sentences.ts';
import { type GroupWords, groupWords, lead } from './who.ts';

/** One thing that differs. */
interface Difference {
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
 * Both versions must pass `check`. Explorations are kept by compiled flow, so one version is compared with many others
 * at little cost.
 */
export function differencesOf(before: Surveyed, after: Surveyed, goOn: GoOn = () => true): Differences {
  const versions = { before, after };
  const found: Difference[] = [];
  const untried: { readonly flow: string; readonly why: string }[] = [];
  const notes: string[] = [];
  let states = 0;
  // What came again at one brand comes again at the next.
  const again = new Map<string, Again>();
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
      const compared = compareFlow(versions, { brand, id: flow, again: again.get(flow) }, (count) =>
        goOn(`${brand}/${flow}`, count),
      );
      if (!compared) continue;
      again.set(flow, compared.again);
      states += compared.states;
      if (compared.inexact !== undefined) untried.push({ flow: `${brand}/${flow}`, why: compared.inexact });
      const speakers = {
        before: speaker(before, brand, compared.before),
        after: speaker(after, brand, compared.after),
      };
      const unseen = wholeNotes(compared.before, compared.after, speakers);
      const told = found.length;
      notes.push(...unseen);
      found.push(
        ...wholeSentences(compared.before, compared.after, speakers).map(
          (sentence): Difference => ({ brands: [brand], flow, pages: [], about: 'flow', sentence }),
        ),
      );
      found.push(...sayings(versions, { brand, flow }, compared));
      for (const sentence of unmet(versions, brand, compared))
        if (compared.inexact === undefined) notes.push(sentence);
        else found.push({ brands: [brand], flow, pages: [], about: 'item', sentence });
      // Ways, lists of values and orders that come to the same: something is written otherwise, and it is said so.
      const isSilent = found.length === told && unseen.length === 0 && compared.unmet.length === 0;
      if (isSilent && markOf(compared.before) !== markOf(compared.after))
        notes.push(
          `${quoted(titleOf(after, brand, flow))} is written otherwise, and it comes to the same in the ${compared.states} situations looked at${compared.inexact === undefined ? '' : ', which are not all there can be'}.`,
        );
    }
    const beside = besideSentences(versions, brand);
    notes.push(...beside.notes);
    const app = appSentences(versions, brand);
    notes.push(...app.notes);
    for (const sentence of [...app.seen, ...beside.seen])
      found.push({ brands: [brand], pages: [], about: 'app', sentence });
    const documents = documentSentences(versions, brand);
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

function sayings(
  { before, after }: Both<Surveyed>,
  { brand, flow }: { readonly brand: string; readonly flow: string },
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
  return sentences(said, { groups, served, compared }).map(({ sentence, pages, about }) => ({
    brands: [brand],
    flow,
    pages,
    about,
    sentence,
  }));
}

/** What is written otherwise and was met by nobody: seen perhaps, where not everything was tried. */
function unmet({ before, after }: Both<Surveyed>, brand: string, compared: FlowCompared): readonly string[] {
  const [was, is] = [teller(before, brand, compared.before), teller(after, brand, compared.after)];
  const all = compared.inexact === undefined ? 'all there are' : 'not all there can be';
  return compared.unmet.flatMap((item) => {
    const said = unmetClause(item, was, is);
    return said === undefined
      ? []
      : [`${finish(said)} Nobody meets it in the ${compared.states} situations looked at, which are ${all}.`];
  });
}

function teller({ resolved, products }: Surveyed, brand: string, flat: ReturnType<typeof flatten>): Told {
  const product = products[brand];
  if (!product) throw new Error(`There is no brand ${brand}.`);
  return { flat, words: wordsOf(resolved.source, flat.resolved), compliance: product.compliance, brand: product.facts };
}

/** The words of one version, for what is told setting by setting. */
function speaker(version: Surveyed, brand: string, flat: ReturnType<typeof flatten>): Telling {
  const one = teller(version, brand, flat);
  return { words: one.words, text: (written) => shown(written, one) };
}
type Telling = Parameters<typeof wholeNotes>[2]['after'];

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
  {
    groups,
    served,
    compared,
  }: { readonly groups: GroupWords; readonly served: Served; readonly compared: FlowCompared },
): readonly Sentence[] {
  const found = new Map<string, { of: Said[]; make: (all: readonly Said[]) => string }>();
  const put = (key: string, one: Said, make: (all: readonly Said[]) => string): void => {
    const known = found.get(key) ?? { of: [], make };
    known.of.push(one);
    found.set(key, known);
  };
  for (const one of said) {
    const { clause, who, finding } = one;
    const { things, page } = clause;
    if (finding.about === 'step')
      put(`${who}|step${finding.asSet ? ' as set' : ''}`, one, (all) =>
        stepSentence(all, who, { groups, served, compared }),
      );
    else if (things)
      put(`${who}|${things.single}|${things.one}|${page ?? ''}`, one, (all) =>
        finish(`${lead(who)} ${subjectOf(all)}${page === undefined ? '' : ` on the page ${page}`}`),
      );
    else {
      put(`${who}|${clause.text}`, one, (all) => {
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
  {
    groups,
    served,
    compared: { before, after },
  }: { readonly groups: GroupWords; readonly served: Served; readonly compared: FlowCompared },
): string {
  const subject = stepsSubject(all, before, after);
  if (all.some(({ finding }) => finding.about === 'step' && finding.asSet))
    return finish(`with the flags as the brand has them, ${lead(who)} ${subject}`);
  const places = all[0] && groups.places(all[0].finding.who);
  const [flip, ...others] = new Set((places ?? []).map(served));
  return finish(
    flip !== undefined && others.length === 0
      ? `applicants ${who} are ${flip} served: ${subject}`
      : `${lead(who)} ${subject}`,
  );
}

const finish = (said: string): string => `${capital(said)}${/[.?!]"?$/.test(said) ? '' : '.'}`;

function pageOf(finding: Finding): string {
  if (finding.about === 'way') return finding.way.page;
  return finding.about === 'item' ? ((finding.after ?? finding.before)?.page ?? '') : finding.page;
}

// What several brands have in common is said once, also where each calls the page by another name.

/**
 * One difference for those that say the same of the same pages; brands are named where not all are concerned.
 * @param all each of one brand, in the order of the brands
 * @param brands how many brands there are
 */
function acrossBrands(all: readonly Difference[], after: Surveyed, brands: number): readonly Difference[] {
  const found = new Map<string, Difference[]>();
  for (const one of all) {
    const key = `${one.flow ?? ''}|${one.about}|${one.flow === undefined ? one.sentence : withIds(one, titlesOf(after, one))}`;
    found.set(key, [...(found.get(key) ?? []), one]);
  }
  return [...found.values()].map((same) => {
    const [one] = same as [Difference, ...Difference[]];
    const concerned = [...new Set(same.flatMap((each) => each.brands))];
    const names = otherNames(same, after);
    const only =
      brands === 1 || one.about === 'brand' || concerned.length === brands ? '' : ` (only ${listed(concerned, 'and')})`;
    return {
      ...one,
      brands: concerned,
      sentence: `${only === '' ? one.sentence : `${one.sentence.replace(/\.$/, '')}${only}.`}${names === '' ? '' : ` ${names}`}`,
    };
  });
}

/** Step to title, as the brand of the difference has it. */
function titlesOf(
  { resolved }: Surveyed,
  { brands: [brand = ''], flow = '' }: Difference,
): ReadonlyMap<string, string> {
  const steps = Object.entries(resolved.brands[brand]?.flows[flow]?.steps ?? {});
  return new Map(
    steps.flatMap(([id, step]) => (text(step['title']) === undefined ? [] : [[id, text(step['title']) ?? '']])),
  );
}

/** The sentence with the id of each page in place of its title. */
function withIds({ sentence }: Difference, titles: ReadonlyMap<string, string>): string {
  return [...titles].reduce((said, [id, title]) => said.replaceAll(quoted(title), `<${id}>`), sentence);
}

/** What the other brands call the pages of a sentence that is in the words of the first. */
function otherNames(same: readonly Difference[], after: Surveyed): string {
  const [one, ...others] = same;
  if (!one) return '';
  const mine = titlesOf(after, one);
  const named = others.flatMap((other) => {
    const theirs = titlesOf(after, other);
    return [...mine].flatMap(([id, title]) =>
      one.sentence.includes(quoted(title)) && theirs.get(id) !== title
        ? [`${quoted(title)} is ${quoted(theirs.get(id) ?? id)} at ${listed(other.brands, 'and')}`]
        : [],
    );
  });
  return named.length === 0 ? '' : `(${named.join('; ')}.)`;
}
