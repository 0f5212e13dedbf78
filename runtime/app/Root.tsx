/** Everything on the page: frame, the step of the open flow, outage countdown, idle prompt. */
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { BrowserRouter, useLocation, useNavigate, useNavigationType, useRoutes } from 'react-router-dom';
import type { NavigateFunction } from 'react-router-dom';
import type { CompiledApp } from '../core/app-definition.ts';
import type { Target } from '../core/definition.ts';
import type { WidgetDocument } from '../core/widget-contract.ts';
import type { Boot } from '../../contract/boot.ts';
import type { Caller, OpenFlow, Ports, Reporter, Runtime } from '../gateway/index.ts';
import { ErrorBoundary, Loading, OfflineBar, Shell, StepPage, TransferCountdown } from '../react/index.ts';
import { documentReader } from './documents.ts';
import { IdleGuard } from './idle.tsx';
import { addressOf, routeTable } from './routes.tsx';
import { useFooterLinks } from './server-lists.ts';
import { widgets } from './widgets.ts';

export interface RootProps {
  readonly boot: Boot;
  readonly app: CompiledApp;
  readonly runtime: Runtime;
  readonly caller: Caller;
  readonly reporter: Reporter;
  readonly ports: Pick<Ports, 'now' | 'timers'>;
  /** Hands out the router's navigation once it is there. */
  readonly onNavigation: (navigate: NavigateFunction) => void;
}

export function Root(props: RootProps) {
  return (
    <BrowserRouter>
      <History runtime={props.runtime} onNavigation={props.onNavigation} />
      <ErrorBoundary onError={props.reporter.thrown} {...phoneOf(props.boot)}>
        <Frame {...props} />
      </ErrorBoundary>
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

function Frame({ boot, app, runtime, caller, ports }: RootProps) {
  const links = useFooterLinks(boot, caller);
  const journey = useSyncExternalStore(runtime.subscribe, runtime.journey);
  const compliance = useSyncExternalStore(runtime.subscribe, runtime.compliance);
  const world = useSyncExternalStore(journey?.store.subscribe ?? never, () => journey?.store.getState().world);
  const facts = useMemo(() => (world === undefined ? undefined : runtime.facts()), [runtime, world]);
  const documents = useMemo(
    () => (journey === undefined ? () => undefined : documentReader(compliance, journey)),
    [compliance, journey],
  );
  const { offline, outage } = useSyncExternalStore(runtime.onWaiting, runtime.waiting);
  const table = useMemo(
    () =>
      routeTable(
        boot,
        journey === undefined ? (
          <Loading label="Loading" />
        ) : (
          <Step key={journey.flow.hash} app={app} documents={documents} journey={journey} />
        ),
      ),
    [boot, app, documents, journey],
  );
  const page = useRoutes(table);
  if (facts === undefined) return page;
  const href = (target: Target): string | undefined =>
    target.kind === 'leave' ? app.addresses[target.address]?.of(facts) : addressOf(boot, target);
  return (
    <Shell facts={facts} app={app} href={href} go={runtime.go} documents={documents} links={links}>
      {offline === undefined ? null : <OfflineBar onDevice={offline.onDevice} />}
      {outage === undefined || offline !== undefined ? null : <TransferCountdown {...outage} />}
      {page}
      <IdleGuard runtime={runtime} app={app} ports={ports} />
    </Shell>
  );
}

function Step({
  app,
  documents,
  journey,
}: {
  readonly app: CompiledApp;
  readonly documents: (idTag: string) => WidgetDocument | undefined;
  readonly journey: OpenFlow;
}) {
  return (
    <StepPage flow={journey.flow} store={journey.store} app={app} widgets={widgets} documents={documents} base="" />
  );
}

function phoneOf(boot: Boot): { fallbackPhone?: string } {
  const phone = boot.facts['phoneNumber'];
  return typeof phone === 'string' ? { fallbackPhone: phone } : {};
}
const never = (): (() => void) => () => undefined;
