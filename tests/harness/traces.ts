/**
 * Law 9 before a browser: what somebody types into a sensitive field leaves no trace in the tab, its address or what is
 * reported of it.
 */
import type { Request } from 'playwright';
import { places } from '../../contract/places.ts';
import type { Field } from '../../runtime/core/definition.ts';
import type { Json } from '../../runtime/core/facts.ts';
import { filesIn } from '../../verifier/fixture/files.ts';

/** Shorter values stand in other places by chance. */
const least = 6;

export class Traces {
  /** What was typed, in the letters in which it may be written down, with the field it was typed into. */
  private readonly secrets = new Map<string, string>();
  private readonly faults: string[];

  /** @param faults gets one sentence for every trace */
  constructor(faults: string[]) {
    this.faults = faults;
  }

  /** Somebody answers a field: which fields are sensitive, or not kept, the definitions say. */
  typed(field: Field, value: Json): void {
    if (!field.sensitive && field.keep === 'application') return;
    for (const { name } of filesIn(value) ?? []) this.typed(field, name);
    if (typeof value !== 'string' && typeof value !== 'number') return;
    const text = String(value);
    for (const one of [text, text.replaceAll(/[^\w]/g, ''), encodeURIComponent(text)])
      if (one.length >= least) this.secrets.set(one.toLowerCase(), field.id);
  }

  /** A request leaves the page: no address holds a secret, and no report. */
  sent(request: Request): void {
    const url = request.url();
    this.judge('the address of a request', url);
    if (new URL(url).pathname === places.analytics) this.judge('a report', request.postData() ?? '');
  }

  /** Judges what outlives the page, and the address bar, as `drawnAndKept` gives it. */
  kept(told: Readonly<Record<string, string>>): void {
    for (const [where, text] of Object.entries(told)) this.judge(where, text);
  }

  private judge(where: string, text: string): void {
    for (const [secret, field] of this.secrets)
      if (standsIn(secret, text.toLowerCase())) this.faults.push(`what was typed into ${field} stands in ${where}`);
  }
}

/** As a word of its own: a code of six digits stands in a longer number by chance. */
function standsIn(secret: string, text: string): boolean {
  for (let at = text.indexOf(secret); at >= 0; at = text.indexOf(secret, at + 1))
    if (!/[a-z0-9]/.test(`${text[at - 1] ?? ''}${text[at + secret.length] ?? ''}`)) return true;
  return false;
}

/**
 * Runs in the page: the documents that are drawn on it, and what outlives it, asked in one. Of the device one record is
 * left out, which the documents print (const.storage.adminImpersonation): for whom an administrator acts, under a key
 * that names nobody.
 */
export const drawnAndKept = (): {
  readonly drawn: readonly string[];
  readonly kept: Readonly<Record<string, string>>;
} => ({
  drawn: [...document.querySelectorAll('[data-disclosure]')].map((one) => one.getAttribute('data-disclosure') ?? ''),
  kept: {
    'the address bar': location.href,
    localStorage: JSON.stringify(
      Object.fromEntries(Object.entries(localStorage).filter(([key]) => !/^impersonate:[0-9a-f]{64}$/.test(key))),
    ),
    sessionStorage: JSON.stringify({ ...sessionStorage }),
    'the history': JSON.stringify(history.state),
    'a cookie': document.cookie,
    'the title': document.title,
  },
});
