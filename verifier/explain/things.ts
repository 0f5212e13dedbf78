/**
 * What can be explained: steps, and the fields, disclosures and buttons on them, with the conditions they stand under.
 */
import { addressPath } from '../../contract/address.ts';
import { isInHeader } from '../../compile/header.ts';
import { itemsInside } from '../../compile/emit/layout.ts';
import { entries, isObject, list, text } from '../../compile/json-types.ts';
import { didYouMean } from '../../compile/suggest.ts';
import type { ResolvedBrand, ResolvedFlow } from '../../compile/resolve.ts';
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import { rulesOf, type PlacedRule } from '../rules/placed.ts';

export interface Thing {
  readonly kind: 'step' | 'field' | 'disclosure' | 'button';
  readonly flow: string;
  readonly step: string;
  /** Its own id; of a step the same as `step`. */
  readonly id: string;
  /** What a reader calls it. */
  readonly label: string;
  /** Of its page; the first page of a step has that of the step, too. */
  readonly addresses: readonly string[];
  /**
   * For each place where it stands on its page: conditions of its own and of what it stands in, outermost first; those
   * of its step are not among them.
   */
  readonly places: readonly (readonly PlacedRule[])[];
  /** A button that its flow says once for its header: it stands on each page. */
  readonly inHeader?: true;
}

/** The words by which a thing is named on the command line, shortest first: `id`, `step/id`, `flow/step/id`. */
const namesOf = (thing: Thing): readonly string[] =>
  thing.kind === 'step'
    ? [thing.id, `${thing.flow}/${thing.id}`]
    : [thing.id, `${thing.step}/${thing.id}`, `${thing.flow}/${thing.step}/${thing.id}`];
/**
 * What else somebody calls it who looks at the site or at the files: by its address; a page of a step, and what stands
 * on it, by the step that has the pages.
 */
function othersOf({ kind, flow, step, id, addresses }: Thing): readonly string[] {
  const [whole = step] = step.split('.');
  if (kind === 'step') return [whole, `${flow}/${whole}`, ...addresses];
  return [`${whole}/${id}`, `${flow}/${whole}/${id}`, ...addresses.map((address) => `${address}/${id}`)];
}
export const fullName = (thing: Thing): string => namesOf(thing).at(-1) ?? thing.id;

/** Every thing of the brand's flows, the given flow's first. */
export function thingsOf(brand: ResolvedBrand, first: string): readonly Thing[] {
  const flows = Object.values(brand.flows).sort((a, b) => Number(b.id === first) - Number(a.id === first));
  return flows.flatMap((flow) => Object.entries(flow.steps).flatMap(([id, step]) => onStep(flow, id, step)));
}

/**
 * The things a name may mean: those called so; else those labelled so. Of one name the flow at hand wins over others,
 * and a step over what stands on it.
 * @param path the pages of the journey, `flow/step`
 * @returns an empty list and what to write instead when there is none
 */
export function named(
  things: readonly Thing[],
  name: string,
  { flow, path }: { readonly flow: string; readonly path: readonly string[] },
): { readonly found: readonly Thing[]; readonly fix: string } {
  const exact = things.filter((thing) => namesOf(thing).includes(name));
  const called = exact.length > 0 ? exact : things.filter((thing) => othersOf(thing).includes(name));
  const labelled =
    called.length > 0 ? called : things.filter(({ label }) => label.toLowerCase() === name.toLowerCase());
  const here = labelled.filter((thing) => thing.flow === flow);
  const found = here.length > 0 ? here : labelled;
  const steps = found.filter(({ kind }) => kind === 'step');
  const parts = name.split('/').length;
  const known = things.flatMap((thing) => namesOf(thing).filter((one) => one.split('/').length === parts));
  return {
    found: steps.length > 0 ? steps : oneOfHeader(found, path),
    fix: didYouMean(
      name,
      known,
      'Name a step, a field, a disclosure or a button, as "field", "step/field" or "flow/step/field".',
    ),
  };
}

/** A button of the header is one thing, on whatever page it stands: that of the last page the journey came to. */
function oneOfHeader(found: readonly Thing[], path: readonly string[]): readonly Thing[] {
  if (
    found.length < 2 ||
    !found.every(({ inHeader, flow, id }) => inHeader && flow === found[0]?.flow && id === found[0].id)
  )
    return found;
  const came = found.toSorted((a, b) => lastOn(b, path) - lastOn(a, path));
  return came.slice(0, 1);
}
const lastOn = ({ flow, step }: Thing, path: readonly string[]): number => path.lastIndexOf(`${flow}/${step}`);

function onStep(flow: ResolvedFlow, id: string, step: JsonObject): readonly Thing[] {
  const rules = new Map<object, PlacedRule>();
  for (const rule of rulesOf(flow)) if (rule.key === 'when') rules.set(rule.holder, rule);
  const own = (holder: Json | undefined, around: readonly PlacedRule[]): readonly PlacedRule[] => {
    const rule = isObject(holder) ? rules.get(holder) : undefined;
    return rule ? [...around, rule] : around;
  };
  const ofStep = isObject(step['page']) ? text(step['page']['path']) : undefined;
  const paths = [text(step['path']) ?? id, ...(ofStep === undefined ? [] : [ofStep])];
  const addresses = paths.map((path) => addressPath(text(flow.flow['base']) ?? '', path));
  const place = { flow: flow.id, step: id, addresses };
  const found: Thing[] = [{ kind: 'step', ...place, id, label: text(step['title']) ?? id, places: [[]] }];
  const around = new Map<string, readonly PlacedRule[]>();
  const disclosures = new Map<string, (readonly PlacedRule[])[]>();
  const visit = (items: readonly Json[], above: readonly PlacedRule[]): void => {
    for (const item of items) {
      if (typeof item === 'string') around.set(item, above);
      if (!isObject(item)) continue;
      const here = own(item, above);
      visit(itemsInside(item), here);
      for (const key of ['consent', 'field']) if (typeof item[key] === 'string') around.set(item[key], here);
      const idTag = text(item['disclosure']);
      if (idTag !== undefined) disclosures.set(idTag, [...(disclosures.get(idTag) ?? []), here]);
    }
  };
  visit(list(step['layout']), []);
  for (const [idTag, places] of disclosures)
    found.push({ kind: 'disclosure', ...place, id: idTag, label: idTag, places });
  for (const [name, field] of entries(step['fields']))
    found.push({
      kind: 'field',
      ...place,
      id: name,
      label: isObject(field) ? (text(field['label']) ?? name) : name,
      places: [own(field, around.get(name) ?? [])],
    });
  for (const action of list(step['actions']))
    if (isObject(action))
      found.push({
        kind: 'button',
        ...place,
        id: text(action['id']) ?? '',
        label: text(action['label']) ?? '',
        places: [own(action, [])],
        ...(isInHeader(action) && { inHeader: true }),
      });
  return found;
}
