/**
 * Everything that `check` finds beyond the form of the content: rules that decide nothing, and paths that go wrong.
 * Pure.
 */
import { blamed, type Options, type Resolved } from '../../compile/index.ts';
import { COMPILE_RULES } from '../../compile/checks/index.ts';
import { inOrder } from '../../compile/order.ts';
import { placeKey, placesIn } from '../../compile/places.ts';
import type { ResolvedFlow } from '../../compile/resolve.ts';
import { rulesIn } from '../../compile/rule-folder.ts';
import type { RuleText } from '../../compile/rule.ts';
import type { Problem } from '../../compile/types.ts';
import { surveysOf, WAYS } from '../explore/survey.ts';
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
 * files: what decides nothing in one is a problem only when it does so in each that has it.
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
    .map((setting) => ({ setting, places: placesIn(docsOf(setting.flow)) }));
  const everywhere = (rules: readonly SettingRule[], before: ReadonlySet<string>): readonly Problem[] => {
    const reports = settings.map(({ setting, places }) => {
      const found = rules.flatMap(({ find, unlessElsewhere = [] }) =>
        [...find(setting, before)].map((problem) => ({ problem, mayServe: unlessElsewhere.includes(problem.code) })),
      );
      return { places, found, told: new Set(found.map(({ problem }) => placeAndCode(problem))) };
    });
    const once = new Set<string>();
    return reports.flatMap(({ found, told }) => {
      const fresh = found.filter(({ problem, mayServe }) => {
        const key = placeAndCode(problem);
        const serves = (): boolean =>
          reports.some((other) => other.places.has(placeKey(problem)) && !other.told.has(key));
        return !once.has(key) && !(mayServe && serves());
      });
      for (const key of told) once.add(key);
      return fresh.map(({ problem }) => problem);
    });
  };
  const [first, others] = [true, false].map((isFirst) =>
    Object.values(SETTING_RULES).filter((rule) => (rule.isFirst === true) === isFirst),
  );
  const own = everywhere(first ?? [], new Set());
  return inOrder([...own, ...everywhere(others ?? [], new Set(own.map(({ file }) => file)))]);
}

const placeAndCode = ({ file, line, column, code }: Problem): string => [file, line, column, code].join('\u0000');

/** Every document that a flow is made of. */
const docsOf = ({ flow, steps, dialogs, rules, values }: ResolvedFlow): readonly object[] => [
  flow,
  ...[steps, dialogs, rules, values].flatMap((docs) => Object.values(docs)),
];

/** Everything wrong with the content, in the order of files and lines, each once. */
export function check({ resolved, options, products }: Checked): readonly Problem[] {
  const { source, brands } = resolved;
  const reports = Object.values(brands).flatMap((brand) => {
    const product = products[brand.id];
    if (!product) throw new Error(`The brand ${brand.id} has no product: hand in what loadContent gave.`);
    return surveysOf({ source, brand, product, today: options.today, questions: WAYS }).map((survey) =>
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
