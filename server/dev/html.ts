import { escaped } from '../http/escape.ts';

/** A page of the developers' corner; `body` is HTML of our own, its values escaped. */
export function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)} - Waymark</title><link rel="stylesheet" href="/dev/style.css"><script src="/dev/script.js" defer></script></head>
<body><header><nav aria-label="Developer pages"><a href="/dev">Start</a><a href="/dev/inbox">Inbox</a><a href="/dev/events">Events</a><a href="/dev/components">Components</a></nav></header>
<main><h1>${escaped(title)}</h1>
${body}
</main></body></html>
`;
}

/** HTML of our own within a table. */
export interface Html {
  readonly html: string;
}

/** A text with a button that copies it. */
export const copied = (text: string): Html => ({
  html: `<code>${escaped(text)}</code> <button type="button" data-copy="${escaped(text)}" aria-label="Copy ${escaped(text)}">Copy</button>`,
});

/** A table with a heading row; what is no HTML of our own is text. */
export function table(heads: readonly string[], rows: readonly (readonly unknown[])[]): string {
  const head = heads.map((one) => `<th scope="col">${escaped(one)}</th>`).join('');
  const body = rows
    .map((row) => `<tr>${row.map((one) => `<td>${isHtml(one) ? one.html : escaped(one)}</td>`).join('')}</tr>`)
    .join('\n');
  return `<div class="scroll"><table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table></div>`;
}

const isHtml = (value: unknown): value is Html => typeof value === 'object' && value !== null && 'html' in value;
