/**
 * Everything that `check` finds beyond the form of the content: rules that decide nothing, and paths that go wrong.
 * Pure.
 */
import { blamed, type Options, type Resolved } from '../../compile/index.ts';
import { COMPILE_RULES } from '../../compile/checks/index.ts';
import { inOrder } from '../../compile/order.ts';
import { placeOf } from '../../compile/places.ts';
import type { ResolvedFlow } from '../../compile/resolve.ts';
import { rulesIn } from '../../compile/rule-folder.ts';
import type { RuleText } from '../../compile/rule.ts';
import type { Problem } from '../../compile/types.ts';
import { surveysOf } from '../explore/survey.ts';
import { OBLIGATIONS } from '../prove/questions.ts';
import type { Product } from '../fixture/product.ts';
import { pathProblems, pathReport, PATH_RULES, type PathReport } from './paths.ts';
import type { SettingRule } from './rule.ts';
import { settingsOf, type Setting } from './setting/setting.ts';

const SETTING_RULES = await rulesIn<SettingRule>(new URL('rules/', import.meta.url));

/** Every rule of `check` that is a file of its own, by its name. */
export const RULES: Readonly<Record<string, RuleText>> = { ...COMPILE_RULES, ...SETTING_RULES, ...PATH_RULES };

/** Content without problems of form, with its compiled flows. */
export interface Checked {
  readonly resolved: Resolved;
  readonly options: Options;
  /** Brand id to its product. */
  readonly products: Readonly<Record<string, Product>>;
}

/**
 * Problems of rules, found without walking any path: in the order of files and lines, each once. Brands and flows share
 * files: what nobody meets in one is a problem only when nobody does in any that has that file.
 */
export function ruleProblems(resolved: Resolved): readonly Problem[] {
  return inOrder(blamed(resolved, rulesTold(resolved), rulesTold));
}

function rulesTold(resolved: Resolved): readonly Problem[] {
  const isOverlaid = ({ scene, flow }: Setting): boolean =>
    resolved.source.brands[scene.brand.id]?.overlays[flow.id] !== undefined;
  // The words of a flow that is as its files say come first.
  const settings = settingsOf(resolved)
    .toSorted((a, b) => Number(isOverlaid(a)) - Number(isOverlaid(b)))
    .map((setting) => ({ setting, files: filesOf(setting.flow) }));
  const everywhere = (find: (setting: Setting) => Iterable<Problem>): readonly Problem[] => {
    const reports = settings.map(({ setting, files }) => {
      const problems = [...find(setting)];
      return { files, problems, told: new Set(problems.map(placeAndCode)) };
    });
    const once = new Set<string>();
    return reports.flatMap(({ problems, told }) => {
      const fresh = problems.filter((problem) => {
        const key = placeAndCode(problem);
        return !once.has(key) && reports.every((other) => !other.files.has(problem.file) || other.told.has(key));
      });
      for (const key of told) once.add(key);
      return fresh;
    });
  };
  const [first, others] = [true, false].map((isFirst) =>
    Object.values(SETTING_RULES).filter((rule) => (rule.isFirst === true) === isFirst),
  );
  const ask = (rules: readonly SettingRule[] | undefined, told: ReadonlySet<string>): readonly Problem[] =>
    everywhere((setting) => (rules ?? []).flatMap((rule) => [...rule.find(setting, told)]));
  const own = ask(first, new Set());
  return inOrder([...own, ...ask(others, new Set(own.map(({ file }) => file)))]);
}

const placeAndCode = ({ file, line, column, code }: Problem): string => [file, line, column, code].join('\u0000');

/** Every file that a flow is made of. */
function filesOf({ flow, steps, dialogs, rules, values }: ResolvedFlow): ReadonlySet<string> {
  return new Set(
    [flow, ...[steps, dialogs, rules, values].flatMap((docs) => Object.values(docs))].map((doc) => placeOf(doc).file),
  );
}

/** Everything wrong with the content, in the order of files and lines, each once. */
export function check({ resolved, options, products }: Checked): readonly Problem[] {
  const { source, brands } = resolved;
  const reports = Object.values(brands).flatMap((brand) => {
    const product = products[brand.id];
    if (!product) throw new Error(`The brand ${brand.id} has no product: hand in what loadContent gave.`);
    return surveysOf({ source, brand, product, today: options.today, questions: OBLIGATIONS }).map((survey) =>
      pathReport(survey, source),
    );
  });
  return inOrder(together(ruleProblems(resolved), reports));
}

/** Problems of rules and of ways; what a rule's own check says is not said again of the ways. */
export function together(rules: readonly Problem[], reports: readonly PathReport[]): readonly Problem[] {
  const told = new Set(rules.map(placeAndCode));
  return [...rules, ...pathProblems(reports).filter((problem) => !told.has(placeAndCode(problem)))];
}
