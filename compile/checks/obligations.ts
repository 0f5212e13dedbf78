/** Obligations name steps, documents and states that exist. */
import { isObject, list, member, text } from '../json-types.ts';
import { didYouMean } from '../suggest.ts';
import { at, type Check } from './check.ts';

export const obligations: Check = {
  *world({ source, documents }) {
    const tags = [...new Set(documents.map(({ front }) => front.idTag))];
    const states = Object.keys(source.states);
    for (const obligation of Object.values(source.obligations)) {
      const before = obligation['before'];
      const [flowId = '', stepId = ''] = (text(member(before, 'step')) ?? '').split('/');
      const flow = source.flows[flowId];
      if (isObject(before) && before['step'] !== undefined) {
        if (!flow) yield at(before, 'step', `There is no flow "${flowId}".`, didYouMean(flowId, Object.keys(source.flows), 'Write "flow/step".'));
        else if (!Object.hasOwn(flow.steps, stepId)) yield at(before, 'step', `The flow "${flowId}" has no step "${stepId}".`, didYouMean(stepId, Object.keys(flow.steps), 'Name a step.'));
      }
      const [endFlow = '', outcome = ''] = (text(member(before, 'outcome')) ?? '').split('/');
      if (isObject(before) && before['outcome'] !== undefined) {
        const outcomes = list(source.flows[endFlow]?.flow['outcomes']).map(String);
        if (!outcomes.includes(outcome)) yield at(before, 'outcome', `There is no outcome "${endFlow}/${outcome}".`, didYouMean(outcome, outcomes, 'Write "flow/outcome" as the flow declares it.'));
      }
      const shown = text(obligation['shown']);
      if (shown !== undefined && !tags.includes(shown)) yield at(obligation, 'shown', `There is no document "${shown}".`, didYouMean(shown, tags, `Write compliance/disclosures/${shown}/1.md.`));
      const named = list(obligation['states']);
      for (const [i, state] of named.entries()) if (state !== '*' && !states.includes(String(state))) yield at(named, i, `There is no state "${String(state)}".`, didYouMean(String(state), states, `Write compliance/states/${String(state)}.json.`));
    }
  },
};
