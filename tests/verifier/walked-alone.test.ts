import { mkdtempSync, readdirSync, rmSync, truncateSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { loadContent, productNamed } from '../../cli/products.ts';
import { aloneWith, concerns, contentOfJourney } from '../../cli/verify/alone.ts';
import { keyOf, Shelf } from '../../cli/verify/shelf.ts';
import { projectDir, readFiles } from '../../compile/disk.ts';
import type { Files } from '../../compile/index.ts';
import { PATH_RULES, pathReport } from '../../verifier/check/paths.ts';
import { survey } from '../../verifier/explore/survey.ts';
import { proveSurveys, type Finding } from '../../verifier/prove/prove-all.ts';
import { OBLIGATIONS } from '../../verifier/prove/questions.ts';
import { lending, planted } from './lending.ts';

const options = { env: 'local', today: '2026-11-21' } as const;

/** What is said of the ways of every journey, beside the others or alone; each is walked anew. */
async function said(files: Files, isAlone: boolean) {
  const load = await loadContent(files, options);
  if ('problems' in load) throw new Error(JSON.stringify(load.problems[0]));
  const { resolved, products } = load.loaded;
  return Object.values(resolved.brands).flatMap((brand) =>
    Object.keys(brand.flows).map((flow) => {
      const all = { source: resolved.source, brand, product: productNamed(products, brand.id) };
      const ground = isAlone ? aloneWith(all, flow) : all;
      const one = survey({ ...ground, flow, today: options.today, questions: OBLIGATIONS });
      return { ...pathReport(one, ground.source), states: one.exploration.nodes.length };
    }),
  );
}

describe('what is wrong with the ways of a journey is the same beside all others and without them', () => {
  test.each(Object.entries(PATH_RULES))('%s', async (_name, { bad }) => {
    const files = Object.fromEntries(
      Object.entries(planted(lending, bad)).map(([file, text]) => [file, text.replace('»', '')]),
    );
    const beside = await said(files, false);
    expect(beside.flatMap(({ findings }) => findings)).not.toEqual([]);
    expect(await said(files, true)).toEqual(beside);
  });
});

describe('what is known of the duties of a journey is the same beside all others and without them', () => {
  // A flow that asks for the same consent and reads the same rows stands beside.
  const second = Object.fromEntries(
    Object.entries(lending).flatMap(([file, text]) =>
      file.startsWith('flows/loan/')
        ? [
            [
              file.replace('/loan/', '/other/'),
              text
                .replace('"id": "loan"', '"id": "other"')
                .replace('/loan"', '/other"')
                .replace('"application"', '{ "draft": "other", "statuses": { "OPEN": { "keptDays": 21 } } }'),
            ],
          ]
        : [],
    ),
  );
  const both: Files = {
    ...lending,
    ...second,
    'brands/elm/brand.json': (lending['brands/elm/brand.json'] ?? '').replace('["loan"]', '["loan", "other"]'),
  };
  const obligation = 'compliance/obligations/texas-notice-before-signing.json';
  const moments = [
    ['a page of one of them', { step: 'other/sign' }],
    ['an end of one of them', { outcome: 'other/signed' }],
    ['a consent that both ask for', { consent: 'additionalAttributes.esignConsent' }],
  ] as const;
  test.each(moments)('the moment is %s', async (_name, before) => {
    const text = JSON.stringify({ ...(JSON.parse(both[obligation] ?? '') as object), before });
    const load = await loadContent({ ...both, [obligation]: text }, options);
    if ('problems' in load) throw new Error(JSON.stringify(load.problems[0]));
    const { resolved, products } = load.loaded;
    const findings = (isAlone: boolean): readonly Finding[] =>
      Object.values(resolved.brands).flatMap((brand) =>
        Object.keys(brand.flows).flatMap((flow) => {
          const all = { source: resolved.source, brand, product: productNamed(products, brand.id) };
          const ground = isAlone ? aloneWith(all, flow) : all;
          // A number of people of its own: a survey that is kept in this process would be the same for both.
          const one = survey({ ...ground, flow, today: options.today, questions: OBLIGATIONS, people: 1_000 });
          return proveSurveys(ground.source, [one], { names: [], standing: true });
        }),
      );
    const beside = findings(false);
    expect(beside.filter((one) => one.obligation === 'texas-notice-before-signing').map(({ flow }) => flow)).toEqual(
      'consent' in before ? ['loan', 'other'] : ['other'],
    );
    expect(findings(true)).toEqual(beside);
  });
});

/** The project's own files by name; what they say is nothing here. */
const real: Files = Object.fromEntries(Object.keys(readFiles([projectDir])).map((file) => [file, file]));

test('an obligation about a page of another flow concerns a journey no more than that flow does', () => {
  const obligation = (before: object): Files => ({ 'compliance/obligations/one.json': JSON.stringify({ before }) });
  const journey = { brand: 'pocket', flow: 'login' };
  const none = contentOfJourney({}, journey);
  expect(contentOfJourney(obligation({ step: 'apply/esign' }), journey)).toBe(none);
  expect(contentOfJourney(obligation({ outcome: 'apply/declined' }), journey)).toBe(none);
  expect(contentOfJourney(obligation({ step: 'login/sign-in' }), journey)).not.toBe(none);
  expect(contentOfJourney(obligation({ consent: 'isAgreed' }), journey)).not.toBe(none);
  expect(contentOfJourney({ 'compliance/obligations/one.json': '{ "before": ' }, journey)).not.toBe(none);
});

test('what was found of a journey is found again until a file changes that is no other flow’s and no other brand’s', () => {
  const journey = { brand: 'pocket', flow: 'login' };
  const before = contentOfJourney(real, journey);
  const stays = Object.keys(real).filter(
    (file) => contentOfJourney({ ...real, [file]: `${real[file]} ` }, journey) === before,
  );
  expect(stays.length).toBeGreaterThan(500);
  expect(stays.filter((file) => !/^flows\/[^/]+\/|^brands\/(?!pocket\/)|^brands\/pocket\/flows\//.test(file))).toEqual(
    [],
  );
  expect(
    stays.filter((file) => /^flows\/(login|rules|values)\/|^brands\/pocket\/flows\/login\.json/.test(file)),
  ).toEqual([]);
  const { [stays[0] ?? '']: _, ...without } = real;
  expect(contentOfJourney(without, journey)).toBe(before);
  const { 'flows/login/flow.json': _own, ...lacking } = real;
  expect(contentOfJourney(lacking, journey)).not.toBe(before);
  expect(concerns('flows/app.json', journey)).toBe(true);
});

test('another day, environment, brand, flow or content is asked anew', () => {
  const usual = { env: 'local', today: '2026-11-21' } as const;
  const keys = [
    keyOf('content', usual, { brand: 'pocket', flow: 'login' }),
    keyOf('other', usual, { brand: 'pocket', flow: 'login' }),
    keyOf('content', { ...usual, today: '2026-11-22' }, { brand: 'pocket', flow: 'login' }),
    keyOf('content', { ...usual, env: 'prod' }, { brand: 'pocket', flow: 'login' }),
    keyOf('content', usual, { brand: 'payday', flow: 'login' }),
    keyOf('content', usual, { brand: 'pocket', flow: 'mfa' }),
    keyOf('content', usual, { brand: 'pocket', flow: 'login', asked: ['of-age-before-submit'] }),
  ];
  expect(new Set(keys).size).toBe(keys.length);
});

test('what is damaged is walked again, and of too many the ones asked for longest ago go', () => {
  const folder = mkdtempSync(join(tmpdir(), 'walked-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const shelf = new Shelf<unknown>(join(folder, 'made'), 2);
  const walked = {
    report: { brand: 'pocket', flow: 'login', findings: [], places: new Set(['flows/login/flow.json:1']) },
    states: 7,
  };
  expect(shelf.find('one')).toBeUndefined();
  for (const [index, key] of ['one', 'two'].entries()) {
    shelf.keep(key, walked);
    utimesSync(join(folder, 'made', key), index, index);
  }
  expect(shelf.find('one')).toEqual(walked);
  shelf.keep('three', walked);
  expect(readdirSync(join(folder, 'made')).toSorted()).toEqual(['one', 'three']);
  truncateSync(join(folder, 'made', 'one'), 9);
  expect(shelf.find('one')).toBeUndefined();
});
