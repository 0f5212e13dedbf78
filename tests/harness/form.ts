/** Answers on a drawn page, given by keyboard: fields are found by their labels. */
import type { Locator, Page } from 'playwright';
import type { Field } from '../../runtime/core/definition.ts';
import type { Facts, Json, JsonObject } from '../../runtime/core/facts.ts';
import { filesIn, type ChosenFile } from '../../verifier/fixture/files.ts';
import { says } from '../../verifier/fixture/fits.ts';
import { choose, enter, insert, pick, tabTo, tick, tickAll, type } from './keys.ts';
import type { Library } from './library.ts';
import { Impossible, until } from './seat.ts';

/** How long something may take to be drawn that needs no answer of the server, in milliseconds. */
const SOON = 5_000;

/** A page on a screen, and what it is. */
export interface Sight {
  readonly page: Page;
  readonly library: Library;
  /** `flow/step` of its address; undefined where no journey leads. */
  place(): string | undefined;
  /** Whether a field is answered key by key; at once otherwise. */
  types(field: Field): boolean;
}

/**
 * Waits until something is to be seen; what nobody sees after that long is not there. @throws Impossible with `why`.
 */
export async function appears(what: Locator, why: string): Promise<void> {
  await until('it to be seen', () => what.isVisible(), { told: () => why, waits: SOON }).catch((reason: unknown) => {
    throw reason instanceof Impossible ? new Impossible(why, { cause: reason }) : reason;
  });
}

/**
 * Runs in the page: how a field stands there; its kind is the type of a box, the tag of what else takes an answer. It
 * is found where it is to be seen with its label, and the label, which holds these words, is its own.
 */
const standingOf = ({ id, words }: { readonly id: string; readonly words: string | undefined }) => {
  const own = document.querySelector(`#field-${id}`);
  const kind = own instanceof HTMLInputElement ? own.type : own?.tagName.toLowerCase();
  const isSeen = (one: Element | null): boolean => {
    const box = one?.getBoundingClientRect();
    return (
      one?.checkVisibility({ visibilityProperty: true }) === true && box !== undefined && box.width * box.height > 0
    );
  };
  const bare = (told: string): string => told.replaceAll(/\s+/g, ' ').trim().toLowerCase();
  const label = document.querySelector<HTMLElement>(`#field-${id}-label, label[for="field-${id}"]`);
  const said = bare(words ?? label?.innerText ?? '');
  const labels = own instanceof HTMLInputElement || own instanceof HTMLSelectElement ? [...(own.labels ?? [])] : [];
  return {
    kind,
    isFound: isSeen(label) && isSeen(own) && labels.some(({ textContent }) => bare(textContent).includes(said)),
    isFolded: own?.closest('details:not([open])') != null,
    isSettled: own?.matches('.settled') === true,
    isLocked: own?.matches('[data-locked]') === true,
    hasDay: document.querySelector(`#field-${id}-day`) !== null,
  };
};

/**
 * Replaces what a field holds.
 * @param viewed called while a document of the agreements widget is open
 * @throws Impossible when the page does not ask the field.
 */
export async function write(
  sight: Sight,
  { field, value }: { readonly field: Field; readonly value: Json },
  viewed: () => Promise<void>,
): Promise<void> {
  const { page } = sight;
  const files = filesIn(value);
  if (files) return chooseFiles(sight, field, files);
  if (field.item && Array.isArray(value)) return writeList(sight, { field, value }, viewed);
  const own = page.locator(`#field-${field.id}`);
  const asked = { id: field.id, words: typeof field.label === 'string' ? field.label : undefined };
  let stands = await page.evaluate(standingOf, asked);
  if (stands.isFolded) {
    await enter(page, page.locator('details:not([open])').filter({ has: own }).locator('summary'));
    stands = await page.evaluate(standingOf, asked);
  }
  // A box that is found at once, as nearly all are, is asked nothing more: each question takes as long as a key.
  const found = stands.isFound ? undefined : await labelled(sight, field);
  if (found !== undefined) stands = await page.evaluate(standingOf, asked);
  const change = page
    .locator('.field')
    .filter({ has: page.locator(`#field-${field.id}-label`) })
    .getByRole('button', { name: /^Change/ });
  const why = says.notAsked(sight.place() ?? 'the page', field.id);
  if (stands.isSettled) throw new Impossible(why + says.onlyChoice);
  if (stands.isLocked) throw new Impossible(why);
  if (stands.kind === undefined) {
    if ((await change.count()) > 0) await enter(page, change);
    await own.waitFor({ state: 'attached' });
    stands = await page.evaluate(standingOf, asked);
  }
  const { kind } = stands;
  const frame = async (): Promise<Locator> => found ?? (await labelled(sight, field));
  if (Array.isArray(value) && kind === 'checkbox') return tickAll(page, await frame(), value.map(String));
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return agree(sight, { list: own, decisions: value as JsonObject }, viewed);
  if (kind === 'checkbox') return tick(page, own, value === true);
  if (kind === 'radio') return choose(page, await frame(), String(value));
  if (kind === 'select') return pick(page, own, String(value));
  const put = sight.types(field) ? type : insert;
  if (stands.hasDay) {
    const day = page.locator(`#field-${field.id}-day`);
    const [year = '', month = '', date = ''] = String(value).split('-');
    await put(page, own, month);
    await put(page, day, date);
    return put(page, page.locator(`#field-${field.id}-year`), year);
  }
  if (field.control === 'duration') {
    await put(page, own, String(Math.floor(Number(value) / 12)));
    return put(page, page.locator(`#field-${field.id}-months`), String(Number(value) % 12));
  }
  const cents =
    field.control === 'amount-slider' ||
    (field.control === 'money' && field.options['unit']?.of({} as Facts) !== 'dollars');
  await put(page, own, typeof value === 'number' ? String(cents ? value / 100 : value) : String(value));
}

