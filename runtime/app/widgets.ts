/** Widgets by folder name, each loaded when a page first draws it; no list is kept by hand. */
import { lazy } from 'react';
import type { ComponentType } from 'react';
import type { WidgetProps } from '../core/widget-contract.ts';

type WidgetModule = { readonly default: ComponentType<WidgetProps> };
const folders = import.meta.glob<WidgetModule>('../../widgets/*/index.tsx');
const byName = new Map(Object.entries(folders).map(([path, load]) => [path.split('/').at(-2) ?? path, load]));
const made = new Map<string, ComponentType<WidgetProps>>();

/** The component of a widget folder, made once; undefined when there is no such folder. */
export function widgets(name: string): ComponentType<WidgetProps> | undefined {
  const load = byName.get(name);
  if (load === undefined) return undefined;
  // What did not come is asked for anew by the next who draws it.
  const component =
    made.get(name) ??
    lazy(() =>
      load().catch((error: unknown) => {
        made.delete(name);
        throw error;
      }),
    );
  made.set(name, component);
  return component;
}
