/** What `npm run new` makes is accepted by `check` at once, and runs: over the engine, and over the real server. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { transformWithOxc } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { projectDir, readFiles } from '../../compile/disk.ts';
import { concernsOf, resolveContent, type Files } from '../../compile/index.ts';
import { KINDS } from '../../scripts/lib/make/index.ts';
import { pinnedNode } from '../../scripts/lib/paths.ts';
import { ruleProblems } from '../../verifier/check/index.ts';
import { Copy, runVerb } from '../docs/run.ts';
import { fixturesIn, openTheater, type Theater } from './theater.ts';

const folder = mkdtempSync(join(tmpdir(), 'waymark-new-'));
const env = { CONTENT_DIR: `+${folder}` };
const make = (...words: readonly string[]) => {
  const { status, stdout, stderr } = spawnSync(pinnedNode, [join(projectDir, 'scripts/tasks/new.ts'), ...words], {
    cwd: projectDir,
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
};
const problems = (files: Files): readonly string[] => {
  const resolved = resolveContent(files, { env: 'local', today: '2026-11-20' });
  const found =
    resolved.problems.length > 0 ? resolved.problems : [...concernsOf(resolved, false), ...ruleProblems(resolved)];
  return found.map(({ file, line, message }) => `${file}:${line}: ${message}`);
};
/** One brand of the project, beside which the one that is made stands: nothing else offers what is made. */
let copy: Copy;
const laid = (): Files => readFiles([copy.dir, folder]);
const own = (file: string): string => readFileSync(join(folder, file), 'utf8');
const write = (file: string, text: string): void => {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
};

/** Each kind with the words that make one, in an order in which each may stand on those before it. */
const ORDERS: readonly (readonly [kind: string, ...words: string[]])[] = [
  ['flow', 'ask-us', '--title', 'Ask us'],
  ['brand', 'harbor', '--title', 'Harbor Loans'],
  ['step', 'ask-us/phone', '--title', 'Your phone'],
  ['operation', 'tellMe'],
  ['state-row', 'TX', '--from', '2027-01-01'],
  ['disclosure', 'ask-notice', '--on', 'ask-us/phone'],
  ['obligation', 'notice-before-asking', '--shown', 'ask-notice', '--before', 'ask-us/done'],
];

let theater: Theater;
beforeAll(async () => {
  copy = new Copy('payday');
  for (const words of ORDERS) expect(make(...words)).toMatchObject({ status: 0, stderr: '' });
});
afterAll(async () => {
  await theater?.close();
  copy?.[Symbol.dispose]();
  rmSync(folder, { recursive: true, force: true });
});

