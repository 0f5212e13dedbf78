import { useId, useState } from 'react';
import type { LayoutItem } from '../../core/definition.ts';
import type { Json } from '../../core/facts.ts';
import { linkNumber } from '../form/step-schema.ts';
import { useComputed, useField, useRule, useSelected, useSession, useText, useStep } from '../page/session.tsx';
import { DocumentBody } from './document.tsx';
import { FieldById, controlId } from './field.tsx';
import { LockedField } from './locked.tsx';
import { WidgetFrame, optionsOf } from './widget.tsx';

type Item<K extends LayoutItem['kind']> = { readonly item: Extract<LayoutItem, { kind: K }> };

/** Words of the definition: running text, a heading, a note or a warning. */
export function CopyBlock({ item }: Item<'copy'>) {
  const shown = useRule(item.when);
  const words = useText(item.text);
  if (!shown || words === '') return null;
  switch (item.as) {
    case 'heading':
      return <h2>{words}</h2>;
    case 'note':
      return <p className="note">{words}</p>;
    case 'warning':
      return (
        <p className="note note-warning">
          <strong>
            <span className="quiet-words">Important: </span>
            {words}
          </strong>
        </p>
      );
    case 'body':
      return <p className="copy">{words}</p>;
  }
}

/** A disclosure in full, and the consent that belongs to it in the same group. */
export function DisclosureBlock({ item }: Item<'disclosure'>) {
  const shown = useRule(item.when);
  const { documents } = useSession();
  const title = useId();
  if (!shown) return null;
  const document = documents(item.idTag);
  const body = document ? (
    <div
      className="disclosure"
      role="region"
      aria-labelledby={title}
      tabIndex={0}
      data-disclosure={document.idTag}
      data-hash={document.hash}
    >
      <h2 id={title}>{document.title}</h2>
      <DocumentBody nodes={document.body} />
    </div>
  ) : (
    <p className="hint" role="status">
      Loading
    </p>
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
  const shown = useRule(item.when);
  const words = useText(item.text);
  if (!shown) return null;
  return (
    <p className="copy">
      <button
        type="button"
        className="link"
        onClick={() => store.dispatch({ type: 'followed', link: linkNumber(item) })}
      >
        {words}
      </button>
    </p>
  );
}

/** A widget of the layout. With a field it stands in that field's frame: name, message and value are the field's. */
export function WidgetBlock({ item }: Item<'widget'>) {
  const shown = useRule(item.when);
  const options = optionsOf(useComputed(item.options));
  if (!shown) return null;
  if (item.field) return <WidgetWithField item={item} field={item.field} options={options} />;
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

function WidgetWithField({
  item,
  field,
  options,
}: Item<'widget'> & { readonly field: string; readonly options: ReturnType<typeof optionsOf> }) {
  const { store } = useSession();
  const view = useField(field);
  const step = useStep();
  if (!view?.visible) return null;
  const id = controlId(field);
  const asked = step.fields[field];
  if (view.locked !== undefined && asked) return <LockedField field={asked} view={view} id={id} />;
  const describedBy = view.message ? `${id}-error` : undefined;
  return (
    <div className={view.message ? 'field field-wrong' : 'field'}>
      <label htmlFor={id} id={`${id}-label`}>
        {view.label}
      </label>
      {view.hint ? <p className="hint">{view.hint}</p> : null}
      {view.message ? (
        <p id={`${id}-error`} className="error">
          {view.message}
        </p>
      ) : null}
      <WidgetFrame
        name={item.widget}
        widgetId={item.id}
        id={id}
        value={view.value}
        options={{ ...view.options, ...options }}
        invalid={view.message !== undefined}
        describedBy={describedBy}
        labelledBy={`${id}-label`}
        onChange={(value) => store.dispatch({ type: 'answered', field, value })}
      />
    </div>
  );
}

/** A list of the same widget, a few at a time. */
export function RepeatBlock({ item }: Item<'repeat'>) {
  const shown = useRule(item.when);
  const rows = useComputed({ rows: item.each })['rows'];
  const options = optionsOf(useComputed(item.options));
  const step = useSelected((state) => state.page.step);
  const [more, setMore] = useState({ step, pages: 1 });
  const pages = more.step === step ? more.pages : 1;
  if (!shown || !Array.isArray(rows) || rows.length === 0) return null;
  const count = Math.min(rows.length, (item.show ?? rows.length) * pages);
  return (
    <div className="field">
      <ul className="rows">
        {(rows as readonly Json[]).slice(0, count).map((row, index) => (
          <li key={index}>
            <WidgetFrame
              name={item.widget}
              widgetId={item.widget}
              row={row}
              id={controlId(`${item.widget}-${index}`)}
              value={row}
              options={options}
              invalid={false}
              describedBy={undefined}
              labelledBy={undefined}
              onChange={undefined}
            />
          </li>
        ))}
      </ul>
      {count < rows.length ? (
        <button type="button" className="button button-secondary" onClick={() => setMore({ step, pages: pages + 1 })}>
          Show more<span className="quiet-words">, {rows.length - count} left</span>
        </button>
      ) : null}
    </div>
  );
}
