/** The words of a document, each with its place. */
import type { Doc, ParsedDocument } from './documents.ts';
import type { Place } from './types.ts';

export interface DocumentWords {
  readonly text: string;
  readonly place: Place;
}

/** Title and body, in the order in which they are read. */
export function* wordsOf({ front, source, body }: ParsedDocument): Generator<DocumentWords> {
  const { file } = source;
  yield {
    text: front.title,
    place: { file, line: source.text.split('\n').findIndex((line) => line.startsWith('title:')) + 1, column: 1 },
  };
  for (const { text, line, column } of textsIn(body)) yield { text, place: { file, line, column } };
}

function* textsIn(body: readonly Doc[]): Generator<Extract<Doc, { tag: 'text' }>> {
  for (const node of body) {
    if (node.tag === 'text') yield node;
    else yield* textsIn(node.children);
  }
}
