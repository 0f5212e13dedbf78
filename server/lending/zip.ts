import { readFileSync } from 'node:fs';
import { stateNames } from './states.ts';

const { prefixes } = JSON.parse(readFileSync(new URL('./zip3-states.json', import.meta.url), 'utf8')) as {
  prefixes: Record<string, string[]>;
};

/** The states a ZIP code may lie in, by its first three digits; empty for a code nobody uses. */
export function statesOfZip(zip: string): readonly { readonly abbr: string; readonly name: string }[] {
  const first = Number(zip.slice(0, 3));
  return Object.entries(prefixes)
    .filter(([, ranges]) => ranges.some((range) => within(first, range)))
    .map(([abbr]) => ({ abbr, name: stateNames[abbr] ?? abbr }));
}
function within(first: number, range: string): boolean {
  const [low, high] = range.split('-').map(Number);
  return low !== undefined && first >= low && first <= (high ?? low);
}
