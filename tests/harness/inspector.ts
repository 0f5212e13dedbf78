/**
 * Looks at each page of a browser once in each of its states: axe, how it can be used, and what an empty page says when
 * somebody goes on.
 */
import { closeSync, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import type { Step } from '../../runtime/core/definition.ts';
import { bringAxe, violationsOn } from './axe.ts';
import { usabilityFaults } from './usable.ts';

export type State = 'empty' | 'with errors' | 'at the end' | 'in a dialog';

export class Inspector {
  private readonly seen = new Set<string>();
  private readonly typed = new Set<string>();
  private readonly shared: string | undefined;
  /** Whether a tab that somebody left, emptied, may be sat at by the next. */
  readonly sharesTabs: boolean = true;

  /**
   * @param shared folder in which inspectors of one run tell each other what was looked at; undefined for one that
   * works alone.
   */
  constructor(shared?: string) {
    this.shared = shared;
  }

  /** Readies a page that nothing has been opened in yet. */
  async prepare(page: Page): Promise<void> {
    await bringAxe(page.context());
  }

  /** Whether this state of this page has not been looked at yet; marks it as looked at. */
  first(place: string, state: State): boolean {
    const key = `${place}: ${state}`;
    if (this.seen.has(key)) return false;
    this.seen.add(key);
    return this.isFirst(key);
  }
  private isFirst(key: string): boolean {
    return this.shared === undefined || isNew(join(this.shared, encodeURIComponent(key)));
  }

  /**
   * Whether a field is answered key by key: once on each page. A key costs a browser as much as three looks at the
   * page, and the same names, addresses and numbers are put in by one person after the other.
   */
  types(place: string, field: string): boolean {
    const key = `${place}/${field}`;
    if (this.typed.has(key)) return false;
    this.typed.add(key);
    return this.isFirst(key);
  }

  /** A page that led on while it was looked at was not looked at: the next who comes to it looks again. */
  forget(place: string, state: State): void {
    const key = `${place}: ${state}`;
    this.seen.delete(key);
    if (this.shared !== undefined) rmSync(join(this.shared, encodeURIComponent(key)), { force: true });
  }

  /**
   * Violations of WCAG 2.2 A and AA and of axe's best practices, labels that name a box where none is, and what keeps
   * somebody from using the page, one sentence each.
   */
  async axe(page: Page, place: string, state: State): Promise<string[]> {
    const boxless = await page
      .locator('label[for]')
      .evaluateAll((all) =>
        all.flatMap((one) => (one instanceof HTMLLabelElement && one.control === null ? [one.innerText] : [])),
      );
    return [
      ...(await violationsOn(page)).map(
        ({ rule, help, at }) => `axe: ${place} ${state}: ${rule}: ${help} (${at.join('; ')})`,
      ),
      ...boxless.map((label) => `${place} ${state}: the label "${label}" names no box`),
      ...(await usabilityFaults(page)).map((fault) => `usable: ${place} ${state}: ${fault}`),
    ];
  }
}

/** Makes an empty file; false when it is there already. */
function isNew(file: string): boolean {
  try {
    closeSync(openSync(file, 'wx'));
    return true;
  } catch (reason) {
    if ((reason as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw reason;
  }
}

/** Whether somebody who goes on now is told that something is missing: a field that must be answered stands empty. */
export async function lacksAnswers(page: Page, step: Step): Promise<boolean> {
  for (const field of Object.values(step.fields).filter(({ required }) => required === true)) {
    const own = page.locator(`#field-${field.id}`);
    if ((await own.count()) === 0 || !(await own.first().isVisible())) continue;
    const empty = await own.first().evaluate((element) => {
      if (element instanceof HTMLSelectElement) return element.value === '';
      if (element instanceof HTMLInputElement)
        return element.type === 'radio'
          ? document.querySelector(`input[name="${element.name}"]:checked`) === null
          : element.type === 'checkbox'
            ? !element.checked
            : element.value === '';
      return element.querySelector('[data-decided=no]') !== null;
    });
    if (empty) return true;
  }
  return false;
}

/** The messages that stand at fields of the page. */
export const messagesOn = (page: Page): Promise<readonly (readonly [field: string, message: string])[]> =>
  // What is wrong with an item of a list is told by the list, too, as the other executors tell it.
  page.locator('[id^="field-"][id$="-error"]:not([data-item] *)').evaluateAll((all) =>
    all.map(
      (one) =>
        [
          one.id.slice('field-'.length, -'-error'.length),
          [...one.childNodes]
            .filter((node) => node.nodeType === Node.TEXT_NODE)
            .map((node) => node.textContent)
            .join(''),
        ] as const,
    ),
  );

/** What is wrong with how the page tells that something is missing: one sentence each. */
export async function errorsTold(page: Page, place: string): Promise<string[]> {
  const told = page.locator('[data-focus="errors"]');
  if ((await told.count()) === 0) return [`${place}: going on with empty fields names no error`];
  return (await told.evaluate((element) => element === document.activeElement))
    ? []
    : [`${place}: the errors do not get the focus`];
}
