/** Whether a document says what it must, and the pages that show it the figures. */
import type { LayoutItem } from '../../runtime/core/definition.ts';
import { mayShow } from '../../runtime/core/disclosures.ts';
import type { Path } from '../../runtime/core/facts.ts';
import type { Claim, Duty } from '../certificate.ts';

export function isWhole({ flow, texts }: Claim, { shown, agreed, contains, figures }: Duty): boolean {
  const text = texts[String(shown ?? agreed)] ?? '';
  const said = text.split('{{').map((part) => part.split(/[|}]/)[0]?.trim());
  const pages = Object.values(flow.steps).filter((step) => shown !== undefined && mayShow(flow, step, shown));
  const stands = (path: Path): boolean => pages.length > 0 && pages.every(({ layout }) => isOn(layout, path));
  return contains.every((one) => text.includes(one)) && figures.every((one) => said.includes(one) || stands(one));
}

/** Whether something that always stands on the page reads this fact. */
function isOn(layout: readonly LayoutItem[], path: Path): boolean {
  return layout.some((item) => {
    if (item.kind === 'field' || item.when) return false;
    if (item.kind === 'group') return !item.folded && !item.aside && isOn(item.items, path);
    const told = item.kind === 'widget' ? Object.values(item.options) : item.kind === 'copy' ? [item.text] : [];
    return told.some((one) => typeof one !== 'string' && one.reads.includes(path));
  });
}
