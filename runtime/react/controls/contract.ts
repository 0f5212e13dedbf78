import type { ComponentType, RefObject } from 'react';
import type { Field } from '../../core/definition.ts';
import type { Json } from '../../core/facts.ts';
import type { SayOwn } from '../../core/index.ts';
import type { FieldView } from '../../core/state.ts';

/** What a control gets from the frame around it (label, hint and error are the frame's). */
export interface ControlProps {
  readonly field: Field;
  readonly view: FieldView;
  /** DOM id of the control, or of its first part: where a label and the error summary lead. */
  readonly id: string;
  readonly describedBy: string | undefined;
  readonly labelledBy: string;
  readonly invalid: boolean;
  /** Says the `words` of its `control.json`, as the app or the brand has them. */
  readonly words: SayOwn;
  /** The page is busy with a call and takes no answer: a box that keeps its own text cannot be written in meanwhile. */
  readonly still: boolean;
  /** Commits what was typed, at once. */
  readonly answer: (value: Json | undefined) => void;
  /** A `quiet` control puts here what takes a value that came from elsewhere than its own input. */
  readonly sync: RefObject<((view: FieldView) => void) | undefined>;
}

/**
 * What the folder of a control exports as `control`; its `control.json` says the same folder's name to the compiler.
 */
export interface Control {
  readonly Draw: ComponentType<ControlProps>;
  /** Keeps its own text while a person types, so that a new value alone renders nothing. */
  readonly quiet: boolean;
  /** `label` for one input, `group` for several in a fieldset, `own` when the control writes its label itself. */
  readonly frame: 'label' | 'group' | 'own';
}
