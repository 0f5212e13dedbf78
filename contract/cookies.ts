/** Cookies both sides know. Max ages in seconds (section 9 of the loan journey). */
export const cookies = {
  brand: { name: 'brand', maxAge: 1_814_400 },
  /** An ISO instant that stands for now; honoured in local mode only. */
  clock: { name: 'waymark-clock' },
} as const;

/** Own, decoded cookies of a `Cookie` header or of `document.cookie`; a name given twice keeps its first value. */
export function readCookies(header: string | undefined): Readonly<Record<string, string>> {
  const found: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const part of (header ?? '').split(';')) {
    const at = part.indexOf('=');
    if (at < 1) continue;
    const name = part.slice(0, at).trim();
    if (name in found) continue;
    found[name] = decoded(part.slice(at + 1).trim());
  }
  return found;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // not percent-encoded by us: taken as it is
  }
}
