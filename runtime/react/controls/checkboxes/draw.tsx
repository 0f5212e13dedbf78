import type { ControlProps } from '../contract.ts';
import { Option } from '../option.tsx';
import { chosenWith } from './chosen.ts';

const nothing: NonNullable<ControlProps['view']['choices']> = [];

/** Any number of several, all in sight. */
export default function Checkboxes(props: ControlProps) {
  const { view, answer } = props;
  const choices = view.choices ?? nothing;
  const chosen: readonly unknown[] = Array.isArray(view.value) ? view.value : nothing;
  return (
    <div className="options">
      {choices.map((choice, index) => (
        <Option
          key={String(choice.value)}
          kind="checkbox"
          choice={choice}
          index={index}
          on={chosen.includes(choice.value)}
          choose={(on) => answer(chosenWith(choices, view.value, { choice, on }))}
          props={props}
        />
      ))}
    </div>
  );
}
