/**
 * What a page is asked beside axe, in each of its states: how it greets who comes to it, whether what it says of fields
 * reaches them, and whether it can be used on a phone, magnified and with text set wide.
 */
import type { Page } from 'playwright';

/** Runs in the page. What is wrong with how it greets somebody who has just come to it. */
const greeting = (): string[] => {
  const heads = [...document.querySelectorAll('h1')].map((one) => one.textContent.trim());
  const wrong: string[] = [];
  if (heads.length !== 1) wrong.push(`has ${heads.length} headings of the first order`);
  // What came by a move within the document is announced by the focus alone; a new document is by the browser.
  const { movedWithin } = window as unknown as { readonly movedWithin?: boolean };
  if (movedWithin === true && document.activeElement?.closest('[data-focus], dialog[open]') == null)
    wrong.push(`leaves the focus at ${document.activeElement?.outerHTML.slice(0, 80) ?? 'nothing'}`);
  if (window.scrollY !== 0) wrong.push(`begins ${Math.round(window.scrollY)} px below its top`);
  return wrong;
};

/** Runs in the page. What is wrong with its title, and with what ties words to fields. */
const telling = (): string[] => {
  const wrong: string[] = [];
  const heading = document.querySelector('h1')?.textContent.trim() ?? '';
  const isWrong = document.querySelector('[data-focus="errors"]') !== null;
  if (!document.title.includes(heading)) wrong.push(`is titled "${document.title}", which does not say "${heading}"`);
  if (/^error/i.test(document.title) !== isWrong)
    wrong.push(`is titled "${document.title}" ${isWrong ? 'while' : 'though no'} answers are wrong`);
  for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-focus="errors"] a')) {
    const target = document.getElementById(decodeURIComponent(link.hash.slice(1)));
    if (target === null || !target.checkVisibility()) wrong.push(`"${link.textContent}" leads to nothing`);
  }
  const described = new Set(
    [...document.querySelectorAll('[aria-describedby]')].flatMap((one) =>
      (one.getAttribute('aria-describedby') ?? '').split(' '),
    ),
  );
  for (const { id } of document.querySelectorAll('main :is([id$="-hint"], [id$="-error"])'))
    if (!described.has(id)) wrong.push(`describes nothing by #${id}`);
  // A figure that never came leaves its place empty; what is told when it happens is empty until then.
  for (const one of document.querySelectorAll(
    'main :is(h1, h2, h3, h4, p, li, dt, dd, th, td, strong, em, label, legend):not([role=status], [role=alert])',
  ))
    if (
      one.checkVisibility() &&
      one.textContent.trim() === '' &&
      one.querySelector('img, svg, input, [data-loading]') === null
    )
      wrong.push(`says nothing in ${one.outerHTML.slice(0, 80)}`);
  for (const id of described) if (document.getElementById(id) === null) wrong.push(`has no #${id} that describes`);
  return wrong;
};

/** Pixels of CSS that a finger needs (WCAG 2.2, 2.5.5; a phone's own guides say the same). */
const TARGET = 44;

