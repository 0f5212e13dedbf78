import type { Control, ControlProps } from '../contract.ts';

const nothing: NonNullable<ControlProps['view']['choices']> = [];

function Radios({ field, view, id, describedBy, invalid, answer }: ControlProps) {
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

/** One of several, all in sight. The frame is its fieldset; the first button has the field's id. */
export const control: Control = { Draw: Radios, quiet: false, frame: 'group' };
