/** The order of pages and ways, and where a way, an outcome or an event leads. */
import type { Json } from '../../../../runtime/core/facts.ts';
import { isObject, listOf, spots, swapped, valueAt, type Path } from '../edit.ts';
import { edited, mutant, type Content, type Doc, type Mutant } from '../mutant.ts';
import { brief, place } from '../words.ts';

/** Two neighbours on the line change places; a page is not on the line. */
export function* line({ flows }: Content): Generator<Mutant> {
  for (const doc of flows) {
    const steps = listOf(doc.json['line']).map(String);
    for (const [index, step] of steps.entries()) {
      const next = steps[index + 1];
      if (next !== undefined)
        yield mutant(
          { kind: 'steps swapped', what: `step ${next} before ${step}` },
          doc,
          swapped(doc.json, ['line'], index),
        );
      if (steps.length > 1)
        yield edited({ kind: 'step dropped', what: `step ${step} not on the line` }, doc, {
          path: ['line', index],
          given: undefined,
        });
    }
  }
}

/** Where a way of a list leads, with its number among those that lead there, from the second on. */
function aimAt(all: readonly Json[], index: number): string {
  const to = aim(all[index]);
  const before = all.slice(0, index).filter((way) => aim(way) === to).length;
  return before === 0 ? to : `${to} ${before + 1}`;
}

/** A way is missing, or two change places. */
export function* ways({ steps, dialogs }: Content): Generator<Mutant> {
  for (const doc of [...steps, ...dialogs]) {
    for (const { path, value } of spots(doc.json)) {
      if (path.at(-1) !== 'next' || !Array.isArray(value)) continue;
      for (const index of listOf(value).keys()) {
        yield edited(
          { kind: 'way dropped', what: `${place(doc.json, path)} without the way to ${aimAt(listOf(value), index)}` },
          doc,
          {
            path: [...path, index],
            given: undefined,
          },
        );
        if (index + 1 < value.length)
          yield mutant(
            {
              kind: 'ways swapped',
              what: `${place(doc.json, path)} asks ${aimAt(listOf(value), index + 1)} before ${aimAt(listOf(value), index)}`,
            },
            doc,
            swapped(doc.json, path, index),
          );
      }
    }
  }
}

/** Every target `to` a page leads to another page of the flow. */
export function* retargeted({ steps, dialogs }: Content): Generator<Mutant> {
  for (const doc of [...steps, ...dialogs]) {
    const [flow = ''] = doc.name.split('/');
    const others = steps
      .filter(({ name }) => name.startsWith(`${flow}/`))
      .map(({ name }) => name.slice(flow.length + 1));
    for (const { path, value } of spots(doc.json)) {
      const to = isObject(value) ? value['to'] : undefined;
      if (typeof to !== 'string') continue;
      const other = nearest(doc, path, to) ?? others[(others.indexOf(to) + 1) % others.length];
      if (other !== undefined && other !== to)
        yield edited(
          { kind: 'target changed', what: `${place(doc.json, path)} leads to ${other}, not to ${to}` },
          doc,
          { path: [...path, 'to'], given: other },
        );
    }
  }
}

/** A target beside it, where it is most easily mistaken: of the next outcome, event or way. */
function nearest(doc: Doc, path: Path, to: string): string | undefined {
  const around = valueAt(doc.json, path.slice(0, -1));
  const beside = Array.isArray(around) ? listOf(around) : Object.values(isObject(around) ? around : {});
  return beside.flatMap((one) =>
    isObject(one) && typeof one['to'] === 'string' && one['to'] !== to ? [one['to']] : [],
  )[0];
}

/** An outcome of a call or an event is not attended to. */
export function* outcomesDropped({ steps, dialogs }: Content): Generator<Mutant> {
  for (const doc of [...steps, ...dialogs]) {
    for (const { path, value } of spots(doc.json)) {
      if (path.at(-1) !== 'on' || !isObject(value)) continue;
      for (const name of Object.keys(value))
        yield edited({ kind: 'outcome dropped', what: `${place(doc.json, path)} without ${name}` }, doc, {
          path: [...path, name],
          given: undefined,
        });
    }
  }
}

/** Pages that are asked again: one of them is not. */
export function* reopened({ steps, dialogs }: Content): Generator<Mutant> {
  for (const doc of [...steps, ...dialogs]) {
    for (const { path, value } of spots(doc.json)) {
      if (path.at(-1) !== 'reopen' || !Array.isArray(value) || value.length < 2) continue;
      for (const [index, step] of listOf(value).entries())
        yield edited({ kind: 'step not asked again', what: `${place(doc.json, path)} without ${String(step)}` }, doc, {
          path: [...path, index],
          given: undefined,
        });
    }
  }
}

const aim = (way: Json | undefined): string => {
  if (!isObject(way)) return brief(way);
  const where = way['to'] ?? way['leave'] ?? way['dialog'] ?? way['reopen'];
  return where === undefined ? brief(way) : brief(where);
};
