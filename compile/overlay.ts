/**
 * A brand's overlay applied to a flow or to app.json. Every part that does not fit is a problem at its place in the
 * overlay.
 */
import type { Json, JsonObject } from '../runtime/core/facts.ts';
import { entries, isList, isObject, list, member, text } from './json-types.ts';
import { holds, INSIDE, namesIn, namesOf } from './overlay-names.ts';
import { withoutField, withoutStep } from './overlay-remove.ts';
import { inheritPlaces, keyPlace, movePlace, placeOf } from './places.ts';
import type { ResolvedFlow } from './resolve.ts';
import { didYouMean } from './suggest.ts';
import type { Place, Problem } from './types.ts';

type Docs = Record<string, JsonObject>;

export function overlayFlow(
  base: ResolvedFlow,
  overlay: JsonObject,
): { readonly flow: ResolvedFlow; readonly problems: readonly Problem[] } {
  const problems: Problem[] = [];
  const conflict = (place: Place, message: string, fix: string): void =>
    void problems.push({ ...place, code: 'overlay', message, fix });
  const steps: Docs = { ...base.steps };
  let line = list(base.flow['line']).filter((id): id is string => typeof id === 'string');
  const removed = new Set<string>();

  const removals = list(overlay['remove']);
  for (const [i, id] of removals.entries()) {
    const [owner = '', field] = String(id).split('/');
    const fields = member(steps[owner], 'fields');
    if (field !== undefined && Object.hasOwn(steps, owner)) {
      if (isObject(fields) && Object.hasOwn(fields, field)) steps[owner] = withoutField(steps[owner] ?? {}, field);
      else
        conflict(
          placeOf(removals, i),
          `The step "${owner}" has no field "${field}" to remove.`,
          didYouMean(field, isObject(fields) ? Object.keys(fields) : [], 'Name a field of the step.'),
        );
    } else if (typeof id !== 'string' || !Object.hasOwn(steps, id))
      conflict(
        placeOf(removals, i),
        `There is no step "${String(id)}" to remove.`,
        didYouMean(String(id), Object.keys(base.steps), 'Name a step of the flow.'),
      );
    else {
      delete steps[id];
      removed.add(id);
      line = line.filter((one) => one !== id);
      for (const [other, step] of Object.entries(steps)) if (names(step, id)) steps[other] = withoutStep(step, id);
    }
  }
  for (const insertion of list(overlay['insert'])) {
    if (!isObject(insertion) || !isObject(insertion['step'])) continue;
    const step = insertion['step'];
    const id = text(step['id']) ?? '';
    if (Object.hasOwn(steps, id)) {
      conflict(placeOf(step, 'id'), `The flow already has a step "${id}".`, 'Choose another id, or use "replace".');
      continue;
    }
    steps[id] = step;
    const anchor = text(insertion['after']) ?? text(insertion['before']);
    if (anchor === undefined) continue;
    const at = line.indexOf(anchor);
    if (at < 0)
      conflict(
        placeOf(insertion, insertion['after'] === undefined ? 'before' : 'after'),
        `"${anchor}" is not on the flow's line${removed.has(anchor) ? ': this overlay removes it' : ''}.`,
        didYouMean(anchor, line, 'Name a step of the line.'),
      );
    else line = line.toSpliced(insertion['after'] === undefined ? at : at + 1, 0, id);
  }
  for (const [id, step] of entries(overlay['replace'])) {
    const replacements = overlay['replace'] as JsonObject;
    if (!Object.hasOwn(steps, id))
      conflict(
        keyPlace(replacements, id),
        `There is no step "${id}" to replace${removed.has(id) ? ': this overlay removes it' : ''}.`,
        didYouMean(id, Object.keys(steps), 'Name a step of the flow.'),
      );
    else if (isObject(step) && text(step['id']) !== id)
      conflict(placeOf(step, 'id'), `The step that replaces "${id}" must have the same id.`, `Write "id": "${id}".`);
    else if (isObject(step)) steps[id] = step;
  }
  if (isList(overlay['order'])) {
    const order = overlay['order'].filter((id): id is string => typeof id === 'string');
    if ([...order].sort().join('\n') !== [...line].sort().join('\n')) {
      const lost = line.filter((id) => !order.includes(id));
      const extra = order.filter((id) => !line.includes(id));
      conflict(
        placeOf(overlay, 'order'),
        `"order" must hold every step of the line once${lost.length ? `; it lacks ${lost.join(', ')}` : ''}${extra.length ? `; these are not on the line: ${extra.join(', ')}` : ''}.`,
        `The line is ${line.join(', ')}.`,
      );
    } else line = order;
  }
  const flow: JsonObject = { ...base.flow, line };
  inheritPlaces(flow, base.flow);
  inheritPlaces(line, list(base.flow['line']));
  const root = {
    flow,
    steps: withPlaces(steps, overlay),
    dialogs: withPlaces({ ...base.dialogs }, overlay),
    rules: withPlaces({ ...base.rules }, overlay),
    values: withPlaces({ ...base.values }, overlay),
  };
  inheritPlaces(root, overlay);
  const set = applyAddresses(root, { overlay, removed }, conflict);
  return { flow: { ...base, ...set }, problems };
}

