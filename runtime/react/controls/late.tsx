import type { ComponentType } from 'react';
import { latePart } from '../blocks/late-part.tsx';
import type { Control, ControlProps } from './contract.ts';

/**
 * A control that not every page has, drawn once its file is there: it is brought ahead of the pages that have it, which
 * wait for it. For one that hardly a journey asks for only its place waits, and says that it is on its way.
 */
export const late = (
  load: () => Promise<{ readonly default: ComponentType<ControlProps> }>,
  isRare?: true,
): Control['Draw'] => latePart({ load, nameOf: ({ field }) => field.control, isRare });
