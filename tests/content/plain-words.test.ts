import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './compiled.ts';
import type { Json } from '../../runtime/core/facts.ts';

/** Syllables by groups of vowels, a silent e left out: good to within a few percent on whole sentences. */
function syllables(word: string): number {
  const groups = word
    .toLowerCase()
    .replace(/(?:[^laeiouy]es|ed|[^laeiouy]e)$/, '')
    .match(/[aeiouy]+/g);
  return Math.max(1, groups?.length ?? 1);
}
/** Flesch-Kincaid grade of a text. */
function grade(text: string): number {
  const words = text.match(/[A-Za-z'’]+/g) ?? [];
  const sentences = Math.max(1, (text.match(/[.!?:](?:\s|$)/g) ?? []).length);
  return (
    0.39 * (words.length / sentences) +
    11.8 * (words.reduce((sum, word) => sum + syllables(word), 0) / Math.max(1, words.length)) -
    15.59
  );
}

/**
 * What our own people wrote on a page: copy, hints and titles; texts that the documents or the law print are not ours
 * to change.
 */
function wordsOf(value: Json): string[] {
  if (Array.isArray(value)) return value.flatMap((one: Json) => wordsOf(one));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    ['copy', 'hint', 'note', 'title'].includes(key) && typeof inner === 'string' ? [inner] : wordsOf(inner),
  );
}
const pages = ['apply', 'login', 'forgot-password', 'new-password', 'resume', 'shell', 'pending'].flatMap((flow) =>
  readdirSync(join(root, `flows/${flow}/steps`)).map((file) => `flows/${flow}/steps/${file}`),
);

test('a measure that tells hard words from plain ones', () => {
  expect(grade('The cat sat on the mat. It was a good day.')).toBeLessThan(3);
  expect(
    grade(
      'Notwithstanding the aforementioned stipulations, indemnification obligations of the institution survive termination.',
    ),
  ).toBeGreaterThan(16);
});

test('every page reads at grade 8 or below', () => {
  const hard = pages.flatMap((file) => {
    const text = wordsOf(JSON.parse(readFileSync(join(root, file), 'utf8')) as Json)
      .map((one) => one.replace(/\{\{[^}]*\}\}/g, 'Ann').replace(/[^.!?]$/, '$&.'))
      .join(' ');
    const level = grade(text);
    return text.split(' ').length >= 20 && level > 8 ? [`${file}: grade ${level.toFixed(1)}`] : [];
  });
  expect(pages.length).toBeGreaterThan(30);
  expect(hard).toEqual([]);
});

test('the main action of a form says what happens; by itself it says Continue', () => {
  const labels = new Set(
    pages.flatMap(
      (file) =>
        (JSON.parse(readFileSync(join(root, file), 'utf8')) as { actions?: { label: string; style: string }[] }).actions
          ?.filter((one) => one.style === 'primary')
          .map((one) => one.label) ?? [],
    ),
  );
  expect([...labels].sort()).toEqual([
    'Agree and continue',
    'Change Password',
    'Continue',
    'Enter the numbers myself',
    'Link my bank',
    'Log In',
    'Send Password',
    'Sign',
    'Submit my application',
    'Try again',
    'Use this account',
  ]);
});
