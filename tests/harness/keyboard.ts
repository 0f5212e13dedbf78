/** A seat before a real browser, used by keyboard only; fields are found by their labels. */
import type { Browser, Locator } from 'playwright';
import { text } from '../../runtime/core/index.ts';
import type { Field } from '../../runtime/core/definition.ts';
import type { Facts, Json, JsonObject } from '../../runtime/core/facts.ts';
import { says } from '../../verifier/fixture/fits.ts';
import type { Inspector } from './inspector.ts';
import { choose, enter, pick, tick, type } from './keys.ts';
import type { Library } from './library.ts';
import { bare, inOrder } from './order.ts';
import { Impossible, note, notebook, until, type Seat } from './seat.ts';
import { operationIn } from './wire.ts';

/** How long something may take to be drawn that needs no answer of the server, in milliseconds. */
const SOON = 5_000;

/** A seat with a screen to read from. */
export interface Screen extends Seat {
  /** What the boxes and lists of the page hold, by field; of a group of buttons the chosen one. */
  values(): Promise<Readonly<Record<string, string>>>;
  /** The words on the page. */
  words(): Promise<string>;
  /** Waits until every answer given so far is stored on the server. */
  stored(): Promise<void>;
  /** How many documents were loaded so far. */
  documents(): number;
}

/** Tells the test of every address the page takes on, of every page drawn and of every breach of its policy. */
const watch = (): void => {
  const tell = window as unknown as { readonly toldWent: (how: string, path: string) => void; readonly toldPolicy: (what: string) => void };
  for (const how of ['pushState', 'replaceState'] as const) {
    const own = history[how].bind(history);
    history[how] = (...given: Parameters<History['pushState']>) => {
      const before = location.pathname;
      own(...given);
      if (location.pathname !== before) tell.toldWent(how, location.pathname);
    };
  }
  addEventListener('popstate', () => tell.toldWent('popstate', location.pathname));
  let heading: Element | null = null;
  new MutationObserver(() => {
    const now = document.querySelector('h1');
    if (now === heading) return;
    heading = now;
    if (now !== null) tell.toldWent('drawn', location.pathname);
  }).observe(document, { subtree: true, childList: true });
  document.addEventListener('securitypolicyviolation', (event) => tell.toldPolicy(`${event.effectiveDirective} ${event.blockedURI} at ${location.pathname}`));
};

/**
 * @param cookies brand and test clock, as name and value.
 * @param timed whether the fixture lets time pass, so that the page's clock must be the test's.
 * @param faults gets one sentence for every breach of the content security policy, error in the console and finding of axe.
 */
