/** Widgets by folder name, each loaded when a page first draws it; no list is kept by hand. */
import { lazy } from 'react';
import type { ComponentType } from 'react';
import type { WidgetProps } from '../core/widget-contract.ts';

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
    // What did not come is asked for anew by the next who draws it.
    const component =
      made.get(name) ??
      lazy(async () => {
        try {
          const [module] = await Promise.all([load(), words()]);
          return module;
        } catch (error) {
          made.delete(name);
          throw error;
        }
      });
    made.set(name, component);
    return component;
  };
}
