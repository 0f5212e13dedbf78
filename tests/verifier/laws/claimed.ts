/** What is claimed of a small content, and its duties in the order of their names. */
import { loadContent, productNamed } from '../../../cli/products.ts';
import type { Claim } from '../../../verifier/certificate.ts';
import { survey, type Survey } from '../../../verifier/explore/survey.ts';
import { OBLIGATIONS } from '../../../verifier/prove/questions.ts';
import { claimOf } from '../../../verifier/prove/verdict.ts';
import { loadedOf } from '../lending.ts';
import { filesOf, options, type Made } from './content.ts';

/** @param people how many people answers may make before they are told apart where they first matter */
export async function surveyed(made: Made, people?: number): Promise<Survey> {
  const { resolved, products } = loadedOf(await loadContent(filesOf(made), options));
  const brand = resolved.brands['made'];
  if (!brand) throw new Error('The made-up brand is gone: mend this test.');
  const product = productNamed(products, 'made');
  const { source } = resolved;
  return survey({
    source,
    brand,
    product,
    flow: 'x',
    today: options.today,
    questions: OBLIGATIONS,
    ...(people !== undefined && { people }),
  });
}

export const claimed = async (made: Made): Promise<Claim> => claimOf(await surveyed(made));
