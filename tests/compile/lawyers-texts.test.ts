import { expect, test } from 'vitest';
import { parseDocument } from '../../compile/documents.ts';

const written = (lawyer: string) =>
  parseDocument({
    file: 'compliance/agreements/pledge/1.md',
    idTag: 'pledge',
    version: '1',
    text: [
      '---',
      'idTag: pledge',
      'title: A pledge',
      'type: agreement',
      'from: 2026-01-01',
      lawyer,
      '---',
      'Words.',
    ].join('\n'),
  });

test('front matter says that a lawyer has to write a text, and why; without a why it is told', () => {
  expect(written('lawyer: It binds people').document?.front.lawyer).toBe('It binds people');
  expect(written('until: null').document?.front.lawyer).toBeUndefined();
  const { document, problems } = written('lawyer:');
  expect(document).toBeUndefined();
  expect(problems).toEqual([
    expect.objectContaining({
      line: 6,
      code: 'document',
      message: expect.stringContaining('"lawyer" does not say why'),
    }),
  ]);
});
