/** What axe finds wrong with a page. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';

export interface Violation {
  readonly rule: string;
  readonly help: string;
  /** Selectors of the elements at fault, the first three. */
  readonly at: readonly string[];
}

/**
 * Violations of WCAG 2.2 A and AA and of axe's best practices.
 * Of a page without frames axe is asked in the page itself ("legacy"): to join what it found in frames it opens a
 * second window, which takes twice as long.
 */
export async function violationsOn(page: Page): Promise<readonly Violation[]> {
  const axe = new AxeBuilder({ page })
    .setLegacyMode(page.frames().length === 1)
    .options({ resultTypes: ['violations'] })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']);
  const { violations } = await axe.analyze();
  return violations.map(({ id, help, nodes }) => ({
    rule: id,
    help,
    at: nodes.slice(0, 3).map(({ target }) => target.join(' ')),
  }));
}
