/** Everything on the page: frame, the step of the open flow, outage countdown, idle prompt. */
import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react';
import { BrowserRouter, useLocation, useNavigate, useNavigationType } from 'react-router-dom';
import type { NavigateFunction } from 'react-router-dom';
import type { CompiledApp } from '../core/app-definition.ts';
import type { Target } from '../core/definition.ts';
import { decide, drawsDocuments } from '../core/index.ts';
import type { Boot } from '../../contract/boot.ts';
import type { Caller, OpenFlow, Ports, Reporter, Runtime } from '../gateway/index.ts';
import type { PageParts } from '../react/index.ts';
import {
  ErrorBoundary,
  Loading,
  OfflineBar,
  Shell,
  StepPage,
  TransferCountdown,
  WordsProvider,
  bringParts,
  useSay,
} from '../react/index.ts';
import { afterPaint } from './after-paint.ts';
import { documentReader } from './documents.ts';
import { IdleGuard } from './idle.tsx';
import { addressOf, isProtected } from './routes.ts';
import { useFooterLinks } from './server-lists.ts';
import { createWidgets } from './widgets.ts';

export interface RootProps {
  readonly boot: Boot;
  readonly app: CompiledApp;
  readonly runtime: Runtime;
  readonly caller: Caller;
  readonly reporter: Reporter;
  readonly ports: Pick<Ports, 'now' | 'timers'>;
  /** Milliseconds since somebody set out for the page that stands. */
  readonly sinceVisit: () => number;
  /** Hands out the router's navigation once it is there. */
  readonly onNavigation: (navigate: NavigateFunction) => void;
}

export function Root(props: RootProps) {
  const { boot, app, runtime, reporter } = props;
  return (
    <BrowserRouter>
      <History runtime={runtime} onNavigation={props.onNavigation} />
      <WordsProvider app={app} brand={boot.facts}>
        <ErrorBoundary
          onError={(error) => {
            reporter.thrown(error);
            // By a document of its own: what is broken may be the one that stands.
            const target = decide(
              app.errors.filter(({ on }) => on.includes('failed')),
              runtime.facts(),
            );
            const path = target && addressOf(boot, target);
            if (path !== undefined && path !== location.pathname) location.assign(path);
          }}
        >
          <Frame {...props} />
        </ErrorBoundary>
      </WordsProvider>
    </BrowserRouter>
  );
}

/** Back and Forward become visits; our own navigation does not. */
function History({ runtime, onNavigation }: Pick<RootProps, 'runtime' | 'onNavigation'>) {
  const navigate = useNavigate();
  const location = useLocation();
  const how = useNavigationType();
  useEffect(() => onNavigation(navigate), [navigate, onNavigation]);
  useEffect(() => {
    if (how === 'POP') void runtime.visit();
  }, [runtime, location, how]);
  return null;
}

function Frame({ boot, app, runtime, caller, reporter, ports, sinceVisit }: RootProps) {
  const say = useSay();
  const journey = useSyncExternalStore(runtime.subscribe, runtime.journey);
  const links = useFooterLinks(boot, caller, journey !== undefined);
  const compliance = useSyncExternalStore(runtime.subscribe, runtime.compliance);
  const world = useSyncExternalStore(journey?.store.subscribe ?? never, () => journey?.store.getState().world);
  const facts = useMemo(() => (world === undefined ? undefined : runtime.facts()), [runtime, world]);
  const documents = useMemo(
    () => (journey === undefined ? () => undefined : documentReader(compliance, journey)),
    [compliance, journey],
  );
  const widgets = useMemo(() => createWidgets(runtime.widgetWords), [runtime]);
  const parts = useMemo(
    () =>
      journey && {
        flow: journey.flow,
        store: journey.store,
        app,
        widgets,
        documents,
        chooseFile: journey.chooseFile,
        paper: journey.paper,
        hand: journey.hand,
        thrown: reporter.thrown,
        base: '',
        sinceVisit,
        ...(boot.providers && { providers: boot.providers }),
      },
    [app, boot, documents, journey, reporter, sinceVisit, widgets],
  );
  const isGoing = useSyncExternalStore(runtime.subscribe, runtime.isGoing);
  const { offline, outage } = useSyncExternalStore(runtime.onWaiting, runtime.waiting);
  const { pathname } = useLocation();
  const waits = useMemo(() => isProtected(boot, pathname), [boot, pathname]);
  // Which step an address means is matched over the boot data; what is shown of it is the engine's decision.
  const page =
    parts === undefined || journey === undefined ? (
      <Loading label={say(waits ? 'page.authenticating' : 'page.loading')} />
    ) : (
      <Step
        // While content is written its page goes on with another version: what is on it stays, the cursor too.
        key={import.meta.hot ? journey.flow.id : journey.flow.hash}
        parts={parts}
        // What comes next, or a document of the page, is not there yet.
        waits={() => journey.store.isHeld() || (compliance.pieces !== undefined && showsDocuments(journey))}
        isLeaving={runtime.isLeaving}
        drawn={journey.drawn}
      />
    );
  const href = useCallback(
    (target: Target): string | undefined =>
      target.kind === 'leave' && facts !== undefined
        ? app.addresses[target.address]?.of(facts)
        : addressOf(boot, target),
    [app, boot, facts],
  );
  if (facts === undefined || parts === undefined) return page;
  return (
    <Shell facts={facts} app={app} parts={parts} href={href} go={runtime.go} documents={documents} links={links}>
      {isGoing ? <div className="going" /> : null}
      {offline === undefined ? null : <OfflineBar onDevice={offline.onDevice} />}
      {outage === undefined || offline !== undefined ? null : <TransferCountdown {...outage} />}
      {page}
      <IdleGuard runtime={runtime} app={app} ports={ports} />
    </Shell>
  );
}

function Step({
  parts,
  waits,
  isLeaving,
  drawn,
}: {
  readonly parts: PageParts;
  readonly waits: () => boolean;
  readonly isLeaving: () => boolean;
  readonly drawn: () => void;
}) {
  // A widget drawn in the wrong document would ask for what its header forbids.
  const leaves = useSyncExternalStore(parts.store.subscribe, isLeaving);
  const isEarly = useSyncExternalStore(parts.store.subscribe, waits);
  const say = useSay();
  useEffect(
    () =>
      afterPaint(() => {
        drawn();
        void bringParts();
      }),
    [drawn],
  );
  return leaves || isEarly ? <Loading label={say('page.loading')} /> : <StepPage parts={parts} />;
}
function showsDocuments({ flow, store }: OpenFlow): boolean {
  const step = flow.steps[store.getState().page.step];
  return step !== undefined && drawsDocuments(flow, step);
}
const never = (): (() => void) => () => undefined;
