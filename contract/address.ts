/** Addresses of the site and the steps they stand for. */
import type { Origins } from '../runtime/core/definition.ts';
import type { JsonObject } from '../runtime/core/facts.ts';
import type { FlowMeta } from './boot.ts';

type Flows = Readonly<Record<string, Pick<FlowMeta, 'base' | 'routes'>>>;

export interface Matched {
  readonly flow: string;
  readonly step: string;
  /** By name of the pattern, decoded. */
  readonly params: Readonly<Record<string, string>>;
}

/** The address of a step of a flow, without slashes too many: `/apply` and `personal` give `/apply/personal`. */
export function addressPath(base: string, path: string): string {
  return `${base}/${path}`.replace(/\/{2,}/g, '/').replace(/(.)\/$/, '$1');
}

/** A path with its parameters filled in; one that is not given leaves its place empty. */
export function fillPath(path: string, params: JsonObject): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(Object.hasOwn(params, name) ? (params[name] ?? '') : '')),
  );
}

/**
 * The step an address stands for. Letters count as they are written, a slash at the end does not; a path that is
 * written out comes before one with a parameter.
 */
export function matchAddress(flows: Flows, pathname: string): Matched | undefined {
  const given = split(pathname);
  let found: Matched | undefined;
  for (const [flow, { base, routes }] of Object.entries(flows)) {
    for (const { step, path, shown, also = [] } of routes)
      for (const way of [path, shown, ...also]) {
        if (way === undefined) continue;
        const params = matchSegments(split(addressPath(base, way)), given);
        if (params === undefined) continue;
        if (Object.keys(params).length === 0) return { flow, step, params };
        found ??= { flow, step, params };
      }
  }
  return found;
}

/** An address as it may be shown: without the sensitive parameters of its step; undefined when it has none. */
export function shownAddress(flows: Flows, { flow, step, params }: Matched): string | undefined {
  const meta = flows[flow];
  const shown = meta?.routes.find((one) => one.step === step)?.shown;
  return meta === undefined || shown === undefined ? undefined : fillPath(addressPath(meta.base, shown), params);
}

/** From where the page at an address loads beside the site; undefined: nothing. */
export function originsAt(flows: Flows, pathname: string): Origins | undefined {
  const found = matchAddress(flows, pathname);
  return flows[found?.flow ?? '']?.routes.find(({ step }) => step === found?.step)?.origins;
}

/** Whether the site has a page here: its root, or a step of a flow. */
export function isAddress(flows: Flows, pathname: string): boolean {
  return split(pathname).join('/') === '' || matchAddress(flows, pathname) !== undefined;
}

function split(path: string): readonly string[] {
  return path
    .replace(/[?#].*$/s, '')
    .replace(/\/+$/, '')
    .split('/');
}
function matchSegments(
  wanted: readonly string[],
  given: readonly string[],
): Readonly<Record<string, string>> | undefined {
  if (wanted.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [at, segment] of wanted.entries()) {
    const name = /^\{(\w+)\}$/.exec(segment)?.[1];
    const part = given[at] ?? '';
    if (name === undefined) {
      if (segment !== part) return undefined;
    } else if (part === '') return undefined;
    else params[name] = decoded(part);
  }
  return params;
}
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part; // a stray percent sign: taken as it is
  }
}
