import { createContext, useContext, useMemo, useRef, useSyncExternalStore } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { facts as factsFor, same, text as write } from '../../core/index.ts';
import type { Event } from '../../core/events.ts';
import type { CompiledApp } from '../../core/app-definition.ts';
import type { CompiledFlow, Compute, Rule, Step, Text } from '../../core/definition.ts';
import type { Facts, Json } from '../../core/facts.ts';
import type { FieldView, State } from '../../core/state.ts';
import type { WidgetDocument, WidgetProps } from '../../core/widget-contract.ts';

/** What a page needs of the engine's store; `createStore` of runtime/core gives it. */
interface EngineStore {
  getState(): State;
  dispatch(event: Event): void;
  subscribe(listener: () => void): () => void;
  subscribeField(field: string, listener: () => void): () => void;
}

/** Everything a component below a StepPage may reach for. Its identity never changes while the flow is shown. */
export interface PageParts {
  readonly flow: CompiledFlow;
  readonly store: EngineStore;
  readonly app: CompiledApp;
  /** Undefined when no widget folder has that name. */
  readonly widgets: (name: string) => ComponentType<WidgetProps> | undefined;
  readonly documents: (idTag: string) => WidgetDocument | undefined;
  /** A document of the application as a file; absent where there is no server. */
  readonly paper?: (idTag: string, application?: string) => Promise<ArrayBuffer | undefined>;
  /** Keeps a secret of a widget for the calls that supply it; absent where there is no server. */
  readonly hand?: WidgetProps['hand'];
  /** Sends a file that the person chose for a field of the page. */
  readonly chooseFile: (field: string, file: File) => void;
  /** Told of what a widget threw while it was drawn, and where; its text may hold answers. */
  readonly thrown: (error: unknown, where: { readonly widget: string; readonly step: string }) => void;
  /** Where the providers of widgets are found from here, by their origins; default: none is. */
  readonly providers?: WidgetProps['providers'];
  /** Milliseconds since somebody set out for the page that stands. Absent: it is drawn at once. */
  readonly sinceVisit?: () => number;
  /** URL prefix before the flow's own base; '' at the root. */
  readonly base: string;
}

const SessionContext = createContext<PageParts | undefined>(undefined);

export function SessionProvider({ session, children }: { readonly session: PageParts; readonly children: ReactNode }) {
  return <SessionContext value={session}>{children}</SessionContext>;
}

/** The session of the page around; throws outside a SessionProvider. */
export function useSession(): PageParts {
  const session = useContext(SessionContext);
  if (!session) throw new Error('This component must stand below a SessionProvider: render it inside StepPage.');
  return session;
}

/** A value derived from the state; the component renders again only when `select` gives another value (Object.is). */
export function useSelected<T>(select: (state: State) => T): T {
  const { store } = useSession();
  const read = () => select(store.getState());
  return useSyncExternalStore(store.subscribe, read, read);
}

export { factsFor };

const unchanging = () => () => undefined;

const ItemContext = createContext<Json | undefined>(undefined);

/** Hands an item of a repeat down: words, conditions and options below it read it as `item`. */
export function ItemProvider({ item, children }: { readonly item: Json; readonly children: ReactNode }) {
  return <ItemContext value={item}>{children}</ItemContext>;
}

/** The item around; undefined outside a repeat. */
export function useItem(): Json | undefined {
  return useContext(ItemContext);
}

/** Reads the facts as they are at this place of the page, with the item around. */
function useFacts(): () => Facts {
  const { flow, store } = useSession();
  const item = useItem();
  return () => {
    const known = factsFor(flow, store.getState());
    return item === undefined ? known : { ...known, item };
  };
}

/** Words with their placeholders filled in; constant words cost no subscription. */
export function useText(words: Text | undefined): string {
  const { store } = useSession();
  const known = useFacts();
  const read = () => (words === undefined ? '' : typeof words === 'string' ? words : write(words, known()));
  return useSyncExternalStore(typeof words === 'object' ? store.subscribe : unchanging, read, read);
}

