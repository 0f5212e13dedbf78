/** What no door takes, whatever the schema behind it says: refused before anybody walks through it. */
const most = { depth: 32, values: 20_000, separators: 100_000 } as const;

/**
 * Looks at JSON text before it is parsed, at the cost of one pass: millions of small values, or nesting that is deeper
 * than any stack, are refused while they are still one string.
 * @returns the reason, or undefined when it may be parsed
 */
export function textProblem(text: string): string | undefined {
  let depth = 0;
  let separators = 0;
  let inText = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (inText) {
      if (code === 0x5c) at += 1;
      else if (code === 0x22) inText = false;
    } else if (code === 0x22) inText = true;
    else if (code === 0x7b || code === 0x5b) {
      depth += 1;
      if (depth > most.depth) return 'is nested too deeply';
    } else if (code === 0x7d || code === 0x5d) depth -= 1;
    else if (code === 0x2c) separators += 1;
  }
  return separators > most.separators ? 'holds too many values' : undefined;
}

/**
 * Finds what no database or document can keep (NUL, half of a surrogate pair, a number beyond all numbers: `1e400` is
 * read as one that is written as null), and what is too deep or too much.
 * @returns the reason, or undefined when the value may go on
 */
export function valueProblem(root: unknown): string | undefined {
  const open: { value: unknown; depth: number }[] = [{ value: root, depth: 0 }];
  let values = 0;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, depth } = next;
    values += 1;
    if (values > most.values) return 'holds too many values';
    if (typeof value === 'string') {
      if (!isKeepable(value)) return 'holds a character that cannot be kept (NUL or half of a surrogate pair)';
    } else if (typeof value === 'number') {
      if (!Number.isFinite(value)) return 'holds a number that cannot be kept';
    } else if (typeof value === 'object' && value !== null) {
      if (depth >= most.depth) return 'is nested too deeply';
      for (const [key, inner] of Object.entries(value)) {
        if (key === '__proto__' || !isKeepable(key)) return 'has a member with a name that cannot be kept';
        open.push({ value: inner, depth: depth + 1 });
      }
    }
  }
  return undefined;
}

/** Text that every part of the system can keep. */
export function isKeepable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}