/** Runs in the page, in a window as wide as a small phone. What does not fit, cannot be hit or is cut. */
const lying = (target: number): string[] => {
  const scope = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
  const wrong: string[] = [];
  const short = (one: Element): string => one.outerHTML.replaceAll(/\s+/g, ' ').slice(0, 110);
  const sideways = (how: string): void => {
    const { scrollWidth } = document.documentElement;
    if (scrollWidth <= window.innerWidth) return;
    const out = [...document.body.querySelectorAll('*')].filter(
      (one) => one.getBoundingClientRect().right > window.innerWidth + 1 && one.checkVisibility(),
    );
    wrong.push(`${how} is ${scrollWidth} px wide: ${out.slice(-1).map(short).join('')}`);
  };
  sideways('on a phone');

  // A word that has no room in its column is broken; what is longer than a line of a phone may be.
  const words = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (words.nextNode()) {
    const { currentNode: node } = words;
    const { parentElement: parent } = node;
    if (parent === null || parent.getBoundingClientRect().width > 120 || !parent.checkVisibility()) continue;
    for (const { 0: word, index } of (node.textContent ?? '').matchAll(/[\p{L}\p{N}$.,%]{2,14}/gu)) {
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (lines.size > 1) wrong.push(`"${word}" is broken over ${lines.size} lines`);
    }
  }

  // What stays while the rest is scrolled leaves two thirds of a window that is magnified four times.
  for (const one of scope.querySelectorAll('*')) {
    const { position, transitionDuration } = getComputedStyle(one);
    // Words that are made visible come a level of the page per frame, each waiting for what it stands in.
    if (/[1-9]/.test(transitionDuration))
      wrong.push(`takes ${transitionDuration} to change, though less motion is asked for: ${short(one)}`);
    const { height } = one.getBoundingClientRect();
    if ((position === 'fixed' || position === 'sticky') && height > window.innerHeight / 3)
      wrong.push(`magnified, ${Math.round(height)} px are covered by ${short(one)}`);
  }

  // Whoever reads a line has to scroll for each of it; a table is read in two directions anyway (WCAG 1.4.10).
  for (const one of scope.querySelectorAll<HTMLElement>('*')) {
    const { overflowX } = getComputedStyle(one);
    const scrolls = (overflowX === 'auto' || overflowX === 'scroll') && one.scrollWidth > one.clientWidth + 1;
    if (scrolls && one.querySelector('table') === null && one.closest('table') === null && one.checkVisibility())
      wrong.push(`is scrolled in two directions within ${short(one)}`);
  }

  const inSentence = (one: Element): boolean =>
    getComputedStyle(one).display === 'inline' &&
    [...(one.parentElement?.childNodes ?? [])].some((node) => node !== one && (node.textContent ?? '').trim() !== '');
  const boxesOf = (one: Element): DOMRect[] => {
    const labels = 'labels' in one ? [...((one as HTMLInputElement).labels ?? [])] : [];
    return [one, ...labels].map((each) => each.getBoundingClientRect()).filter(({ width }) => width > 1);
  };
  const hits = (one: Element, x: number, y: number): boolean => {
    const found = document.elementFromPoint(x, y);
    const label = found?.closest('label');
    return found !== null && (one.contains(found) || (label instanceof HTMLLabelElement && label.control === one));
  };
  const all = scope.querySelectorAll(
    'a[href], button, select, textarea, summary, input:not([type=hidden]), [role=button], [role=link]',
  );
  const before = window.scrollY;
  for (const one of all) {
    if (!one.checkVisibility({ visibilityProperty: true }) || inSentence(one)) continue;
    const boxes = boxesOf(one);
    const left = Math.min(...boxes.map((box) => box.left));
    const right = Math.max(...boxes.map((box) => box.right));
    const top = Math.min(...boxes.map((box) => box.top));
    const bottom = Math.max(...boxes.map((box) => box.bottom));
    // What is put beside the page until it has the focus.
    if (bottom + window.scrollY < 0 || boxes.length === 0) continue;
    const isWide = right - left >= target - 0.5;
    const isHigh = bottom - top >= target - 0.5;
    if (isWide && isHigh) continue;
    // A part that is drawn larger than its box is looked for where a finger would be.
    window.scrollTo(0, window.scrollY + (top + bottom) / 2 - window.innerHeight / 2);
    const now = one.getBoundingClientRect();
    const [x, y] = [(now.left + now.right) / 2, (now.top + now.bottom) / 2];
    const reach = target / 2 - 1;
    const isLarge =
      (isHigh || (hits(one, x, y - reach) && hits(one, x, y + reach))) &&
      (isWide || (hits(one, x - reach, y) && hits(one, x + reach, y)));
    if (!isLarge)
      wrong.push(`${Math.round(right - left)} x ${Math.round(bottom - top)} px are small for a finger: ${short(one)}`);
  }

  // WCAG 1.4.12: nothing is lost where a reader sets lines, letters, words and paragraphs this wide.
  const wide = new CSSStyleSheet();
  wide.replaceSync(
    '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }',
  );
  document.adoptedStyleSheets.push(wide);
  sideways('with text set wide');
  for (const one of scope.querySelectorAll<HTMLElement>('*')) {
    const says = [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
    if (!says || one.clientWidth <= 1 || one.clientHeight <= 1 || !one.checkVisibility()) continue;
    const { overflowX, overflowY } = getComputedStyle(one);
    const cuts = (how: string): boolean => how === 'hidden' || how === 'clip';
    if (
      (cuts(overflowX) && one.scrollWidth > one.clientWidth + 1) ||
      (cuts(overflowY) && one.scrollHeight > one.clientHeight + 1)
    )
      wrong.push(`with text set wide, words are cut: ${short(one)}`);
  }
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== wide);
  window.scrollTo(0, before);
  return wrong;
};

/**
 * Runs in the page, while its window is as it was: puts in a rule of narrow windows. What such rules say holds from the
 * next picture of the page on, though its window is narrow already, and on a busy machine that picture is late; a rule
 * that is put in afterwards holds at once, whatever becomes of the others.
 */
const awaitNarrow = (): void => {
  const rule = new CSSStyleSheet();
  rule.replaceSync('@media (max-width: 320px) { :root { --is-narrow: yes } }');
  document.adoptedStyleSheets.push(rule);
  Object.assign(window, { ruleOfNarrow: rule });
};

/** Runs in the page: waits until the rule that was put in holds, and takes it out. */
const narrowed = (): Promise<void> =>
  new Promise((resolve) => {
    const { ruleOfNarrow: rule } = window as unknown as { readonly ruleOfNarrow: CSSStyleSheet };
    const look = (): void => {
      const holds = getComputedStyle(document.documentElement).getPropertyValue('--is-narrow') === 'yes';
      if (!holds) return void requestAnimationFrame(look);
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== rule);
      // On a busy machine a page was seen to lie by rules of wide windows in the first picture after it.
      requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
    };
    requestAnimationFrame(look);
  });

/** What is wrong with how a page greets somebody who has just come to it, one sentence each. */
export const greetingFaults = (page: Page): Promise<readonly string[]> => page.evaluate(greeting);

/**
 * What is wrong with a page that stays as it is, one sentence each: title, descriptions, links of its errors; and in a
 * window of 320 by 256 pixels, which a screen of 1280 by 1024 is when it is magnified four times: reflow, targets, text
 * set wide.
 */
export async function usabilityFaults(page: Page): Promise<readonly string[]> {
  const told = await page.evaluate(telling);
  const size = page.viewportSize();
  await page.evaluate(awaitNarrow);
  await page.setViewportSize({ width: 320, height: 256 });
  await page.evaluate(narrowed);
  const lies = await page.evaluate(lying, TARGET);
  if (size !== null) await page.setViewportSize(size);
  return [...told, ...lies];
}
