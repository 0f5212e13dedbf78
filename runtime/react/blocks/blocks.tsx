import { useId } from 'react';
import type { LayoutItem } from '../../core/definition.ts';
import {
  useComputed,
  useDialog,
  useItem,
  useRule,
  useSelected,
  useSession,
  useText,
  useStep,
} from '../page/session.tsx';
import { TargetLink, useAround } from './around.tsx';
import { DocumentBody } from './document.tsx';
import { FieldById, WidgetField } from './field.tsx';
import { controlId } from './frame.tsx';
import { linkNumber } from './links.ts';
import { WidgetFrame, optionsOf } from './widget.tsx';
import { LoadingHint } from '../controls/loading.tsx';
import { Callable } from '../page/callable.tsx';
import { useSay } from '../words.tsx';

type Item<K extends LayoutItem['kind']> = { readonly item: Extract<LayoutItem, { kind: K }> };

/** Words of the definition: running text, a heading, a note or a warning. */
export function CopyBlock({ item }: Item<'copy'>) {
  const shown = useRule(item.when);
  const words = useText(item.text);
  const say = useSay();
  if (!shown || words === '') return null;
  switch (item.as) {
    case 'heading':
      return <h2>{words}</h2>;
    case 'warning':
      return (
        <p className="note note-warning">
          <strong>
            <span className="quiet-words">{say('page.important')} </span>
            <Callable words={words} />
          </strong>
        </p>
      );
    case 'note':
    case 'body':
      return (
        <p className={item.as === 'note' ? 'note' : 'copy'}>
          <Callable words={words} />
        </p>
      );
  }
}

/** A disclosure in full, and the consent that belongs to it in the same group. */
export function DisclosureBlock({ item }: Item<'disclosure'>) {
  const shown = useRule(item.when);
  const { documents } = useSession();
  const document = useSelected(() => documents(item.idTag));
  const title = useId();
  if (!shown) return null;
  const body = document ? (
    <section
      className="disclosure"
      aria-labelledby={title}
      tabIndex={0}
      data-disclosure={document.idTag}
      data-hash={document.hash}
    >
      <h2 id={title}>{document.title}</h2>
      <DocumentBody nodes={document.body} />
    </section>
  ) : (
    <LoadingHint />
  );
  return item.consent ? (
    <div className="consent">
      {body}
      <FieldById id={item.consent} />
    </div>
  ) : (
    body
  );
}

/** A link of the journey; where it leads is the engine's to say. */
export function LinkBlock({ item }: Item<'link'>) {
  const { store } = useSession();
  const place = useDialog();
  const shown = useRule(item.when);
  const words = useText(item.text);
  const row = useItem();
  const around = useAround();
  if (!shown) return null;
  return (
    <p className="copy" data-around={around && true}>
      {around ? (
        <TargetLink target={item.target} words={words} around={around} />
      ) : (
        <button
          type="button"
          className={item.style === undefined ? 'link' : `button button-${item.style}`}
          onClick={() =>
            store.dispatch({
              type: 'followed',
              link: linkNumber(item),
              ...place,
              ...(row !== undefined && { item: row }),
            })
          }
        >
          {words}
        </button>
      )}
    </p>
  );
}

/** A widget of the layout. With a field it stands in that field's frame: name, message and value are the field's. */
export function WidgetBlock({ item }: Item<'widget'>) {
  const shown = useRule(item.when);
  const options = optionsOf(useComputed(item.options));
  const step = useStep();
  if (!shown) return null;
  if (item.field !== undefined) {
    const field = step.fields[item.field];
    if (!field)
      throw new Error(
        `The widget "${item.id}" writes the field "${item.field}", which its step does not have: compile the flow again.`,
      );
    return <WidgetField field={field} widget={item.widget} widgetId={item.id} options={options} />;
  }
  return (
    <div className="field">
      <WidgetFrame
        name={item.widget}
        widgetId={item.id}
        id={controlId(item.id)}
        value={undefined}
        options={options}
        invalid={false}
        describedBy={undefined}
        labelledBy={undefined}
        onChange={undefined}
      />
    </div>
  );
}
