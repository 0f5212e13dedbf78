import type { Json } from '../../../../runtime/core/facts.ts';
import { filled, inList, read, textOf } from '../content.ts';
import { HYPHENED, Unmade, type Kind, type Made, type Order } from '../kind.ts';

export const KIND: Kind = {
  says: '<flow>/<step> [--title words] [--after step]',
  name: /^[a-z][a-z0-9-]*\/[a-z][a-z0-9-]*$/,
  named: `a flow that is there, a stroke and the new page, like ask-us/phone; each of ${HYPHENED}`,
  make: step,
};

/** A page of a flow, on its line: after the step that is named, else before the last. */
function step({ name, folders, options }: Order): Made {
  const [flowId = '', id = ''] = name.split('/');
  const file = `flows/${flowId}/flow.json`;
  const { line } = read(folders, file);
  const steps = Array.isArray(line) ? (line as readonly Json[]).map(String) : [];
  const after = options['after'] ?? steps.at(-2) ?? steps[0];
  if (after === undefined || !steps.includes(after))
    throw new Unmade(`The flow has no step "${String(after)}" on its line: ${steps.join(', ')}.`);
  const made = filled('step', { name: id, folders, options }, { flow: flowId });
  return {
    ...made,
    written: { ...made.written, [file]: inList(textOf(folders, file), { list: 'line', add: id, file, after }) },
  };
}
