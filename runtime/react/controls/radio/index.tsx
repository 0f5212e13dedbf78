import type { Control, ControlProps } from '../contract.ts';
import { Option } from '../option.tsx';

const nothing: NonNullable<ControlProps['view']['choices']> = [];

function Radios(props: ControlProps) {
  const { view, answer } = props;
  return (
    <div className="options">
      {(view.choices ?? nothing).map((choice, index) => (
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

/** One of several, all in sight. The frame is its fieldset; the first button has the field's id. */
export const control: Control = { Draw: Radios, quiet: false, frame: 'group' };
