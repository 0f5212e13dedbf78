/** Looks at each page of a browser once in each of its states: axe, and what an empty page says when somebody goes on. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';

export type State = 'empty' | 'with errors' | 'at the end' | 'in a dialog';

export class Inspector {
  private readonly seen = new Set<string>();

  /** Whether this state of this page has not been looked at yet; marks it as looked at. */
  first(place: string, state: State): boolean {
    const key = `${place}: ${state}`;
    if (this.seen.has(key)) return false;
    this.seen.add(key);
    return true;
  }

  /** Violations of WCAG 2.2 A and AA and of axe's best practices, one sentence each. */
  async axe(page: Page, place: string, state: State): Promise<string[]> {
    const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']).analyze();
    return violations.map((found) => `axe: ${place} ${state}: ${found.id}: ${found.help} (${found.nodes.slice(0, 3).map((node) => node.target.join(' ')).join('; ')})`);
  }
}
