import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { loadContent, type Loaded } from '../../cli/products.ts';
import { readFiles } from '../../compile/disk.ts';
import type { Files } from '../../compile/index.ts';
import { differencesOf } from '../../verifier/diff/differences.ts';
import { rewording } from '../../verifier/diff/documents.ts';

const files = readFiles([fileURLToPath(new URL('lending', import.meta.url))]);
const today = '2026-11-21';
const amount = 'flows/loan/steps/amount.json';
const ohio = 'compliance/states/OH.json';
const terms = (version: number): string => `compliance/disclosures/loan-terms/${version}.md`;
const text = (words: string, front: string): string =>
  `---\nidTag: loan-terms\ntitle: Terms of the loan\ntype: notice\n${front}\n---\n${words}\n`;

async function loaded(content: Files, day: string): Promise<Loaded> {
  const load = await loadContent(content, { env: 'local', today: day });
  if ('problems' in load)
    throw new Error(load.problems.map(({ file, line, message }) => `${file}:${line}: ${message}`).join('\n'));
  return load.loaded;
}

/** What is said of these files in place of those there are, and what is noted. */
async function told(
  now: Files,
  day = today,
  was: Files = {},
): Promise<{ readonly seen: readonly string[]; readonly notes: readonly string[] }> {
  const { differences, notes } = differencesOf(
    await loaded({ ...files, ...was }, day),
    await loaded({ ...files, ...now }, day),
  );
  return { seen: differences.map(({ sentence }) => sentence), notes };
}

function changed(file: string, ...changes: readonly (readonly [from: string, to: string])[]): Files {
  return {
    [file]: changes.reduce((made, [from, to]) => {
      if (!made.includes(from)) throw new Error(`${file} does not hold: ${from}`);
      return made.replace(from, () => to);
    }, files[file] ?? ''),
  };
}

describe('documents', () => {
  test('words changed in a version that is in force', async () => {
    expect(await told({ [terms(1)]: text('Please read this.\n\nKeep a copy.', 'from: 2020-01-01') })).toEqual({
      seen: [
        'The document "Terms of the loan", shown on the page "Sign", was rewritten in version 1, in force since January 1, 2020: applicants who have been shown version 1 are recorded with the old text. New words belong in a new version. New: "Keep a copy."',
      ],
      notes: [],
    });
  });

  test('for whom is said by the conditions under which pages show it', async () => {
    const placed = changed(amount, [
      '"layout": [',
      '"layout": [{ "disclosure": "texas-notice", "when": "state-is-texas" }, ',
    ]);
    const notice = 'compliance/disclosures/texas-notice/1.md';
    const { seen } = await told(
      { ...placed, [notice]: (files[notice] ?? '').replace('Please read', 'Do read') },
      today,
      placed,
    );
    expect(seen).toEqual([
      expect.stringMatching(
        /^The document "Notice for Texas", shown (in Texas on the page "Your loan", and on the page "For applicants in Texas"|on the page "For applicants in Texas", and in Texas on the page "Your loan"), was rewritten in version 1/,
      ),
    ]);
  });

  test('a new version: before its day, and on it', async () => {
    const next = {
      [terms(1)]: text('Please read this.', 'from: 2020-01-01\nuntil: 2026-12-31'),
      [terms(2)]: text('Read this twice.', 'from: 2027-01-01'),
    };
    expect(await told(next)).toEqual({
      seen: [],
      notes: [
        'Of the document "Terms of the loan" the last day is now December 31, 2026 (was not set); its words stay.',
        'From January 1, 2027 the document "Terms of the loan", shown on the page "Sign", will read as in version 2. Gone: "Please read this." New: "Read this twice."',
      ],
    });
    expect(await told(next, '2027-01-01')).toEqual({
      seen: [
        'The document "Terms of the loan", shown on the page "Sign", now reads as in version 2, in force since January 1, 2027 (was version 1). Gone: "Please read this." New: "Read this twice."',
      ],
      notes: [],
    });
  });

  test('a version of the past that was rewritten, and one of the future that is gone', async () => {
    const past = {
      [terms(1)]: text('Please read this.', 'from: 2020-01-01\nuntil: 2025-12-31'),
      [terms(2)]: text('Read this twice.', 'from: 2026-01-01'),
    };
    expect(
      (await told({ ...past, [terms(1)]: text('Please do.', 'from: 2020-01-01\nuntil: 2025-12-31') }, today, past))
        .notes,
    ).toEqual([
      'The document "Terms of the loan" was rewritten in version 1, which was in force until December 31, 2025: applicants who were shown it are recorded with the old text. Gone: "Please read this." New: "Please do."',
    ]);
    const future = {
      [terms(1)]: text('Please read this.', 'from: 2020-01-01\nuntil: 2026-12-31'),
      [terms(2)]: text('Read this twice.', 'from: 2027-01-01'),
    };
    expect((await told({}, today, future)).notes).toContain(
      'The document "Terms of the loan" has no version 2 any more, which was to be in force from January 1, 2027.',
    );
  });

  test('what its first lines say otherwise is named, with what it was', async () => {
    expect(
      (await told({ [terms(1)]: text('Please read this.', 'from: 2020-01-01\nstates: [OH, TX, CA]') })).notes,
    ).toEqual([
      'Of the document "Terms of the loan" the states are now Ohio, Texas and California (were all); its words stay.',
    ]);
  });

  test('spaces and ends of lines are no other text to tell sentence by sentence', () => {
    expect(rewording('One thing.\nTwo things.', 'One thing. Two  things.')).toBe(
      'Its sentences are the same, in another order or form.',
    );
    expect(rewording('Write to 2601 N. Lamar Blvd., Austin. Call us.', 'Write to 2601 N. Lamar Blvd., Austin.')).toBe(
      'Gone: "Call us."',
    );
    expect(rewording('', Array.from({ length: 5 }, (_, index) => `- Point ${index}.`).join('\n'))).toBe(
      'New: "Point 0.", "Point 1.", "Point 2." and 2 more.',
    );
  });
});

