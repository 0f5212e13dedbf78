import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { loadContent, type Loaded } from '../../cli/products.ts';
import { filesAt } from '../../cli/revision.ts';
import { verb } from '../../cli/verbs/diff.ts';
import { readFiles } from '../../compile/disk.ts';
import type { Files } from '../../compile/index.ts';
import { differencesOf, type Differences } from '../../verifier/diff/differences.ts';

const folder = fileURLToPath(new URL('lending', import.meta.url));
const options = { env: 'local', today: '2026-11-21' } as const;
const files = readFiles([folder]);
const steps = 'flows/loan/steps';
let before: Loaded;
beforeAll(async () => void (before = await loaded(files)));

async function loaded(content: Files): Promise<Loaded> {
  const load = await loadContent(content, options);
  if ('problems' in load)
    throw new Error(load.problems.map(({ file, line, message }) => `${file}:${line}: ${message}`).join('\n'));
  return load.loaded;
}

function write(to: string, content: Files): void {
  for (const [file, text] of Object.entries(content)) {
    mkdirSync(dirname(join(to, file)), { recursive: true });
    writeFileSync(join(to, file), text);
  }
}

type Change = readonly [file: string, from: string, to: string];
/** The content with these texts replaced; each must be there. */
function changed(...changes: readonly Change[]): Files {
  const made: Record<string, string> = { ...files };
  for (const [file, from, to] of changes) {
    const text = made[file] ?? '';
    if (!text.includes(from)) throw new Error(`${file} does not hold: ${from}`);
    made[file] = text.replace(from, () => to);
  }
  return made;
}
async function compared(content: Files): Promise<Differences> {
  return differencesOf(before, await loaded(content));
}
const sentences = async (...changes: readonly Change[]): Promise<readonly string[]> =>
  (await compared(changed(...changes))).differences.map(({ sentence }) => sentence);

const state = '{ "var": "answers.contactInformation.address.stateCode" }';
const texas = '"when": "state-is-texas",';

describe('written otherwise, seen alike', () => {
  test.each<[string, Change[]]>([
    ['the same', []],
    ['a rule says it in other words', [['flows/loan/rules/is-adult.json', 'The applicant is at least 18', 'Grown up']]],
    [
      'a rule is written out where it stood by name',
      [[`${steps}/texas.json`, texas, `"when": { "==": [${state}, "TX"] },`]],
    ],
    [
      'a condition that comes to the same for everybody',
      [[`${steps}/texas.json`, texas, `"when": { "!": [{ "in": [${state}, ["CA", "OH"]] }] },`]],
    ],
    [
      'the order of two steps of which everybody sees one',
      [['flows/loan/flow.json', '"numbers", "link"', '"link", "numbers"']],
    ],
    [
      'a limit that nobody can reach',
      [
        [
          'flows/loan/rules/earns-too-little.json',
          '{ "<": [{ "var": "answers.incomeInformation.amountGross" }, 100000] }',
          '{ "<=": [{ "var": "answers.incomeInformation.amountGross" }, 99999] }',
        ],
      ],
    ],
  ])('%s', async (_, changes) => expect(await sentences(...changes)).toEqual([]));

  test('a rule with another name, keys in another order', async () => {
    const account = JSON.parse(files[`${steps}/account.json`] ?? '{}') as object;
    const renamed = changed(
      [`${steps}/texas.json`, texas, '"when": "in-texas",'],
      [`${steps}/amount.json`, '"when": "state-is-texas"', '"when": "in-texas"'],
    );
    const { 'flows/loan/rules/state-is-texas.json': rule = '', ...rest } = renamed;
    const found = await compared({
      ...rest,
      'flows/loan/rules/in-texas.json': rule,
      [`${steps}/account.json`]: JSON.stringify(Object.fromEntries(Object.entries(account).reverse())),
    });
    expect(found).toEqual({ differences: [], notes: [], states: 0, inexact: [] });
  });

  test('a row of a state where no page looks is a note, not a difference', async () => {
    const { differences, notes } = await compared(
      changed(['compliance/states/OH.json', '"minimumAge": 18', '"minimumAge": 21']),
    );
    expect([differences, notes]).toEqual([[], ['In Ohio "minimum age" is now 21 (was 18); no page looks it up.']]);
  });
});

