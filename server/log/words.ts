/**
 * Words that a client's free text may keep: those that stand in the definitions, so none that an applicant alone knows.
 */
import type { CompiledContent } from '../../compile/types.ts';
import { onlyWords } from '../../runtime/core/redact.ts';

/**
 * By the operations of a content, which are the same object for as long as it is not compiled anew: the content itself
 * is another one with each flag that a service switches (`flagged` of server/definitions), and has the same words.
 */
const known = new WeakMap<CompiledContent['operations'], ReadonlySet<string>>();

/** A client's text without numbers, addresses, tokens, and words that stand nowhere in the content. */
export function inWordsOf(content: CompiledContent, text: string): string {
  let words = known.get(content.operations);
  if (words === undefined) known.set(content.operations, (words = wordsOf(content)));
  const all = words;
  return onlyWords(text, (word) => all.has(word) || word.split(/[_\d]+/).every((part) => part === '' || all.has(part)));
}

function wordsOf(content: CompiledContent): ReadonlySet<string> {
  const texts = [
    JSON.stringify(content.operations),
    ...Object.values(content.brands).flatMap(({ flows, app }) => [
      app.code,
      ...Object.values(flows).flatMap(({ code, pieces = [] }) => [code, ...pieces.map((piece) => piece.code)]),
    ]),
    // What the runtime itself reports, and what failures are called.
    'step event error call save refused failed failure socket lost closed network timeout load loaded page login success undefined null function thrown value',
  ];
  // Brands have most of their flows in common: a text is read once.
  return new Set([...new Set(texts)].flatMap((text) => text.match(/[A-Za-z]+/g) ?? []));
}
