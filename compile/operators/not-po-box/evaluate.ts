/**
 * Whether an address line is no post office box. Forms after USPS Publication 28 section 282 (P.O. Box, POB, drawer,
 * bin, caller, lock and postal box, apartado). Rural routes, highway contracts, military units and private mailboxes
 * are places people live at or are served at, so they pass.
 */
const BOXES: readonly RegExp[] = [
  /\bp(?:ost)?[\s.\-/_]*[o0](?:ff(?:ice)?|fc)?[\s.\-/_]*(?:box|bx|bin|drawer|drwr)(?:\b|(?=[\d_]))/i,
  /\bpost(?:al)?\s+(?:office\s+|ofc\s+)?(?:box|bx)\b/i,
  /\bp\.?\s?[o0]\.?\s?b\b\.?(?!\w)/i,
  /\bp\.?\s?[o0]\.?\s*#\s*\d/i,
  /^\s*p\.?\s?o\.?\s*(?:no\.?\s*)?\d+\s*$/i,
  /\b(?:apartado|apdo\.?)(?:\s+postal)?\s*(?:no\.?\s*)?#?\s*\d/i,
  /^\s*(?:lock\s*box|caller\s*box|gpo\s*box|box|bx|drawer|drwr)\s*(?:number\s+|no\.?\s*)?#?\s*\d/i,
  /(?:^|,\s*)(?:box|drawer)\s*(?:number\s+|no\.?\s*)?#?\s*\d/i,
];
/** Signs that are seen by nobody. */
const UNSEEN = /[\u00ad\u200b-\u200f\u2060\ufeff]/g;

export function notPoBox(line: unknown): boolean | undefined {
  if (line === undefined) return undefined;
  const text = String(line).slice(0, 1000).normalize('NFKC').replace(UNSEEN, '');
  return !BOXES.some((box) => box.test(text));
}
