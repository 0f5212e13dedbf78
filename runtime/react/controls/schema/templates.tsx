import { Fragment, useEffect, useRef } from 'react';
import type {
  ArrayFieldItemTemplateProps,
  ArrayFieldTemplateProps,
  BaseInputTemplateProps,
  FieldTemplateProps,
  ObjectFieldTemplateProps,
  RegistryWidgetsType,
  TemplatesType,
  WidgetProps,
} from '@rjsf/utils';
import { getInputProps } from '@rjsf/utils';
import type { SayOwn } from '../../../core/index.ts';

/** What the parts of a field know of the frame around it. */
export interface Around {
  /** DOM id of the whole. */
  readonly root: string;
  readonly describedBy: string | undefined;
  readonly labelledBy: string;
  readonly invalid: boolean;
  /** The control's own words. */
  readonly words: SayOwn;
  /** Stands after the label of a part that need not be answered. */
  readonly optional: string;
  /** What one entry of a list is called. */
  readonly item: string;
  /** Words of the button that adds one. */
  readonly add: string;
}

const aroundOf = ({ registry }: { readonly registry: { readonly formContext: unknown } }): Around =>
  registry.formContext as Around;
const hintId = (id: string): string => `${id}-hint`;

/** One part: its label, its description, its input. A list or a group brings its own frame. */
function Part({
  id,
  label,
  rawDescription,
  required,
  displayLabel,
  hidden,
  children,
  schema,
  registry,
}: FieldTemplateProps) {
  if (hidden) return null;
  if (!displayLabel || schema.type === 'boolean') return <div className="part">{children}</div>;
  return (
    <div className="field part">
      <label htmlFor={id}>
        {label}
        {required ? null : <span className="optional"> {aroundOf({ registry }).optional}</span>}
      </label>
      {rawDescription ? (
        <p id={hintId(id)} className="hint">
          {rawDescription}
        </p>
      ) : null}
      {children}
    </div>
  );
}

function Input({ id, htmlName, value, type, schema, options, registry, readonly, onChange }: BaseInputTemplateProps) {
  const { invalid } = aroundOf({ registry });
  const { step: _step, min: _min, max: _max, ...given } = getInputProps(schema, type, options);
  const isNumber = given.type === 'number';
  return (
    <input
      id={id}
      name={htmlName ?? id}
      className="box"
      {...given}
      // A wheel over a number box changes it unseen, and some browsers let letters in and say nothing was typed.
      {...(isNumber ? { type: 'text', inputMode: 'decimal' } : {})}
      autoComplete="off"
      readOnly={readonly}
      value={value === undefined || value === null ? '' : String(value)}
      aria-describedby={schema.description ? hintId(id) : undefined}
      aria-invalid={invalid || undefined}
      onChange={({ target }) => onChange(target.value === '' ? options.emptyValue : target.value)}
    />
  );
}

function Choice({ id, htmlName, value, options, onChange, readonly, registry }: WidgetProps) {
  const choices = options.enumOptions ?? [];
  return (
    <span className="select">
      <select
        id={id}
        name={htmlName ?? id}
        className="box"
        value={value === undefined ? '' : String(value)}
        disabled={readonly}
        aria-invalid={aroundOf({ registry }).invalid || undefined}
        onChange={({ target }) => onChange(choices.find((one) => String(one.value) === target.value)?.value as unknown)}
      >
        <option value="">{aroundOf({ registry }).words('choose')}</option>
        {choices.map((one) => (
          <option key={String(one.value)} value={String(one.value)}>
            {one.label}
          </option>
        ))}
      </select>
    </span>
  );
}

function Tick({ id, htmlName, value, label, readonly, onChange }: WidgetProps) {
  return (
    <div className="option">
      <input
        type="checkbox"
        id={id}
        name={htmlName ?? id}
        checked={value === true}
        disabled={readonly}
        onChange={({ target }) => onChange(target.checked)}
      />
      <label htmlFor={id}>{label}</label>
    </div>
  );
}

/** The root is framed by the field; a group inside it by its title. */
function Group({ fieldPathId, registry, title, properties }: ObjectFieldTemplateProps) {
  const around = aroundOf({ registry });
  const parts = properties.map(({ name, content }) => <Fragment key={name}>{content}</Fragment>);
  if (fieldPathId.$id === around.root)
    return (
      <div
        id={around.root}
        tabIndex={-1}
        role="group"
        aria-labelledby={around.labelledBy}
        aria-describedby={around.describedBy}
      >
        {parts}
      </div>
    );
  return title ? (
    <fieldset id={fieldPathId.$id} className="group">
      <legend className="group-title">{title}</legend>
      {parts}
    </fieldset>
  ) : (
    <div id={fieldPathId.$id}>{parts}</div>
  );
}

/**
 * A list and the button that adds to it. Whoever adds an entry stands in it, whoever removes one stands at the button.
 */
function List({ fieldPathId, registry, items, canAdd, onAddClick }: ArrayFieldTemplateProps) {
  const around = aroundOf({ registry });
  const list = useRef<HTMLUListElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const count = useRef(items.length);
  useEffect(() => {
    const before = count.current;
    count.current = items.length;
    if (items.length > before) list.current?.lastElementChild?.querySelector<HTMLElement>('input, select')?.focus();
    if (items.length < before) button.current?.focus();
  }, [items.length]);
  return (
    <div
      id={fieldPathId.$id}
      tabIndex={-1}
      role="group"
      aria-labelledby={around.labelledBy}
      aria-describedby={around.describedBy}
    >
      {items.length > 0 ? (
        <ul className="rows" ref={list}>
          {items}
        </ul>
      ) : null}
      {canAdd ? (
        <button ref={button} type="button" className="button button-secondary" onClick={onAddClick}>
          {around.add}
        </button>
      ) : null}
    </div>
  );
}

function Entry({ children, buttonsProps, index, registry }: ArrayFieldItemTemplateProps) {
  const { item, words } = aroundOf({ registry });
  const name = `${item} ${index + 1}`;
  return (
    <li>
      <fieldset className="group">
        <legend className="group-title">{name}</legend>
        {children}
        {buttonsProps.hasRemove ? (
          <button type="button" className="link" onClick={buttonsProps.onRemoveItem}>
            {words('remove')}
            <span className="quiet-words"> {name}</span>
          </button>
        ) : null}
      </fieldset>
    </li>
  );
}

/** Nothing of rjsf's own look is drawn. */
const Nothing = () => null;

export const templates: Partial<Omit<TemplatesType, 'ButtonTemplates'>> = {
  FieldTemplate: Part,
  BaseInputTemplate: Input,
  ObjectFieldTemplate: Group,
  ArrayFieldTemplate: List,
  ArrayFieldItemTemplate: Entry,
  FieldErrorTemplate: Nothing,
  FieldHelpTemplate: Nothing,
};
export const widgets: RegistryWidgetsType = { SelectWidget: Choice, CheckboxWidget: Tick };
