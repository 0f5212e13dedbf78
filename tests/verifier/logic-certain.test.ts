import { expect, test } from 'vitest';
import { loadContent, productNamed } from '../../cli/products.ts';
import { projectDir, readFiles } from '../../compile/disk.ts';
import type { Files } from '../../compile/index.ts';
import { facts } from '../../runtime/core/index.ts';
import { settingsOf } from '../../verifier/check/setting/setting.ts';
import { survey, WAYS } from '../../verifier/explore/survey.ts';
import { truthOf } from '../../compile/operators/evaluate.ts';
import { checkedRules, lending, loadedOf, options, planted, type Plant } from './lending.ts';
import { oneBrand } from './one-brand.ts';

/**
 * What is certain at the steps of a brand's flow, held against every state that walking the flow reaches; the number of
 * times it was.
 */
async function held(
  files: Files,
  brandId: string,
  flow: string,
): Promise<{ readonly asked: number; readonly wrong: readonly string[] }> {
  const { resolved, products } = loadedOf(await loadContent(files, options));
  const brand = resolved.brands[brandId];
  const setting = settingsOf(resolved).find((one) => one.flow.id === flow && one.flow.brand === brandId);
  if (!brand || !setting) throw new Error(`There is no flow ${brandId}/${flow}: mend this test.`);
  const { exploration, flow: compiled } = survey({
    source: resolved.source,
    brand,
    product: productNamed(products, brandId),
    flow,
    today: options.today,
    questions: WAYS,
  });
  const wrong = new Set<string>();
  let asked = 0;
  for (const { step, state } of exploration.nodes) {
    const seen = facts(compiled, state);
    for (const { logic, wanted, step: from } of setting.certain.get(step) ?? []) {
      asked += 1;
      const truth = truthOf(logic, seen);
      if (wanted === 'true' ? truth !== true : truth === true)
        wrong.add(`${step}: ${wanted} ${JSON.stringify(logic)} since ${from}`);
    }
  }
  return { asked, wrong: [...wrong] };
}

test.for([
  ['the small lending flow', lending, 'elm', 'loan', 50],
  ['the loan application', oneBrand(readFiles([projectDir]), 'payday'), 'payday', 'apply', 2_500],
] as const)(
  'what earlier pages make certain is so in every state that is reached: %s',
  { timeout: 240_000 },
  async ([, files, brand, flow, least]) => {
    const { asked, wrong } = await held(files, brand, flow);
    expect(wrong).toEqual([]);
    expect(asked).toBeGreaterThan(least);
  },
);

const about = 'flows/loan/steps/about.json';
const stateIs = (state: string): string =>
  `{ "==": [{ "var": "answers.contactInformation.address.stateCode" }, "${state}"] }`;
/**
 * Whom we do not lend to is led away from the last page of a step whose first page asks for the state, and may change
 * it there.
 */
const pagesThatLeadAway: readonly Plant[] = [
  [
    about,
    '"layout": ["firstName", "birth", "state"]',
    '"pages": [{ "id": "home", "title": "Where do you live?", "layout": ["state"] }, { "id": "name", "title": "Who are you?", "layout": ["firstName", "birth"] }]',
  ],
  [
    about,
    '{ "id": "continue", "label": "Continue" }',
    `{ "id": "continue", "label": "Continue", "next": [{ "when": ${stateIs('OH')}, "to": "not-lent" }] }`,
  ],
  [
    'flows/loan/steps/not-lent.json',
    JSON.stringify({
      id: 'not-lent',
      kind: 'form',
      title: 'We do not lend in your state',
      layout: [],
      actions: [{ id: 'change', label: 'Change the state', validates: false, next: [{ to: 'about' }] }],
    }),
  ],
  ['flows/loan/steps/amount.json', '"label": "Payday loan" }', '"label": "Payday loan", "when": "state-is-texas" }'],
  [
    'flows/loan/steps/amount.json',
    '"label": "Installment loan" }',
    `"label": "Installment loan", "when": ${stateIs('CA')} }`,
  ],
];

test('what the last page of a step saw to stays certain though an earlier page of it asks: a way comes to no page twice', async () => {
  const files = planted(lending, pagesThatLeadAway);
  expect(checkedRules(files).filter(({ code }) => code === 'choices')).toEqual([]);
  const { asked, wrong } = await held(files, 'elm', 'loan');
  expect(wrong).toEqual([]);
  expect(asked).toBeGreaterThan(50);
});