describe('npm run new', () => {
  test('makes each kind of thing; check accepts them all together, and nothing of the project was touched', () => {
    expect([...ORDERS.map(([kind]) => kind), 'widget'].sort()).toEqual(Object.keys(KINDS).sort());
    expect(problems(laid())).toEqual([]);
    for (const file of ['flows/ask-us', 'brands/harbor']) expect(existsSync(join(projectDir, file))).toBe(false);
  });
  test('a brand sends nobody to the site of the brand that it was made like, and does not bear its name', () => {
    const facts = own('brands/harbor/brand.json');
    expect([...new Set(facts.match(/https?:\/\/[^/"]+/g))]).toEqual(['https://www.harbor.example']);
    expect(facts).not.toMatch(/larkfield (advance|loans)|\bLarkfield\b/);
    expect(JSON.parse(facts)).toMatchObject({ key: 'harbor', name: 'Harbor Loans', originName: 'harbor.localhost' });
  });
  test.each(['payday', 'pocket', 'installment', 'bankpartner'])(
    'nothing of %s is left in a brand made like it',
    (like) => {
      const order = { name: 'harbor', folders: [projectDir], options: { like, title: 'Harbor Loans' } };
      const { written = {}, copied = {}, says } = KINDS['brand']?.make(order) ?? {};
      const old = JSON.parse(readFileSync(join(projectDir, `brands/${like}/brand.json`), 'utf8')) as {
        readonly name: string;
        readonly creditor: { readonly name: string };
        readonly partnerSite?: { readonly logo: string };
      };
      const drawn = Object.values(copied)
        .filter((file) => file.endsWith('.svg') && basename(file) !== old.partnerSite?.logo)
        .map((file) => readFileSync(file, 'utf8'));
      const all = [...Object.values(written), ...drawn].join('\n');
      for (const name of [
        old.name,
        old.creditor.name,
        old.name.toLowerCase().replace(/\W/g, ''),
        `"${like}"`,
        `"${like}.`,
        `/${like}/`,
      ])
        expect(all).not.toContain(name);
      expect(written['brands/harbor/assets/logo.svg']).toContain('aria-label="Harbor Loans"');
      // What nobody can make up is said instead.
      expect(says).toMatch(/yours to write: phoneNumber, .*creditor/);
    },
  );
  test('a widget says of itself what check needs, and draws what its options say', () => {
    const made = KINDS['widget']?.make({ name: 'sentence', folders: [projectDir], options: {} }).written ?? {};
    expect(Object.keys(made).sort()).toEqual(
      ['examples.json', 'index.tsx', 'widget.json'].map((file) => `widgets/sentence/${file}`),
    );
    const page = 'flows/ask-us/steps/done.json';
    const drawn = (options: string): string =>
      own(page).replace('"layout": [', () => `"layout": [{ "widget": "sentence", "options": ${options} }, `);
    const widget = made['widgets/sentence/widget.json'] ?? '';
    const files = { ...laid(), 'widgets/sentence/widget.json': widget };
    expect(problems({ ...files, [page]: drawn('{ "words": "Hello" }') })).toEqual([]);
    expect(problems({ ...files, [page]: drawn('{}') })).toHaveLength(1);
  });
  test.each([
    ['a kind that there is not', ['thing', 'x'], 'There is no kind "thing"'],
    ['a kind that is misspelt', ['obligaton', 'x'], 'Did you mean "obligation"?'],
    ['a name with a space', ['flow', 'Ask Us'], '"Ask Us" is no name for it: small letters'],
    ['an operation with a hyphen', ['operation', 'tell-me'], 'without spaces or hyphens'],
    ['no name', ['flow'], 'Say what it is called'],
    ['a title without quotes', ['flow', 'ask', 'us'], 'stand in quotes'],
    ['a duty without a document', ['obligation', 'x', '--before', 'ask-us/done'], '--shown <idTag>'],
    ['a duty before no page', ['obligation', 'x', '--shown', 'y', '--before', 'ask-us/no'], 'no flows/ask-us/steps/no'],
    ['what is there already', ['flow', 'ask-us'], 'ask-us'],
    ['a row that begins before the last', ['state-row', 'TX', '--from', '2019-01-01'], 'name a later day'],
    ['a document on no page', ['disclosure', 'x'], '--on <flow>/<step>'],
    ['a page after one that is not there', ['step', 'ask-us/more', '--after', 'nowhere'], 'no step "nowhere"'],
  ])('%s is refused with what to do', (_, words, says) => {
    const { status, stderr } = make(...words);
    expect([status, stderr.includes(says)]).toEqual([2, true]);
  });
});

test('a widget that was made draws each of its own examples', async () => {
  const made = KINDS['widget']?.make({ name: 'sentence', folders: [projectDir], options: {} }).written ?? {};
  const source = made['widgets/sentence/index.tsx'] ?? '';
  const { code } = await transformWithOxc(source, 'index.tsx', { jsx: { runtime: 'automatic' } });
  // It lies outside of the project here: its packages are found from this file.
  const drawn = join(folder, 'sentence.mjs');
  writeFileSync(
    drawn,
    code.replace(/(?<=from ["'])react[^"']*/, (name) => import.meta.resolve(name)),
  );
  const { default: Sentence } = (await import(drawn)) as { readonly default: (props: object) => ReactNode };
  const examples = JSON.parse(made['widgets/sentence/examples.json'] ?? '[]') as { readonly options: object }[];
  expect(examples.map(({ options }) => renderToStaticMarkup(Sentence({ options })))).toEqual([
    '<p>Here stands what it says.</p>',
  ]);
});

const DUTY = ['prove', 'notice-before-asking', '--content', `+${folder}`];

describe('what was made runs over the server', () => {
  beforeAll(async () => {
    // What a row that begins later says otherwise, on a page.
    const row = JSON.parse(own('compliance/states/TX.json')) as { readonly rows: readonly object[] };
    const [before, later] = row.rows;
    write(
      'compliance/states/TX.json',
      JSON.stringify({ ...row, rows: [before, { ...later, maximumPayday: 100_000 }] }),
    );
    write(
      'flows/ask-us/values/most.json',
      JSON.stringify({
        says: 'The most that a loan may be in Texas, in cents',
        type: 'integer',
        value: { lookup: ['states', 'TX', 'maximumPayday'] },
      }),
    );
    write(
      'flows/ask-us/steps/done.json',
      own('flows/ask-us/steps/done.json').replace(
        '"layout": [',
        () =>
          '"load": [{ "call": "tellMe", "with": { "about": { "var": "answers.askUs.question" } }, "as": "told", "keeps": "session", "on": { "none": { "stay": true } } }],\n  "layout": [{ "copy": "{{results.told.says}}." }, { "copy": "At most {{values.most | money}}." }, ',
      ),
    );
    const asked = JSON.parse(own('flows/ask-us/fixtures/asked.json')) as Record<string, unknown>;
    const end = (most: string) => ({
      end: 'ask-us/done',
      shown: { disclosures: ['ask-notice'] },
      text: {
        'ask-us/phone': ['Write here what the page says'],
        'ask-us/done': ['What the back end will say.', `At most ${most}.`],
      },
      calls: ['tellMe'],
    });
    const fixture = {
      ...asked,
      do: [...(asked['do'] as object[]), { at: 'ask-us/phone', press: 'continue' }],
      expect: end('$1,500.00'),
    };
    write('flows/ask-us/fixtures/asked.json', JSON.stringify(fixture));
    write(
      'brands/harbor/brand.json',
      own('brands/harbor/brand.json').replace('"flows": [', () => '"flows": ["ask-us", '),
    );
    write(
      'flows/ask-us/fixtures/harbor.json',
      JSON.stringify({
        ...fixture,
        title: 'The same of the new brand, after the row of Texas has changed',
        brand: 'harbor',
        clock: '2027-02-01T15:00:00Z',
        expect: end('$1,000.00'),
      }),
    );
    expect(problems(laid())).toEqual([]);
    theater = await openTheater('server', env);
  });
  test.each(['asked', 'harbor'])('%s', async (name) => {
    const fixture = fixturesIn(laid()).find(({ file }) => file === `flows/ask-us/fixtures/${name}.json`);
    expect(fixture && (await theater.play(fixture))).toEqual([]);
  });
  test('an obligation is proved, and broken where its document no longer stands on the page', async () => {
    const proved = await runVerb(DUTY, copy.dir);
    expect([proved.exit, proved.output]).toEqual([0, expect.stringContaining('proved: notice-before-asking')]);
    const page = 'flows/ask-us/steps/phone.json';
    const whole = own(page);
    const { layout, ...rest } = JSON.parse(whole) as { readonly layout: readonly { disclosure?: string }[] };
    write(page, JSON.stringify({ ...rest, layout: layout.filter(({ disclosure }) => disclosure === undefined) }));
    // The counterexample of docs/tasks/obligation.md is played on the running server, too.
    const broken = await runVerb([...DUTY, '--core'], copy.dir);
    write(page, whole);
    expect([broken.exit, broken.output]).toEqual([1, expect.stringContaining('BROKEN: notice-before-asking')]);
  });
});
