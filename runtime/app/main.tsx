/** Composition root: boot data in, a running page out. */
import { earlyErrors, inlineBoot, reportErrors, secrets } from './early.ts';
import '../react/styles/index.css';
import { createRoot, type Root as ReactRoot } from 'react-dom/client';
import type { NavigateFunction } from 'react-router-dom';
import type { JsonObject } from '../core/facts.ts';
import {
  browserPorts,
  createCaller,
  createDefinitions,
  createIdentity,
  createReporter,
  createRuntime,
  createTab,
  identityProtocol,
  loadBoot,
  loadProvider,
  pageSecrets,
  withSecrets,
} from '../gateway/index.ts';
import { cookieLine } from '../../contract/cookies.ts';
import type { Boot } from '../../contract/boot.ts';
import type { Identity } from '../gateway/identity.ts';
import type { Page, Ports, Runtime } from '../gateway/index.ts';
import { focusOn } from '../react/index.ts';
import { afterPaint } from './after-paint.ts';
import { deviceFacts } from './device.ts';
import { postForm } from './post-form.ts';
import { followContent } from './live-edit.ts';
import { Root } from './Root.tsx';
import { matcher } from './routes.ts';
import { listClient } from './server-lists.ts';
import { styled } from './styled.ts';

async function readBoot(ports: Ports): Promise<Boot> {
  return inlineBoot ?? loadBoot(ports, new URLSearchParams(window.location.search).get('brand') ?? '');
}

/** A page that stands: what draws it, and what it is made of. */
interface Standing {
  readonly boot: Boot;
  readonly runtime: Runtime;
  readonly identity: Pick<Identity, 'person'>;
  /** Draws it, in place of the one that stood there. */
  show(): void;
}

let drawn: ReactRoot | undefined;
let navigate: NavigateFunction | undefined;
/** When somebody set out for the page that stands, in milliseconds since they came for the document. */
let visited = 0;
const sinceVisit = (): number => performance.now() - visited;
/** What the events of the window are about. */
let standing: Standing | undefined;

