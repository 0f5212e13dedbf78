/** Four brands that share their flows: what differs is told once, with the brands it concerns. */
import { beforeAll, describe, expect, test } from 'vitest';
import { loadContent, type Loaded } from '../../cli/products.ts';
import { readFiles } from '../../compile/disk.ts';
import type { Files, Json } from '../../compile/index.ts';
import { differencesOf } from '../../verifier/diff/differences.ts';
import { generated } from './generated/index.ts';

const files = generated({ routes: 44, rules: 24, states: 3, brands: 4, seed: 1 }, readFiles([]));
let before: Loaded;
beforeAll(async () => void (before = await loaded(files)), 60_000);

async function loaded(content: Files): Promise<Loaded> {
  const load = await loadContent(content, { env: 'local', today: '2026-11-21' });
  if ('problems' in load)
    throw new Error(load.problems.map(({ file, line, message }) => `${file}:${line}: ${message}`).join('\n'));
  return load.loaded;
}
type Doc = Record<string, Json>;
const docOf = (file: string): Doc => JSON.parse(files[file] ?? '{}') as Doc;
/** The content with some files written anew. */
const changed = (docs: Readonly<Record<string, Json>>): Files => ({
  ...files,
  ...Object.fromEntries(Object.entries(docs).map(([file, doc]) => [file, JSON.stringify(doc)])),
});
const told = async (docs: Readonly<Record<string, Json>>): Promise<readonly (readonly [string, readonly string[]])[]> =>
  differencesOf(before, await loaded(changed(docs))).differences.map(({ sentence, brands }) => [sentence, brands]);
const all = ['birch', 'cedar', 'maple', 'rowan'];

describe('a flow', () => {
  const [asked = ''] = (docOf('flows/apply/flow.json')['line'] as readonly string[]).filter((step) =>
    step.startsWith('ask-'),
  );
  const button = {
    ...docOf(`flows/apply/steps/${asked}.json`),
    actions: (docOf(`flows/apply/steps/${asked}.json`)['actions'] as readonly Doc[]).map((action) => ({
      ...action,
      label: 'Go on',
    })),
  };

  test('a shared page that each brand calls otherwise is told once, with its other names', async () => {
    expect(await told({ [`flows/apply/steps/${asked}.json`]: button })).toEqual([
      [
        'For everybody the button "Continue" now reads "Go on" on the page "Question 0". ("Question 0" is "Another question from maple" at maple; "Question 0" is "In other words" at rowan.)',
        all,
      ],
    ]);
  }, 60_000);

  test('a shared page is told of all brands, an overlay of its own brand, two alike of both', async () => {
    const overlay = (brand: string, set: Doc): Doc => ({
      ...docOf(`brands/${brand}/flows/apply.json`),
      says: 'Otherwise',
      set,
    });
    const { insert: _, ...rowan } = docOf('brands/rowan/flows/apply.json');
    expect(
      await told({
        'flows/apply/steps/income.json': { ...docOf('flows/apply/steps/income.json'), title: 'Money that comes in' },
        'brands/birch/flows/apply.json': overlay('birch', { 'steps/loan/title': 'Your loan' }),
        'brands/cedar/flows/apply.json': overlay('cedar', { 'steps/loan/title': 'Your loan' }),
        'brands/rowan/flows/apply.json': rowan,
      }),
    ).toEqual([
      ['For everybody the page "income" is now called "Money that comes in".', all],
      ['For everybody the page "loan" is now called "Your loan" (only birch and cedar).', ['birch', 'cedar']],
      ['For everybody the page "welcome-rowan" is no longer shown (only rowan).', ['rowan']],
    ]);
  }, 60_000);
});

describe('what holds everywhere', () => {
  const app = docOf('flows/app.json');
  const isNew: Json = { '==': [{ var: 'customer.customerType' }, 'NEW'] };
  const away: Json = { leave: 'away' };

  test('the same ways written otherwise are no difference', async () => {
    expect(
      await told({
        'flows/app.json': {
          ...app,
          home: [
            { when: isNew, to: 'apply/personal' },
            { when: { and: [isNew, { '!': isNew }] }, to: 'account/entry' },
            { to: 'apply/personal' },
          ],
          errors: [
            { on: ['unauthenticated'], ...away },
            { on: ['unavailable', 'failed'], ...away },
          ],
        },
      }),
    ).toEqual([]);
  }, 60_000);

  test('ways that leave out whom nothing is known of are', async () => {
    expect(
      await told({
        'flows/app.json': {
          ...app,
          home: [
            { when: isNew, to: 'apply/personal' },
            { when: { '!=': [{ var: 'customer.customerType' }, 'NEW'] }, to: 'apply/personal' },
            { to: 'account/entry' },
          ],
        },
      }),
    ).toEqual([['When the customer type is not known, where people come first is now "Entry" (was "personal").', all]]);
  }, 60_000);

  test('other ways are told of those whom they lead elsewhere', async () => {
    expect(
      await told({
        'flows/app.json': { ...app, home: [{ when: isNew, to: 'account/entry' }, { to: 'apply/personal' }] },
      }),
    ).toEqual([['When the customer type is new, where people come first is now "Entry" (was "personal").', all]]);
  }, 60_000);

  test('of one brand: an error, a link of the header for some, a name', async () => {
    const header = { links: [{ text: 'Help', leave: 'away', when: isNew }] };
    const others = (app['errors'] as readonly { readonly on: readonly string[] }[])
      .map((route) => ({ ...route, on: route.on.filter((one) => one !== 'unavailable') }))
      .filter(({ on }) => on.length > 0);
    expect(
      await told({
        'brands/maple/app.json': {
          says: 'Otherwise',
          set: { header, errors: [{ on: ['unavailable'], to: 'account/entry' }, ...others] },
        },
        'brands/cedar/brand.json': { ...docOf('brands/cedar/brand.json'), name: 'Cedar money' },
      }),
    ).toEqual([
      ['For everybody the brand\'s "name" is now "Cedar money" (was "cedar loans") (only cedar).', ['cedar']],
      [
        'For everybody where the error "unavailable" leads is now "Entry" (was the address "away") (only maple).',
        ['maple'],
      ],
      ['When the customer type is new, the link "Help" is now in the header (only maple).', ['maple']],
    ]);
  }, 60_000);
});
