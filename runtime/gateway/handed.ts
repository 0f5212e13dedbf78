/** What a page that is loaded anew for its document hands on to the new one (law L113). */
import { keepableOf } from '../../contract/sensitive.ts';
import type { CompiledFlow } from '../core/definition.ts';
import { filtered, leaves } from '../core/paths.ts';
import type { Journey, Notice, State } from '../core/state.ts';
import type { Owner } from './owner.ts';

/** What only the page knew, for the same person in the same version of the flow. */
export interface Handed {
  readonly hash: string;
  readonly owner: Owner;
  /** The steps that were left on ways that no server is told (`keep: "never"`). */
  readonly journey: Journey;
  /** What it said, where the device may hold it. */
  readonly notice?: Notice;
}

/** What the page that stands hands on. Its words stay behind where they hold what the device may not (law 9). */
export function handing(flow: CompiledFlow, { answers, journey, page: { notice } }: State, owner: Owner): Handed {
  const keepable = keepableOf(flow);
  return {
    hash: flow.hash,
    owner,
    journey: filtered(journey, (_, { keep }) => keep !== undefined),
    ...(notice &&
      leaves(answers).every(
        ([path, value]) => keepable(path) || value === '' || !notice.text.includes(String(value)),
      ) && { notice }),
  };
}