describe('what differs, for whom', () => {
  test.each<[string, Change[], string[]]>([
    [
      'a step asked of all, not only in Texas',
      [[`${steps}/texas.json`, texas, '']],
      ['In California and Ohio the page "For applicants in Texas" is now shown.'],
    ],
    [
      'a step asked of some in one state',
      [
        [
          `${steps}/texas.json`,
          texas,
          '"when": { "and": [{ "rule": "state-is-texas" }, { "==": [{ "var": "answers.loan.productCode" }, "PDL"] }] },',
        ],
      ],
      ['In Texas, when the kind of loan is "Installment loan", the page "For applicants in Texas" is no longer shown.'],
    ],
    [
      'a step not asked of some customers in one state',
      [
        [
          `${steps}/identity.json`,
          '"kind": "form",',
          `"kind": "form", "when": { "!": [{ "and": [{ "rule": "state-is-texas" }, { "==": [{ "var": "customer.customerType" }, "NEW"] }] }] },`,
        ],
      ],
      ['In Texas, when the customer type is new, the step "Who you are, [the first name]" is no longer asked.'],
    ],
    [
      'a threshold of the way',
      [['flows/loan/rules/earns-too-little.json', '100000', '150000']],
      [
        'When the each month is from $1,000.00 to $1,499.99, the button "Continue" on "Your income" now leads to "We cannot lend you now" (before: to "Your bank account").',
        'When the each month is from $1,000.00 to $1,499.99, the page "We cannot lend you now" is now shown, the steps "Your bank account", "Numbers of your account", "Link your bank" and "Sign" are no longer asked, and the pages "For applicants in Texas" and "Thank you" are no longer shown.',
      ],
    ],
    [
      'a threshold of a check',
      [['flows/loan/rules/is-adult.json', '18]', '21]']],
      [
        'When the date of birth is on or after November 22, 2005, the page "About you" now refuses to go on: "You must be at least 18 years old".',
      ],
    ],
    [
      'a threshold of a note',
      [[`${steps}/amount.json`, '40000]', '45000]']],
      [
        'When the amount is from $400.01 to $450.00, the text "You choose a large loan." is no longer shown on the page "Your loan".',
      ],
    ],
    [
      'a limit',
      [[`${steps}/amount.json`, '"maximum": 50000', '"maximum": 60000']],
      ['For everybody the largest "Amount in cents" is now $600.00 (was $500.00) on the page "Your loan".'],
    ],
    [
      'a question that may be left empty',
      [[`${steps}/identity.json`, '"$ref": "/values/ssn"', '"$ref": "/values/ssn", "required": false']],
      [
        'For everybody the question "Social Security number" is now optional on the page "Who you are, [the first name]".',
      ],
    ],
    [
      'a question asked of others',
      [
        [
          `${steps}/income.json`,
          '[{ "var": "answers.incomeInformation.type" }, "E"]',
          '[{ "var": "answers.incomeInformation.type" }, "O"]',
        ],
      ],
      [
        'When the answer to "Where your income comes from" is Employment, the question "Employer" is no longer asked on the page "Your income".',
        'When the answer to "Where your income comes from" is "Another source", the question "Employer" is now asked on the page "Your income".',
      ],
    ],
    [
      'a choice that is gone',
      [
        [`${steps}/income.json`, '"E", "S", "O"', '"E", "O"'],
        [`${steps}/income.json`, '        { "value": "S", "label": "Social Security" },\n', ''],
      ],
      [
        'For everybody the choice "Social Security" is no longer offered on the page "Your income" under "Where your income comes from".',
      ],
    ],
    [
      'words of one state',
      [[`${steps}/amount.json`, 'Texas limits what', 'The law limits what']],
      [
        'In Texas the text "Texas limits what a payday loan may cost." now reads "The law limits what a payday loan may cost." on the page "Your loan".',
      ],
    ],
    [
      'a disclosure that is gone',
      [[`${steps}/sign.json`, '{ "disclosure": "loan-terms", "consent": "consent" }', '"consent"']],
      [
        'For everybody the disclosure "Terms of the loan" is no longer shown on the page "Sign", before the step "Thank you".',
      ],
    ],
    [
      'a disclosure that moved',
      [
        [`${steps}/sign.json`, '{ "disclosure": "loan-terms", "consent": "consent" }', '"consent"'],
        [`${steps}/account.json`, '"layout": ["entry"]', '"layout": ["entry", { "disclosure": "loan-terms" }]'],
      ],
      [
        'For everybody the disclosure "Terms of the loan" is now shown on the page "Your bank account" instead of the page "Sign".',
      ],
    ],
    [
      'titles and buttons',
      [
        [`${steps}/link.json`, 'Link your bank', 'Connect your bank'],
        [`${steps}/sign.json`, '"label": "Sign"', '"label": "Sign now"'],
      ],
      [
        'For everybody the page "Link your bank" is now called "Connect your bank".',
        'For everybody the button "Sign" now reads "Sign now" on the page "Sign".',
      ],
    ],
    [
      'the order of the line',
      [['flows/loan/flow.json', '"amount", "income"', '"income", "amount"']],
      [
        'For everybody the step "Your income" now comes after "Who you are, [the first name]" (before: after "Your loan").',
      ],
    ],
    [
      'the text of a document',
      [['compliance/disclosures/loan-terms/1.md', 'Please read this.', 'Please read this twice.']],
      [
        expect.stringMatching(
          /^The document "Terms of the loan", shown on the page "Sign", was rewritten in version 1, in force since January 1, 2020: .* Gone: "Please read this\." New: "Please read this twice\."$/,
        ) as string,
      ],
    ],
    [
      'where people come first',
      [['flows/app.json', '"home": [{ "to": "loan/about" }]', '"home": [{ "to": "loan/identity" }]']],
      ['For everybody where people come first is now "Who you are, the first name" (was "About you").'],
    ],
    [
      'the brand',
      [['brands/elm/brand.json', 'Elm Loans', 'Elm Money']],
      ['For everybody the brand\'s "name" is now "Elm Money" (was "Elm Loans").'],
    ],
  ])('%s', async (_, changes, expected) => expect(await sentences(...changes)).toEqual(expected));

  test('a brand that comes, and what differs for one of two', async () => {
    const oak = {
      'brands/oak/brand.json': '{ "key": "oak", "flows": ["loan"], "name": "Oak Loans", "notFoundPage": "/not-found" }',
    };
    expect((await compared({ ...files, ...oak })).differences).toEqual([
      { brands: ['oak'], pages: [], about: 'brand', sentence: 'The brand "Oak Loans" is new.' },
    ]);
    const both = await loaded({ ...files, ...oak });
    const overlay = {
      'brands/oak/flows/loan.json': JSON.stringify({
        replace: { link: { ...(JSON.parse(files[`${steps}/link.json`] ?? '{}') as object), title: 'Connect' } },
      }),
    };
    const found = differencesOf(both, await loaded({ ...files, ...oak, ...overlay }));
    expect(found.differences.map(({ brands, sentence }) => [brands, sentence])).toEqual([
      [['oak'], 'For everybody the page "Link your bank" is now called "Connect" (only oak).'],
    ]);
  });

  test('says how many states it rests on, and what was a sample', async () => {
    const { states, inexact } = await compared(
      changed([`${steps}/amount.json`, '"maximum": 50000', '"maximum": 60000']),
    );
    expect(states).toBeGreaterThan(20);
    expect(inexact).toEqual([]);
  });
});

