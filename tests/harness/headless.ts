/** A seat without a screen: the page's own runtime and engine, over HTTP and sockets to the real server. */
import { privacyFacts, privacyHeaders } from '../../contract/privacy.ts';
import { staysOnDevice } from '../../contract/operation.ts';
import { holds } from '../../runtime/core/index.ts';
import type { LayoutItem } from '../../runtime/core/definition.ts';
import type { JsonObject } from '../../runtime/core/facts.ts';
import {
  createCaller,
  createIdentity,
  createReporter,
  createRuntime,
  createTab,
  identityProtocol,
  loadProvider,
  type Page,
  type Ports,
  type Runtime,
} from './gateway.ts';
import type { Library } from './library.ts';
import {
  isSettled,
  linkCalled,
  noButton,
  noDialog,
  noLink,
  notAsked,
  widgetEvent,
  type Shown,
} from '../../verifier/fixture/fits.ts';
import { idleAfter, linkAround, linksAround } from '../../verifier/fixture/around.ts';
import { filesIn, type ChosenFile } from '../../verifier/fixture/files.ts';
import { linesAround, linesOf } from '../../verifier/fixture/page-lines.ts';
import { Impossible, note, notebook, until, type Seat } from './seat.ts';
import { memoryStorage } from '../gateway/fakes.ts';
import { Timers } from './timers.ts';
import { uploadBy } from './upload.ts';
import { isOwnWork } from './wire.ts';

interface Entry {
  readonly pathname: string;
  readonly search: string;
  readonly carry: JsonObject;
}

/** Layout items with those inside of groups, in the order of the page. */
const flat = (items: readonly LayoutItem[]): LayoutItem[] =>
  items.flatMap((item) => (item.kind === 'group' ? [item, ...flat(item.items)] : [item]));

