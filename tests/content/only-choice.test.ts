/** No page of any brand, in any state, offers exactly one button to choose: one choice is said, not asked. */
import { expect, test } from 'vitest';
import type { Field } from '../../runtime/core/definition.ts';
import { holds } from '../../runtime/core/express.ts';
import { factsOf, load, root } from './compiled.ts';

const brands = ['payday', 'installment', 'bankpartner', 'pocket'];

test.each(brands)('%s says the only kind there is to choose, in every state', async (brand) => {
  const loaded = await load([root], brand);
  const found: string[] = [];
  let asked = 0;
  for (const [flow, { steps }] of Object.entries(loaded.flows))
    for (const step of Object.values(steps))
      for (const field of Object.values(step.fields))
        for (const state of Object.keys(loaded.compliance.states)) {
          const facts = factsOf(loaded, { contactInformation: { address: { stateCode: state } } });
          const offered = itemsOf(field).filter(({ when }) => holds(when, facts));
          asked += offered.length > 1 ? 1 : 0;
          const [only, ...others] = offered;
          if (only !== undefined && others.length === 0 && field.default?.of(facts) !== only.value)
            found.push(`${flow}/${step.id} ${field.id} in ${state} asks for ${String(only.value)}`);
        }
  expect(found).toEqual([]);
  expect(asked).toBeGreaterThan(0);
});

/** The choices of a field that takes one of them. */
function itemsOf({ control, choices }: Field) {
  return control === 'radio' && choices !== undefined && 'items' in choices ? choices.items : [];
}
