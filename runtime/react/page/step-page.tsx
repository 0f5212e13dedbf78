import { Suspense, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import type { CSSProperties, ReactNode } from 'react';
import { offered, walk } from '../../core/index.ts';
import type { Step } from '../../core/definition.ts';
import { bringParts, lacking } from '../blocks/late-part.tsx';
import { BelowButtons, StepFields, onlyTells, partsOf } from '../blocks/layout.tsx';
import { SentNote } from '../blocks/sent-note.tsx';
import { Actions } from './actions.tsx';
import { Appeared } from './appeared.tsx';
import { Callable } from './callable.tsx';
import { OpenDialog } from './dialog.tsx';
import { ErrorSummary, useErrors } from './error-summary.tsx';
import { FocusKeeper } from './focus.tsx';
import { Loading, Notice } from './notice.tsx';
import { Progress } from './progress.tsx';
import { SaveStatus } from './save-status.tsx';
import { SessionProvider, StepProvider, useCurrentStep, useSelected, useSession, useText } from './session.tsx';
import type { PageParts } from './session.tsx';
import { WordsProvider, useSay } from '../words.tsx';

/**
 * The page of the step a flow's store is at: everything between header and footer.
 * @param props.parts what every component below reaches for; the same object as long as the flow is shown
 */
export function StepPage({ parts }: { readonly parts: PageParts }) {
  return (
    <WordsProvider app={parts.app} brand={parts.store.getState().world.brand}>
      <SessionProvider session={parts}>
        <Suspense fallback={<OnItsWay />}>
          <CurrentStep />
        </Suspense>
      </SessionProvider>
    </WordsProvider>
  );
}

function OnItsWay() {
  return <Loading label={useSay()('page.loading')} />;
}

/** Milliseconds that a page waits for parts of it, as for its style sheets. */
const WAITS = 600;

function CurrentStep() {
  const step = useCurrentStep();
  const { store, widgets } = useSession();
  const [asked, ask] = useState<Step>();
  const lacks = useMemo(
    () => (asked === step ? [] : lacking(partsOf(step, store.getState(), widgets))),
    [asked, step, store, widgets],
  );
  // What does not come is asked for again where it is drawn, and its place says so. A page that waits is short: as far
  // down as the one before it was left, nothing would be seen but the footer.
  useLayoutEffect(() => {
    if (lacks.length === 0) return;
    scrollTo(0, 0);
    void Promise.race([bringParts(lacks), new Promise((resolve) => setTimeout(resolve, WAITS))]).then(() => ask(step));
  }, [lacks, step]);
  if (lacks.length > 0) return <OnItsWay />;
  return (
    <StepProvider step={step}>
      <Progress />
      <div className="page">
        <div className="step">
          <div className="step-top">
            <BackLink step={step} />
            <SaveStatus />
          </div>
          <OneStep key={step.id} step={step} />
        </div>
        <OpenDialog />
        <FocusKeeper />
      </div>
    </StepProvider>
  );
}

function OneStep({ step }: { readonly step: Step }) {
  const isComing = useComing(step);
  const title = useText(step.title);
  const errors = useErrors();
  const say = useSay();
  useTitle(say(errors.length > 0 ? 'page.titleWrong' : 'page.title', { title }));
  return (
    <StepForm style={useContentDelay(step)}>
      <ErrorSummary errors={errors} />
      <h1 data-focus="heading" tabIndex={-1}>
        {title}
      </h1>
      <PageNotice />
      <SentNote />
      {step.kind === 'form' || step.layout.some((item) => item.kind === 'widget') ? null : <Waiting />}
      {isComing ? <OnItsWay /> : null}
      <div className={isComing ? 'coming' : undefined}>
        <StepFields step={step} />
        <Actions actions={step.actions.filter(({ inHeader }) => !inHeader)} />
        <BelowButtons step={step} />
      </div>
      {step.appears ? <Appeared step={step} /> : null}
    </StepForm>
  );
}

/**
 * Whether what a page has to tell is still asked for, until it is known for the first time. Shown before, it would say
 * what holds of somebody of whom nothing is known, and move as it comes: "No payment is past due." A question is there
 * at once.
 */
function useComing(step: Step): boolean {
  const isLoading = useSelected((state) => state.page.loading.length > 0);
  const [isComing, set] = useState(onlyTells(step));
  if (isComing && !isLoading) set(false);
  return isComing && isLoading;
}

/** The form element: Enter presses the first primary action. Nothing of the browser's own validation is used. */
function StepForm({ children, style }: { readonly children: ReactNode; readonly style: CSSProperties | undefined }) {
  const { flow, store } = useSession();
  // Not aria-busy: some screen readers hide a form that is, and here people type while a call is under way.
  const isLoading = useSelected((state) => state.page.loading.length > 0);
  return (
    <form
      noValidate
      style={style}
      data-loading={isLoading || undefined}
      onSubmit={(event) => {
        event.preventDefault();
        const state = store.getState();
        if (state.page.busy) return;
        const action = offered(flow, state).find((candidate) => candidate.style === 'primary');
        if (action) store.dispatch({ type: 'pressed', action: action.id });
      }}
    >
      {children}
    </form>
  );
}

/** Milliseconds by which the clock of animations may be behind: it stands still from one frame to the next. */
const FRAME = 17;

/** What is left of the delay of the content when it is drawn: a slow page is not made slower. */
function useContentDelay({ contentDelayMs = 0 }: Step): CSSProperties | undefined {
  const { sinceVisit } = useSession();
  const [left] = useState(() => contentDelayMs - (sinceVisit?.() ?? contentDelayMs));
  return left > 0
    ? { animationName: 'unseen', animationDelay: `${Math.ceil(left + FRAME)}ms`, animationFillMode: 'backwards' }
    : undefined;
}

function useTitle(title: string): void {
  useEffect(() => {
    document.title = title;
  }, [title]);
}

function PageNotice() {
  const notice = useSelected((state) => (state.page.dialog === undefined ? state.page.notice : undefined));
  return notice ? (
    <Notice tone={notice.tone}>
      <Callable words={notice.text} />
    </Notice>
  ) : null;
}

/**
 * A step without questions and without a widget that says so is waiting for somebody; once it gave up, its notice says
 * so.
 */
function Waiting() {
  const waiting = useSelected((state) => state.page.notice === undefined);
  const say = useSay();
  return waiting ? <Loading label={say('page.wait')} /> : null;
}

/** The page before this one, as the engine sees the way here. The browser's own Back does the same. */
function BackLink({ step }: { readonly step: Step }) {
  const { flow, store } = useSession();
  const before = useMemo(() => {
    const { answers, journey, world } = store.getState();
    const { path } = walk(flow, { answers, journey }, world);
    const forms = path.slice(0, Math.max(0, path.indexOf(step.id))).filter((id) => flow.steps[id]?.kind === 'form');
    return step.kind === 'form' && step.outcome === undefined ? forms.at(-1) : undefined;
  }, [flow, store, step]);
  const say = useSay();
  if (before === undefined) return null;
  return (
    <button type="button" className="link back" onClick={() => store.dispatch({ type: 'visited', step: before })}>
      {say('page.back')}
    </button>
  );
}