/** Makes a list anew: takes away what stands in it, then adds and fills in item after item. */
async function writeList(
  sight: Sight,
  { field, value }: { readonly field: Field; readonly value: readonly Json[] },
  viewed: () => Promise<void>,
): Promise<void> {
  const { page } = sight;
  const list = page.locator(`[data-list="${field.id}"]`);
  await appears(list, says.notAsked(sight.place() ?? 'the page', field.id));
  const rows = list.locator('[data-item]');
  for (let left = await rows.count(); left > 0; left -= 1) {
    await enter(page, list.locator('[data-remove]').first());
    await until('the item to be gone', async () => (await rows.count()) === left - 1, { waits: SOON });
    // What was removed is said, and the focus stands where somebody goes on.
    await until('the focus to be in the list', () => list.evaluate((one) => one.contains(document.activeElement)), {
      waits: SOON,
    });
  }
  for (const [index, item] of value.entries()) {
    await enter(page, list.locator('[data-add]'));
    const row = rows.nth(index);
    await appears(row, `the list ${field.id} takes no more than ${index}`);
    await until('the focus to be in the new item', () => row.evaluate((one) => one.contains(document.activeElement)), {
      waits: SOON,
    });
    const number = await row.getAttribute('data-item');
    for (const part of field.item?.fields ?? []) {
      const own = { ...part, id: `${field.id}-${number ?? ''}-${part.id}` };
      const given = (item as JsonObject)[part.bind];
      // An item is one answer, with what the page says of it.
      if (given !== undefined && !(await isSettled(page, own)))
        await write(sight, { field: own, value: given }, viewed);
    }
  }
}

/**
 * Chooses files anew: takes away what was chosen, then puts the contents into the device's chooser, and waits until
 * they were sent.
 */
async function chooseFiles(sight: Sight, field: Field, files: readonly ChosenFile[]): Promise<void> {
  const { page } = sight;
  await labelled(sight, field);
  const box = page.locator(`[data-files="${field.id}"]`);
  const rows = box.locator('[data-file]');
  for (let left = await rows.count(); left > 0; left -= 1) {
    await enter(page, box.locator('[data-remove]').first());
    await until('the file to be gone', async () => (await rows.count()) === left - 1, { waits: SOON });
    await until('the focus to be at the files', () => box.evaluate((one) => one.contains(document.activeElement)), {
      waits: SOON,
    });
  }
  const input = box.locator('input[type=file]');
  await tabTo(page, input);
  if (files.length > 0)
    await input.setInputFiles(
      files.map(({ name, type: mimeType, content }) => ({ name, mimeType, buffer: Buffer.from(content) })),
    );
  const sending = box.locator('[data-state=sending]');
  await until(
    'the files to be sent',
    async () => (await rows.count()) === files.length && (await sending.count()) === 0,
  );
}

/** Whether the page says the answer in the place of asking for it. */
export const isSettled = async (page: Page, { id }: Field): Promise<boolean> =>
  (await page.locator(`#field-${id}.settled`).count()) > 0;

/** The frame of a field, found by what its label says. */
async function labelled({ page, place }: Sight, field: Field): Promise<Locator> {
  const id = `field-${field.id}`;
  const label = page.locator(`#${id}-label, label[for="${id}"]`).first();
  const why = says.notAsked(place() ?? 'the page', field.id);
  await appears(label, why);
  const words = typeof field.label === 'string' ? field.label : await label.innerText();
  const own = page.getByLabel(words, { exact: false }).and(page.locator(`#${id}`));
  const group = page.getByRole('group', { name: words }).filter({ has: page.locator(`#${id}`) });
  const found = own.or(group).first();
  await appears(found, why);
  return found;
}

/** Reads and decides each document of the agreements widget in its viewer. */
async function agree(
  { page, library }: Sight,
  { list, decisions }: { readonly list: Locator; readonly decisions: JsonObject },
  viewed: () => Promise<void>,
): Promise<void> {
  const titles = new Map(
    Object.values(library.compliance.documents).map((document) => [document.idTag, document.title]),
  );
  for (const [idTag, agreed] of Object.entries(decisions)) {
    const title = titles.get(idTag);
    if (typeof title !== 'string') throw new Error(`There is no document ${idTag} with a title of its own.`);
    const row = list.getByRole('listitem').filter({ has: page.getByText(title, { exact: true }) });
    await enter(page, row.getByRole('button'));
    const viewer = page.getByRole('dialog', { name: title });
    await viewer.waitFor();
    await viewed();
    await enter(page, viewer.getByRole('button', { name: agreed === true ? 'Agree' : 'Disagree', exact: true }));
    await viewer.waitFor({ state: 'detached' });
  }
}
