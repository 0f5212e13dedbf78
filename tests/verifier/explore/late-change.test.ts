import { describe, expect, test } from 'vitest';
import { productNamed } from '../../../cli/products.ts';
import { readFiles } from '../../../compile/disk.ts';
import type { Files } from '../../../compile/index.ts';
import type { Exploration } from '../../../verifier/explore/exploration.ts';
import { survey } from '../../../verifier/explore/survey.ts';
import { OBLIGATIONS } from '../../../verifier/prove/questions.ts';
import { load } from '../../bench/verifier/growth.ts';
import { FULL, generated } from '../generated/index.ts';

const files = generated({ ...FULL, routes: 48, rules: 16, states: 6, brands: 1 }, readFiles([]));

async function explored(content: Files, again?: Exploration['again']): Promise<Exploration> {
  const { resolved, products, options } = await load(content);
  const [brand] = Object.values(resolved.brands);
  if (!brand) throw new Error('The content has no brand.');
  return survey({
    source: resolved.source,
    brand,
    product: productNamed(products, brand.id),
    flow: 'apply',
    today: options.today,
    questions: OBLIGATIONS,
    ...(again && { again }),
  }).exploration;
}

/** The content in which this page is for those only whose amount is at least this many cents. */
function withPageByAmount(step: string, cents: number): Files {
  const file = `flows/apply/steps/${step}.json`;
  const page = JSON.parse(files[file] ?? '{}');
  return { ...files, [file]: JSON.stringify({ ...page, when: { '>=': [{ var: 'answers.loan.amount' }, cents] } }) };
}

describe('a page that hangs on an answer which a later page sets again', () => {
  test('is explored to its end, comes again for whoever is changed to it, and does not multiply the states', async () => {
    const before = await explored(files);
    const after = await explored(withPageByAmount('page-0', 22_000));
    const steps = new Set(
      after.legs
        .filter(({ from, to }) => from.step === 'offer' && typeof to !== 'string' && to.step === 'page-0')
        .map(({ from }) => from.step),
    );
    expect({ before: before.complete, after: after.complete, comesAgain: steps.size }).toEqual({
      before: true,
      after: true,
      comesAgain: 1,
    });
    expect(after.nodes.length).toBeLessThan(5 * before.nodes.length);
  });

  test('is found at once by a search that was told of it, which finds the same', async () => {
    const content = withPageByAmount('page-0', 22_000);
    const alone = await explored(content);
    expect(alone.again.size).toBeGreaterThan(0);
    // The same walk, but for steps of another version that this one does not have.
    const told = await explored(content, new Map([...alone.again, ['nowhere', new Set(['nobody'])]]));
    const movesOf = ({ legs }: Exploration): readonly unknown[] =>
      legs.map(({ from, move, to }) => [from.id, move, typeof to === 'string' ? to : to.id]);
    expect(movesOf(told)).toEqual(movesOf(alone));
  });
});
