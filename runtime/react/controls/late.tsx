import type { ComponentType } from 'react';
import { latePart } from '../blocks/late-part.tsx';
import type { Control, ControlProps } from './contract.ts';

/**
 * A control that not every page has, drawn once its file is there; its place says that it is on its way. One that many
 * journeys ask for says `page`: it is brought ahead of the pages that have it.
 */
export const late = (
  load: () => Promise<{ readonly default: ComponentType<ControlProps> }>,
  waits: 'place' | 'page' = 'place',
): Control['Draw'] => latePart({ load, nameOf: ({ field }) => field.control, waits });
