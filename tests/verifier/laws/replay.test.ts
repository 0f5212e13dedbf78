/** What is shown of pages that were left, when the flow, the documents and the answers are others by now. */
import { describe, expect, test } from 'vitest';
import type { CompiledCompliance } from '../../../runtime/core/app-definition.ts';
import type { LayoutItem } from '../../../runtime/core/definition.ts';
import { replay, type Kept } from '../../../verifier/replay/replay.ts';
import { field, flow, is, read, step, world } from '../../core/build.ts';

const left = { by: 'action', action: 'continue' } as const;
const copy = (text: string, more: Partial<Extract<LayoutItem, { kind: 'copy' }>> = {}): LayoutItem => ({
  kind: 'copy',
  as: 'body',
  text,
  ...more,
});
const layout: readonly LayoutItem[] = [
  copy('What we asked then.'),
  copy('Only where we lend.', { when: is('flags.lends', true) }),
  {
    kind: 'group',
    title: 'Yourself',
    items: [
      { kind: 'field', field: 'name' },
      { kind: 'field', field: 'ssn' },
    ],
  },
  { kind: 'disclosure', idTag: 'terms' },
];
const fields = [
  field('name', { label: 'Name', hint: 'As on your ID' }),
  field('ssn', { label: 'SSN', sensitive: true }),
];
const before = flow([step('gone', { title: 'A page of before', fields, layout }), step('end')], { hash: 'before' });
const after = flow([step('who', { title: 'A page of today', fields: [field('name')] }), step('end')], {
  hash: 'after',
});
const compliance = (hash: string, words: string): CompiledCompliance => ({
  hash: `c-${hash}`,
  states: {},
  documents: {
    terms: {
      idTag: 'terms',
      version: hash,
      hash,
      title: 'Our terms',
      body: [
        {
          tag: 'p',
          children: [
            { tag: 'text', text: words },
            { tag: 'strong', children: [{ tag: 'text', text: read('brand.name') }] },
          ],
        },
        { tag: 'ul', children: [{ tag: 'li', children: [{ tag: 'text', text: 'one' }] }] },
      ],
    },
  },
});
const then = compliance('t-1', 'Terms of ');
const now = compliance('t-2', 'Other terms of ');
const over = {
  answers: { data: { name: 'Ana', ssn: '219099999' } },
  journey: {},
  world: { ...world, brand: { name: 'Elm' }, flags: { lends: true } },
  content: then.hash,
  isKept: true,
};
const gone = {
  step: 'gone',
  how: { ...left, shown: { terms: 't-1' } },
  definition: 'before',
  at: '2026-11-20T15:00:00Z',
  over,
};
const kept: Kept = {
  flow: after,
  answers: { data: { name: 'Ben' } },
  journey: {},
  world,
  left: [gone, { step: 'gone', how: null, definition: 'before', at: '2026-11-21T15:00:00Z', moved: true }],
  versions: { before },
  contents: { [then.hash]: then, [now.hash]: now },
  shown: [],
  trail: [],
};

describe('a page that was left', () => {
  test('P51 is shown from its own version, over the answers, documents and facts of that moment, gone or not', () => {
    const [page, moved, here] = replay(kept);
    expect(page).toMatchObject({ title: 'A page of before', version: 'before', not: [] });
    expect(page?.words.map(({ as, text }) => `${as}: ${text}`)).toEqual([
      'copy: What we asked then.',
      'copy: Only where we lend.',
      'heading: Yourself',
      'question: Name (As on your ID): "Ana"',
      'question: SSN: "[redacted]"',
      'heading: Our terms',
      'document: Terms of Elm',
      'document: one',
      'button: continue',
    ]);
    expect(moved).toMatchObject({ kind: 'again', how: expect.stringContaining('later version') as unknown, words: [] });
    expect(here).toMatchObject({ kind: 'current', title: 'A page of today', version: 'after' });
    expect(JSON.stringify(replay(kept))).not.toContain('219099999');
  });

  test('P51 says what it cannot show as it was: no version, no document, nothing that was kept of the moment', () => {
    const one = (change: Partial<Kept>) => replay({ ...kept, ...change })[0];
    expect(one({ versions: {} })).toMatchObject({ words: [], not: [expect.stringContaining('is in no archive')] });
    expect(one({ contents: { [now.hash]: now } })?.words).toContainEqual({
      as: 'unkept',
      text: 'The words of terms (t-1) are not kept.',
    });
    const { over: _, ...bare } = gone;
    expect(one({ left: [bare] })).toMatchObject({ not: [expect.stringContaining('as they stand now')] });
    expect(one({ left: [{ ...gone, over: { ...over, isKept: false } }] })?.not).toHaveLength(1);
  });
});
