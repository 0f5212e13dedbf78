/** The sentences by which two texts differ, in few words. */
import { listed, quoted } from '../words/english.ts';

/** So many sentences of each text are shown, and so many characters of each. */
const SHOWN = 3;
const LONGEST = 160;

/** `Gone: "..."; new: "..."`, with the texts' own sentences. */
export function rewording(before: string, after: string): string {
  const [old, now] = [sentencesOf(before), sentencesOf(after)];
  const [gone, come] = [without(old, now), without(now, old)];
  if (gone.length + come.length === 0) return 'Its sentences are the same, in another order or form.';
  return [...(gone.length > 0 ? [`Gone: ${some(gone)}`] : []), ...(come.length > 0 ? [`New: ${some(come)}`] : [])].join(
    ' ',
  );
}

function some(all: readonly string[]): string {
  const told = all
    .slice(0, SHOWN)
    .map((one) => quoted(one.length > LONGEST ? `${one.slice(0, LONGEST).replace(/\s+\S*$/, '')} ...` : one));
  const said = listed(all.length > SHOWN ? [...told, `${all.length - SHOWN} more`] : told, 'and');
  return /[.?!]"$/.test(said) ? said : `${said}.`;
}

/** Paragraphs and points of lists cut at the ends of sentences; the dot of an initial ends none. */
function sentencesOf(text: string): readonly string[] {
  const lines = text.split(/\n\s*\n|\n(?=\s*(?:[-*+>#]|\d+[.)])\s?)/).map((part) =>
    part
      .replace(/^\s*(?:[-*+]|>|#+|\d+[.)])\s+/, '')
      .replace(/\s+/g, ' ')
      .trim(),
  );
  return lines.flatMap((line) => line.split(/(?<=[.!?])(?<!\b[A-Z]\.)\s+(?=[A-Z"“(*{])/)).filter((one) => one !== '');
}

/** The sentences of one text that the other has not, each as often as it has it less. */
function without(mine: readonly string[], others: readonly string[]): readonly string[] {
  const left = [...others];
  return mine.filter((one) => {
    const at = left.indexOf(one);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}