export async function keyboardSeat(browser: Browser, address: string, library: Library, cookies: readonly (readonly [string, string])[], inspector: Inspector, faults: string[], timed = false): Promise<Screen> {
  const context = await browser.newContext({ locale: 'en-US', timezoneId: 'America/Chicago' });
  if (timed) await context.clock.install();
  await context.addCookies(cookies.map(([name, value]) => ({ name, value: encodeURIComponent(value), url: address })));
  const { pages, called, shown, left, told } = notebook();
  await context.exposeBinding('toldWent', (_, how: string, path: string) => {
    const found = library.match(path);
    if (found === undefined) return;
    // Where a target leads at first into another flow, and the engine leads on from before it is drawn, is never shown.
    if (how === 'pushState' && pages.at(-1)?.startsWith(`${found.flow}/`) !== true) return;
    note(pages, `${found.flow}/${found.step}`);
  });
  await context.exposeBinding('toldPolicy', (_, what: string) => void faults.push(`content security policy: ${what}`));
  await context.addInitScript(watch);
  const page = await context.newPage();
  page.on('pageerror', (error) => faults.push(`the page threw: ${error.stack ?? error.message}`));
  page.on('console', (message) => {
    // A refused request is an outcome the journey may expect; the browser writes it to the console all the same.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) faults.push(`console: ${message.text().slice(0, 300)}`);
  });
  let documents = 0;
  page.on('domcontentloaded', () => {
    documents += 1;
  });
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame() && library.match(new URL(frame.url()).pathname) === undefined) left.push(frame.url());
  });
  page.on('request', (request) => {
    const operation = operationIn(library, request, place());
    if (operation !== undefined) called.push(operation);
  });

  const idle = (): Promise<boolean> => page.evaluate(() => document.querySelector('[data-action][aria-disabled=true]') === null && document.querySelector('h1') !== null);
  const look = async (): Promise<void> => {
    for (const idTag of await page.locator('[data-disclosure]').evaluateAll((all) => all.map((one) => one.getAttribute('data-disclosure') ?? ''))) shown.add(idTag);
  };
  const place = (): string | undefined => {
    const found = library.match(new URL(page.url()).pathname);
    return found === undefined ? undefined : `${found.flow}/${found.step}`;
  };
  /** Waits until something is to be seen; what nobody sees after that long is not there. */
  async function appears(what: Locator, why: string): Promise<void> {
    await until('it to be seen', () => what.isVisible(), () => why, SOON).catch((reason: unknown) => {
      throw reason instanceof Impossible ? new Impossible(why, { cause: reason }) : reason;
    });
  }
  /** The frame of a field, found by what its label says. */
  async function labelled(field: Field): Promise<Locator> {
    const id = `field-${field.id}`;
    const label = page.locator(`#${id}-label, label[for="${id}"]`).first();
    await appears(label, says.notAsked(place() ?? 'the page', field.id));
    const words = typeof field.label === 'string' ? field.label : await label.innerText();
    const own = page.getByLabel(words, { exact: false }).and(page.locator(`#${id}`));
    const group = page.getByRole('group', { name: words }).filter({ has: page.locator(`#${id}`) });
    const found = own.or(group).first();
    await appears(found, says.notAsked(place() ?? 'the page', field.id));
    return found;
  }
  async function inspect(at: string, state: 'empty' | 'with errors' | 'at the end' | 'in a dialog'): Promise<void> {
    if (inspector.first(at, state)) faults.push(...(await inspector.axe(page, at, state)));
  }
  /** Whether somebody who goes on now is told that something is missing: a field that must be answered stands empty. */
  async function lacksAnswers(at: string): Promise<boolean> {
    const [flow = '', id = ''] = at.split('/');
    const step = library.flows[flow]?.steps[id];
    const wanted = Object.values(step?.fields ?? {}).filter(({ required }) => required === true);
    for (const field of wanted) {
      const own = page.locator(`#field-${field.id}`);
      if ((await own.count()) === 0 || !(await own.first().isVisible())) continue;
      const empty = await own.first().evaluate((element) => {
        if (element instanceof HTMLSelectElement) return element.value === '';
        if (element instanceof HTMLInputElement) return element.type === 'radio' ? document.querySelector(`input[name="${element.name}"]:checked`) === null : element.type === 'checkbox' ? !element.checked : element.value === '';
        return element.querySelector('[data-decided=no]') !== null;
      });
      if (empty) return true;
    }
    return false;
  }
  const messages = (): Promise<readonly (readonly [field: string, message: string])[]> =>
    page.locator('[id^="field-"][id$="-error"]').evaluateAll((all) => all.map((one) => [one.id.slice('field-'.length, -'-error'.length), [...one.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.textContent).join('')] as const));
  /** Fields whose message the inspection brought about, not the journey. */
  let probed: ReadonlySet<string> = new Set();
  /** Goes on with an empty page: each page must say what is missing, in words that axe finds nothing wrong with. */
  async function pressEmpty(at: string): Promise<void> {
    const [flow = '', id = ''] = at.split('/');
    const action = library.flows[flow]?.steps[id]?.actions.find(({ style, validates }) => style === 'primary' && validates);
    if (action === undefined || !(await lacksAnswers(at)) || !inspector.first(at, 'with errors')) return;
    await pressed(action.id, page.locator('main'), says.noButton(at, action.id));
    if ((await page.locator('[data-focus="errors"]').count()) === 0) faults.push(`${at}: going on with empty fields names no error`);
    else if (!(await page.locator('[data-focus="errors"]').evaluate((element) => element === document.activeElement))) faults.push(`${at}: the errors do not get the focus`);
    faults.push(...(await inspector.axe(page, at, 'with errors')));
    probed = new Set((await messages()).map(([field]) => field));
  }
  const pressed = async (action: string, within: Locator, why: string): Promise<void> => {
    await look();
    const button = within.locator(`[data-action="${action}"]`);
    await appears(button, why);
    await enter(page, button);
    await until(`the answer to ${action}`, idle, async () => (await page.locator('main').innerText()).slice(0, 400));
  };

  /** Reads and decides each document of the agreements widget in its viewer. */
  async function agree(list: Locator, decisions: JsonObject): Promise<void> {
    const titles = new Map(Object.values(library.compliance.documents).map((document) => [document.idTag, document.title]));
    for (const [idTag, agreed] of Object.entries(decisions)) {
      const title = titles.get(idTag);
      if (typeof title !== 'string') throw new Error(`There is no document ${idTag} with a title of its own.`);
      const row = list.getByRole('listitem').filter({ has: page.getByText(title, { exact: true }) });
      await enter(page, row.getByRole('button'));
      const viewer = page.getByRole('dialog', { name: title });
      await viewer.waitFor();
      const at = place();
      if (at !== undefined) await inspect(at, 'in a dialog');
      await enter(page, viewer.getByRole('button', { name: agreed === true ? 'Agree' : 'Disagree', exact: true }));
      await viewer.waitFor({ state: 'detached' });
    }
  }

  async function write(field: Field, value: Json): Promise<void> {
    const frame = await labelled(field);
    const own = page.locator(`#field-${field.id}`);
    const change = page.locator('.field').filter({ has: page.locator(`#field-${field.id}-label`) }).getByRole('button', { name: /^Change/ });
    if ((await own.count()) === 0 && (await change.count()) > 0) await enter(page, change);
    const kind = await own.evaluate((element) => (element instanceof HTMLInputElement ? element.type : element.tagName.toLowerCase()));
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return agree(own, value as JsonObject);
    switch (kind) {
      case 'checkbox':
        return tick(page, own, value === true);
      case 'radio':
        return choose(page, frame, String(value));
      case 'select':
        return pick(page, own, String(value));
      default:
    }
    const day = page.locator(`#field-${field.id}-day`);
    if ((await day.count()) > 0) {
      const [year = '', month = '', date = ''] = String(value).split('-');
      await type(page, own, month);
      await type(page, day, date);
      return type(page, page.locator(`#field-${field.id}-year`), year);
    }
    const cents = field.control === 'amount-slider' || field.options['unit']?.of({} as Facts) === 'cents';
    await type(page, own, typeof value === 'number' ? String(cents ? value / 100 : value) : String(value));
  }

  return {
    open: async (path) => void (await page.goto(new URL(path, address).href)),
    async current() {
      const at = place();
      if (at === undefined) return undefined;
      const drawn = await page.evaluate(() => document.querySelector('h1') !== null).catch(() => false); // the document is being exchanged
      return drawn && pages.at(-1) === at ? at : undefined;
    },
    ...told,
    watches: 'network',
    settled: () => until('the page to be idle', idle),
    async answer(_step, field, value) {
      await write(field, value);
      await look();
    },
    async press(action) {
      const at = place();
      const [flow = '', id = ''] = (at ?? '').split('/');
      if (library.flows[flow]?.steps[id]?.actions.some((one) => one.id === action && one.validates) === true) probed = new Set();
      await pressed(action, page.locator('main'), says.noButton(at ?? 'the page', action));
      if (at !== undefined && (await page.locator('[data-focus="errors"]').count()) > 0) await inspect(at, 'with errors');
    },
    pressInDialog: (action) => pressed(action, page.getByRole('dialog'), says.noDialog(place() ?? 'the page', action)),
    async follow(words) {
      const link = page.locator('main').getByRole('button', { name: words, exact: true }).or(page.locator('header, footer').getByText(words, { exact: true })).first();
      await appears(link, says.noLink(place() ?? 'the page', words));
      await enter(page, link);
    },
    async signOut() {
      const link = library.app.header.links.find(({ target }) => target.kind === 'signOut');
      if (link === undefined) throw new Error('The header has no link that signs out.');
      const words = text(link.text, {} as Facts);
      await enter(page, page.getByRole('navigation').getByText(words, { exact: true }));
    },
    async emit(widget, event) {
      throw new Impossible(`${widget} ${event}: a browser has no events to send; say in the fixture what the person does, or keep it for the executors without a screen.`);
    },
    // From here on the page's clock is the test's; before the first time it runs as any clock does.
    elapse: async (seconds) => page.clock.fastForward(seconds * 1000),
    async lines(expected) {
      const all = bare((await page.locator('main, dialog[open]').allTextContents()).join(' '));
      const documents = new Set(Object.values(library.compliance.documents).map(({ idTag }) => `[${idTag}]`));
      const drawn = await page.locator('[data-disclosure]').evaluateAll((found) => found.map((one) => `[${one.getAttribute('data-disclosure') ?? ''}]`));
      // What a line in brackets says, other than a document, is not written on a page: the executors without a screen look at it.
      return inOrder(expected.filter((line) => (documents.has(line) ? drawn.includes(line) : line.startsWith('[') || all.includes(bare(line)))), all);
    },
    links: () => page.locator('[data-around]').allInnerTexts(),
    reload: async () => void (await page.reload()),
    back: async () => void (await page.goBack()),
    async errors() {
      await look();
      return Object.fromEntries((await messages()).filter(([field]) => !probed.has(field)));
    },
    async arrived(at) {
      await look();
      if (!inspector.first(at, 'empty')) return;
      faults.push(...(await inspector.axe(page, at, 'empty')));
      await pressEmpty(at);
    },
    async ended(at) {
      await look();
      await inspect(at, 'at the end');
    },
    values: async () => Object.fromEntries(
      await page.locator('[id^="field-"]').evaluateAll((all) =>
        all.flatMap((one) => {
          if (one instanceof HTMLInputElement && (one.type === 'radio' || one.type === 'checkbox')) return one.checked ? [[one.name, one.value] as const] : [];
          return one instanceof HTMLInputElement || one instanceof HTMLSelectElement ? [[one.id.replace('field-', ''), one.value] as const] : [];
        }),
      ),
    ),
    words: () => page.locator('body').innerText(),
    stored: () => until('the answers to be stored', async () => (await page.locator('.save-status[data-status=saved]').count()) > 0),
    documents: () => documents,
    close: () => context.close(),
  };
}
