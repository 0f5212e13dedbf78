/**
 * Pages of our own for when there is none to serve: HTML without a script, in the colours and with the phone number of
 * the brand.
 */
import { places } from '../../contract/places.ts';
import type { Json, JsonObject } from '../../runtime/core/facts.ts';

interface Notice {
  readonly status: 404 | 503;
  readonly label: string;
  readonly heading: string;
  readonly lines: readonly string[];
  readonly action: string;
}

/** Seconds after which a closed site is worth another try; said to programs in `Retry-After`. */
export const retryAfterSeconds = 600;

export const notices = {
  notFound: {
    status: 404,
    label: 'Page not found',
    heading: 'We cannot find this page',
    lines: ['The address may have been mistyped, or the page may have moved.', 'Nothing you have entered is lost.'],
    action: 'Go to the start page',
  },
  maintenance: {
    status: 503,
    label: 'Closed for maintenance',
    heading: 'We will be back soon',
    lines: [
      'We are working on our site and expect to be back within the hour.',
      'What you have entered so far is kept: sign in again later and go on where you left off.',
    ],
    action: 'Try again',
  },
} as const satisfies Readonly<Record<string, Notice>>;

/** The page of a notice for a brand by its key and facts. */
export function noticeHtml(notice: Notice, key: string, facts: JsonObject): string {
  const name = text(facts['name']) ?? key;
  const phone = text(facts['phoneNumber']);
  const hours = text(facts['contactHours']);
  const logo = text(facts['logoImage']);
  const brand = encodeURIComponent(key);
  const mark =
    logo === undefined
      ? escaped(name)
      : `<img src="${escaped(`/brands/${brand}/assets/${logo}`)}" alt="${escaped(name)}">`;
  const call =
    phone === undefined
      ? ''
      : `<p>Questions? Call <a href="tel:${escaped(phone.replaceAll(/[^\d+]/g, ''))}">${escaped(phone)}</a>${hours === undefined ? '' : `, ${escaped(hours)}`}.</p>`;
  return `<!doctype html>
<html lang="en" data-brand="${escaped(key)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escaped(notice.label)} - ${escaped(name)}</title>
<link rel="stylesheet" href="/brands/${brand}/theme.css">
<link rel="stylesheet" href="${places.noticeStyle}">
</head>
<body>
<header><a href="/">${mark}</a></header>
<main>
<p class="status">${escaped(notice.label)}</p>
<h1>${escaped(notice.heading)}</h1>
${notice.lines.map((line) => `<p>${escaped(line)}</p>`).join('\n')}
<p class="next"><a class="button" href="/">${escaped(notice.action)}</a></p>
</main>
<footer>${call}</footer>
</body>
</html>
`;
}

function text(value: Json | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
function escaped(value: string): string {
  return value.replace(/[&<>"']/g, (found) => `&#${found.charCodeAt(0)};`);
}