describe('the command', () => {
  /** What the command prints of the changed content against the other version, and its exit code. */
  async function run(content: Files, other: string, json = false): Promise<{ code: number; out: string; err: string }> {
    const here = mkdtempSync(join(tmpdir(), 'waymark-content-'));
    const written = { out: '', err: '' };
    const spies = (['out', 'err'] as const).map((to) =>
      vi
        .spyOn(to === 'out' ? process.stdout : process.stderr, 'write')
        .mockImplementation((text) => ((written[to] += String(text)), true)),
    );
    try {
      write(here, content);
      return {
        code: await verb({ verb: 'diff', names: [other], json, content: [here], options: { today: options.today } }),
        ...written,
      };
    } finally {
      for (const spy of spies) spy.mockRestore();
      rmSync(here, { recursive: true });
    }
  }

  test('prints a sentence a line and on what it rests', async () => {
    const { code, out } = await run(changed([`${steps}/texas.json`, texas, '']), folder);
    expect(code).toBe(0);
    expect(out).toMatch(
      /^In California and Ohio the page "For applicants in Texas" is now shown\.\n\n\d+ situations of the two versions were looked at\.\n/,
    );
  });

  test('says that nobody sees a difference', async () => {
    expect(await run(files, folder)).toEqual({ code: 0, out: 'Nobody sees a difference.\n', err: '' });
  });

  test('compares with a version whose obligations or fixtures would not pass today', async () => {
    const old = mkdtempSync(join(tmpdir(), 'waymark-old-'));
    try {
      write(old, { ...files, 'compliance/obligations/terms-before-signed.json': '{ "says": "Of another time" }' });
      expect(await run(files, old)).toEqual({ code: 0, out: 'Nobody sees a difference.\n', err: '' });
    } finally {
      rmSync(old, { recursive: true });
    }
  });

  test('gives the same as JSON', async () => {
    const { out } = await run(changed([`${steps}/link.json`, 'Link your bank', 'Connect your bank']), folder, true);
    expect(JSON.parse(out)).toMatchObject({
      differences: [
        {
          brands: ['elm'],
          flow: 'loan',
          pages: ['link'],
          about: 'item',
          sentence: 'For everybody the page "Link your bank" is now called "Connect your bank".',
        },
      ],
      inexact: [],
    });
  });

  test('refuses what is neither a folder nor a revision, and content with problems', async () => {
    expect(await run(files, 'no-such-revision')).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringContaining('no-such-revision is neither a folder nor a revision') as unknown,
    });
    expect(await run(changed([`${steps}/texas.json`, 'state-is-texas', 'state-is-nowhere']), folder)).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringContaining('run check') as unknown,
    });
  });
});

