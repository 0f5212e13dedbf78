/** The work itself: everything about one brand on one exploration of each of its flows, or the rules of all brands. */
import { concernsOf, type Problem } from '../../compile/index.ts';
import { exampleWords } from '../../verifier/check/example.ts';
import { ruleProblems } from '../../verifier/check/index.ts';
import { pathReport } from '../../verifier/check/paths.ts';
import { coverOf, type CoverInput, type FlowCover, type Gap } from '../../verifier/cover/cover.ts';
import { rewriting, type Rewriting } from '../../verifier/cover/write.ts';
import { survey, WAYS, type Questions, type Survey } from '../../verifier/explore/survey.ts';
import { OBLIGATIONS, questionsOf } from '../../verifier/prove/questions.ts';
import { asksOf, proveSurveys } from '../../verifier/prove/prove-all.ts';
import { standingNames } from '../../verifier/prove/standing.ts';
import { productNamed, type Loaded } from '../products.ts';
import { alikeOf, keep, noting, stillHolds, type Known } from './alike.ts';
import { aloneWith, type Ground } from './alone.ts';
import {
  problemKey,
  type BrandPart,
  type Examples,
  type Order,
  type Piece,
  type Reached,
  type ToldCover,
  type ToldGap,
  type ToldWriting,
} from './order.ts';
import { fixturesIn, shownBeside } from './played.ts';
import { provedAlone, walkedAlone } from './shelved.ts';
import { stopwatch } from './stopwatch.ts';

/** Asked now and then with what is explored and how many states were found; false interrupts. */
export type GoOn = (what: string, states: number) => boolean;

/**
 * What is asked of the ways of one brand. Each flow is explored once for all pieces.
 * @param reached what the fixtures of each brand reach, where they were played; else, for `cover` and `write`, they are
 */
export function brandPart(
  loaded: Loaded,
  { order, brandId, reached }: { readonly order: Order; readonly brandId: string; readonly reached: Reached },
  goOn: GoOn,
): BrandPart {
  const { resolved, products, options, files } = loaded;
  const { source, brands } = resolved;
  const brand = brands[brandId];
  if (!brand) throw new Error(`There is no brand ${brandId}; there are ${Object.keys(brands).join(', ')}.`);
  const product = productNamed(products, brandId);
  const asks = (piece: Piece): boolean => order.pieces.includes(piece);
  const watch = stopwatch();
  // Where all that is asked is what is wrong with the ways, what was found before need not be found again.
  const isAlone = order.pieces.every((piece) => piece === 'check');
  let stopped = false;
  const about = {
    source,
    brand,
    product,
    today: options.today,
    questions: isAlone ? WAYS : OBLIGATIONS,
    goOn: (flow: string, states: number) => !(stopped ||= !goOn(`${brandId}/${flow}`, states)),
  };
  const flows = Object.keys(brand.flows).filter((flow) => order.flows.length === 0 || order.flows.includes(flow));
  const wanted = { names: order.obligations, standing: true };
  const surveyOf = (flow: string, ground: Ground & { readonly questions?: Questions } = about): Survey =>
    survey({ ...about, ...ground, flow, goOn: (states) => about.goOn(flow, states) });
  // Of ways that were not walked to their end nothing is said.
  const whole = ({ exploration }: Survey): boolean => exploration.complete || !stopped;
  const walked = (isAlone ? flows : []).flatMap(
    (flow) => walkedAlone(loaded, aloneWith(about, flow), { walk: (ground) => surveyOf(flow, ground), whole }) ?? [],
  );
  const isWhole = asks('check') && !isAlone;
  // What was found of the same flow on another brand is found of this one.
  const known = new Map(
    (isWhole ? flows : []).flatMap((flow) => {
      const like = alikeOf(loaded, about, flow);
      return like ? [[flow, like] as const] : [];
    }),
  );
  const walks = (isWhole ? flows : [])
    .filter((flow) => !known.has(flow))
    .map((flow) => {
      const noted = noting(about, flow);
      return { noted, survey: surveyOf(flow, noted.ground) };
    });
  const surveys = [...known.values(), ...walks].map((one) => one.survey);
  watch('explore');
  const reported = walks.map((one) => ({
    ...one,
    ...(whole(one.survey) && { report: pathReport(one.survey, source) }),
  }));
  watch('check');
  const judged = reported.map((one) => ({
    ...one,
    findings: asks('prove') ? proveSurveys(source, [one.survey], wanted) : [],
  }));
  if (!stopped) for (const { report, ...one } of judged) if (report) keep(loaded, { ...one, report });
  const found = inOrderOf(flows, [...known.values(), ...judged]);
  const reports = isAlone ? walked.map(({ report }) => report) : found.flatMap(({ report }) => report ?? []);
  const findings = !asks('prove')
    ? []
    : isWhole
      ? found.flatMap((one) => one.findings)
      : flows
          .filter((flow) => asksOf(source, brand, { product, flow, ...wanted }))
          .flatMap((flow) =>
            provedAlone(
              loaded,
              { ground: { ...aloneWith(about, flow), product }, names: order.obligations },
              (ground) => surveyOf(flow, { ...ground, questions: questionsOf(wanted) }),
            ),
          );
  watch('prove');
  const isCovered = asks('cover') || asks('write');
  const own = reached[brandId];
  const input: CoverInput = {
    ...about,
    fixtures: isCovered ? fixturesIn(files) : [],
    flows: order.flows,
    surveys,
    ...(isCovered && { beside: shownBeside(loaded, brandId, reached) }),
    ...(own && !asks('write') && { reached: own }),
  };
  const cover =
    asks('cover') && !stopped
      ? covered(input, known)
          .filter(({ explored }) => !explored || whole(explored.survey))
          .map(toldCover)
      : [];
  const writing = asks('write') ? toldWriting(rewriting(input, files, `${options.today}T17:00:00.000Z`)) : undefined;
  const seconds = watch('cover');
  return {
    brand: brandId,
    reports,
    findings,
    ran: [],
    cover,
    ...(writing && { writing }),
    states: sum([...walked.map(({ states }) => states), ...surveys.map(({ exploration }) => exploration.nodes.length)]),
    seconds,
  };
}

