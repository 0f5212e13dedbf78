/**
 * Whether a mistake in the content is noticed: by a check, else by a fixture, else by walking every way. Cheapest
 * first.
 */
import { loadContent, type Loaded } from '../../../cli/products.ts';
import { concernsOf, type Resolved } from '../../../compile/index.ts';
import type { Problem } from '../../../compile/types.ts';
import { ruleProblems } from '../../../verifier/check/index.ts';
import { pathProblems, pathReport } from '../../../verifier/check/paths.ts';
import type { Fixture } from '../../../verifier/fixture/fixture.ts';
import type { Ran } from '../../../verifier/fixture/run.ts';
import { survey } from '../../../verifier/explore/survey.ts';
import { OBLIGATIONS } from '../../../verifier/prove/questions.ts';
import { proveSurveys } from '../../../verifier/prove/prove-all.ts';
import { filesWith, run, type Base } from './base.ts';
import type { Mutant } from './mutant.ts';
import { obligationOf } from './obligation-of.ts';
import { sameFor } from './seen/same.ts';

export interface Verdict {
  /**
   * `check` without walking, `ways` is check over whole ways. `mistake`: a changed obligation lets a mistake pass that
   * it caught. `equivalent`: nobody sees a difference, so there is nothing to notice.
   */
  readonly by: 'check' | 'fixture' | 'ways' | 'prove' | 'mistake' | 'equivalent' | 'nothing';
  /**
   * The problem, the failing fixture, the broken obligation, the mistake let pass, or why there is nothing to notice;
   * what somebody sees when nothing notices.
   */
  readonly how: string;
}

/** Checks that walk no path, then fixtures; `loaded` is there when neither notices. */
export async function judge(base: Base, mutant: Mutant): Promise<Verdict & { readonly loaded?: Loaded }> {
  const load = await loadContent(filesWith(base.files, mutant), base.options, base.modules);
  if ('problems' in load) return checked(load.problems);
  const { loaded } = load;
  const problems = [
    ...concernsOf(loaded.resolved, true).filter(({ message }) => !base.concerns.has(message)),
    ...ruleProblems(changedAlone(loaded.resolved, mutant)),
  ];
  if (problems.length > 0) return checked(problems);
  // An obligation that changes alone is on no page.
  for (const index of obligationOf(mutant) === undefined ? nearestFirst(base, mutant) : []) {
    const fixture = base.fixtures[index] as Fixture;
    const [failure] = run(loaded, fixture).failures;
    if (failure !== undefined) return { by: 'fixture', how: `${fixture.file}: ${failure}` };
  }
  return { by: 'nothing', how: '', loaded };
}

const checked = ([first]: readonly Problem[]): Verdict => ({
  by: 'check',
  how: first ? `${first.file}:${first.line}: ${first.message}` : '',
});

/** Content in which brands have only the flows whose own files changed; all flows, when a file that flows share did. */
function changedAlone(resolved: Resolved, { change }: Mutant): Resolved {
  const flows = Object.keys(change).map(
    (file) => /^flows\/([^/]+)\/(?:flow\.json|(?:steps|dialogs|rules|values)\/)/.exec(file)?.[1],
  );
  if (flows.includes(undefined)) return resolved;
  return {
    ...resolved,
    brands: Object.fromEntries(
      Object.entries(resolved.brands).map(([id, brand]) => [
        id,
        { ...brand, flows: Object.fromEntries(Object.entries(brand.flows).filter(([flow]) => flows.includes(flow))) },
      ]),
    ),
  };
}

/** The numbers of the fixtures, those first that pass the changed step, then those of the changed flow. */
function nearestFirst({ ran }: Base, { change }: Mutant): readonly number[] {
  const places = Object.keys(change).map((file) => /^flows\/([^/]+)\/(?:steps\/([^/]+)\.json)?/.exec(file));
  const near = ({ path }: Ran): number =>
    Math.max(
      ...places.map((place) =>
        place?.[2] !== undefined && path.includes(`${place[1]}/${place[2]}`)
          ? 2
          : path.some((step) => step.startsWith(`${place?.[1]}/`))
            ? 1
            : 0,
      ),
    );
  return ran
    .map((one, index) => ({ index, near: near(one) }))
    .sort((a, b) => b.near - a.near || a.index - b.index)
    .map(({ index }) => index);
}

/**
 * Walks every way of what changed, of content that neither a check nor a fixture objects to: asks the obligations, then
 * checks the ways.
 */
export function asked(base: Base, { resolved: { source, brands }, options: { today }, products }: Loaded): Verdict {
  for (const brand of Object.values(brands)) {
    const product = products[brand.id];
    const before = base.loaded.products[brand.id];
    if (!product || !before) throw new Error(`The brand ${brand.id} was not loaded.`);
    const sameRows = product.compliance.hash === before.compliance.hash;
    const changed = Object.values(product.flows).filter(({ id, hash }) => !sameRows || hash !== before.flows[id]?.hash);
    const surveys = changed.map(({ id }) =>
      survey({ source, brand, product, flow: id, today, questions: OBLIGATIONS }),
    );
    const wrong = proveSurveys(source, surveys, { names: [] }).find(
      ({ verdict }) => verdict === 'broken' || verdict === 'vacuous',
    );
    if (wrong)
      return {
        by: 'prove',
        how: `${wrong.obligation} (${brand.id}): ${wrong.verdict === 'broken' ? 'broken' : 'nobody is asked'}`,
      };
    const [problem] = pathProblems(surveys.map((one) => pathReport(one, source)));
    if (problem) return { by: 'ways', how: `${problem.file}:${problem.line}: ${problem.message}` };
  }
  return { by: 'nothing', how: '' };
}

/**
 * Where check and fixtures say nothing: whether there is anything to notice, and then whether walking every way notices
 * it.
 */
export function walked(base: Base, loaded: Loaded, mutant: Mutant): Verdict {
  const { difference, compared } = sameFor(base, loaded, mutant);
  if (difference === undefined) return { by: 'equivalent', how: compared };
  const verdict = asked(base, loaded);
  return verdict.by === 'nothing' ? { by: 'nothing', how: difference } : verdict;
}
