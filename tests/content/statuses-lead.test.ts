/** Where each progress status of the documents leads whoever waits, found on arrival or told while they wait. */
import { beforeAll, expect, test } from 'vitest';
import { loadContent, productNamed } from '../../cli/products.ts';
import { readFiles } from '../../compile/disk.ts';
import { root } from '../../scripts/lib/paths.ts';
import type { Fixture } from '../../verifier/fixture/fixture.ts';
import type { Product } from '../../verifier/fixture/product.ts';
import { runFixture } from '../../verifier/fixture/run.ts';
import { fixturesIn } from '../harness/theater.ts';
import { detail } from './compiled.ts';

/** What the lender does or waits for, and the page on which the applicant is then. */
const LEADS: Readonly<Record<string, string>> = {
  SUBMITTING: 'apply/transition',
  COMPLETED_PRODUCT_SELECTION: 'apply/transition',
  PENDING_ASSET_REPORT_DOWNLOAD: 'apply/transition',
  PENDING_SAS_CALL_1: 'apply/transition',
  PENDING_BRFR: 'apply/transition',
  PENDING_UNDERWRITING: 'apply/transition',
  PENDING_PRODUCT_SELECTION: 'apply/products',
  SUBMIT_APPROVED: 'apply/approved-agreements',
  PENDING_ESIGN: 'apply/approved-agreements',
  // As the state of the applicant has stores.
  SUBMIT_DENIED: 'apply/adverse-action-retail',
  SUBMIT_ERROR: 'shell/error',
  CANEBAY_DUPLICATE: 'shell/error',
  ESIGNING: 'apply/hold-esign',
  PENDING_ESIGN_VALIDATIONS: 'apply/hold-esign',
  PENDING_ORIGINATION: 'apply/hold-esign',
  PENDING_ESIGN_DOCUMENT_UPLOAD: 'apply/upload-docs',
  ESIGN_ERROR: 'shell/error',
};
let products: Readonly<Record<string, Product>>;
let submitted: Fixture;
beforeAll(async () => {
  const files = readFiles([root]);
  const load = await loadContent(files, { env: 'local', today: '2026-11-20' });
  if ('problems' in load) throw new Error(load.problems.map((one) => `${one.file}: ${one.message}`).join('\n'));
  products = load.loaded.products;
  const found = fixturesIn(files).find(({ file }) => file.endsWith('apply/fixtures/cover-transition-esign-error.json'));
  if (!found) throw new Error('No fixture is sent and waits.');
  submitted = found;
});

/** Where somebody is who has sent their application and is found at a status; then another is told to them there. */
function comesTo(found: string, told?: { readonly at: string; readonly event: string }): string {
  return runFixture(productNamed(products, 'payday'), {
    ...submitted,
    given: { ...submitted.given, values: {}, outcomes: { applicationState: [found, found, found] } },
    do: [...submitted.do, ...(told === undefined ? [] : [{ kind: 'event' as const, ...told }])],
  }).end;
}

test('each of the 17 progress statuses leads where it should whoever is found at it, however often they are asked for', () => {
  const listed = detail<readonly string[]>('enum.applicationProgressStatus', 'values');
  expect(listed.toSorted()).toEqual(Object.keys(LEADS).toSorted());
  expect(listed).toHaveLength(17);
  expect(Object.fromEntries(listed.map((status) => [status, comesTo(status)]))).toEqual(LEADS);
});

test('each status that ends the waiting leads to the same page where it is told, before the signature and after it', () => {
  const signed = ['PENDING_ESIGN_DOCUMENT_UPLOAD', 'ESIGN_ERROR'];
  for (const [status, page] of Object.entries(LEADS)) {
    if (page === 'apply/transition' || page === 'apply/hold-esign') continue;
    const [found, at] = signed.includes(status)
      ? (['ESIGNING', 'apply/hold-esign'] as const)
      : (['SUBMITTING', 'apply/transition'] as const);
    expect([status, comesTo(found, { at, event: status })]).toEqual([status, page]);
  }
});
