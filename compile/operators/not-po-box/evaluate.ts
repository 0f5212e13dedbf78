/**
 * Whether an address line is no post office box. Forms after USPS Publication 28 section 282 (P.O. Box, POB, drawer,
 * bin, caller, lock and postal box, apartado). Rural routes, highway contracts, military units and private mailboxes
 * are places people live at or are served at, so they pass.
 */
const BOXES: readonly RegExp[] = [
  /\bp(?:ost)?[\s.\-/]*[o0](?:ff(?:ice)?|fc)?[\s.\-/]*(?:box|bx|bin|drawer|drwr)(?:\b|(?=\d))/i,
  /\bpost(?:al)?\s+(?:office\s+|ofc\s+)?(?:box|bx)\b/i,
  /\bp\.?\s?o\.?\s?b\b\.?(?!\w)/i,
  /\bapartado(?:\s+postal)?\s*#?\s*\d/i,
  /^\s*(?:lock\s*box|caller\s*box|gpo\s*box|box)\s*#?\s*\d/i,
  /(?:^|,\s*)box\s*#?\s*\d/i,
];

export function notPoBox(line: unknown): boolean | undefined {
  if (line === undefined) return undefined;
  const text = String(line).slice(0, 1000);
  return !BOXES.some((box) => box.test(text));
}
