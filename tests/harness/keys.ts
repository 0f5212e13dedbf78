/** Hands on the keyboard, and nothing else. */
import type { Locator, Page } from 'playwright';
import { glance, within } from './seat.ts';

/** More stops than any page has; beyond it a control counts as out of reach. */
const mostStops = 250;

/**
 * Runs in the page: how often Tab must be pressed at least until the control has the focus, 0 when it has it, less than
 * that where Shift+Tab is the shorter way back; undefined where there is not one such control. `empty`: it has the
 * focus and is a box that holds nothing.
 */
const stopsTo = (found: readonly Element[]): number | 'empty' | undefined => {
  const [control] = found;
  if (control === undefined || found.length > 1) return undefined;
  Object.assign(window, { aimedAt: control });
  const now = document.activeElement;
  if (now === control) return control instanceof HTMLInputElement && control.value === '' ? 'empty' : 0;
  // Where nothing has the focus, Tab goes on from where something had it last, which no page can ask.
  if (now === null || now === document.body) return 1;
  const isBehind = (one: Element, other: Element): boolean =>
    (other.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  const isBefore = isBehind(now, control);
  const between = (document.querySelector('dialog:modal') ?? document).querySelectorAll<HTMLInputElement>(
    'a[href], button, select, textarea, input:not([type=radio], [type=hidden])',
  );
  const stops = [...between].filter(
    (one) =>
      one.tabIndex >= 0 &&
      !one.disabled &&
      one.closest('[inert]') === null &&
      one.checkVisibility({ visibilityProperty: true }),
  );
  if (!isBefore) return stops.filter((one) => isBehind(one, now) && isBehind(control, one)).length + 1;
  const back = stops.filter((one) => isBehind(now, one) && isBehind(one, control)).length + 1;
  const round = stops.filter((one) => isBehind(one, now) || isBehind(control, one)).length + 1;
  return back < round ? -back : round;
};

/** Runs in the page: whether the focus has arrived where it was on its way to. */
const isThere = (): 'there' | 'empty' | undefined => {
  const { aimedAt: control } = window as unknown as { readonly aimedAt?: Element };
  if (control === undefined || document.activeElement !== control) return undefined;
  return control instanceof HTMLInputElement && control.value === '' ? 'empty' : 'there';
};

/**
 * Presses Tab, or Shift+Tab to go back, until the control has the focus. To ask the page after each press costs as
 * much as the press, so it is asked first how many there are at least; what counts is that the focus arrives.
 * @returns whether it is a box that holds nothing
 * @throws when a person without a mouse could never get there.
 */
export async function tabTo(page: Page, control: Locator): Promise<boolean> {
  for (let stops = 0; stops <= mostStops; ) {
    // A frame that goes away in that moment never answers: it is asked again.
    const left = await within(glance, control.evaluateAll(stopsTo), () => 'lost' as const);
    if (left === 0 || left === 'empty') return left === 'empty';
    if (left === 'lost') {
      stops += 50;
      continue;
    }
    // Not there yet, or not the only one: waits, or says so.
    if (left === undefined) await control.elementHandle();
    else {
      for (let press = 0; press < Math.abs(left); press += 1) await page.keyboard.press(left < 0 ? 'Shift+Tab' : 'Tab');
      // In a frame, and where it went elsewhere, it is looked for anew: that is three questions.
      const there = await within(glance, page.evaluate(isThere), () => undefined);
      if (there !== undefined) return there === 'empty';
    }
    stops += Math.max(1, Math.abs(left ?? 0));
  }
  throw new Error(`Tab does not reach ${await control.evaluate((element) => element.outerHTML.slice(0, 160))}.`);
}

/** Replaces what stands in a box, key by key. */
export async function type(page: Page, box: Locator, text: string): Promise<void> {
  await tabTo(page, box);
  await page.keyboard.press('ControlOrMeta+a');
  if (text === '') await page.keyboard.press('Delete');
  else await page.keyboard.type(text);
}

/** Replaces what stands in a box at once, as a phone does with a word it proposes. */
export async function insert(page: Page, box: Locator, text: string): Promise<void> {
  if (text === '') return type(page, box, text);
  if (!(await tabTo(page, box))) await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(text);
}

/**
 * Tabs to a button or link and presses Enter. A frame that goes away by it never says that it heard the key come up:
 * what the press brings about is waited for by whoever pressed.
 */
export async function enter(page: Page, control: Locator): Promise<void> {
  await tabTo(page, control);
  await within(glance, page.keyboard.press('Enter'), () => undefined);
}

/** Ticks or unticks by Space. */
export async function tick(page: Page, box: Locator, on: boolean): Promise<void> {
  await tabTo(page, box);
  if ((await box.isChecked()) !== on) await page.keyboard.press('Space');
}

/** Ticks these of a group of boxes, and unticks the others; what stands alone may untick others by itself. */
export async function tickAll(page: Page, group: Locator, values: readonly string[]): Promise<void> {
  const boxes = await group.locator('input[type=checkbox]').all();
  for (const on of [false, true])
    for (const box of boxes) if (values.includes(await box.inputValue()) === on) await tick(page, box, on);
}

/** Chooses one of a group of radio buttons: Tab into the group, arrows to the choice. */
export async function choose(page: Page, group: Locator, value: string): Promise<void> {
  const buttons = group.locator('input[type=radio]');
  const count = await buttons.count();
  const checked = group.locator('input[type=radio]:checked');
  await tabTo(page, (await checked.count()) > 0 ? checked.first() : buttons.first());
  await page.keyboard.press('Space');
  for (let step = 0; step < count; step += 1) {
    if ((await checked.count()) > 0 && (await checked.first().inputValue()) === value) return;
    await page.keyboard.press('ArrowDown');
  }
  if ((await checked.count()) > 0 && (await checked.first().inputValue()) === value) return;
  throw new Error(`The group offers no "${value}".`);
}

/** Chooses from a native list by typing the beginning of its words. */
export async function pick(page: Page, list: Locator, value: string): Promise<void> {
  const words = await list
    .locator('option')
    .evaluateAll(
      (options, wanted) =>
        options.find((option) => (option as HTMLOptionElement).value === wanted)?.textContent ?? undefined,
      value,
    );
  if (words === undefined) throw new Error(`The list offers no "${value}".`);
  await tabTo(page, list);
  await page.keyboard.type(words);
  if ((await list.inputValue()) !== value) throw new Error(`Typing "${words}" chose "${await list.inputValue()}".`);
}
