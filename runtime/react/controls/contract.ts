import type { ComponentType, RefObject } from 'react';
import type { Field } from '../../core/definition.ts';
import type { Json } from '../../core/facts.ts';
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
  /** Commits what was typed, at once. */
  readonly answer: (value: Json | undefined) => void;
  /** A `quiet` control puts here what takes a value that came from elsewhere than its own input. */
  readonly sync: RefObject<((view: FieldView) => void) | undefined>;
}

export interface Control {
  readonly Draw: ComponentType<ControlProps>;
  /** Keeps its own text while a person types, so that a new value alone renders nothing. */
  readonly quiet: boolean;
  /** `label` for one input, `group` for several in a fieldset, `own` when the control writes its label itself. */
  readonly frame: 'label' | 'group' | 'own';
}

/** Whether a value is one the owner may only see the end of (SSN, account number). */
export function sealedEnd(value: Json | undefined): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const sealed = (value as { readonly [key: string]: Json })['sealed'];
  return typeof sealed === 'string' ? sealed : undefined;
}
