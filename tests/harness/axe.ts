/** What axe finds wrong with a page. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { AxeBuilder } from '@axe-core/playwright';
import type { BrowserContext, Page } from 'playwright';

export interface Violation {
  readonly rule: string;
  readonly help: string;
  /** Selectors of the elements at fault, the first three. */
  readonly at: readonly string[];
}

type RunOptions = Parameters<AxeBuilder['options']>[0];
type AxeResults = Awaited<ReturnType<AxeBuilder['analyze']>>;

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Styles need not be fetched again: what would be asked of them is how a page lies on a phone that is turned. */
const options: RunOptions = { resultTypes: ['violations'], runOnly: tags, preload: false };

/**
 * Half a megabyte of text, sent and read for each document that is looked at, took longer than to look: each document
 * of the context has it as a function that nobody has called yet.
 */
export async function bringAxe(context: BrowserContext): Promise<void> {
  const own = createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright'));
  const source = readFileSync(own.resolve('axe-core/axe.min.js'), 'utf8');
  await context.addInitScript(`if (window === window.top) window.bringAxe = () => {\n${source}\n};`);
}

/**
 * Runs in the page: what changes its color by and by has the color it comes to. A button that was disabled a moment ago
 * has the letters of the one and, for a tenth of a second, still the ground of the other.
 */
function comeToRest(): void {
  for (const moving of document.getAnimations())
    if (moving.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) moving.finish();
}

/** Runs in the page. */
async function ask(how: RunOptions): Promise<AxeResults['violations'] | undefined> {
  const tab = window as unknown as {
    axe?: { run(on: Document, how: RunOptions): Promise<AxeResults> };
    readonly bringAxe?: () => void;
  };
  if (tab.axe === undefined) tab.bringAxe?.();
  return (await tab.axe?.run(document, how))?.violations;
}

/**
 * Violations of WCAG 2.2 A and AA and of axe's best practices, on the page at rest.
 * Of a page without frames axe is asked in the page itself: to join what it found in frames it opens a second window,
 * which takes twice as long.
 */
export async function violationsOn(page: Page): Promise<readonly Violation[]> {
  await page.evaluate(comeToRest);
  const alone = page.frames().length === 1 ? await page.evaluate(ask, options) : undefined;
  const violations = alone ?? (await new AxeBuilder({ page }).options(options).analyze()).violations;
  return violations.map(({ id, help, nodes }) => ({
    rule: id,
    help,
    at: nodes.slice(0, 3).map(({ target }) => target.join(' ')),
  }));
}
