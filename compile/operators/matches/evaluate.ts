/**
 * Whether a text fits a regular expression (Unicode, as JSON Schema's `pattern`). Texts over 1,000 characters do not
 * match.
 */
const compiled = new Map<string, RegExp | undefined>();

function regular(pattern: string): RegExp | undefined {
  if (!compiled.has(pattern)) {
    let expression: RegExp | undefined;
    try {
      expression = new RegExp(pattern, 'u');
    } catch {
      // A pattern that is no regular expression is unknown; `check` names the constant ones.
      expression = undefined;
    }
    compiled.set(pattern, expression);
  }
  return compiled.get(pattern);
}

export const LONGEST = 1000;

export function matches(text: unknown, pattern: unknown): boolean | undefined {
  if (typeof text !== 'string' || typeof pattern !== 'string') return undefined;
  const expression = regular(pattern);
  return expression && (text.length > LONGEST ? false : expression.test(text));
}
