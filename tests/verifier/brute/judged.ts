/** What `prove` says of made-up flows, beside what counting out everybody gives. */
import { loadContent, productNamed } from '../../../cli/products.ts';
import { readFiles } from '../../../compile/disk.ts';
import type { Asked, Move } from '../../../verifier/explore/exploration.ts';
import type { Reduced } from '../../../runtime/core/events.ts';
import type { Json, JsonObject } from '../../../runtime/core/facts.ts';
import { initial, reduce, stepPath, type State, type World } from '../../../runtime/core/index.ts';
import { withFacts } from '../../../verifier/explore/search/explore.ts';
import { survey, type Survey, type SurveyInput } from '../../../verifier/explore/survey.ts';
import { OBLIGATIONS } from '../../../verifier/prove/questions.ts';
import { askedBy, obligationsOf, type Obligation } from '../../../verifier/prove/obligation.ts';
import { prove } from '../../../verifier/prove/prove.ts';
import { chanceOf } from '../../soak/chance.ts';
import { verdictOf, type Verdict } from '../../../verifier/prove/verdict.ts';
import { countOut, strolled, type CountedOut, type Small } from '../explore/count-out.ts';
import { BROUGHT, boxOf, CARRIED, filesOf, otherOf, sharedFiles, valuesOf, WORLD, type Spec } from './made-flow.ts';

const options = { env: 'local', today: '2026-11-21' } as const;
const schemas = readFiles([]);

export interface Judged {
  readonly spec: Spec;
  /** Which flow of a pair it is; 0 where a flow stands alone. */
  readonly place: number;
  /** Whether every state was visited. */
  readonly complete: boolean;
  /** For each duty of the flow, those about a consent that stand with the other flow of the pair included. */
  readonly duties: readonly {
    readonly name: string;
    readonly verdict: Verdict['kind'];
    readonly why: readonly string[] /** Its shortest counterexample opens an address, which nobody counted out does. */;
    readonly byAddress: boolean /** Somebody breaks it. */;
    readonly broken: boolean /** Somebody comes to its moment. */;
    readonly met: boolean;
    /** It demands what is never true: it is proved where nobody comes to its moment. */
    readonly isNever: boolean;
    /** The same, where a page that is refused with its box ticked is a moment, too. */
    readonly perhaps: { readonly broken: boolean; readonly met: boolean };
  }[];
}

/** Random people of each flow. */
const STROLLS = 150;
/** And of one of which something is proved though none of those came to its moment. */
const MANY_STROLLS = 3_000;

/** Whether the shortest way by which it is broken opens an address. */
function opensAddress(one: Survey, obligation: Obligation): boolean {
  const asked = prove(one, obligation);
  const [leg] = asked.kind === 'broken' ? asked.legs : [];
  const moves: Move[] = leg ? [leg.move] : [];
  for (let node = leg?.from; node; node = node.parent) if (node.move) moves.push(node.move);
  return moves.some(({ acts }) => acts.some((act) => 'visits' in act));
}

/**
 * Values of a fact of the world that a flow can tell apart: of a fact that it does not name any one will do, and one of
 * the texts that it does not name stands for all of these.
 */
function valuesIn(spec: string, path: string, values: readonly Json[]): readonly Json[] {
  if (!spec.includes(path)) return values.slice(0, 1);
  const unnamed = values.filter((one) => CARRIED.some((name) => one === name) && !spec.includes(`"${String(one)}"`));
  return values.filter((one) => !unnamed.slice(1).includes(one));
}

/** Every world that can be told apart by what is named. */
function worlds(named: string, state: State | undefined): readonly World[] {
  if (!state) throw new Error('The flow has no first page: mend this test.');
  return Object.entries(WORLD).reduce<readonly World[]>(
    (all, [path, values]) =>
      all.flatMap((world) => valuesIn(named, path, values).map((value) => withFacts(world, { [path]: value }))),
    [{ ...state.world, flags: {}, cookies: {}, route: { params: {}, query: {} }, results: {} }],
  );
}

/**
 * @param people how many people answers may make before they are told apart where they first matter; more than one is
 *   one verdict after the other, each for everybody counted out once
 * @param most states counted out for one flow at most; flows that have more, and flows that the compiler refuses, are
 *   left out
 */
