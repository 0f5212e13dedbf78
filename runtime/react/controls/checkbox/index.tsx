import { LabelWords } from '../../blocks/frame.tsx';
import type { Control, ControlProps } from '../contract.ts';

function Checkbox({ field, view, id, describedBy, invalid, answer }: ControlProps) {
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
      <label htmlFor={id}>
        <LabelWords view={view} />
      </label>
    </div>
  );
}

/** A statement to agree with or leave. Unticked is no answer at all: nothing was refused and nothing agreed. */
export const control: Control = { Draw: Checkbox, quiet: false, frame: 'own' };
