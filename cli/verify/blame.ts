/** Problems of ways that an overlay makes are told at the overlay, as those of rules are (compile/overlay-cause.ts). */
import { blamedLater, resolveContent, type Files, type Options, type Problem } from '../../compile/index.ts';
import { pathProblems, pathReport, type PathReport } from '../../verifier/check/paths.ts';
import { survey, type Survey } from '../../verifier/explore/survey.ts';
import { OBLIGATIONS } from '../../verifier/prove/questions.ts';
import { loadResolved, productNamed } from '../products.ts';
import { problemKey } from './order.ts';

type Blamed = Awaited<ReturnType<typeof blamedLater>>;

/**
 * The problems, each where it is to be mended, and once for each change that makes them: one of the ways that stands in
 * a file of all brands and is not there without a change of a brand's overlay stands at that change. Content without
 * such a problem is not looked at again; with one, the flows of the brands that have an overlay are walked once without
 * any, and only for what is right then those of each brand once for each change of its overlay.
 * @param reports of every flow of every brand that was looked at
 */
export async function blamedWays(
  { files, options }: { readonly files: Files; readonly options: Options },
  problems: readonly Problem[],
  reports: readonly PathReport[],
): Promise<Blamed> {
  const ofWays = new Set(pathProblems(reports).map(problemKey));
  const ways = problems.filter((one) => ofWays.has(problemKey(one)));
  if (ways.length === 0) return { problems, from: new Map() };
  const resolved = resolveContent(files, options);
  const moved = await blamedLater(resolved, ways, async (other, brandIds) => {
    const load = await loadResolved({ files, resolved: other, options });
    if ('problems' in load) throw new Error(`Content that resolves does not compile: ${load.problems[0]?.message}`);
    const gone = brandIds.find((id) => !other.brands[id]);
    if (gone !== undefined) throw new Error(`The brand ${gone} is gone without its overlay: a bug of resolveBrands.`);
    const again = reports.map((report): PathReport => {
      const brand = brandIds.includes(report.brand) ? other.brands[report.brand] : undefined;
      if (!brand?.flows[report.flow]) return report;
      const product = productNamed(load.loaded.products, report.brand);
      const about = { source: other.source, brand, product, today: options.today, questions: OBLIGATIONS };
      const walked: Survey = survey({ ...about, flow: report.flow });
      return pathReport(walked, other.source);
    });
    return pathProblems(again);
  });
  return { problems: [...problems.filter((one) => !ways.includes(one)), ...moved.problems], from: moved.from };
}