describe('the other version as a revision', () => {
  test('comes out of git into memory as the folder would, from below the top of a repository, too', () => {
    const top = mkdtempSync(join(tmpdir(), 'waymark-git-'));
    const git = (args: readonly string[], input?: string) =>
      spawnSync('git', args, { cwd: join(top, 'project'), input });
    const done = (...args: string[]): void => {
      const { status, stderr } = git(['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args]);
      if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr.toString()}`);
    };
    try {
      const project = join(top, 'project');
      mkdirSync(project);
      write(project, files);
      cpSync(join(folder, 'flows/app.json'), join(project, 'flows/.hidden.json'));
      writeFileSync(join(project, 'flows/notes.txt'), 'not content');
      done('init', '-q', top);
      done('add', '.');
      done('commit', '-q', '-m', 'first');
      writeFileSync(join(project, 'flows/app.json'), '{}');
      const read = filesAt('HEAD', project, git);
      expect(read.ok && read.files).toEqual(files);
      expect(readFileSync(join(project, 'flows/app.json'), 'utf8')).toBe('{}');
      expect(filesAt('no-such-branch', project, git)).toEqual({
        ok: false,
        why: 'no-such-branch is neither a folder nor a revision of the repository.',
      });
    } finally {
      rmSync(top, { recursive: true });
    }
  });
});

test('the message of an outcome, and what is said in its place where the error says nothing, are told by their words', async () => {
  const paying = (message: string, otherwise: string): Files => ({
    ...changed([
      `${steps}/signed.json`,
      '"kind": "form",',
      `"kind": "form",\n  "load": [{ "call": "payOut", "on": { "REFUSED": { "stay": true, "message": "${message}", "otherwise": "${otherwise}" } } }],`,
    ]),
    'schemas/api/operations/payOut.json': JSON.stringify({
      name: 'payOut',
      kind: 'standIn',
      access: 'public',
      input: { type: 'object' },
      outcomes: { REFUSED: 'No' },
      detail: { maxLength: 60 },
      answers: [{ outcome: 'REFUSED', detail: 'Closed' }],
    }),
  });
  const was = await loaded(paying('It said: {{problem.detail}}', 'It is refused.'));
  const told = async (message: string, otherwise: string) =>
    differencesOf(was, await loaded(paying(message, otherwise))).differences.map(({ sentence }) => sentence);
  expect(await told('It said: {{problem.detail}}', 'It is refused.')).toEqual([]);
  expect(await told('They said: {{problem.detail}}', 'It is refused.')).toEqual([
    expect.stringContaining(`the message "It said: [the error's detail]" now reads "They said: [the error's detail]"`),
  ]);
  expect(await told('It said: {{problem.detail}}', 'No.')).toEqual([
    expect.stringContaining('where the error says nothing, the message "It is refused." now reads "No."'),
  ]);
});

describe('pages that are asked anew', () => {
  const paying = (reopen: readonly string[]): Files => ({
    ...changed([
      `${steps}/signed.json`,
      '"kind": "form",',
      `"kind": "form",\n  "load": [{ "call": "payOut", "on": { "REFUSED": { "reopen": ${JSON.stringify(reopen)} } } }],`,
    ]),
    'schemas/api/operations/payOut.json': JSON.stringify({
      name: 'payOut',
      kind: 'standIn',
      access: 'public',
      input: { type: 'object' },
      outcomes: { REFUSED: 'No' },
      answers: [{ outcome: 'REFUSED' }],
    }),
  });
  const told = async (was: readonly string[], is: readonly string[]): Promise<Differences> =>
    differencesOf(await loaded(paying(was)), await loaded(paying(is)));

  test('are told where one comes or goes that somebody had left; in another order they are the same', async () => {
    const when = 'when payOut answers "refused"';
    const done = (page: string, now: string): string =>
      `what was done on the page ${page} is ${now} asked anew ${when}`;
    const said = ({ differences }: Differences): readonly string[] => differences.map(({ sentence }) => sentence);
    const loan = done('"Your loan"', 'now');
    expect(said(await told(['identity', 'sign'], ['amount', 'sign']))).toEqual([
      expect.stringContaining('now leads to "Your loan"'),
      `For everybody ${done('"Who you are, [the first name]"', 'no longer')} and ${loan} on the page "Thank you".`,
    ]);
    // It leads to the same page all the same.
    expect(said(await told(['identity', 'sign'], ['identity', 'amount', 'sign'])).at(-1)).toBe(
      `For everybody ${loan} on the page "Thank you".`,
    );
    expect(said(await told(['amount', 'identity', 'sign'], ['amount', 'identity']))).toEqual([
      `For everybody ${done('"Sign"', 'no longer')} on the page "Thank you".`,
    ]);
    expect(await told(['sign', 'identity'], ['identity', 'sign'])).toMatchObject({ differences: [] });
  });

  test('of one that nobody has left by then it is noted that it is written otherwise', async () => {
    const { differences, notes } = await told(['sign', 'declined'], ['sign']);
    expect(differences).toEqual([]);
    expect(notes).toEqual([expect.stringContaining('"refused"')]);
  });
});

describe('a page behind another one', () => {
  // Where the switch is off, it is reached by another page too.
  const flags = (isOn: boolean): Files => ({
    'brands/elm/flags.local.json': JSON.stringify({ showNewBankingScreen: isOn }),
  });
  const help = '"actions": [{ "id": "help", "label": "Help", "next": [{ "to": "help" }] }, ';
  const base: Files = {
    ...changed(
      [`${steps}/texas.json`, '"actions": [', help],
      [`${steps}/link.json`, '"actions": [', help],
      [`${steps}/link.json`, '{ "==": [{ "var": "answers.bankingInformation.entry" }, "LINK"] }', '"screen-is-old"'],
    ),
    'flows/loan/rules/screen-is-old.json': JSON.stringify({
      says: 'The old screen is shown',
      rule: { '!=': [{ var: 'flags.showNewBankingScreen' }, true] },
    }),
    [`${steps}/help.json`]: JSON.stringify({
      id: 'help',
      kind: 'form',
      title: 'Help',
      layout: [{ copy: 'Call us.' }],
      actions: [{ id: 'continue', label: 'Continue', next: [{ to: 'sign' }] }],
    }),
  };
  const narrowed: Files = {
    ...base,
    [`${steps}/texas.json`]: (base[`${steps}/texas.json`] ?? '').replace(
      texas,
      '"when": { "and": [{ "rule": "state-is-texas" }, { "==": [{ "var": "answers.loan.productCode" }, "ILP"] }] },',
    ),
  };
  test.each([
    [
      true,
      [
        'With the flags as the brand has them, in Texas, when the kind of loan is "Payday loan", the page "Help" is no longer shown.',
      ],
    ],
    [false, []],
  ])('is told as no longer reached where the flags of the brand leave no other way: %s', async (isOn, also) => {
    const { differences } = differencesOf(
      await loaded({ ...base, ...flags(isOn) }),
      await loaded({ ...narrowed, ...flags(isOn) }),
    );
    expect(differences.map(({ sentence }) => sentence)).toEqual([
      'In Texas, when the kind of loan is "Payday loan", the page "For applicants in Texas" is no longer shown.',
      ...also,
    ]);
  });
});
