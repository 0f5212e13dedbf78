/** Composition root: boot data in, a running page out. */
import { earlyErrors, inlineBoot, reportErrors, secrets } from './early.ts';
import '../react/styles/index.css';
import { createRoot } from 'react-dom/client';
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
  loadBoot,
  loadProvider,
  pageSecrets,
  withSecrets,
} from '../gateway/index.ts';
import { cookieLine } from '../../contract/cookies.ts';
import type { Boot } from '../../contract/boot.ts';
import type { Page, Ports } from '../gateway/index.ts';
import { focusOn } from '../react/index.ts';
import { deviceFacts, fingerprintOf } from './device.ts';
import { postForm } from './post-form.ts';
import { Root } from './Root.tsx';
import { matcher } from './routes.tsx';

async function readBoot(ports: Ports): Promise<Boot> {
  return inlineBoot ?? loadBoot(ports, new URLSearchParams(window.location.search).get('brand') ?? '');
}

async function start(): Promise<void> {
  const ports = browserPorts(window);
  const boot = await readBoot(ports);
  const tab = createTab(ports);
  const wished = deviceFacts(window, boot.version)['isGPCEnabled'] === true;
  const reporter = createReporter(ports, { brand: boot.brand, sessionId: tab.sessionId, wished });
  reportErrors(reporter.thrown);
  const definitions = createDefinitions(
    (url) => import(/* @vite-ignore */ url) as Promise<{ readonly default: unknown }>,
  );
  const matchBoot = matcher(boot);
  const match: Page['match'] = (pathname) => withSecrets(matchBoot(pathname), secrets);
  const here = boot.flows[match(window.location.pathname)?.flow ?? ''];
  // Most visits need this one; it loads beside the others.
  if (here !== undefined) void definitions.flow(here.hash).catch(reporter.thrown);
  const [app, compliance] = await Promise.all([definitions.app(boot.app), definitions.compliance(boot.compliance)]);

  let navigate: NavigateFunction | undefined;
  const page: Page = {
    navigate: (path, { replace, carry }) =>
      void navigate?.(path, { replace, ...(carry === undefined ? {} : { state: { carry } }) }),
    leave: (url) => window.location.assign(url),
    reload(path) {
      if (path === window.location.pathname) window.location.reload();
      else window.location.assign(path);
    },
    focus: focusOn,
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
    fingerprint: () => fingerprintOf(window),
    secrets: pageSecrets(secrets),
  };
  const identity = createIdentity(ports.storage, ports.now, loadProvider(boot, ports.storage, ports.origin));
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

  window.addEventListener('online', () => runtime.online(true));
  window.addEventListener('offline', () => runtime.online(false));
  // A phone puts a page aside without telling it that it goes away.
  window.addEventListener('pagehide', () => runtime.hide());
  document.addEventListener('visibilitychange', () =>
    document.visibilityState === 'hidden' ? runtime.hide() : runtime.show(),
  );
  const root = document.getElementById('root');
  if (root === null) throw new Error('index.html has no element with the id "root".');
  createRoot(root, { onUncaughtError: reporter.thrown }).render(
    <Root
      boot={boot}
      app={app}
      runtime={runtime}
      caller={caller}
      reporter={reporter}
      ports={ports}
      onNavigation={(given) => {
        navigate = given;
      }}
    />,
  );
}

/** What a navigation carried; kept by the router in the history entry. */
function carryOf(state: unknown): JsonObject {
  const carried = (state as { usr?: { carry?: JsonObject } } | null)?.usr?.carry;
  return carried ?? {};
}

start().catch((error: unknown) => {
  earlyErrors.push(error);
  const root = document.getElementById('root');
  if (root !== null) root.textContent = 'This page could not be loaded. Please check your connection and reload it.';
  throw error;
});
