import type { ComponentType } from 'react';
import { latePart } from '../blocks/late-part.tsx';
import type { Control, ControlProps } from './contract.ts';

/** A control that few pages have, drawn once its file is there; its place says that it is on its way. */
export const late = (load: () => Promise<{ readonly default: ComponentType<ControlProps> }>): Control['Draw'] =>
  latePart({ load, nameOf: ({ field }) => field.control, waits: 'place' });
