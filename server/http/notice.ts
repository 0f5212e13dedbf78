/**
 * Pages of our own for when there is none to serve: HTML without a script, in the colours and with the phone number of
 * the brand.
 */
import { unscriptedPlaces } from '../../contract/places.ts';
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import type { Say } from '../../runtime/core/index.ts';

/** Seconds after which a closed site is worth another try; said to programs in `Retry-After`. */
export const retryAfterSeconds = 600;

/** By kind: the words under `site` of its name and of all that begin with that, and what programs are told. */
export const notices = { notFound: { status: 404 }, maintenance: { status: 503 } } as const;

/** The page of a notice in the app's words, for a brand by its key and facts. */
export function noticeHtml(
  kind: keyof typeof notices,
  say: Say,
  { key, facts }: { readonly key: string; readonly facts: JsonObject },
): string {
  const label = say(`site.${kind}`);
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
      : `<p>${escaped(say('site.questions'))} <a href="tel:${escaped(phone.replaceAll(/[^\d+]/g, ''))}">${escaped(phone)}</a>${hours === undefined ? '' : `, ${escaped(hours)}`}.</p>`;
  return `<!doctype html>
<html lang="en" data-brand="${escaped(key)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escaped(label)} - ${escaped(name)}</title>
<link rel="stylesheet" href="/brands/${brand}/theme.css">
<link rel="stylesheet" href="${unscriptedPlaces.noticeStyle}">
</head>
<body>
<header><a href="/">${mark}</a></header>
<main>
<p class="status">${escaped(label)}</p>
<h1>${escaped(say(`site.${kind}Title`))}</h1>
<p>${escaped(say(`site.${kind}Why`))}</p>
<p>${escaped(say(`site.${kind}Kept`))}</p>
<p class="next"><a class="button" href="/">${escaped(say(`site.${kind}Next`))}</a></p>
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
