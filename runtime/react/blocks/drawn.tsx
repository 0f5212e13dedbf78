import type { ReactNode } from 'react';
import type { Control, ControlProps } from '../controls/contract.ts';
import { useOwnWords } from '../words.tsx';
import { describedBy, fieldFrame } from './frame.tsx';

type Given = { readonly control: Control } & Pick<ControlProps, 'field' | 'view' | 'id' | 'still' | 'answer' | 'sync'>;

/** A question, of a page or of an item of a list: its control in the frame of every field. */
export function DrawnField({ control, ...given }: Given) {
  return drawnField({ control, ...given, words: useOwnWords(given.field.control) });
}

/** The same without a component of its own: a page has hundreds of them. */
export function drawnField({ control, ...given }: Given & Pick<ControlProps, 'words'>): ReactNode {
  const { id, view } = given;
  return fieldFrame({
    id,
    view,
    as: control.frame,
    children: (
      <control.Draw
        {...given}
        describedBy={describedBy(id, view)}
        labelledBy={`${id}-label`}
        invalid={view.message !== undefined}
      />
    ),
  });
}
