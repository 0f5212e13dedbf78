/** Layout: fields, consents, widgets, documents, summaries and stages exist; every field is placed once. */
import type { Json } from '../../runtime/core/facts.ts';
import { placeFields } from '../emit/fields.ts';
import { itemsInside } from '../emit/layout.ts';
import { entries, isObject, list, member, text } from '../json-types.ts';
import { placeOf } from '../places.ts';
import { didYouMean, nearest } from '../suggest.ts';
import type { Scene, World } from '../world.ts';
import { writtenStep } from '../pages.ts';
import { at, atKey, type Check, type Finding, type Told } from './check.ts';

/** What the layout of a page may name. */
interface Named {
  /** The fields of the page. */
  readonly known: readonly string[];
  /** Those of its step that stand nowhere: one of nearly a wrong name is meant by it. */
  readonly unplaced: readonly string[];
}

/** Of a name that no field has: the field that it is nearly, above all one that stands nowhere. */
const meantBy = (id: string, { known, unplaced }: Named): string | undefined =>
  nearest(id, unplaced) ?? nearest(id, known);

interface Missing {
  /** Where it is named. */
  readonly file: string;
  readonly named: Named;
  readonly otherwise: string;
}
const noField = (id: string, { file, named, otherwise }: Missing): Told => {
  const near = meantBy(id, named);
  return {
    message: `This step has no field "${id}".`,
    cause: `field ${file} ${near ?? id}`,
    fix: near === undefined ? otherwise : `Did you mean "${near}"?`,
  };
};

function* ids(items: readonly Json[], named: Named, seen: Set<string>): Generator<Finding> {
  const judge = function* (id: string, holder: object, key: string | number): Generator<Finding> {
    if (!named.known.includes(id))
      yield at(
        holder,
        key,
        noField(id, {
          file: placeOf(holder).file,
          named,
          otherwise: 'Add it to "fields", or write words as { "copy": "..." }.',
        }),
      );
    if (seen.has(id))
      yield at(holder, key, { message: `The field "${id}" stands twice on the page.`, fix: 'Keep one.' });
    seen.add(id);
  };
  for (const [i, item] of items.entries()) {
    if (typeof item === 'string') yield* judge(item, items, i);
    else if (isObject(item)) {
      for (const key of ['consent', 'field']) {
        const id = text(item[key]);
        if (id !== undefined) yield* judge(id, item, key);
      }
      // What may stand in an item of a repeat is said by the rule repeat-layout.
      if (!Object.hasOwn(item, 'repeat')) yield* ids(itemsInside(item), named, seen);
    }
  }
}

function* steps(scene: Scene): Generator<Finding> {
  const stages = list(scene.flow?.flow['stages']).map((stage) => text(member(stage, 'id')) ?? '');
  for (const step of Object.values(scene.flow?.steps ?? {})) {
    const fields = isObject(step['fields']) ? step['fields'] : {};
    const whole = scene.flow?.written?.[writtenStep(text(step['id']) ?? '')] ?? step;
    const all = Object.keys(isObject(whole['fields']) ? whole['fields'] : {});
    const somewhere = new Set([whole, ...list(whole['pages'])].flatMap((page) => [...placedOn(page)]));
    const named = { known: Object.keys(fields), unplaced: all.filter((id) => !somewhere.has(id)) };
    yield* ids(list(step['layout']), named, new Set());
    const placed = placedOn(step);
    for (const id of Object.keys(fields))
      if (!placed.has(id))
        yield atKey(fields, id, {
          message: `The field "${id}" is on no place of the page.`,
          cause: `field ${placeOf(fields).file} ${id}`,
          fix: 'Add it to "layout".',
        });
    const stage = text(step['stage']);
    if (stage !== undefined && !stages.includes(stage))
      yield at(step, 'stage', {
        message: `The flow has no stage "${stage}".`,
        cause: `stage ${scene.flow?.id ?? ''} ${stage}`,
        fix: didYouMean(
          stage,
          stages,
          stages.length > 0
            ? `Stages: ${stages.join(', ')}.`
            : 'Take "stage" out, or declare it under "stages" of flow.json.',
        ),
      });
    for (const check of list(step['checks'])) {
      const field = text(member(check, 'at'));
      // That it stands on another page than its check is told by the rule pages.
      if (isObject(check) && field !== undefined && !all.includes(field))
        yield at(
          check,
          'at',
          noField(field, {
            file: placeOf(check).file,
            named: { ...named, known: all },
            otherwise: 'Name a field of this step.',
          }),
        );
    }
  }
}