export async function judged(
  specs: readonly Spec[],
  most: number,
  people: readonly (number | undefined)[] = [undefined],
): Promise<readonly Judged[]> {
  const named = specs.map((spec, index) => [`f${index}`, spec] as const);
  const docs = Object.assign({}, sharedFiles('f0'), ...named.map(([flow, spec]) => filesOf(flow, spec))) as Readonly<
    Record<string, unknown>
  >;
  const load = await loadContent(
    {
      ...schemas,
      ...Object.fromEntries(
        Object.entries(docs).map(([file, doc]) => [
          file,
          typeof doc === 'string' ? doc : JSON.stringify(doc, undefined, 1),
        ]),
      ),
    },
    options,
  );
  if ('problems' in load) {
    const refused = new Set(load.problems.map(({ file }) => /(?:flows|obligations)\/(f\d+)b?\b/.exec(file)?.[1]));
    const rest = named.filter(([flow]) => !refused.has(flow)).map(([, spec]) => spec);
    if (rest.length === specs.length)
      throw new Error(
        load.problems.map(({ file, message }) => `${file}: ${message} ${JSON.stringify(docs[file])}`).join('\n'),
      );
    return judged(rest, most, people);
  }
  const { resolved, products } = load.loaded;
  const brand = resolved.brands['made'];
  if (!brand) throw new Error('The made-up brand is gone: mend this test.');
  const product = productNamed(products, 'made');
  const surveyed = (id: string, how: Pick<SurveyInput, 'people' | 'goOn'>): Survey =>
    survey({ source: resolved.source, brand, product, flow: id, today: options.today, questions: OBLIGATIONS, ...how });
  return named.flatMap(([id, spec]) => {
    const { other, ...own } = spec;
    const both = [own, ...(other ? [other] : [])];
    const flows = both.map((one, place) => {
      const name = place === 0 ? id : otherOf(id);
      // Counting out needs where the flow begins alone. Most random flows have too many people: none of these is
      // explored, and nobody strolls there.
      const begun = surveyed(name, { goOn: () => false });
      return {
        place,
        surveys: () => people.map((some) => surveyed(name, some === undefined ? {} : { people: some })),
        small: smallOf(begun, one, boxOf(id)),
        starts: startsOf(begun, place === 0 ? both : both.toReversed()),
      };
    });
    // What one flow of a pair carries to the other is known once everybody was counted out who comes by themselves.
    const led = other ? flows.flatMap(({ small, starts }) => countOut(small, starts([]), most)?.led ?? []) : [];
    return flows.flatMap(({ small, starts, place, surveys }) => {
      const carried = led.flatMap(({ flow, carry }) => (flow === small.flow.id ? [carry] : []));
      const queries = [...new Map(carried.map((query) => [JSON.stringify(query), query])).values()];
      const asking: Small = { ...small, queries: other ? [{}, ...queries] : [] };
      const whole = countOut(asking, starts(queries), most);
      if (!whole) return [];
      const strolling = (count: number): Counted['abroad'] =>
        strolled(asking, starts(queries), { chance: chanceOf(count), people: count });
      const counted = { small: asking, whole, abroad: strolling(STROLLS), many: () => strolling(MANY_STROLLS) };
      return surveys().map((one) => judgedOf(one, { ...counted, spec, place }));
    });
  });
}

/** What is counted out of a flow. @param box the consent that it shares with the other flow of its pair */
function smallOf(one: Survey, spec: Spec, box: string): Small {
  const duties = dutiesIn(one);
  const asked = duties.map((duty) => askedBy(duty, new Set()));
  const boxes = new Map(
    duties.flatMap(({ moment }, index) => (moment.kind === 'consents' ? [[asked[index], moment.bind] as const] : [])),
  );
  return {
    flow: one.flow,
    asked,
    outcomes: () => Object.keys(BROUGHT),
    brings: (outcome) => BROUGHT[outcome] ?? [undefined],
    values: (field) => valuesOf(field, spec),
    anyOrder: false,
    consents: [box],
    ticked: (question) => boxes.get(question),
  };
}

const dutiesIn = ({ source, resolved, flow }: Survey): readonly Obligation[] => obligationsOf(source, resolved, flow);

const consentsOf = ({ duties }: Spec): Spec['duties'] => duties.filter(({ consent }) => consent);

/**
 * How people come into a flow: by each address, in each world, and with what the other flow carries.
 * @param specs the flow, and the other of its pair, whose duties about a consent are the flow's own
 */
const startsOf =
  ({ flow, exploration }: Survey, specs: readonly Spec[]) =>
  (queries: readonly JsonObject[]): readonly Reduced[] => {
    const addresses = [
      {},
      ...Object.values(flow.steps).flatMap(({ id: step, entry }) => (entry ? [{ path: stepPath(flow, step) }] : [])),
    ];
    const alone = worlds(JSON.stringify([specs[0], specs.slice(1).map(consentsOf)]), exploration.starts[0]?.node.state);
    const carried = queries.flatMap((query) => alone.map((world) => ({ ...world, route: { ...world.route, query } })));
    const all = new Map([...alone, ...carried].map((world) => [JSON.stringify(world), world]));
    return [...all.values()].flatMap((world) =>
      addresses.map((at) =>
        reduce(flow, initial(flow, world), { type: 'entered', answers: {}, journey: {}, revision: 0, world, ...at }),
      ),
    );
  };

interface Counted {
  readonly small: Small;
  readonly whole: Pick<CountedOut, 'asked' | 'broken' | 'perhaps'>;
  readonly abroad: Pick<CountedOut, 'asked' | 'broken'>;
  /** More random people, where so few do not find out. */
  readonly many: () => Pick<CountedOut, 'asked' | 'broken'>;
}
function judgedOf(
  one: Survey,
  { spec, place, small, whole, abroad, many }: Pick<Judged, 'spec' | 'place'> & Counted,
): Judged {
  const duties = dutiesIn(one).map((obligation, index) => {
    const verdict = verdictOf(one, obligation);
    const question = small.asked[index] as Asked;
    return {
      name: obligation.name,
      verdict: verdict.kind,
      why: 'why' in verdict ? verdict.why : [],
      broken: whole.broken.has(question) || abroad.broken.has(question),
      byAddress: opensAddress(one, obligation),
      isNever: obligation.holds === false,
      met:
        whole.asked.has(question) ||
        abroad.asked.has(question) ||
        (verdict.kind === 'proved' && obligation.holds !== false && many().asked.has(question)),
      perhaps: { broken: whole.perhaps.broken.has(question), met: whole.perhaps.asked.has(question) },
    };
  });
  return { spec, place, complete: one.exploration.complete, duties };
}

/**
 * What must not be: a proof although somebody breaks it or it is asked of nobody, a counterexample that nobody is,
 * nobody although somebody is asked.
 */
export const isWrong = ({
  verdict,
  why,
  broken,
  byAddress,
  met,
  isNever,
  perhaps,
}: Judged['duties'][number]): boolean =>
  (verdict === 'proved' && (broken || !(met || perhaps.met || isNever))) ||
  (verdict === 'broken' && !broken && !perhaps.broken && !byAddress) ||
  (verdict === 'vacuous' && why.length === 0 && met);
