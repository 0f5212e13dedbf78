/** What the back end says of an error, made fit to be quoted to the person: one line of plain text. */
import type { Call } from './definition.ts';
import type { Facts } from './facts.ts';
import { redactText } from './redact.ts';
import type { Answer } from './turn.ts';

/** Of what comes no more is looked at: nobody reads an error as long as this. */
const LOOKED_AT = 2000;

/**
 * The facts that an outcome with a message reads besides those of the page, where the operation declares that its
 * errors may be quoted and the call came out with one: `problem.code`, what the back end calls the error, and
 * `problem.detail`, what it said of it, unknown when it said nothing. Control and direction characters and
 * line breaks become one space, the one redaction takes out what looks like a person's, and what is longer than the
 * operation declares ends with an ellipsis (law 9).
 */
export function quoted(
  { detail: most }: Pick<Call, 'detail'>,
  { outcome, detail, code }: Answer,
): Pick<Facts, 'problem'> {
  if (most === undefined || detail === undefined || outcome === 'ok') return {};
  const line = detail
    .slice(0, LOOKED_AT)
    .replace(/[\s\p{C}]+/gu, ' ')
    .trim();
  const letters = [...redactText(line)];
  const fits = letters.length <= most ? letters : [...letters.slice(0, most - 1), '…'];
  return { problem: { detail: fits.join('') || undefined, code } };
}
