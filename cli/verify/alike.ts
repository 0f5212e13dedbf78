/**
 * What was found of a flow of one brand holds of another whose flow is written the same, as long as nothing that was
 * read to find it is otherwise there: most flows are the same on every brand, and each is walked and judged once.
 */
import { canonical, member } from '../../compile/json-types.ts';
import type { ResolvedFlow } from '../../compile/resolve.ts';
import type { PathReport } from '../../verifier/check/paths.ts';
import type { Survey } from '../../verifier/explore/survey.ts';
import { changesAfter, documentsOf } from '../../verifier/prove/days.ts';
import { saidOf, type Finding } from '../../verifier/prove/prove-all.ts';
import { dutiesOf } from '../../verifier/prove/questions.ts';
import type { Loaded } from '../products.ts';
import type { Ground } from './alone.ts';
import { Readings } from './readings.ts';
import { saidBy } from './said.ts';

/** What was found of a flow, and by what it was found. */
export interface Known {
  readonly survey: Survey;
  readonly report: PathReport;
  readonly findings: readonly Finding[];
  readonly noted: Noted;
}

/** The ground of a brand whose facts note what is read of them. */
export interface Noted {
  readonly ground: Ground;
  readonly readings: Readings;
}

/** Data of a brand by which a walk may differ from that of another; documents are compared by those that are named. */
const readIn = ({ brand, product }: Ground): Readonly<Record<string, object>> => ({
  facts: brand.facts,
  app: brand.app,
  'compiled facts': product.facts,
  'compiled app': product.app,
  states: product.compliance.states,
});

/** The same ground for one flow, of which every look at what another brand may have otherwise is noted. */
export function noting(ground: Ground, flow: string): Noted {
  const readings = new Readings();
  const { brand, product } = ground;
  const { compliance, flows } = product;
  const compiled = flows[flow];
  return {
    readings,
    ground: {
      ...ground,
      brand: { ...brand, facts: readings.noted('facts', brand.facts), app: readings.noted('app', brand.app) },
      product: {
        ...product,
        ...(compiled && { flows: { ...flows, [flow]: saidBy(compiled, readings) } }),
        facts: readings.noted('compiled facts', product.facts),
        app: readings.noted('compiled app', product.app),
        compliance: { ...compliance, states: readings.noted('states', compliance.states) },
      },
    },
  };
}

/** What was found, and all that had been read until then: whoever looks at the survey later reads more. */
interface Kept {
  readonly known: Known;
  readonly until: Readings;
}
const kept = new WeakMap<Loaded, Map<string, readonly Kept[]>>();

/** Keeps what was found of a flow for the brands that follow, unless it is said by what somebody of its brand does. */
export function keep(loaded: Loaded, known: Known): void {
  const { survey, report, findings, noted } = known;
  const isByExample =
    report.findings.some(({ example }) => example !== undefined) ||
    findings.some(({ verdict }) => verdict === 'broken');
  if (!survey.exploration.complete || isByExample) return;
  const flows = kept.get(loaded) ?? new Map<string, readonly Kept[]>();
  kept.set(loaded, flows);
  flows.set(survey.flow.id, [...(flows.get(survey.flow.id) ?? []), { known, until: new Readings(noted.readings) }]);
}

/** Lets go what was kept: no brand follows. */
export function forget(loaded: Loaded): void {
  kept.delete(loaded);
}

/** What was found of this flow on another brand and holds of this one too, said of this one. */
export function alikeOf(loaded: Loaded, ground: Ground, flow: string): Known | undefined {
  const one = (kept.get(loaded)?.get(flow) ?? []).find(
    ({ known, until }) => until.holdIn(readIn(ground)) && isWrittenAlike(known, ground),
  );
  if (!one) return undefined;
  const { report, findings } = one.known;
  const { brand, product, source } = ground;
  return {
    ...one.known,
    report: { ...report, brand: brand.id },
    findings: findings.map((finding) => saidOf(finding, source, { product, flow, brand: brand.id })),
  };
}

/** Whether nothing that was read of the other brand up to now, by whoever looked, is otherwise in this one. */
export const stillHolds = ({ noted: { readings } }: Known, ground: Ground): boolean => readings.holdIn(readIn(ground));

/** Whether flow, duties and the documents that they name are the same, today and on each later day that matters. */
function isWrittenAlike({ survey, noted: { ground: one } }: Known, other: Ground): boolean {
  const { source } = one;
  const flow = survey.flow.id;
  const theirs = other.brand.flows[flow];
  const compiled = other.product.flows[flow];
  if (!theirs || !compiled || isLaidOver(one, flow) || isLaidOver(other, flow)) return false;
  const duties = dutiesOf(source, theirs, compiled);
  const said = writtenIn(theirs) + JSON.stringify(duties);
  if (said !== writtenIn(survey.resolved) + JSON.stringify(dutiesOf(source, survey.resolved, survey.flow)))
    return false;
  if (canonical(member(one.brand.app, 'words') ?? null) !== canonical(member(other.brand.app, 'words') ?? null))
    return false;
  const days = ({ brand }: Ground): string =>
    changesAfter(source, { brand: brand.id, today: survey.today, rules: survey.model.rules }).join();
  if (days(one) !== days(other)) return false;
  const isOf = (brands: readonly string[] | undefined, { brand }: Ground): boolean =>
    brands === undefined || brands.includes(brand.id);
  return documentsOf(source).every(
    ({ front: { idTag, brands } }) => !said.includes(`"${idTag}"`) || isOf(brands, one) === isOf(brands, other),
  );
}

/** Whether a brand's own file says something else of the flow: it stands at another place, too. */
export const isLaidOver = ({ source, brand }: Pick<Ground, 'source' | 'brand'>, flow: string): boolean =>
  source.brands[brand.id]?.overlays[flow] !== undefined;

const writtenIn = (flow: ResolvedFlow): string => canonical({ ...flow, brand: null });
