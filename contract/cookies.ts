/** Cookies both sides know. Max ages in seconds (section 9 of the loan journey). */
export const cookies = {
  brand: { name: 'brand', maxAge: 1_814_400 },
  /** What a bank with a log-in page of its own led back with: the page that links it goes on with that. */
  plaidOauth: { name: 'plaidOauth', maxAge: 2_592_000 },
  /** An ISO instant that stands for now; honoured in local mode only. */
  clock: { name: 'waymark-clock' },
} as const;

/** Cookies that no page reads. */
export const hiddenCookies = {
  /** The secret by which a device is known on which nobody is asked for a second proof. */
  device: { name: 'device' },
  /** What only the device is led back with that opened an address over its own network. */
  phoneCheck: { name: 'phoneCheck' },
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

/**
 * The text that writes a cookie of the whole site for so many seconds, never sent along from other sites; without a
 * value it takes it away.
 */
export function cookieLine({
  name,
  value,
  maxAgeSeconds,
  secure,
}: {
  readonly name: string;
  readonly value: string | undefined;
  readonly maxAgeSeconds: number;
  readonly secure: boolean;
}): string {
  const parts = [`${name}=${encodeURIComponent(value ?? '')}`, `Max-Age=${value === undefined ? 0 : maxAgeSeconds}`];
  return [...parts, 'Path=/', 'SameSite=Lax', ...(secure ? ['Secure'] : [])].join('; ');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // not percent-encoded by us: taken as it is
  }
}
