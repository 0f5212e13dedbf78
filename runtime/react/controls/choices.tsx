import type { ControlProps } from './contract.ts';

const nothing: NonNullable<ControlProps['view']['choices']> = [];

/** A native list to choose from. The first, empty line is no answer. */
export function SelectControl({ field, view, id, describedBy, invalid, answer }: ControlProps) {
  const choices = view.choices ?? nothing;
  return (
    <span className="select">
      <select
        id={id}
        name={field.id}
        className="box"
        value={view.value === undefined ? '' : String(view.value)}
        {...(field.autocomplete ? { autoComplete: field.autocomplete } : {})}
        aria-describedby={describedBy}
        aria-invalid={invalid || undefined}
        onChange={(event) => answer(choices.find((choice) => String(choice.value) === event.target.value)?.value)}
      >
        <option value="">{typeof field.placeholder === 'string' ? field.placeholder : 'Select'}</option>
        {choices.map((choice) => (
          <option key={String(choice.value)} value={String(choice.value)}>
            {choice.label}
          </option>
        ))}
      </select>
    </span>
  );
}

/** One of several, all in sight. The frame is its fieldset; the first button has the field's id. */
export function RadioControl({ field, view, id, describedBy, invalid, answer }: ControlProps) {
  return (
    <div className="options">
      {(view.choices ?? nothing).map((choice, index) => {
        const own = index === 0 ? id : `${id}-${index}`;
        const hint = choice.hint ? `${own}-about` : undefined;
        return (
          <div className="option" key={String(choice.value)} data-chosen={view.value === choice.value || undefined}>
            <input
              type="radio"
              id={own}
              name={field.id}
              value={String(choice.value)}
              checked={view.value === choice.value}
              aria-invalid={invalid || undefined}
              aria-describedby={[index === 0 ? describedBy : undefined, hint].filter(Boolean).join(' ') || undefined}
              onChange={() => answer(choice.value)}
            />
            <label htmlFor={own}>{choice.label}</label>
            {choice.hint ? (
              <p id={hint} className="option-hint">
                {choice.hint}
              </p>
            ) : null}
          </div>
        );
      })}
    </div>
  );
}

/** A statement to agree with or leave. Unticked is no answer at all: nothing was refused and nothing agreed. */
export function CheckboxControl({ field, view, id, describedBy, invalid, answer }: ControlProps) {
  return (
    <div className="option">
      <input
        type="checkbox"
        id={id}
        name={field.id}
        checked={view.value === true}
        aria-invalid={invalid || undefined}
        aria-describedby={describedBy}
        onChange={(event) => answer(event.target.checked ? true : undefined)}
      />
      <label htmlFor={id}>{view.label}</label>
    </div>
  );
}
