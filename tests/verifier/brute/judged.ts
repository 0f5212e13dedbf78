/** What `prove` says of made-up flows, beside what counting out everybody gives. */
import { loadContent, productNamed } from '../../../cli/products.ts';
import { readFiles } from '../../../compile/disk.ts';
import type { Asked, Move } from '../../../verifier/explore/exploration.ts';
import { initial, reduce, stepPath, type State, type World } from '../../../runtime/core/index.ts';
import { withFacts } from '../../../verifier/explore/search/explore.ts';
import { survey, type Survey } from '../../../verifier/explore/survey.ts';
import { OBLIGATIONS } from '../../../verifier/prove/questions.ts';
import { askedBy, obligationsOf, type Obligation } from '../../../verifier/prove/obligation.ts';
import { prove } from '../../../verifier/prove/prove.ts';
import { chanceOf } from '../../soak/chance.ts';
import { verdictOf, type Verdict } from '../../../verifier/prove/verdict.ts';
import { countOut, strolled, type Small } from '../explore/count-out.ts';
import { BROUGHT, filesOf, sharedFiles, valuesOf, WORLD, type Spec } from './made-flow.ts';

const options = { env: 'local', today: '2026-11-21' } as const;
const schemas = readFiles([]);

export interface Judged {
  readonly spec: Spec;
  /** Whether every state was visited. */
  readonly complete: boolean;
  /** For each duty of the flow, in order. */
  readonly duties: readonly {
    readonly verdict: Verdict['kind'];
    readonly why: readonly string[] /** Its shortest counterexample opens an address, which nobody counted out does. */;
    readonly byAddress: boolean /** Somebody breaks it. */;
    readonly broken: boolean /** Somebody comes to its moment. */;
    readonly met: boolean;
  }[];
}

/** Random people of each flow. */
const STROLLS = 150;

/** Whether the shortest way by which it is broken opens an address. */
function opensAddress(one: Survey, obligation: Obligation): boolean {
  const asked = prove(one, obligation);
  const [leg] = asked.kind === 'broken' ? asked.legs : [];
  const moves: Move[] = leg ? [leg.move] : [];
  for (let node = leg?.from; node; node = node.parent) if (node.move) moves.push(node.move);
  return moves.some(({ acts }) => acts.some((act) => 'visits' in act));
}

/** Every world that a flow can tell apart: of a fact that it does not name any value will do. */
function worlds(spec: Spec, state: State | undefined): readonly World[] {
  if (!state) throw new Error('The flow has no first page: mend this test.');
  return Object.entries(WORLD).reduce<readonly World[]>(
    (all, [path, values]) =>
      all.flatMap((world) =>
        (JSON.stringify(spec).includes(path) ? values : values.slice(0, 1)).map((value) =>
          withFacts(world, { [path]: value }),
        ),
      ),
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
    const refused = new Set(load.problems.map(({ file }) => /(?:flows|obligations)\/(f\d+)\b/.exec(file)?.[1]));
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
  return named.flatMap(([id, spec]) => {
    const [one, ...others] = people.map((some) =>
      survey({
        source: resolved.source,
        brand,
        product,
        flow: id,
        today: options.today,
        questions: OBLIGATIONS,
        ...(some !== undefined && { people: some }),
      }),
    );
    if (!one) throw new Error('Nobody is asked how many people answers may make: mend this test.');
    const { flow, exploration } = one;
    const obligations = obligationsOf(resolved.source, one.resolved, flow);
    const asked: readonly Asked[] = obligations.map((one) => askedBy(one, new Set()));
    const small: Small = {
      flow,
      asked,
      outcomes: () => Object.keys(BROUGHT),
      brings: (outcome) => BROUGHT[outcome] ?? [undefined],
      values: (field) => valuesOf(field, spec),
      anyOrder: false,
    };
    const addresses = [
      {},
      ...Object.values(flow.steps).flatMap(({ id: step, entry }) => (entry ? [{ path: stepPath(flow, step) }] : [])),
    ];
    const starts = worlds(spec, exploration.starts[0]?.node.state).flatMap((world) =>
      addresses.map((at) =>
        reduce(flow, initial(flow, world), { type: 'entered', answers: {}, journey: {}, revision: 0, world, ...at }),
      ),
    );
    const whole = countOut(small, starts, most);
    if (!whole) return [];
    const abroad = strolled(small, starts, { chance: chanceOf(STROLLS), people: STROLLS });
    return [one, ...others].map((each) => ({
      spec,
      complete: each.exploration.complete,
      duties: obligations.map((obligation, index) => {
        const verdict = verdictOf(each, obligation);
        const question = asked[index] as Asked;
        return {
          verdict: verdict.kind,
          why: 'why' in verdict ? verdict.why : [],
          broken: whole.broken.has(question) || abroad.broken.has(question),
          byAddress: opensAddress(each, obligation),
          met: whole.asked.has(question) || abroad.asked.has(question),
        };
      }),
    }));
  });
}

/**
 * What must not be: a proof although somebody breaks it or it is asked of nobody, a counterexample that nobody is,
 * nobody although somebody is asked.
 */
export const isWrong = ({ verdict, why, broken, byAddress, met }: Judged['duties'][number]): boolean =>
  (verdict === 'proved' && (broken || !met)) ||
  (verdict === 'broken' && !broken && !byAddress) ||
  (verdict === 'vacuous' && why.length === 0 && met);
