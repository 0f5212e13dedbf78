/** Widgets by folder name, each loaded when a page first draws it; no list is kept by hand. */
import { lazy } from 'react';
import type { ComponentType } from 'react';
import type { WidgetProps } from '../core/widget-contract.ts';
import { comesLate } from '../react/index.ts';

type WidgetModule = { readonly default: ComponentType<WidgetProps> };
const folders = import.meta.glob<WidgetModule>('../../widgets/*/index.tsx');
const byName = new Map(Object.entries(folders).map(([path, load]) => [path.split('/').at(-2) ?? path, load]));

/**
 * The components of widget folders by name, each made once; undefined when there is no such folder.
 * @param words brings what widgets say, without which none is drawn
 */
export function createWidgets(words: () => Promise<void>): (name: string) => ComponentType<WidgetProps> | undefined {
  const made = new Map<string, ComponentType<WidgetProps>>();
  return (name) => {
    const load = byName.get(name);
    if (load === undefined) return undefined;
    const known = made.get(name);
    if (known !== undefined) return known;
    const whole = async (): Promise<WidgetModule> => (await Promise.all([load(), words()]))[0];
    let wasDrawn = false;
    const component = lazy(async () => {
      wasDrawn = true;
      // What did not come is asked for anew by the next who draws it.
      return whole().catch((error: unknown) => {
        made.delete(name);
        throw error;
      });
    });
    made.set(name, component);
    comesLate(component, async () => {
      const { default: Found } = await whole();
      if (!wasDrawn) made.set(name, Found);
    });
    return component;
  };
}
