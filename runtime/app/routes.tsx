/** The one route table: every path of every flow of the brand, derived from the boot data. */
import { matchRoutes } from 'react-router-dom';
import type { RouteObject } from 'react-router-dom';
import type { ReactNode } from 'react';
import type { Target } from '../core/definition.ts';
import type { Boot, Page } from '../gateway/index.ts';

/** Route objects for `useRoutes`; the id of a route is `flow/step`. All draw `element`: what is shown is the engine's decision. */
export function routeTable(boot: Boot, element: ReactNode): RouteObject[] {
  const steps = Object.entries(boot.flows).flatMap(([flow, { base, routes }]) =>
    routes.map(
      ({ step, path }): RouteObject => ({
        id: `${flow}/${step}`,
        path: pathOf(base, path).replace(/\{(\w+)\}/g, ':$1'),
        element,
      }),
    ),
  );
  return [...steps, { id: '', path: '*', element }];
}

/** Finds the flow and step of an address. */
export function matcher(table: RouteObject[]): Page['match'] {
  return (pathname) => {
    const found = matchRoutes(table, pathname)?.at(-1);
    const [flow, step] = found?.route.id?.split('/') ?? [];
    if (found === undefined || flow === undefined || step === undefined) return undefined;
    return {
      flow,
      step,
      params: Object.fromEntries(
        Object.entries(found.params).filter((entry): entry is [string, string] => entry[1] !== undefined),
      ),
    };
  };
}

/** The address of a target within the page, for links; undefined for targets that are no address. */
export function addressOf(boot: Boot, target: Target): string | undefined {
  if (target.kind !== 'to') return undefined;
  const meta = boot.flows[target.flow];
  const route = meta?.routes.find((one) => one.step === target.step);
  return meta === undefined || route === undefined ? undefined : pathOf(meta.base, route.path);
}

function pathOf(base: string, path: string): string {
  return `${base}/${path}`.replace(/\/{2,}/g, '/').replace(/(.)\/$/, '$1');
}
