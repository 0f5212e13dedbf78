/** A seat before a real browser, used by keyboard only. */
import type { Locator, Page, WebSocket } from 'playwright';
import { text } from '../../runtime/core/index.ts';
import type { Step } from '../../runtime/core/definition.ts';
import type { Facts, Json } from '../../runtime/core/facts.ts';
import { says } from '../../verifier/fixture/fits.ts';
import { appears, isSettled, write, type Sight } from './form.ts';
import { errorsTold, lacksAnswers, messagesOn, type Inspector, type State } from './inspector.ts';
import { enter } from './keys.ts';
import type { Library } from './library.ts';
import { bare, inOrder } from './order.ts';
import { glance, Impossible, note, notebook, patience, until, within, type Seat } from './seat.ts';
import type { Tabs } from './tab.ts';
import { drawnAndKept, Traces } from './traces.ts';
import { greetingFaults } from './usable.ts';
import { operationIn } from './wire.ts';

/** How long the inspection of a page may take, in milliseconds. */
const INSPECTION = 60_000;

/** Milliseconds between the looks at a page that is not idle yet, before it is asked anew. */
const LOOKS: readonly number[] = [15, 25, 40, 60, 60];

/** Runs in the page: whether it is idle, or comes to be so while it is looked at. */
async function comesToIdle(looks: readonly number[]): Promise<boolean> {
  const isIdle = (): boolean =>
    document.querySelector(
      // A button that counts seconds down is busy with nothing.
      '[data-action][data-busy], [data-event][aria-disabled=true]:not([data-waits]), [data-loading], [data-status=saving]',
    ) === null && document.querySelector('h1') !== null;
  for (const pause of looks) {
    if (isIdle()) return true;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  return isIdle();
}

/** A seat with a screen to read from. */
export interface Screen extends Seat {
  /** What the boxes and lists of the page hold, by field; of a group of buttons the chosen one. */
  values(): Promise<Readonly<Record<string, string>>>;
  /** The actions that can be pressed on the page, in their order. */
  offered(): Promise<readonly string[]>;
  /** Why a button of the page cannot be pressed, as it is described; undefined while it can. */
  whyNot(action: string): Promise<string | undefined>;
  /** The words on the page. */
  words(): Promise<string>;
  /** Waits until every answer given so far is stored on the server. */
  stored(): Promise<void>;
  /** The address as the browser shows it. */
  url(): string;
  /** How many documents were loaded so far. */
  documents(): number;
  /** The phone puts the page aside, as its browser tells it. */
  hide(): Promise<void>;
  /** Takes the browser's network away, or gives it back. */
  connect(isOnline: boolean): Promise<void>;
}

/** What a seat needs to know of the product and its visitor. */
interface Seating {
  readonly address: string;
  readonly library: Library;
  /** Brand and test clock, as name and value. */
  readonly cookies: readonly (readonly [string, string])[];
  /** Their browser says that nobody may follow what they do. */
  readonly wished?: boolean;
  readonly inspector: Inspector;
  /**
   * Gets one sentence for every breach of the content security policy, error in the console, finding of axe and trace
   * of what is sensitive.
   */
  readonly faults: string[];
  /** Whether the fixture lets time pass, so that the page's clock must be the test's. */
  readonly timed?: boolean;
}

/** A visitor who sits before a browser and has a keyboard. */
export async function keyboardSeat(
  tabs: Tabs,
  { address, library, cookies, wished = false, inspector, faults, timed = false }: Seating,
): Promise<Screen> {
  const tab = await tabs.take({ wished, timed });
  const { context, page } = tab;
  await context.addCookies(cookies.map(([name, value]) => ({ name, value: encodeURIComponent(value), url: address })));
  const { pages, called, shown, left, posted, told, noteReport } = notebook();
  const traces = new Traces(faults);
  const sockets = new Set<WebSocket>();
  let flowOfAddress: string | undefined;
  let documents = 0;
  const { origin } = new URL(address);
  tab.sit({
    went(how, path) {
      const found = library.match(path);
      if (found === undefined) return;
      const isOfAnother = flowOfAddress !== found.flow;
      flowOfAddress = found.flow;
      // Where a target leads at first into another flow, and the engine leads on from before it is drawn, is never
      // shown.
      if (how === 'pushState' && pages.at(-1)?.startsWith(`${found.flow}/`) !== true) return;
      if (how === 'replaceState' && isOfAnother) return;
      note(pages, `${found.flow}/${found.step}`);
    },
    forbidden: (what) => void faults.push(`content security policy: ${what}`),
    threw: (error) => void faults.push(`the page threw: ${error.stack ?? error.message}`),
    wrote(message) {
      // A refused request, and a server that is away, are outcomes the journey may expect; the browser writes them to
      // the console all the same.
      if (message.type() === 'error' && !/^(Failed to load resource|WebSocket connection to)/.test(message.text()))
        faults.push(`console: ${message.text().slice(0, 300)}`);
    },
    connected(socket) {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
    },
    loaded() {
      documents += 1;
    },
    asked(request) {
      const asked = new URL(request.url());
      // What is asked for counts, not what comes: an address of the brand's other sites does not exist on a machine of
      // tests.
      if (
        request.isNavigationRequest() &&
        request.frame() === page.mainFrame() &&
        (asked.origin !== origin || library.match(asked.pathname) === undefined)
      ) {
        left.push(asked.href);
        posted.push(...new URLSearchParams(request.postData() ?? '').keys());
      }
      traces.sent(request);
      noteReport(request.url(), request.postData() ?? '');
      const operation = operationIn(library, request, place());
      if (operation !== undefined) called.push(operation);
    },
    opened(url) {
      const led = new URL(url);
      if (led.origin !== origin) posted.push(...new URLSearchParams(led.hash.slice(1)).keys());
    },
  });

  /**
   * What is asked of a page, or what is to be thought where it is left while it is asked. Of a document that goes away
   * in that very moment no answer may ever come: the one after it is asked then.
   */
  const asked = async <T>(ask: () => Promise<T>, instead: T): Promise<T> => {
    const once = (): Promise<{ readonly answer: T }> =>
      ask()
        .catch((reason: unknown) => {
          if (String(reason).includes('Execution context was destroyed')) return instead;
          throw reason;
        })
        .then((answer) => ({ answer }));
    const first = await within(glance, once(), () => undefined);
    return (first ?? (await within(patience, once(), () => ({ answer: instead })))).answer;
  };
  const idle = async (): Promise<boolean> =>
    new URL(page.url()).origin !== new URL(address).origin ||
    (await asked(() => page.evaluate(comesToIdle, LOOKS), false));
  const look = async (): Promise<void> => {
    const { drawn, kept } = await asked(() => page.evaluate(drawnAndKept), { drawn: [], kept: {} });
    for (const idTag of drawn) shown.add(idTag);
    traces.kept(kept);
  };
  const place = (): string | undefined => {
    const found = library.match(new URL(page.url()).pathname);
    return found === undefined ? undefined : `${found.flow}/${found.step}`;
  };
  const sight: Sight = {
    page,
    library,
    place,
    types: ({ bind }) => inspector.types(place() ?? '', bind),
  };
  const stepAt = (at: string | undefined): Step | undefined => {
    const [flow = '', id = ''] = (at ?? '').split('/');
    return library.flows[flow]?.steps[id];
  };
  const inspect = async (at: string | undefined, state: State): Promise<void> => {
    if (at !== undefined && inspector.first(at, state)) faults.push(...(await inspector.axe(page, at, state)));
  };
  /** A page whose heading is the same for everybody has that heading: the address alone says what it should be. */
  const headingFaults = async (at: string): Promise<readonly string[]> => {
    const title: unknown = stepAt(at)?.title;
    if (typeof title !== 'string') return [];
    const read = (): Promise<readonly string[]> => page.locator('h1').allInnerTexts();
    const found = await asked(read, []);
    return place() !== at || found.length === 0 || found.some((one) => bare(one) === bare(title))
      ? []
      : [`${at} has the heading "${found.join(', ')}" in the place of "${title}".`];
  };
  /** Fields whose message the inspection brought about, not the journey. */
  let probed: ReadonlySet<string> = new Set();
  /** Goes on with an empty page: each page must say what is missing, in words that axe finds nothing wrong with. */
  async function pressEmpty(at: string): Promise<void> {
    const step = stepAt(at);
    // A button that a rule disables tells why instead.
    const action = step?.actions.find(
      ({ style, validates, enabled }) => style === 'primary' && validates && enabled?.when === undefined,
    );
    if (!step || !action || !(await lacksAnswers(page, step)) || !inspector.first(at, 'with errors')) return;
    await pressed(action.id, page.locator('main'), says.noButton(at, action.id));
    faults.push(...(await errorsTold(page, at)), ...(await inspector.axe(page, at, 'with errors')));
    probed = new Set((await messagesOn(page)).map(([field]) => field));
  }
  const pressed = async (action: string, inside: Locator, why: string): Promise<void> => {
    await look();
    const button = inside.locator(`[data-action="${action}"]`);
    await appears(button, why);
    await enter(page, button);
    // Whoever left the site by it waits for nothing more here.
    const answered = async (): Promise<boolean> => left.length > 0 || (await idle().catch(() => false));
    await until(`the answer to ${action}`, answered, {
      told: async () => (await page.locator('main').innerText()).slice(0, 400),
    });
  };

  return {
    open: async (path) => void (await page.goto(new URL(path, address).href)),
    async current() {
      const at = place();
      if (at === undefined) return undefined;
      if (pages.at(-1) !== at) return undefined;
      // The document is being exchanged.
      const drawn = await page.evaluate(() => document.querySelector('h1') !== null).catch(() => false);
      return drawn && pages.at(-1) === at ? at : undefined;
    },
    ...told,
    watches: 'network',
    settled: () => until('the page to be idle', idle),
    async answer(_step, field, value) {
      traces.typed(field, value);
      await write(sight, { field, value }, () => inspect(place(), 'in a dialog'));
      await look();
    },
    settles: (field) => isSettled(page, field),
    async press(action) {
      const at = place();
      if (stepAt(at)?.actions.some((one) => one.id === action && one.validates) === true) probed = new Set();
      await pressed(action, page.locator('header, main'), says.noButton(at ?? 'the page', action));
      if ((await page.locator('[data-focus="errors"]').count()) > 0) await inspect(at, 'with errors');
    },
    pressInDialog: (action) => pressed(action, page.getByRole('dialog'), says.noDialog(place() ?? 'the page', action)),
    async follow(words) {
      const dialog = page.getByRole('dialog');
      const inside = (await dialog.count()) > 0 ? dialog : page.locator('main');
      await look();
      const link = inside
        .getByRole('button', { name: words, exact: true })
        .or(page.locator('header, footer').getByText(words, { exact: true }))
        // On a phone the links of the header are folded away.
        .filter({ visible: true })
        .first();
      await appears(link, says.noLink(place() ?? 'the page', words));
      await enter(page, link);
    },
    async signOut() {
      const links = library.app.header.links.filter(({ target }) => target.kind === 'signOut');
      if (links.length === 0) throw new Error('The header has no link that signs out.');
      const words = links.map((link) => text(link.text, {} as Facts));
      const seen = page.locator('header [data-around]').filter({ hasText: new RegExp(`^(${words.join('|')})$`) });
      await enter(page, seen.locator('a, button'));
    },
    async emit({ widget, event, item = 0, payload }) {
      const list = page.locator(`:is(main, dialog[open]) [data-repeat="${widget}"]`);
      const rows = list.locator('> ul > li');
      if ((await list.count()) > 0) {
        await appears(rows.first(), `${place() ?? 'the page'} shows no row of ${widget}`);
        while ((await rows.count()) <= item) await enter(page, list.locator('[data-more]'));
        const button = rows.nth(item).locator(`[data-event="${event}"]`);
        if ((await button.count()) > 0) {
          await look();
          await enter(page, button);
          return until(`the answer to ${event} of ${widget}`, () => idle().catch(() => left.length > 0));
        }
      }
      // A widget that opens a provider's own page: its stand-in offers what the provider would tell.
      const drawn = `:is(main, dialog[open]) #field-${widget}`;
      if (stepAt(place())?.layout.some((one) => one.kind === 'widget' && one.id === widget) === true)
        await appears(page.locator(drawn), `${place() ?? 'the page'} does not draw ${widget}`);
      const opener = page.locator(`${drawn}[data-opens]`);
      if ((await opener.count()) > 0) {
        await look();
        await appears(page.locator(`${drawn}[data-opens]:not([aria-disabled])`), `${widget} cannot be opened`);
        await enter(page, opener);
        const wanted = Object.entries((payload ?? {}) as Readonly<Record<string, Json>>).map(
          ([name, value]) =>
            `[data-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}="${String(value)}"]`,
        );
        const choice = page.frameLocator('dialog[open] iframe').locator(`[data-event="${event}"]${wanted.join('')}`);
        await appears(choice, `${widget} opened nothing that tells ${event}`);
        await enter(page, choice);
        return until(`the answer to ${event} of ${widget}`, () => idle().catch(() => left.length > 0));
      }
      // A widget that has a button for it says so itself; of an open dialog, the one in it.
      const open = page.getByRole('dialog');
      const inside = (await open.count()) > 0 ? open : page.locator('main');
      const own = inside.locator(`[data-event="${event}"]:not([data-repeat] *)`);
      if ((await own.count()) === 1) {
        await look();
        await appears(
          inside.locator(`[data-event="${event}"]:not([aria-disabled])`),
          `${widget} does not offer ${event}`,
        );
        await enter(page, own);
        return until(`the answer to ${event} of ${widget}`, () => idle().catch(() => left.length > 0));
      }
      throw new Impossible(
        `${widget} ${event}: a browser has no events to send; say in the fixture what the person does, or keep it for the executors without a screen.`,
      );
    },
    connected: () => sockets.size > 0,
    // From here on the page's clock is the test's; before the first time it runs as any clock does.
    async elapse(seconds) {
      // Where the time leads to another document, the one in which it passed may never tell that it has. What came of
      // it is looked for on the pages that follow.
      const anew = new Promise<void>((resolve) => void page.once('domcontentloaded', () => resolve()));
      await within(20_000, Promise.race([page.clock.fastForward(seconds * 1000), anew]), () => undefined);
    },
    async lines(expected) {
      const around = bare((await page.locator('.header-more, .footer-more').allTextContents()).join(' '));
      const inside = bare((await page.locator('main, dialog[open]').evaluateAll(ownWords, probed.size > 0)).join(' '));
      const all = `${inside} ${around}`;
      const folds = page.locator('.header-more details');
      for (const [index, held] of (await folds.allTextContents()).entries())
        if (expected.some((line) => bare(held).includes(bare(line)))) await unfolds(page, folds.nth(index));
      const known = new Set(Object.values(library.compliance.documents).map(({ idTag }) => `[${idTag}]`));
      const drawn = await page
        .locator('[data-disclosure]')
        .evaluateAll((found) => found.map((one) => `[${one.getAttribute('data-disclosure') ?? ''}]`));
      // What a line in brackets says, other than a document, is not written on a page: the executors without a screen
      // look at it.
      return inOrder(
        expected.filter((line) =>
          known.has(line) ? drawn.includes(line) : line.startsWith('[') || all.includes(bare(line)),
        ),
        all,
      );
    },
    links: () => page.locator('[data-around]').allInnerTexts(),
    reload: async () => void (await page.reload()),
    back: async () => void (await page.goBack()),
    async errors() {
      await look();
      return Object.fromEntries((await messagesOn(page)).filter(([field]) => !probed.has(field)));
    },
    async arrived(at) {
      await look();
      if (!inspector.first(at, 'empty')) return;
      faults.push(...(await headingFaults(at)));
      const departures = left.length;
      const inspected = async (): Promise<void> => {
        faults.push(...(await greetingFaults(page)).map((fault) => `usable: ${at} ${fault}`));
        faults.push(...(await inspector.axe(page, at, 'empty')));
        await pressEmpty(at);
      };
      // Of a page of 0.8 seconds that leaves the site meanwhile no answer may ever come.
      const silent = (): never => {
        throw new Error(`${at} does not answer.`);
      };
      try {
        await within(INSPECTION, inspected(), silent);
      } catch (reason) {
        if (place() === at && left.length === departures) throw reason;
        inspector.forget(at, 'empty');
      }
    },
    async ended(at) {
      await look();
      await inspect(at, 'at the end');
    },
    values: async () =>
      Object.fromEntries(
        await page.locator('[id^="field-"]').evaluateAll((all) =>
          all.flatMap((one) => {
            if (one instanceof HTMLInputElement && (one.type === 'radio' || one.type === 'checkbox'))
              return one.checked ? [[one.name, one.value] as const] : [];
            return one instanceof HTMLInputElement || one instanceof HTMLSelectElement
              ? [[one.id.replace('field-', ''), one.value] as const]
              : [];
          }),
        ),
      ),
    whyNot: async (action) => {
      const button = page.locator(`[data-action="${action}"]`);
      if ((await button.getAttribute('aria-disabled')) !== 'true') return undefined;
      return page.locator(`[id="${(await button.getAttribute('aria-describedby')) ?? ''}"]`).innerText();
    },
    offered: () =>
      page.locator('main [data-action]').evaluateAll((all) => all.map((one) => one.getAttribute('data-action') ?? '')),
    words: () => page.locator('body').innerText(),
    stored: () =>
      until(
        'the answers to be stored',
        async () => (await page.locator('.save-status[data-status=saved]:not(:empty)').count()) > 0,
      ),
    url: () => page.url(),
    documents: () => documents,
    hide: () => page.evaluate(() => void window.dispatchEvent(new Event('pagehide'))),
    connect: (isOnline) => context.setOffline(!isOnline),
    close: () => tab.leave(origin),
  };
}

/**
 * What parts of the page say. Runs in the page.
 * @param isProbed whether the list of what is missing, which names fields before they come, was brought about by the
 * inspection
 */
const ownWords = (parts: readonly Element[], isProbed: boolean): string[] =>
  parts.map((part) => {
    const copy = part.cloneNode(true) as Element;
    if (isProbed) for (const told of copy.querySelectorAll('[data-focus="errors"]')) told.remove();
    return copy.textContent ?? '';
  });

/** What is folded away in the header opens and closes by keyboard, and what it holds is to be seen while it is open. */
async function unfolds(page: Page, fold: Locator): Promise<void> {
  await enter(page, fold.locator('summary'));
  await appears(fold.locator('> div'), 'what is folded in the header does not open');
  await enter(page, fold.locator('summary'));
}