describe('rows of a state', () => {
  const row = JSON.parse(files[ohio] ?? '{}') as { rows: [Record<string, unknown>] };
  const rows = (...all: readonly object[]): Files => ({ [ohio]: JSON.stringify({ ...row, rows: all }) });
  const until = { ...row.rows[0], until: '2026-11-30' };

  test('one that begins later is told by what changes then', async () => {
    const later = { ...row.rows[0], from: '2026-12-01', until: null };
    expect(await told(rows(until, { ...later, served: false }))).toEqual({
      seen: [],
      notes: ['From December 1, 2026 in Ohio: we no longer lend there.'],
    });
    expect(
      (
        await told(
          rows(until, {
            ...later,
            minimumAge: 21,
            minimumLoan: 10_000,
            requiredFields: ['x'].slice(1),
            products: { ONLINE: ['ILP'] },
          }),
        )
      ).notes,
    ).toEqual([
      'From December 1, 2026 in Ohio: "minimum age" is now 21 (was 18), "minimum loan" is now $100.00 (was not set), and the loans on offer (online) now include "Installment loan".',
    ]);
    expect((await told({}, today, rows(until, { ...later, served: false }))).notes).toEqual([
      'The row of Ohio that was to begin on December 1, 2026 is no longer there.',
    ]);
  });

  test('one that ends and begins again alike says so', async () => {
    expect((await told(rows(until, { ...row.rows[0], from: '2026-12-01' }))).notes).toEqual([
      'From December 1, 2026 in Ohio: a new row begins that says the same.',
    ]);
  });

  test('documents that come and go are called by their titles', async () => {
    const { notes } = await told(rows({ ...row.rows[0], disclosures: { agreements: [] } }));
    expect(notes).toEqual([
      'In Ohio the documents that must be shown no longer include "Terms of the loan"; no page looks it up.',
    ]);
  });
});

test('many pages that are no longer reached are counted; the data has them all', async () => {
  const before = await loaded(files, today);
  const { differences } = differencesOf(
    before,
    await loaded(
      {
        ...files,
        ...changed('flows/loan/steps/identity.json', [
          '"label": "Continue"',
          '"label": "Continue", "next": [{ "to": "declined", "when": "state-is-texas" }]',
        ]),
      },
      today,
    ),
  );
  const gone = differences.find(({ about }) => about === 'step');
  expect(gone?.sentence).toBe('In Texas the step "Your loan" and 6 further pages are no longer reached.');
  expect(gone?.pages).toHaveLength(7);
  expect(gone?.pages).toEqual(expect.arrayContaining(['account', 'amount', 'income', 'sign', 'signed']));
});
