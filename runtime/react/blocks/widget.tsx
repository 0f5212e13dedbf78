import { Suspense, useCallback } from 'react';
import type { Json, JsonObject } from '../../core/facts.ts';
import type { WidgetProps } from '../../core/widget-contract.ts';
import { useDialog, useItem, useSelected, useSession } from '../page/session.tsx';
import { LoadingHint } from '../controls/loading.tsx';
import { useOwnWords } from '../words.tsx';
import { WidgetBoundary } from './widget-boundary.tsx';
import { filtered } from '../../core/paths.ts';

interface FrameProps
  extends Pick<WidgetProps, 'id' | 'value' | 'options' | 'invalid' | 'describedBy' | 'labelledBy' | 'onChange'> {
  /** Folder name. */
  readonly name: string;
  /** By which the engine knows it. */
  readonly widgetId: string;
}

/** A widget of the page; where it has a bug its place says what to do, and the page around it goes on. */
export function WidgetFrame(props: FrameProps) {
  const { store, flow, thrown } = useSession();
  return (
    <WidgetBoundary
      onError={(error) => thrown(error, { widget: props.name, step: `${flow.id}/${store.getState().page.step}` })}
    >
      <Connected {...props} />
    </WidgetBoundary>
  );
}

const none = {};

/** Loads a widget by its folder name and connects it to the store; its place is kept while it loads. */
function Connected({ name, widgetId, ...props }: FrameProps) {
  const { store, widgets, documents, paper, hand, providers = none } = useSession();
  const item = useItem();
  const words = useOwnWords(name);
  const disabled = useSelected((state) => state.page.busy !== undefined);
  // A document that it reads may be whole only once a figure has come.
  useSelected((state) => state.world);
  const { dialog } = useDialog();
  const emit = useCallback(
    (event: string, payload?: Json) =>
      store.dispatch({
        type: 'widget',
        widget: widgetId,
        event,
        ...(dialog === undefined ? {} : { dialog }),
        ...(payload === undefined ? {} : { payload }),
        ...(item === undefined ? {} : { item }),
      }),
    [store, widgetId, item, dialog],
  );
  const Drawn = widgets(name);
  if (!Drawn)
    throw new Error(`No control and no folder widgets/${name}: correct the name in the definition or add the folder.`);
  return (
    <Suspense fallback={<LoadingHint />}>
      <Drawn
        {...props}
        {...(paper && { paper })}
        {...(hand && { hand })}
        disabled={disabled}
        emit={emit}
        documents={documents}
        providers={providers}
        words={words}
      />
    </Suspense>
  );
}

/** Computed options as the widget's JSON; an unknown option is left out. */
export function optionsOf(values: Readonly<Record<string, unknown>>): JsonObject {
  return filtered(values, (_, value) => value !== undefined) as JsonObject;
}
