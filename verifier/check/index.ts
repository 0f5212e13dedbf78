/** Everything that `check` finds beyond the form of the content: rules that decide nothing, and paths that go wrong. Pure. */
import type { Options, Resolved } from '../../compile/index.ts';
import type { Problem } from '../../compile/types.ts';
import type { Product } from '../fixture/product.ts';
import { inOrder } from './order.ts';
import { constant, named } from './rules/constant.ts';
import { settingsOf } from './rules/setting.ts';

/** Content without problems of form, with its compiled flows. */
export interface Checked {
  readonly resolved: Resolved;
  readonly options: Options;
  /** Brand id to its product. */
  readonly products: Readonly<Record<string, Product>>;
}

/** Problems of rules, found without walking any path: in the order of files and lines, each once. */
export function ruleProblems(resolved: Resolved): readonly Problem[] {
  return inOrder(settingsOf(resolved).flatMap((setting) => [...named(setting), ...constant(setting)]));
}

/**
 * Everything wrong with the content, in the order of files and lines, each once.
 * @param progress told now and then what is being walked and how many states were found
 */
export function check({ resolved }: Checked): readonly Problem[] {
  return ruleProblems(resolved);
}