/** What fixtures reach; where more is read of another brand's walk for it than stands here too, on walks of its own. */
function covered(input: CoverInput, known: ReadonlyMap<string, Known>): readonly FlowCover[] {
  const { flows } = coverOf(input);
  const isOther = ({ flow, explored }: FlowCover): boolean => {
    const like = known.get(flow);
    return explored !== undefined && like !== undefined && !stillHolds(like, input);
  };
  const others = new Set(flows.filter(isOther).map(({ flow }) => flow));
  return others.size === 0
    ? flows
    : coverOf({ ...input, surveys: (input.surveys ?? []).filter(({ flow }) => !others.has(flow.id)) }).flows;
}

/** What was found, in the order of these flows. */
const inOrderOf = <T extends { readonly survey: Survey }>(flows: readonly string[], all: readonly T[]): readonly T[] =>
  flows.flatMap((flow) => all.find(({ survey: { flow: of } }) => of.id === flow) ?? []);

/** Problems that are seen without walking a way. */
export function rulesPart({ resolved }: Loaded, { whole }: Order): readonly Problem[] {
  return [...concernsOf(resolved, whole), ...ruleProblems(resolved)];
}

/** The examples of problems in words, while the content is at hand. */
export function examplesOf({ resolved }: Loaded, problems: readonly Problem[]): Examples {
  const words = exampleWords(resolved);
  return Object.fromEntries(
    problems.flatMap((problem) => {
      const says = words(problem);
      return says === undefined ? [] : [[problemKey(problem), says]];
    }),
  );
}

/** A sentence about a name that does not exist; undefined when all do. */
export function unknownName({ resolved: { source } }: Loaded, { obligations, flows }: Order): string | undefined {
  const standing = standingNames(source);
  const missing = (what: string, names: readonly string[], known: object): string | undefined => {
    const unknown = names.filter((name) => !Object.hasOwn(known, name));
    return unknown.length > 0
      ? `There is no ${what} ${unknown.join(', ')}; there are ${Object.keys(known).join(', ')}.`
      : undefined;
  };
  const written = obligations.filter((name) => !standing.includes(name));
  return (
    missing('obligation', written, { ...source.obligations, ...source.duties }) ?? missing('flow', flows, source.flows)
  );
}

const sum = (all: readonly number[]): number => all.reduce((one, other) => one + other, 0);

const toldGap = ({
  goal: {
    place: { file, line, column },
    kind,
    id,
  },
  says,
}: Gap): ToldGap => ({ file, line, column, kind, id, says });

function toldCover({ brand, flow, counts, gaps, apart, states, inexact }: FlowCover): ToldCover {
  return {
    brand,
    flow,
    counts,
    gaps: gaps.map(toldGap),
    apart: apart.map(toldGap),
    states,
    ...(inexact !== undefined && { inexact }),
  };
}

function toldWriting({ add, again, broken, needless, left }: Rewriting): ToldWriting {
  return {
    add,
    again,
    broken: broken.map(({ fixture, failures }) => ({ file: fixture.file, failures })),
    needless,
    left: left.map(toldGap),
  };
}
