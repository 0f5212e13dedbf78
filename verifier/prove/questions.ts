/** What the duties of a flow need told apart: the questions that `prove` asks of an exploration. */
import type { Source } from '../../compile/content.ts';
import type { ResolvedFlow } from '../../compile/resolve.ts';
import type { CompiledFlow } from '../../runtime/core/definition.ts';
import type { Questions } from '../explore/survey.ts';
import { askedBy, conditionsOf, obligationsOf, type Obligation } from './obligation.ts';
import { standingOf } from './standing.ts';

/** Everything that a flow owes: its obligations, then the standing duties that its pages call for. */
export const dutiesOf = (source: Source, resolved: ResolvedFlow, flow: CompiledFlow): readonly Obligation[] => [
  ...obligationsOf(source, resolved, flow),
  ...standingOf(source, resolved, flow),
];

export const OBLIGATIONS: Questions = {
  name: 'obligations',
  of: (source, resolved, flow) =>
    dutiesOf(source, resolved, flow)
      .filter(({ moment }) => moment.kind !== 'stands')
      .map((one) => ({ conditions: conditionsOf(one), asked: askedBy(one) })),
};
