import { createContext } from 'react';
import type { ComponentType } from 'react';
import type { LayoutItem } from '../../core/definition.ts';

export type ItemButton = ComponentType<{ readonly item: Extract<LayoutItem, { kind: 'button' }> }>;

/** What draws a button of an item: the repeat around knows, since it is the one that the button tells. */
export const RepeatContext = createContext<ItemButton>(() => null);
