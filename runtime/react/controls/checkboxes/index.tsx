import type { Control, ControlProps } from '../contract.ts';
import { chosenWith } from './chosen.ts';

const nothing: NonNullable<ControlProps['view']['choices']> = [];

function Checkboxes({ field, view, id, describedBy, invalid, answer }: ControlProps) {
  const choices = view.choices ?? nothing;
  const chosen: readonly unknown[] = Array.isArray(view.value) ? view.value : nothing;
  return (
    <div className="options">
      {choices.map((choice, index) => {
        const own = index === 0 ? id : `${id}-${index}`;
        const hint = choice.hint ? `${own}-about` : undefined;
        const on = chosen.includes(choice.value);
        return (
          <div className="option" key={String(choice.value)} data-chosen={on || undefined}>
            <input
              type="checkbox"
              id={own}
              name={field.id}
              value={String(choice.value)}
              checked={on}
              aria-invalid={invalid || undefined}
              aria-describedby={[index === 0 ? describedBy : undefined, hint].filter(Boolean).join(' ') || undefined}
              onChange={(event) => answer(chosenWith(choices, view.value, { choice, on: event.target.checked }))}
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

/** Any number of several, all in sight. The frame is its fieldset; the first box has the field's id. */
export const control: Control = { Draw: Checkboxes, quiet: false, frame: 'group' };
