import type { Control, ControlProps } from '../controls/contract.ts';
import { useOwnWords } from '../words.tsx';
import { FieldFrame, describedBy } from './frame.tsx';

/** A question, of a page or of an item of a list: its control in the frame of every field. */
export function DrawnField({
  control,
  ...given
}: { readonly control: Control } & Pick<ControlProps, 'field' | 'view' | 'id' | 'still' | 'answer' | 'sync'>) {
  const { id, view } = given;
  const words = useOwnWords(given.field.control);
  return (
    <FieldFrame id={id} view={view} as={control.frame}>
      <control.Draw
        {...given}
        words={words}
        describedBy={describedBy(id, view)}
        labelledBy={`${id}-label`}
        invalid={view.message !== undefined}
      />
    </FieldFrame>
  );
}
