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
        yield mutant('steps swapped', doc, `step ${next} before ${step}`, swapped(doc.json, ['line'], index));
      if (steps.length > 1)
        yield edited('step dropped', doc, `step ${step} not on the line`, ['line', index], undefined);
    }
  }
}

/** A way is missing, or two change places. */
export function* ways({ steps, dialogs }: Content): Generator<Mutant> {
  for (const doc of [...steps, ...dialogs]) {
    for (const { path, value } of spots(doc.json)) {
      if (path.at(-1) !== 'next' || !Array.isArray(value)) continue;
      for (const [index, way] of listOf(value).entries()) {
        yield edited(
          'way dropped',
          doc,
          `${place(doc.json, path)} without the way to ${aim(way)}`,
          [...path, index],
          undefined,
        );
        if (index + 1 < value.length)
          yield mutant(
            'ways swapped',
            doc,
            `${place(doc.json, path)} asks ${aim(listOf(value)[index + 1])} before ${aim(way)}`,
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
          'target changed',
          doc,
          `${place(doc.json, path)} leads to ${other}, not to ${to}`,
          [...path, 'to'],
          other,
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
        yield edited('outcome dropped', doc, `${place(doc.json, path)} without ${name}`, [...path, name], undefined);
    }
  }
}

/** Pages that are asked again: one of them is not. */
export function* reopened({ steps, dialogs }: Content): Generator<Mutant> {
  for (const doc of [...steps, ...dialogs]) {
    for (const { path, value } of spots(doc.json)) {
      if (path.at(-1) !== 'reopen' || !Array.isArray(value) || value.length < 2) continue;
      for (const [index, step] of listOf(value).entries())
        yield edited(
          'step not asked again',
          doc,
          `${place(doc.json, path)} without ${String(step)}`,
          [...path, index],
          undefined,
        );
    }
  }
}

const aim = (way: Json | undefined): string => {
  if (!isObject(way)) return brief(way);
  const where = way['to'] ?? way['leave'] ?? way['dialog'] ?? way['reopen'];
  return where === undefined ? brief(way) : brief(where);
};
