import type { Control, ControlProps } from '../contract.ts';

const nothing: NonNullable<ControlProps['view']['choices']> = [];

function Select({ field, view, id, describedBy, invalid, answer, words }: ControlProps) {
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
        <option value="">{typeof field.placeholder === 'string' ? field.placeholder : words('choose')}</option>
        {choices.map((choice) => (
          <option key={String(choice.value)} value={String(choice.value)}>
            {choice.label}
          </option>
        ))}
      </select>
    </span>
  );
}

/** A native list to choose from. The first, empty line is no answer. */
export const control: Control = { Draw: Select, quiet: false, frame: 'label' };
