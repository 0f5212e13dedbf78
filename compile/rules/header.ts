/** What a flow says for its header: each button is one of its own, over steps that there are. */
import { at, type CompileRule } from '../checks/check.ts';
import type { Json } from '../../runtime/core/facts.ts';
import { isObject, list, member, text } from '../json-types.ts';
import { didYouMean } from '../suggest.ts';

export const RULE: CompileRule = {
  codes: ['header'],
  severity: 'refused',
  says: 'A button of the header has the name of another one, of the header or of a page of its journey, or stands over a step that the journey does not have or that only waits.',
  remedy: 'Give it another "id", take the button of the page away, or name steps of the flow in "over".',
  bad: [
    [
      'flows/loan/flow.json',
      '"saves": "application",',
      '"saves": "application", "header": { "actions": [{ "id": »"continue", "label": "Out", "next": [{ "leave": "root" }] }] },',
    ],
  ],
  good: [
    [
      'flows/loan/flow.json',
      '"saves": "application",',
      '"saves": "application", "header": { "actions": [{ "id": "out", "label": "Out", "next": [{ "leave": "root" }] }] },',
    ],
  ],
  *find({ source }) {
    for (const { flow, steps } of Object.values(source.flows)) {
      const actions = list(member(flow['header'], 'actions')).filter(isObject);
      const ids = Object.values(steps).map((step) => text(step['id']) ?? '');
      const taken = new Map<Json | undefined, string>(
        Object.values(steps).flatMap((step) =>
          list(step['actions']).map((one) => [member(one, 'id'), `the page "${text(step['id']) ?? ''}"`] as const),
        ),
      );
      for (const action of actions) {
        const other = taken.get(action['id']);
        if (other !== undefined)
          yield at(action, 'id', {
            message: `There is a button "${String(action['id'])}" already: that of ${other}.`,
            fix: 'Give one of the two another name.',
          });
        taken.set(action['id'], 'the header');
        const over = list(action['over']);
        for (const [index, step] of over.entries())
          if (ids.includes(String(step))) {
            if ((steps[String(step)]?.['kind'] ?? 'form') !== 'form')
              yield at(over, index, {
                message: `"${String(step)}" asks nothing, and over such a page no button of the header stands.`,
                fix: 'Take it out of "over".',
              });
          } else
            yield at(over, index, {
              message: `There is no step "${String(step)}" in this flow.`,
              fix: didYouMean(String(step), ids, 'Name steps of the flow.'),
            });
      }
    }
  },
};
