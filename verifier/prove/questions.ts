/** What the obligations of a flow need told apart: the questions that `prove` asks of an exploration. */
import type { Questions } from '../explore/survey.ts';
import { askedBy, conditionsOf, obligationsOf } from './obligation.ts';

export const OBLIGATIONS: Questions = {
  name: 'obligations',
  of: (source, resolved, flow) =>
    obligationsOf(source, resolved, flow).map((one) => ({ conditions: conditionsOf(one), asked: askedBy(one) })),
};
