/** What the engine knows of a walk from the one before it, over every situation of flows of the product. */
import { expect, test } from 'vitest';
import { trace } from '../../runtime/core/walk.ts';
import { loadContent, productNamed } from '../../cli/products.ts';
import { survey, WAYS } from '../../verifier/explore/survey.ts';
import { options, real } from './findings.ts';
import { oneBrand } from './one-brand.ts';

const load = await loadContent(oneBrand(real, 'payday'), options);

test.each(['payment', 'conversion', 'enrollment', 'bank-verification'])(
  'L9 a walk through %s that goes on from the one before it comes where one from the beginning comes',
  async (id) => {
    if ('problems' in load) throw new Error('The content does not load: mend it first.');
    const { resolved, products } = load.loaded;
    const [brand, product] = [resolved.brands['payday'], productNamed(products, 'payday')];
    if (!brand) throw new Error('The brand payday is gone: mend this test.');
    const { flow, exploration } = survey({
      source: resolved.source,
      brand,
      product,
      flow: id,
      today: options.today,
      questions: WAYS,
    });
    expect(exploration.legs.length).toBeGreaterThan(100);
    for (const { after } of exploration.legs) {
      const { answers, journey, world } = structuredClone({
        answers: after.answers,
        journey: after.journey,
        world: after.world,
      });
      const start = after.start === undefined ? {} : { start: after.start };
      expect(trace(flow, after)).toEqual(trace(flow, { answers, journey, world, ...start }));
    }
  },
);
