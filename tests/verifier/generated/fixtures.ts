/** Fixtures of the generated application: for each brand some applicants who are approved. */
import type { Json } from '../../../compile/index.ts';
import type { Jurisdiction } from './compliance.ts';
import { range, type Docs } from './words.ts';

/** @param line the steps of the application's line; one fixture for every fourth state that is served */
export function fixtureFiles(
  brands: readonly string[],
  line: readonly string[],
  states: readonly Jurisdiction[],
): Docs {
  const chosen = states.filter(({ served }) => served).filter((_, index) => index % 4 === 0);
  return Object.fromEntries(
    brands.flatMap((brand) =>
      chosen.map(
        (state) =>
          [
            `flows/apply/fixtures/approved-${state.code.toLowerCase()}-${brand}.json`,
            approved(brand, line, state),
          ] as const,
      ),
    ),
  );
}

function approved(brand: string, line: readonly string[], state: Jurisdiction): Json {
  const at = (step: string, answer: Json, press = 'continue'): Json => ({ at: `apply/${step}`, answer, press });
  // A brand may have put pages of its own beside the first question; pressing on leads past them.
  const extra: Json[] = brand === 'cedar' || brand === 'rowan' ? [{ press: 'continue' }] : [];
  const questions = range(line.filter((step) => step.startsWith('ask-')).length).flatMap((index): Json[] => {
    const asked = at(`ask-${index}`, { choice: 'B' });
    return index > 0 ? [asked] : brand === 'rowan' ? [...extra, asked] : [asked, ...extra];
  });
  return {
    title: `An applicant from ${state.code} is approved by ${brand}`,
    brand,
    flow: 'apply',
    clock: '2026-11-20T15:00:00.000Z',
    given: {
      person: 'new-applicant',
      outcomes: {
        submitApplication: ['SUBMITTING'],
        applicationState: ['SUBMIT_APPROVED'],
        esignApplication: ['ESIGNING'],
      },
    },
    do: [
      at('personal', {
        firstName: 'Ana',
        birth: '1988-04-12',
        state: state.code,
        ...(state.communityProperty && { marital: 'UNMARRIED' }),
      }),
      at('loan', { product: state.products[0] ?? 'PDL', amount: 20_000 }),
      at('income', { type: 'O' }),
      ...questions,
      ...line
        .filter((step) => step.startsWith('page-'))
        .map((step): Json => ({ at: `apply/${step}`, press: 'continue' })),
      at('consent', { esign: true }),
      at('agreements', { share: true }),
      { at: 'apply/submit', press: 'submit' },
      { at: 'apply/approved', press: 'continue' },
      at('sign', { signature: 'Ana Ortiz' }),
    ],
    expect: { end: 'apply/signed' },
  };
}