/** Whether a rule holds now; no rule holds always, unknown does not. */
export function useRule(rule: Rule | undefined): boolean {
  const { store } = useSession();
  const known = useFacts();
  const read = () => rule === undefined || rule.of(known()) === true;
  return useSyncExternalStore(rule ? store.subscribe : unchanging, read, read);
}

/** Several computed values at once; the object keeps its identity while each value is the same JSON. */
export function useComputed(computes: Readonly<Record<string, Compute>>): Readonly<Record<string, unknown>> {
  const { store } = useSession();
  const known = useFacts();
  const last = useRef<{ text: string; value: Readonly<Record<string, unknown>> } | undefined>(undefined);
  const constant = useMemo(() => Object.values(computes).every((compute) => compute.reads.length === 0), [computes]);
  const read = () => {
    const facts = known();
    const value = Object.fromEntries(Object.entries(computes).map(([name, compute]) => [name, compute.of(facts)]));
    const text = JSON.stringify(value);
    if (last.current?.text !== text) last.current = { text, value };
    return last.current.value;
  };
  return useSyncExternalStore(constant ? unchanging : store.subscribe, read, read);
}

const StepContext = createContext<Step | undefined>(undefined);

const StillContext = createContext(false);

/**
 * Hands the current step down, and whether the page is busy, so that only its provider listens: a page of 300 fields
 * would ask 300 times after each key.
 */
export function StepProvider({ step, children }: { readonly step: Step; readonly children: ReactNode }) {
  const still = useSelected((state) => state.page.busy !== undefined);
  return (
    <StepContext value={step}>
      <StillContext value={still}>{children}</StillContext>
    </StepContext>
  );
}

/** Whether the page around is busy with a call and takes no answer. */
export function useStill(): boolean {
  return useContext(StillContext);
}

const DialogContext = createContext<string | undefined>(undefined);

/** Hands down the dialog of the page in which something is drawn. */
export function DialogProvider({ dialog, children }: { readonly dialog: string; readonly children: ReactNode }) {
  return <DialogContext value={dialog}>{children}</DialogContext>;
}

/** The dialog in which this stands, as the engine's events name it; nothing on the page itself. */
export function useDialog(): { readonly dialog?: string } {
  const dialog = useContext(DialogContext);
  return dialog === undefined ? {} : { dialog };
}

/** The step whose page this is; throws outside a page. */
export function useStep(): Step {
  const step = useContext(StepContext);
  if (!step) throw new Error('This component must stand on the page of a step: render it inside StepPage.');
  return step;
}

/** The step the person looks at, followed as it changes. */
export function useCurrentStep(): Step {
  const { flow } = useSession();
  const id = useSelected((state) => state.page.step);
  const step = flow.steps[id];
  if (!step)
    throw new Error(
      `The flow ${flow.id} has no step "${id}": the stored page and the definition differ; load the version the application is pinned to.`,
    );
  return step;
}

/**
 * One field's view. With `onValue` the component takes new values by that call and renders again only for the rest;
 * without it every change of the view renders.
 */
export function useField(field: string, onValue?: (view: FieldView) => void): FieldView | undefined {
  const { store } = useSession();
  const shown = useRef<FieldView | undefined>(undefined);
  const told = useRef(onValue);
  told.current = onValue;
  const subscribe = useMemo(
    () => (listener: () => void) =>
      store.subscribeField(field, () => {
        const view = store.getState().page.fields[field];
        if (view) told.current?.(view);
        listener();
      }),
    [store, field],
  );
  const read = () => {
    const view = store.getState().page.fields[field];
    const before = shown.current;
    if (onValue && view && before && sameShell(view, before)) return before;
    shown.current = view;
    return view;
  };
  return useSyncExternalStore(subscribe, read, read);
}

function sameShell(a: FieldView, b: FieldView): boolean {
  return (
    a.visible === b.visible &&
    a.message === b.message &&
    a.required === b.required &&
    a.label === b.label &&
    a.hint === b.hint &&
    a.id === b.id &&
    same(a.choices, b.choices) &&
    same(a.options, b.options)
  );
}
