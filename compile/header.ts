/**
 * Buttons that a flow says once, for its header, become buttons of each of its pages (decisions/0026): what an act is
 * to a record, a lock or a fixture is the same wherever its button stands.
 */
import type { Json, JsonObject } from '../runtime/core/facts.ts';
import { isObject, list, member, text } from './json-types.ts';
import { copy } from './pages.ts';
import { inheritPlaces, movePlace } from './places.ts';
import type { ResolvedFlow } from './resolve.ts';

/** Whether a button of a page came of the header of its flow. */
export const isInHeader = (action: unknown): boolean => member(action, 'inHeader') === true;

/** The name of a button where acts are counted: one of the header is the same everywhere. */
export const actionAt = (at: string, action: { readonly id?: unknown; readonly inHeader?: unknown }): string =>
  `${action.inHeader === true ? 'header' : at}/action/${String(action.id)}`;

/** The buttons that a page says itself. */
export const ownActions = (page: JsonObject): readonly Json[] =>
  list(page['actions']).filter((action) => !isInHeader(action));

/** The flow with the buttons of its header on every page of it. A step that waits for others has none. */
export function spreadHeader(flow: ResolvedFlow): ResolvedFlow {
  const written = list(member(flow.flow['header'], 'actions'));
  if (written.length === 0) return flow;
  const steps = Object.fromEntries(
    Object.entries(flow.steps).map(([id, step]) => [id, (step['kind'] ?? 'form') === 'form' ? under(id, step) : step]),
  );
  inheritPlaces(steps, flow.steps);
  return { ...flow, steps };

  function under(id: string, step: JsonObject): JsonObject {
    const path = [text(flow.flow['base']) ?? '', text(step['path']) ?? id].join('/');
    const own = list(step['actions']);
    const over = written.flatMap((action, from) =>
      isObject(action) && (action['over'] === undefined || list(action['over']).includes(id)) ? [{ action, from }] : [],
    );
    if (over.length === 0) return step;
    const all = [...own, ...over.map(({ action }) => ofPage(action, path))];
    inheritPlaces(all, own.length > 0 ? own : step);
    over.forEach(({ from }, i) => movePlace(all, own.length + i, { from: written, fromName: from }));
    return placed({ ...step, actions: all }, step);
  }
}

/** A button of the header as that of one page. */
function ofPage(action: JsonObject, path: string): JsonObject {
  const { over: _, ...rest } = atPage(copy(action), path);
  return placed({ style: 'link', validates: false, inHeader: true, ...rest }, action);
}

/** A part of it in which the address of the page stands instead of the question for it. */
function atPage(value: JsonObject, path: string): JsonObject {
  const part = (inner: Json): Json => {
    if (Array.isArray(inner)) return placed(inner.map(part), inner);
    if (!isObject(inner)) return inner;
    return inner['var'] === 'here.path' && Object.keys(inner).length === 1 ? path : atPage(inner, path);
  };
  return placed(Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, part(inner)])), value);
}

function placed<T extends object>(made: T, from: object): T {
  inheritPlaces(made, from);
  return made;
}