/** Whether a summary or a `reopen` anywhere in a step may name another: what does not stays the file's own object. */
const names = (step: JsonObject, id: string): boolean => JSON.stringify(step).includes(JSON.stringify(id));

export function overlayApp(
  app: JsonObject,
  overlay: JsonObject,
): { readonly app: JsonObject; readonly problems: readonly Problem[] } {
  const problems: Problem[] = [];
  const result = applyAddresses(
    app,
    { overlay, removed: new Set() },
    (place, message, fix) => void problems.push({ ...place, code: 'overlay', message, fix }),
  );
  return { app: result, problems };
}

function withPlaces(docs: Docs, overlay: JsonObject): Docs {
  inheritPlaces(docs, overlay);
  return docs;
}

type Conflict = (place: Place, message: string, fix: string) => void;

/** The address of something that has a file of its own. */
const FILE = /^(?:steps|dialogs|rules|values)\/[^/]+$/;

/** `set` and `unset`: addresses like `steps/personal/fields/firstName/label`; members of lists by their names. */
function applyAddresses<T extends object>(
  root: T,
  { overlay, removed }: { readonly overlay: JsonObject; readonly removed: ReadonlySet<string> },
  conflict: Conflict,
): T {
  let result: T = root;
  const taken: string[] = [];
  const touch = (address: string, place: Place): boolean => {
    const clash = taken.find(
      (other) => other === address || other.startsWith(`${address}/`) || address.startsWith(`${other}/`),
    );
    if (clash !== undefined)
      conflict(place, `"${address}" and "${clash}" change the same part.`, 'Keep one of the two.');
    const [top, id] = address.split('/');
    const gone = top === 'steps' && id !== undefined && removed.has(id);
    if (gone)
      conflict(
        place,
        `This overlay removes the step "${id}", so "${address}" cannot be changed.`,
        'Remove this line, or keep the step.',
      );
    taken.push(address);
    return clash === undefined && !gone;
  };
  for (const [address, value] of entries(overlay['set'])) {
    const holder = overlay['set'] as JsonObject;
    if (FILE.test(address) && !isObject(value))
      conflict(
        keyPlace(holder, address),
        `"${address}" is a whole file, and this is none.`,
        'Write all that the file is to say, name a part of it, or take a step out by "remove".',
      );
    else if (touch(address, keyPlace(holder, address)))
      result = change(result, { address, place: keyPlace(holder, address), setting: { holder, value } }, conflict);
  }
  const unset = list(overlay['unset']);
  for (const [i, address] of unset.entries()) {
    if (typeof address === 'string' && touch(address, placeOf(unset, i)))
      result = change(result, { address, place: placeOf(unset, i) }, conflict);
  }
  return result;
}

interface Setting {
  readonly holder: JsonObject;
  readonly value: Json;
}

function change<T extends object>(
  root: T,
  { address, place, setting }: { readonly address: string; readonly place: Place; readonly setting?: Setting },
  conflict: Conflict,
): T {
  const keys = address.split('/');
  const walk = (container: object, depth: number): object => {
    const name = keys[depth] ?? '';
    const items = Array.isArray(container) ? (container as readonly Json[]) : undefined;
    const own = items?.flatMap((item, i) => (namesOf(item).includes(name) ? [i] : [])) ?? [];
    if (own.length > 1) {
      conflict(
        place,
        `There are ${own.length} parts "${name}" at "${keys.slice(0, depth).join('/')}".`,
        'Give each an "id" in the file that the overlay changes.',
      );
      return container;
    }
    const around = own.length === 0 ? items?.findIndex((item) => isObject(item) && holds(item, name)) : undefined;
    if (items && around !== undefined && around >= 0) {
      const group = items[around] as JsonObject;
      const part = INSIDE.find((one) => list(group[one]).some((item) => holds(item, name))) ?? '';
      const changed = { ...group, [part]: walk(list(group[part]), depth) as readonly Json[] };
      inheritPlaces(changed, group);
      const copy = items.with(around, changed);
      inheritPlaces(copy, items);
      return copy;
    }
    const key = items ? String(own[0] ?? -1) : name;
    const last = depth === keys.length - 1;
    const exists = Object.hasOwn(container, key);
    if (!exists && !(last && setting && !Array.isArray(container))) {
      const known = Array.isArray(container) ? namesIn(container) : Object.keys(container);
      conflict(
        place,
        `There is no "${keys.slice(0, depth + 1).join('/')}" to change.`,
        didYouMean(name, known, `At "${keys.slice(0, depth).join('/')}" there is ${known.join(', ') || 'nothing'}.`),
      );
      return container;
    }
    const copy: Record<string, unknown> | unknown[] = Array.isArray(container) ? [...container] : { ...container };
    inheritPlaces(copy, container);
    const inside = copy as Record<string, unknown>;
    if (!last) {
      const next = inside[key];
      if (typeof next !== 'object' || next === null)
        conflict(place, `"${keys.slice(0, depth + 1).join('/')}" has no parts.`, 'Shorten the address.');
      else inside[key] = walk(next, depth + 1);
    } else if (setting) {
      inside[key] = setting.value;
      movePlace(copy, key, { from: setting.holder, fromName: address });
    } else if (Array.isArray(copy)) copy.splice(Number(key), 1);
    else delete inside[key];
    return copy;
  };
  return walk(root, 0) as T;
}
