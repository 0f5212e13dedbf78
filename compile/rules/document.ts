/**
 * Pages whose widgets load from elsewhere are loaded as documents of their own: what nobody keeps is lost on the way
 * there and back, so the journey would begin anew each time.
 */
import { at, type CompileRule, type Finding } from '../checks/check.ts';
import { originsOf, widgetsOf } from '../emit/origins.ts';
import { isKeptByServer } from '../facts.ts';
import { fieldSource } from '../field-source.ts';
import { canonical, entries, isObject, list, member, text } from '../json-types.ts';
import type { JsonObject } from '../../runtime/core/facts.ts';
import type { ResolvedFlow } from '../resolve.ts';
import type { Scene, World } from '../world.ts';

const MAP = [
  'widgets/map/widget.json',
  '{ "name": "map", "origins": { "script": ["https://maps.example.com"] }, "events": {} }\n',
] as const;
const KEPT_NOWHERE = ['flows/loan/flow.json', '"saves": "application",', '"saves": "none",'] as const;

export const RULE: CompileRule = {
  codes: ['document'],
  severity: 'refused',
  says: 'A widget that loads from elsewhere (`origins` in its widget.json) stands where its page cannot be a document of its own: in a flow that keeps nothing, after an answer that is lost when a page is loaded, or in a dialog.',
  remedy:
    'Say `"saves": "session"` (or more), ask what is sensitive or transient after that page, and put the widget on a step.',
  bad: [MAP, KEPT_NOWHERE, ['flows/loan/steps/signed.json', '"layout": [{', '"layout": [{ "widget": »"map" }, {']],
  good: [MAP, ['flows/loan/steps/signed.json', '"layout": [{', '"layout": [{ "widget": "map" }, {']],
  *find(world) {
    for (const scene of world.scenes) if (scene.flow) yield* findings(scene, scene.flow, world);
  },
};

function* findings({ uses }: Scene, flow: ResolvedFlow, { source }: World): Generator<Finding> {
  const loads = (name: string | undefined): boolean =>
    name !== undefined && member(source.widgets[name] ?? {}, 'origins') !== undefined;
  const documentOf = (step: JsonObject): string => canonical(originsOf(step, source.widgets));
  /** Where the widget stands that makes the page of a step a document of its own; else the step. */
  const placeIn = (id: string): readonly [object, string | undefined] => {
    const use = uses.items.find(({ item, step }) => step === id && loads(text(item['widget']) ?? text(item['of'])));
    return use === undefined ? [flow.steps[id] ?? {}, undefined] : [use.item, use.kind === 'repeat' ? 'of' : 'widget'];
  };

  for (const { item, dialog } of uses.items) {
    const name = text(item['widget']) ?? text(item['of']);
    if (dialog !== undefined && loads(name))
      yield at(item, 'widget', {
        message: `The widget "${name}" loads from elsewhere and stands in the dialog "${dialog}", which opens over a page that may load nothing from there.`,
        fix: 'Put it on a step, and let the dialog lead there.',
      });
  }
  if (isKeptByServer(flow)) return;
  const outside = Object.entries(flow.steps).filter(([, step]) => [...widgetsOf(step)].some(loads));
  for (const [id, step] of outside) {
    const other = Object.entries(flow.steps).find(
      ([, one]) => (one['kind'] ?? 'form') !== 'route' && documentOf(one) !== documentOf(step),
    );
    if (flow.flow['saves'] !== 'session') {
      if (other === undefined) continue;
      const [holder, key] = placeIn(id);
      yield at(holder, key, {
        message: `The page "${id}" is loaded anew because its widget loads from elsewhere, and "${flow.id}" keeps nothing: what was answered before it, and on it, would be lost on the way from and to "${other[0]}".`,
        fix: 'Let flow.json say "saves": "session".',
      });
      continue;
    }
    for (const [before, lost] of lostBefore(flow, id, source.fragments))
      if (documentOf(flow.steps[before] ?? {}) !== documentOf(step)) {
        const [holder, key] = placeIn(id);
        yield at(holder, key, {
          message: `The page "${id}" is loaded anew because its widget loads from elsewhere, and "${lost}" of the page "${before}", which comes before it, is lost then: nobody keeps such an answer, so the person would be asked again for ever.`,
          fix: `Ask "${lost}" after this page, or let the server keep the journey ("saves": "application", or a draft).`,
        });
      }
  }
}

/** Pages from which a way leads to this one, with a field on each that outlives no document. */
function lostBefore(flow: ResolvedFlow, to: string, fragments: World['source']['fragments']): [string, string][] {
  const leads = new Map(Object.entries(flow.steps).map(([id, step]) => [id, targetsIn(id, step, flow)]));
  const reached = new Set([to]);
  for (let size = 0; size !== reached.size; ) {
    size = reached.size;
    for (const [id, targets] of leads) if (targets.some((target) => reached.has(target))) reached.add(id);
  }
  return Object.entries(flow.steps).flatMap(([id, step]): [string, string][] => {
    if (id === to || !reached.has(id)) return [];
    const lost = entries(step['fields']).find(([, field]) => {
      if (!isObject(field)) return false;
      const { keep, sensitive, required } = fieldSource(field, fragments);
      return keep !== 'never' && required !== false && (sensitive === true || keep === 'transient');
    });
    return lost === undefined ? [] : [[id, lost[0]]];
  });
}

/** Steps of this flow to which anything of a step leads, and the next ones of the line. */
function targetsIn(id: string, step: JsonObject, flow: ResolvedFlow): readonly string[] {
  const line = list(flow.flow['line']).map(String);
  const here = line.indexOf(id);
  const found = here < 0 ? [] : line.slice(here + 1);
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const one of value) visit(one);
    else if (isObject(value)) {
      const to = text(value['to']);
      const dialog = text(value['dialog']);
      if (to !== undefined) found.push(to.replace(`${flow.id}/`, ''));
      if (dialog !== undefined) visit(flow.dialogs[dialog] ?? {});
      for (const one of Object.values(value)) visit(one);
    }
  };
  visit(step);
  return found;
}
