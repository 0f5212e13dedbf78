/** The two kinds of rules that need more than the form of the content; one file each, in rules/ and in paths/. */
import type { RuleText } from '../../compile/rule.ts';
import type { Problem } from '../../compile/types.ts';
import type { Finding, Scene } from './scene/scene.ts';
import type { Setting } from './setting/setting.ts';

/** Looks at the conditions of one flow (or the app) of one brand, without walking a way. */
export interface SettingRule extends RuleText {
  /** Asked before the others: what it tells of a file is not said again of who names that file. */
  readonly isFirst?: true;
  /**
   * Codes of what is wrong only where every brand's flow that has it says so: what decides nothing for one brand may
   * decide for another. Any other fault counts wherever it is, though another brand's overlay removes what it is about.
   */
  readonly unlessElsewhere?: readonly string[];
  /** @param told files of which a first rule has told something */
  readonly find: (setting: Setting, told: ReadonlySet<string>) => Iterable<Problem>;
}

/** Looks at the ways through one explored flow. */
export interface PathRule extends RuleText {
  readonly find: (scene: Scene) => Iterable<Finding>;
}