/** @param cookies what the browser would send: brand and test clock. */
export function headlessSeat(
  address: string,
  library: Library,
  { cookies, wished }: { readonly cookies: string; readonly wished: boolean },
): Seat {
  const { boot, app, compliance, definitions } = library;
  const { pages, called, shown, left, posted, told, noteReport } = notebook();
  const kept = new Map<string, string>();
  const sockets = new Set<WebSocket>();
  const broken: unknown[] = [];
  let entries: Entry[] = [];
  let index = -1;
  let runtime: Runtime | undefined;
  let underWay = 0;
  let gone = false;
  /** Documents that were left. */
  let documents = 0;
  /** Tokens that the address of this document brought. */
  let hash: Readonly<Record<string, string>> = {};

  const written = new Map<string, string | undefined>();
  const cookiesNow = (): string =>
    [
      ...cookies.split('; ').filter((one) => !written.has(one.split('=')[0] ?? '')),
      ...[...written].flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`])),
    ].join('; ');
  const timers = new Timers();
  const send: typeof fetch = async (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set('cookie', cookiesNow());
    for (const [name, value] of Object.entries(privacyHeaders(wished))) headers.set(name, value);
    noteReport(String(input), String(init?.body));
    return fetch(input, { ...init, headers });
  };
  /**
   * The tab's storage for one document. The code of a document that was left goes on here, as it does in no browser:
   * the answer to its last save must not take away what the next document is about to read.
   */
  const storageOfDocument = (stands: () => boolean): Ports['storage'] => ({
    get: (key) => kept.get(key),
    set: (key, value) => stands() && (kept.set(key, value), true),
    remove: (key) => void (stands() && kept.delete(key)),
    keys: () => [...kept.keys()],
  });
  const ports: Omit<Ports, 'storage'> = {
    fetch: send,
    upload: uploadBy(send),
    timers,
    random: () => 0.5,
    id: () => crypto.randomUUID(),
    now: () => Date.now(),
    device: memoryStorage(),
    origin: address,
  };
  const here = (): Entry => {
    const entry = entries[index];
    if (entry === undefined) throw new Error('No page is open at this seat: open one first.');
    return entry;
  };
  /** A page counts once its flow is open: where a target leads at first and the engine leads on from is never shown. */
  const record = (): void => {
    const found = library.match(here().pathname);
    if (found?.flow === runtime?.journey()?.flow.id)
      note(pages, found === undefined ? undefined : `${found.flow}/${found.step}`);
  };
  const page: Page = {
    navigate(pathname, { replace, carry }) {
      if (!replace) index += 1;
      entries = [...entries.slice(0, index), { pathname, search: '', carry: carry ?? {} }];
      record();
    },
    leave(url) {
      const { hash: brought } = new URL(url);
      posted.push(...new URLSearchParams(brought.slice(1)).keys());
      left.push(url);
      gone = true;
    },
    focus: () => undefined,
    match: library.match,
    address: here,
    cookies: cookiesNow,
    setCookie: (name, value) => void written.set(name, value),
    post(url, fields) {
      posted.push(...Object.keys(fields));
      left.push(url);
      gone = true;
    },
    fingerprint: async () => 'a device without a screen',
    reload(path) {
      if (path !== here().pathname) page.navigate(path, { replace: false });
      runtime?.hide();
      end();
      load().catch((error: unknown) => broken.push(error));
    },
    device: () => ({ isOnline: true, isMobile: false, ...privacyFacts(wished), clientVersion: boot.version }),
    socket(url) {
      const socket = new WebSocket(url);
      sockets.add(socket);
      return socket as unknown as ReturnType<Page['socket']>;
    },
    get secrets() {
      return { query: {}, hash };
    },
  };

  /** A new document: everything in memory is gone, the tab's storage and history stay. */
  async function load(): Promise<void> {
    gone = false;
    const serial = documents;
    const own: Ports = { ...ports, storage: storageOfDocument(() => serial === documents) };
    const tab = createTab(own);
    const reporter = createReporter(own, { brand: boot.brand, sessionId: tab.sessionId, wished });
    const identity = createIdentity(own, loadProvider(boot, own), identityProtocol(boot, own));
    const caller = createCaller({
      ports: own,
      boot,
      identity,
      page,
      context: { sessionId: tab.sessionId },
      kept: (asked) => asked.load(),
    });
    const counted: typeof caller = {
      ...caller,
      async call(name, input, options) {
        const isOwn = isOwnWork({ app }, name, { input, step: options?.act?.step });
        if (!isOwn && !staysOnDevice.has(boot.operations[name]?.action)) called.push(name);
        underWay += 1;
        try {
          const outcome = await caller.call(name, input, options);
          // Without its secrets a call is not made.
          if (outcome.detail?.['code'] === 'UNSUPPLIED') called.splice(called.lastIndexOf(name), 1);
          return outcome;
        } finally {
          underWay -= 1;
        }
      },
    };
    const watched = { ...reporter, thrown: (error: unknown) => void broken.push(error) };
    runtime = createRuntime({
      ports: own,
      page,
      boot,
      app,
      compliance,
      definitions,
      identity,
      caller: counted,
      reporter: watched,
      tab,
      campaignId: undefined,
    });
    runtime.subscribe(record);
    await runtime.visit();
  }
  /** What the device may not keep goes out with the document that is left, before the next one asks for anything. */
  async function leaveDocument(): Promise<void> {
    runtime?.hide();
    const open = runtime?.journey();
    if (open && !open.queue.safeOnDevice()) await open.queue.allSaved();
    end();
  }
  function end(): void {
    runtime?.journey()?.stop();
    documents += 1;
  }
  const journey = (): NonNullable<ReturnType<Runtime['journey']>> => {
    const open = runtime?.journey();
    if (open === undefined) throw new Error(`No flow is open at ${here().pathname}.`);
    return open;
  };
  const step = () => {
    const { flow, store } = journey();
    const found = flow.steps[store.getState().page.step];
    if (found === undefined)
      throw new Error(`The engine stands at ${store.getState().page.step}, which ${flow.id} does not have.`);
    return found;
  };
  const shownNow = (): Shown => ({ flow: journey().flow, state: journey().store.getState() });
  const refuse = (why: string | undefined): void => {
    if (why !== undefined) throw new Impossible(why);
  };
  /** Notes the documents of the page as it stands. */
  function look(): void {
    const facts = journey().facts();
    const { flow, store } = journey();
    const dialog = flow.dialogs[store.getState().page.dialog ?? ''];
    for (const item of flat([...step().layout, ...(dialog?.layout ?? [])]))
      if (item.kind === 'disclosure' && (item.when === undefined || holds(item.when, facts))) shown.add(item.idTag);
  }
  async function chooseFiles(field: string, files: readonly ChosenFile[]): Promise<void> {
    const shownFiles = () => journey().store.getState().page.fields[field]?.files ?? [];
    for (const { id } of shownFiles()) journey().dispatch({ type: 'fileRemoved', field, id });
    for (const { name, type, content } of files) journey().chooseFile(field, new File([content], name, { type }));
    await until('the files to be sent', () => shownFiles().every(({ sent }) => sent === undefined));
  }
  const busy = (): boolean => {
    const open = runtime?.journey();
    return (
      open !== undefined &&
      (open.store.getState().page.busy !== undefined || open.store.getState().page.loading.length > 0)
    );
  };

  return {
    async open(path) {
      const url = new URL(path, address);
      entries = [...entries.slice(0, index + 1), { pathname: url.pathname, search: url.search, carry: {} }];
      index = entries.length - 1;
      await leaveDocument();
      hash = Object.fromEntries(new URLSearchParams(url.hash.slice(1)));
      await load();
    },
    async current() {
      if (broken.length > 0) throw new Error('The runtime threw', { cause: broken[0] });
      const open = gone ? undefined : runtime?.journey();
      if (open === undefined) return undefined;
      const place = `${open.flow.id}/${open.store.getState().page.step}`;
      const found = library.match(here().pathname);
      // Between the navigation and the opened flow the person sees neither.
      return found !== undefined && `${found.flow}/${found.step}` === place ? place : undefined;
    },
    ...told,
    watches: 'calls',
    settled: () => until('all calls to be answered', () => underWay === 0 && !busy()),
    async answer(_step, field, value) {
      // What a call brings may ask more.
      if (notAsked(shownNow(), field.id) !== undefined)
        await until('all calls to be answered', () => underWay === 0 && !busy());
      refuse(notAsked(shownNow(), field.id));
      const files = filesIn(value);
      if (files) await chooseFiles(field.id, files);
      else journey().dispatch({ type: 'answered', field: field.id, value });
      look();
    },
    settles: async ({ id }) => isSettled(shownNow(), id),
    async press(action) {
      refuse(noButton(shownNow(), action));
      look();
      journey().dispatch({ type: 'pressed', action });
      await until(`the answer to ${action}`, () => !busy());
    },
    async pressInDialog(action) {
      refuse(noDialog(shownNow(), action));
      look();
      journey().dispatch({ type: 'dialogPressed', action });
      await until(`the answer to ${action}`, () => !busy());
    },
    async follow(words) {
      const followed = linkCalled(shownNow(), words);
      if (followed) return journey().dispatch(followed);
      const target = linkAround(app, journey().facts(), words);
      if (target === undefined) throw new Impossible(noLink(shownNow(), words));
      runtime?.go(target);
    },
    async signOut() {
      const link = app.header.links.find(({ target }) => target.kind === 'signOut');
      if (link?.target.kind !== 'signOut') throw new Error('The header has no link that signs out.');
      await runtime?.signOut(link.target.then);
    },
    async emit({ widget, event, item, payload }) {
      const sent = widgetEvent(shownNow(), {
        kind: 'widget',
        widget,
        event,
        ...(item !== undefined && { item }),
        ...(payload !== undefined && { payload }),
      });
      if (typeof sent === 'string') throw new Impossible(sent);
      journey().dispatch(sent);
      await until(`the answer to ${event} of ${widget}`, () => !busy());
    },
    async reload() {
      await leaveDocument();
      hash = {};
      await load();
    },
    async back() {
      if (index === 0) throw new Impossible('there is no page to go back to');
      index -= 1;
      await runtime?.visit();
      record();
    },
    connected: () => [...sockets].some(({ readyState }) => readyState === WebSocket.OPEN),
    async elapse(seconds) {
      timers.elapse(seconds * 1000);
      const now = journey().facts();
      if (runtime?.person() !== undefined && (idleAfter(app, now) ?? Infinity) <= seconds) await runtime.endIdle();
    },
    async lines(expected) {
      const { flow, store } = journey();
      const own = linesOf(flow, store.getState(), app);
      const around = linesAround(app, flow, store.getState());
      return [...own, ...around.filter((line) => expected.includes(line) && !own.includes(line))];
    },
    links: async () => linksAround(app, journey().flow, journey().store.getState()),
    async errors() {
      look();
      return Object.fromEntries(
        Object.values(journey().store.getState().page.fields).flatMap((view) =>
          view.visible && view.message !== undefined ? [[view.id, view.message]] : [],
        ),
      );
    },
    arrived: async () => look(),
    ended: async () => look(),
    async close() {
      runtime?.journey()?.stop();
      for (const socket of sockets) socket.close();
      timers.close();
    },
  };
}
