import { useState } from 'react';
import type { Control, ControlProps } from '../contract.ts';
import { Option } from '../option.tsx';

const nothing: NonNullable<ControlProps['view']['choices']> = [];

function Radios(props: ControlProps) {
  const { view, id, answer } = props;
  const choices = view.choices ?? nothing;
  const [only, ...others] = choices;
  const isOnly = only !== undefined && others.length === 0 && view.value === only.value;
  // Whoever has just pressed the only button stays on it.
  const [wasOnly] = useState(isOnly);
  if (isOnly && wasOnly)
    return (
      <p id={id} tabIndex={-1} className="settled">
        {only.label}
        {only.hint ? <span className="option-hint">{only.hint}</span> : null}
      </p>
    );
  return (
    <div className="options">
      {choices.map((choice, index) => (
        <Option
          key={String(choice.value)}
          kind="radio"
          choice={choice}
          index={index}
          on={view.value === choice.value}
          choose={() => answer(choice.value)}
          props={props}
        />
      ))}
    </div>
  );
}

/**
 * One of several, all in sight. The frame is its fieldset; the first button has the field's id. Where there is one to
 * choose and it is the answer already, it is said and nothing is asked.
 */
export const control: Control = { Draw: Radios, quiet: false, frame: 'group' };
