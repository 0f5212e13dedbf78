/** What the duties of a flow need told apart: the questions that `prove` asks of an exploration. */
import type { Source } from '../../compile/content.ts';
import type { ResolvedFlow } from '../../compile/resolve.ts';
import { equal } from '../../compile/operators/equal/index.ts';
import type { CompiledFlow, Compute } from '../../runtime/core/definition.ts';
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import { get } from '../../runtime/core/index.ts';
import type { Questions, Survey } from '../explore/survey.ts';
import { consentsOf } from './consent.ts';
import { askedBy, conditionsOf, obligationsOf, type Obligation } from './obligation.ts';
import { isCalled, standingOf } from './standing.ts';

/** Everything that a flow owes: its obligations, then the standing duties that its pages call for. */
export const dutiesOf = (source: Source, resolved: ResolvedFlow, flow: CompiledFlow): readonly Obligation[] => [
  ...obligationsOf(source, resolved, flow),
  ...standingOf(source, resolved, flow),
];

/** What those duties of a flow that are wanted need told apart. */
const needsOf =
  (isWanted: (duty: Obligation) => boolean): Questions['of'] =>
  (source, resolved, flow) => {
    const consents = consentsOf(source, resolved, flow);
    return dutiesOf(source, resolved, flow)
      .filter((one) => isWanted(one) && one.moment.kind !== 'stands')
      .flatMap((one) => [
        { name: one.name, conditions: conditionsOf(one), asked: askedBy(one, consents) },
        ...givenAnew(one),
      ]);
  };

/**
 * What a duty about a consent needs told apart besides: whether its box is ticked, on its pages and on every way back
 * to them. Who left it empty may go back once much else is so, and tick it then.
 */
function givenAnew({ name, moment }: Obligation): ReturnType<Questions['of']> {
  if (moment.kind !== 'consents') return [];
  const { bind, steps } = moment;
  const path = `answers.${bind}`;
  const box: Compute = { reads: [path], of: (facts) => get(facts as unknown as JsonObject, path) === true };
  const memory = { name: `${name} given anew`, tags: [], after: () => false, endsAt: () => false };
  return [{ name, conditions: [equal<Json>({ var: path }, true)], asked: { scope: [box], at: [...steps], memory } }];
}

export const OBLIGATIONS: Questions = { name: 'obligations', of: needsOf(() => true) };

/** Which duties are asked. */
export interface Wanted {
  /** Their names; all when empty. */
  readonly names: readonly string[];
  /** Whether standing duties are asked besides, where no names are given. */
  readonly standing?: boolean;
}

/** Whether a duty is asked: one that is named, or where nobody names any, all of the kinds that are wanted. */
export const isAsked = (duty: Obligation, { names, standing = false }: Wanted): boolean =>
  names.length === 0
    ? standing || duty.standing === undefined
    : names.some((name) => duty.name === name || isCalled(duty, name));

/** The questions of some duties: what the others need told apart is not looked at. */
export const questionsOf = ({ names, standing = false }: Wanted): Questions =>
  names.length === 0 && standing
    ? OBLIGATIONS
    : {
        name: `obligations ${names.toSorted().join()}`,
        of: needsOf((duty) => isAsked(duty, { names, standing })),
      };

/** The duties that an exploration was made for; what must stand whatever somebody does needs nothing told apart. */
export const askedOf = ({ source, resolved, flow, asked }: Survey): readonly Obligation[] =>
  dutiesOf(source, resolved, flow).filter(({ name, moment }) => moment.kind === 'stands' || asked.has(name));