/** The fields that a layout places. */
function placedOn(page: Json): ReadonlySet<string> {
  const placed = new Map<string, Json | undefined>();
  placeFields(list(member(page, 'layout')), undefined, placed);
  return new Set(placed.keys());
}

/** Events that buttons of an item tell. */
function buttonEvents(items: readonly Json[]): readonly string[] {
  return items.flatMap((item) =>
    isObject(item)
      ? [
          ...(text(item['action']) === undefined ? [] : [text(item['action']) ?? '']),
          ...buttonEvents(itemsInside(item)),
        ]
      : [],
  );
}

function* widgets(scene: Scene, { source }: World): Generator<Finding> {
  for (const { item, kind } of scene.uses.items) {
    const key = kind === 'repeat' ? 'of' : 'widget';
    const name = text(item[key]);
    if ((kind !== 'widget' && kind !== 'repeat') || name === undefined) continue;
    const widget = Object.hasOwn(source.widgets, name) ? source.widgets[name] : undefined;
    if (!widget) {
      yield at(item, key, {
        message: `There is no widget "${name}".`,
        cause: `widget ${name}`,
        fix: didYouMean(name, Object.keys(source.widgets), `Widgets: ${Object.keys(source.widgets).join(', ')}.`),
      });
      continue;
    }
    const events = isObject(widget['events']) ? Object.keys(widget['events']) : [];
    for (const [event] of entries(item['events']))
      if (!events.includes(event) && !buttonEvents(itemsInside(item)).includes(event))
        yield atKey(item['events'] as object, event, {
          message: `The widget "${name}" never tells "${event}".`,
          fix: didYouMean(event, events, `Its events: ${events.join(', ') || 'none'}.`),
        });
    const options = member(widget['options'], 'properties');
    const given = isObject(item['options']) ? item['options'] : {};
    for (const option of Object.keys(given))
      if (
        isObject(options) &&
        member(widget['options'], 'additionalProperties') === false &&
        !Object.hasOwn(options, option)
      )
        yield atKey(given, option, {
          message: `The widget "${name}" has no option "${option}".`,
          fix: didYouMean(option, Object.keys(options), `Its options: ${Object.keys(options).join(', ') || 'none'}.`),
        });
    const known = isObject(options) ? Object.keys(options) : [];
    const meant = Object.keys(given).flatMap((one) => (known.includes(one) ? [] : (nearest(one, known) ?? [])));
    for (const option of list(member(widget['options'], 'required')))
      if (typeof option === 'string' && !Object.hasOwn(given, option) && !meant.includes(option))
        yield at(item, key, {
          message: `The widget "${name}" lacks its option "${option}".`,
          fix: `Add "${option}" to "options".`,
        });
    if (item['field'] !== undefined && widget['writes'] === undefined)
      yield at(item, 'field', { message: `The widget "${name}" writes no field.`, fix: 'Leave "field" out.' });
  }
}

function* documents(scene: Scene, { documents: known }: World): Generator<Finding> {
  const tags = [...new Set(known.map(({ front }) => front.idTag))];
  for (const { item, kind } of scene.uses.items) {
    const tag = text(item['disclosure']);
    if (kind === 'disclosure' && tag !== undefined && !tags.includes(tag))
      yield at(item, 'disclosure', {
        message: `There is no document "${tag}".`,
        cause: `document ${tag}`,
        fix: didYouMean(tag, tags, `Write compliance/disclosures/${tag}/1.md.`),
      });
    for (const [i, step] of list(item['summary']).entries())
      if (kind === 'summary' && !Object.hasOwn(scene.flow?.steps ?? {}, String(step)))
        yield at(list(item['summary']), i, {
          message: `There is no step "${String(step)}" to sum up.`,
          fix: didYouMean(String(step), Object.keys(scene.flow?.steps ?? {}), 'Name steps of this flow.'),
        });
  }
  const footer = list(member(scene.flow ? undefined : scene.brand.app['footer'], 'disclosures'));
  for (const [i, tag] of footer.entries())
    if (!tags.includes(String(tag)))
      yield at(footer, i, {
        message: `There is no document "${String(tag)}".`,
        cause: `document ${String(tag)}`,
        fix: didYouMean(String(tag), tags, 'Write it in compliance/.'),
      });
}

export const layout: Check = {
  *scene(scene, world) {
    yield* steps(scene);
    yield* widgets(scene, world);
    yield* documents(scene, world);
  },
};
