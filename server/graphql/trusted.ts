import { createHash } from 'node:crypto';
import { stripIgnoredCharacters } from 'graphql';

/** SHA-256 of a document's text without insignificant characters; undefined when it is no GraphQL. */
function documentHash(text: string): string | undefined {
  try {
    return createHash('sha256').update(stripIgnoredCharacters(text)).digest('hex');
  } catch {
    return undefined; // not lexable: nobody's own document
  }
}

/**
 * Knows the client's own documents, whatever white space a text of theirs comes with: gives the text as it was handed
 * in here, or undefined for anybody else's. Remembers nothing of what it is asked, so nobody can fill it.
 */
export function trustedDocuments(texts: Iterable<string>): (text: string) => string | undefined {
  const exact = new Set(texts);
  const byHash = new Map<string, string>();
  for (const text of exact) {
    const hash = documentHash(text);
    if (hash !== undefined) byHash.set(hash, text);
  }
  return (text) => {
    if (exact.has(text)) return text;
    const hash = documentHash(text);
    return hash === undefined ? undefined : byHash.get(hash);
  };
}
