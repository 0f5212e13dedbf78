/** Everybody under way, moved: by core, which lands nobody where nobody can be, and by movers that forget something. */
import { beforeAll, describe, expect, test } from 'vitest';
import { loadContent, productNamed } from '../../../cli/products.ts';
import type { Product } from '../../../verifier/fixture/product.ts';
import { landingsOf } from '../../../verifier/migrate/landings.ts';
import { NO_QUESTIONS, survey, type Survey } from '../../../verifier/explore/survey.ts';
import { moved } from '../../../runtime/core/migration.ts';
import { put } from '../../../runtime/core/paths.ts';
import { lending, loadedOf, options, planted, type Plant } from '../lending.ts';

const steps = 'flows/loan/steps';
const migration = (...moves: readonly object[]): Plant => [
  'flows/loan/migrations.json',
  JSON.stringify({ migrations: [{ why: 'The loan was written anew.', moves }] }),
];
const product = async (...plants: readonly Plant[]): Promise<Product> =>
  productNamed(loadedOf(await loadContent(planted(lending, plants), options)).products, 'elm');
/** The first name under another path, and other words beside the box that is ticked at the end. */
const changed: readonly Plant[] = [
  [`${steps}/about.json`, '"personalInformation.firstName"', '"personalInformation.lastName"'],
  [`${steps}/identity.json`, 'answers.personalInformation.firstName', 'answers.personalInformation.lastName'],
  [`${steps}/sign.json`, 'I agree to sign electronically', 'I want to sign electronically'],
];
const rename = { rename: 'personalInformation.firstName', to: 'personalInformation.lastName' };

let before: Survey;
let after: Product;
beforeAll(async () => {
  const { resolved, products } = loadedOf(await loadContent(lending, options));
  const brand = resolved.brands['elm'];
  if (!brand) throw new Error('The content has no brand elm.');
  const { source } = resolved;
  const of = { source, brand, product: productNamed(products, 'elm'), flow: 'loan', today: options.today };
  before = survey({ ...of, questions: NO_QUESTIONS });
  after = await product(...changed, migration(rename));
});

describe('what a migration does with everybody under way', () => {
  test('P40 P42 P43 everybody who moves lands where an honest person of the later version can stand, and the consent to other words is asked again', () => {
    const { situations, moves, lacks, wrong, askedAgain, led } = landingsOf(before, after);
    expect({ moves, lacks, wrong }).toEqual({ moves: true, lacks: [], wrong: [] });
    expect(situations).toBeGreaterThan(10);
    expect(Object.keys(askedAgain)).toEqual(['additionalAttributes.esignConsent']);
    expect(led.map(({ to }) => to)).toEqual(['sign']);
  });

  test('P41 an answer of which no migration says what becomes is told before anybody moves', async () => {
    const without = landingsOf(before, await product(...changed));
    expect(without).toMatchObject({ moves: false, wrong: [], led: [] });
    expect(without.lacks).toEqual([{ path: 'personalInformation.firstName', why: 'gone' }]);
  });

  const forgetful: Readonly<Record<string, typeof moved>> = {
    'P40 an answer that nobody asks for': (one, other, over) => {
      const next = moved(one, other, over);
      return { ...next, answers: put(next.answers, 'personalInformation.firstName', 'Ana') };
    },
    'P41 an answer that is lost': (one, other, over) => {
      const next = moved(one, other, over);
      return { ...next, answers: put(next.answers, 'contactInformation.address.stateCode', undefined) };
    },
    'P42 a consent that is carried to other words': (one, other, over) => {
      const next = moved(one, other, over);
      const consent = { additionalAttributes: { esignConsent: true } };
      const isGiven = 'additionalAttributes' in over.remembered.answers;
      return isGiven ? { ...next, askedAgain: [], answers: { ...next.answers, ...consent } } : next;
    },
    'P43 a page as left that is not on the way': (one, other, over) => {
      const next = moved(one, other, over);
      return { ...next, journey: { ...next.journey, texas: { by: 'action', action: 'continue' } } };
    },
  };
  test.each(Object.keys(forgetful))('a mover that leaves %s is found, with a way there', (name) => {
    const { wrong } = landingsOf(before, after, forgetful[name]);
    const [found] = wrong.filter(({ law }) => name.startsWith(law));
    expect(found).toMatchObject({ says: expect.any(String), example: { flow: 'loan' } });
  });
});
