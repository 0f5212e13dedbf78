import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import { preloadedFonts } from '../definitions/theme.ts';
import { isObject, type Say } from '../../runtime/core/index.ts';
import { assetsOf } from './definitions.ts';
import { escaped } from './escape.ts';

export interface PageBrand {
  readonly key: string;
  readonly facts: JsonObject;
  readonly theme: JsonObject;
  /** The boot JSON, made safe for a script element (`inertJson`). */
  readonly boot: string;
  /** The words of the app for this brand. */
  readonly say: Say;
  /** By which style elements of a program from elsewhere are let in; absent: none are. */
  readonly nonce?: string;
}

/**
 * The page with what it needs of its brand before any script runs: name, description, icon and colour for the browser's
 * own frame, fonts asked for before the style sheet that names them is read (text does not jump when they come), theme,
 * boot JSON (a script of type JSON is data; the policy lets no other inline one run), and for a browser without scripts
 * the brand's words and phone number.
 */
export function brandedPage(html: string, { key, facts, theme, boot, say, nonce }: PageBrand): string {
  const assets = assetsOf(key);
  const name = words(facts['name']);
  const description = words(facts['description']);
  const icon = words(facts['favicon']);
  const touchIcon = words(facts['touchIcon']);
  const colour = words(isObject(theme['color']) ? theme['color']['header'] : undefined);
  const head = [
    ...(description === '' ? [] : [`<meta name="description" content="${escaped(description)}" />`]),
    ...(colour === '' ? [] : [`<meta name="theme-color" content="${escaped(colour)}" />`]),
    ...(icon === '' ? [] : [`<link rel="icon" href="${escaped(assets + icon)}" type="image/svg+xml" />`]),
    ...(touchIcon === '' ? [] : [`<link rel="apple-touch-icon" href="${escaped(assets + touchIcon)}" />`]),
    ...preloadedFonts(theme, assets).map(
      (font) => `<link rel="preload" href="${escaped(font)}" as="font" type="font/woff2" crossorigin />`,
    ),
    `<script type="application/json" id="boot"${nonce === undefined ? '' : ` nonce="${nonce}"`}>${boot}</script>`,
    '</head>',
  ].join('\n');
  return heldUpByNoStyle(html, `<link rel="stylesheet" href="/brands/${key}/theme.css">`)
    .replace('<html lang="en"', () => `<html lang="en" data-brand="${key}"`)
    .replace(/<title>.*?<\/title>/, () => `<title>${escaped(name)}</title>`)
    .replace(icon === '' ? /(?!)/ : /\s*<link rel="icon"[^>]*>/, '')
    .replace('</head>', () => head)
    .replace('<div id="root"', () => `<div id="root" data-unloaded="${escaped(say('page.unloaded'))}"`)
    .replace(/<noscript>[^<]*<\/noscript>/, () => `<noscript>${withoutScript(name, facts, say)}</noscript>`);
}

const SHEET = /<link rel="stylesheet"([^>]*)>/g;

/**
 * The page with its style sheets asked for ahead, for its script to put in force (`runtime/app/styled.ts`); where no
 * script runs they hold at once.
 * @param theme the style sheet behind its own
 */
function heldUpByNoStyle(html: string, theme: string): string {
  const sheets = [...html.matchAll(SHEET)].map(([sheet]) => sheet);
  const ahead = [...sheets, theme].map((sheet) => sheet.replace(SHEET, '<link rel="preload" as="style"$1>'));
  return html
    .replace(SHEET, '')
    .replace('</head>', () => [...ahead, `<noscript>${[...sheets, theme].join('')}</noscript>`, '</head>'].join('\n'));
}

function withoutScript(name: string, facts: JsonObject, say: Say): string {
  const phone = words(facts['phoneNumber']);
  const hours = words(facts['contactHours']);
  const call =
    phone === ''
      ? ''
      : `<p>${escaped(say('site.orCall'))} <a href="tel:${escaped(phone.replace(/[^\d+]/g, ''))}">${escaped(phone)}</a>${hours === '' ? '' : `, ${escaped(hours)}`}.</p>`;
  return `<main class="page"><div class="step"><h1>${escaped(name)}</h1><p>${escaped(say('site.noScript'))}</p>${call}</div></main>`;
}

function words(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}
