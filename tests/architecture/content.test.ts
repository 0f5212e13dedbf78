import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { contentRooms } from './rooms.ts';
import { gitFiles, root } from './source.ts';

/** What must never stand in a text of content, by the reason. Markdown knows no tags either. */
const forbidden: readonly (readonly [reason: string, pattern: RegExp])[] = [
  [
    'HTML',
    /<\/?(a|abbr|b|blockquote|body|br|button|code|div|em|font|form|h[1-6]|head|hr|html|i|iframe|img|input|label|li|link|meta|ol|p|pre|script|section|select|small|span|strong|style|sub|sup|svg|table|tbody|td|th|tr|u|ul)(\s[^<>]*)?\/?>|<!--|&(nbsp|lt|gt|amp|#\d+);/i,
  ],
  ['code', /\bfunction\s*\(|=>|\$\{|javascript:|\beval\(/],
  ['the address of one environment', /https?:\/\/(localhost|127\.0\.0\.1|[^/\s"]*\b(qa|staging|dev)\b\.)/],
];
const complaints = (text: string): string[] =>
  forbidden.filter(([, pattern]) => pattern.test(text)).map(([reason]) => reason);

/** All strings of a JSON value, keys too. */
const strings = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, inner]) => [key, ...strings(inner)])
      : [];

const files = gitFiles().filter((file) => contentRooms.some((room) => file.startsWith(`${room}/`)));

describe('content holds no HTML and no code', () => {
  test('JSON', () => {
    const json = files.filter((file) => file.endsWith('.json'));
    expect(json.length).toBeGreaterThan(10);
    // Regular expressions hold `<` and `>` by right (lookbehind, named groups).
    expect(
      json.flatMap((file) =>
        strings(JSON.parse(readFileSync(join(root, file), 'utf8')))
          .filter((text) => !text.startsWith('^'))
          .flatMap((text) => complaints(text).map((why) => `${file}: ${why}: ${text}`)),
      ),
    ).toEqual([]);
  });

  test('Markdown', () => {
    const documents = files.filter((file) => file.endsWith('.md'));
    expect(
      documents.flatMap((file) =>
        complaints(readFileSync(join(root, file), 'utf8').replaceAll('`', '')).map((why) => `${file}: ${why}`),
      ),
    ).toEqual([]);
  });

  test('every file is of a kind that content knows', () => {
    const kinds =
      /^(flows\/.+\.json|brands\/.+\.json|brands\/[^/]+\/assets\/.+\.(svg|png|jpg|webp|ico|woff2)|compliance\/.+\.(json|md)|schemas\/.+\.json|schemas\/api\/.+\.graphql)$/;
    expect(files.filter((file) => !kinds.test(file) && !file.endsWith('/LICENSE'))).toEqual([]);
  });

  test('drawings run nothing', () => {
    const drawings = files.filter((file) => file.endsWith('.svg'));
    expect(
      drawings.filter((file) =>
        /<script|\son\w+=|javascript:|<foreignObject/i.test(readFileSync(join(root, file), 'utf8')),
      ),
    ).toEqual([]);
  });

  test.each(['<b>bold</b>', 'Terms<br/>', '&nbsp;', 'a => a', '${x}', 'http://localhost:3000/x'])(
    'planted: %s',
    (text) => {
      expect(complaints(text)).toHaveLength(1);
    },
  );
});