/** Makes a page of boot data; nothing of it is seen before `show`. */
async function made(ports: Ports, boot: Boot): Promise<Standing> {
  const tab = createTab(ports);
  const wished = deviceFacts(window, boot.version)['isGPCEnabled'] === true;
  const reporter = createReporter(ports, {
    brand: boot.brand,
    sessionId: tab.sessionId,
    wished,
    layer: (entry) => void dataLayerOf(window).push(entry),
  });
  if (standing === undefined) reportErrors(reporter.thrown);
  const definitions = createDefinitions(
    (url) => import(/* @vite-ignore */ url) as Promise<{ readonly default: unknown }>,
  );
  const matchBoot = matcher(boot);
  const match: Page['match'] = (pathname) => withSecrets(matchBoot(pathname), secrets);
  const here = boot.flows[match(window.location.pathname)?.flow ?? ''];
  // Most visits need this one; it loads beside the others.
  if (here !== undefined) void definitions.flow(here.hash).catch(reporter.thrown);
  const [app, compliance] = await Promise.all([definitions.app(boot.app), definitions.compliance(boot.compliance)]);

  // A page that takes the place of one that stands leaves the cursor where it is.
  let quiet = standing !== undefined;
  const page: Page = {
    navigate(path, { replace, carry }) {
      // What stands under another address than was asked for is no other visit.
      if (!replace) visited = performance.now();
      void navigate?.(path, { replace, ...(carry === undefined ? {} : { state: { carry } }) });
    },
    leave: (url) => window.location.assign(url),
    reload(path) {
      if (path === window.location.pathname) window.location.reload();
      else window.location.assign(path);
    },
    focus(on) {
      if (!quiet) focusOn(on);
    },
    match,
    address: () => ({
      pathname: window.location.pathname,
      search: window.location.search,
      carry: carryOf(window.history.state),
    }),
    cookies: () => document.cookie,
    setCookie(name, value, maxAgeSeconds) {
      document.cookie = cookieLine({ name, value, maxAgeSeconds, secure: location.protocol === 'https:' });
    },
    device: () => deviceFacts(window, boot.version),
    socket: (url) => new WebSocket(url) as ReturnType<Page['socket']>,
    post: (url, fields) => postForm(document, url, fields),
    fingerprint: () =>
      import('./device-fingerprint.ts').then(
        ({ fingerprintOf }) => fingerprintOf(boot.fingerprint, ports, reporter),
        () => undefined,
      ),
    secrets: pageSecrets(secrets),
  };
  const identity = createIdentity(ports, loadProvider(boot, ports), identityProtocol(boot, ports));
  const campaignKey = boot.facts['campaignQueryKey'];
  const campaignId =
    typeof campaignKey === 'string'
      ? (new URLSearchParams(window.location.search).get(campaignKey) ?? undefined)
      : undefined;
  const caller = createCaller({
    ports,
    boot,
    identity,
    page,
    context: { sessionId: tab.sessionId, ...(campaignId === undefined ? {} : { campaignId }) },
    // Without a network the chunk may be missing: how the question ends is the call's to say.
    kept: (asked) => listClient().then(({ answerOf }) => answerOf(asked), asked.load),
  });
  const runtime = createRuntime({
    ports,
    page,
    boot,
    app,
    compliance,
    definitions,
    identity,
    caller,
    reporter,
    tab,
    campaignId,
  });

  return {
    boot,
    runtime,
    identity,
    show() {
      if (drawn === undefined) {
        const root = document.getElementById('root');
        if (root === null) throw new Error('index.html has no element with the id "root".');
        drawn = createRoot(root, { onUncaughtError: (error) => reporter.thrown(error) });
      }
      drawn.render(
        <Root
          boot={boot}
          app={app}
          runtime={runtime}
          caller={caller}
          reporter={reporter}
          ports={ports}
          sinceVisit={sinceVisit}
          onNavigation={(given) => {
            navigate = given;
          }}
        />,
      );
      afterPaint(() => {
        quiet = false;
        if (boot.monitored)
          void import('../gateway/monitor.ts').then(({ monitorOf }) => {
            reporter.monitor = monitorOf(boot);
          });
      });
    },
  };
}

async function start(): Promise<void> {
  const ports = browserPorts(window);
  const [first] = await Promise.all([made(ports, await readBoot(ports)), styled(document)]);
  standing = first;
  window.addEventListener('online', () => standing?.runtime.online(true));
  window.addEventListener('offline', () => standing?.runtime.online(false));
  // A document that the browser kept for Back knows nothing of what was done in the one after it.
  window.addEventListener('pageshow', (event) => {
    if (event.persisted) window.location.reload();
  });
  // A phone puts a page aside without telling it that it goes away.
  window.addEventListener('pagehide', () => standing?.runtime.hide());
  document.addEventListener('visibilitychange', () =>
    document.visibilityState === 'hidden' ? standing?.runtime.hide() : standing?.runtime.show(),
  );
  first.show();
  if (import.meta.hot)
    followContent(import.meta.hot, {
      ports,
      standing: () => standing,
      make: (boot) => made(ports, boot),
      take(next) {
        standing = next;
        next.show();
      },
    });
}

/** The list that programs of analytics read on a page; it begins with the first of them, or here. */
function dataLayerOf(page: Window & { dataLayer?: JsonObject[] }): JsonObject[] {
  return (page.dataLayer ??= []);
}

/** What a navigation carried; kept by the router in the history entry. */
function carryOf(state: unknown): JsonObject {
  const carried = (state as { usr?: { carry?: JsonObject } } | null)?.usr?.carry;
  return carried ?? {};
}

start().catch((error: unknown) => {
  earlyErrors.push(error);
  const root = document.getElementById('root');
  // The words are the page's own: those of app.json may be what did not arrive.
  if (root !== null) root.textContent = root.dataset['unloaded'] ?? '';
  throw error;
});
