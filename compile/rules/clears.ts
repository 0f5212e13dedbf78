/** What an answer or an act empties: it must be there to be emptied, and emptying must not undo the page. */
import { at, type CompileRule, type Finding } from '../checks/check.ts';
import { placeFields } from '../emit/fields.ts';
import { isObject, list, text } from '../json-types.ts';
import { didYouMean } from '../suggest.ts';
import type { Scene } from '../world.ts';
import type { Json, JsonObject } from '../../runtime/core/facts.ts';

const clears = (paths: string): readonly [string, string, string] => [
  'flows/loan/steps/about.json',
  '"id": "continue",',
  `"id": "continue",\n      "clears": [${paths}],`,
];

export const RULE: CompileRule = {
  codes: ['clears'],
  severity: 'refused',
  says: 'What is to be emptied is no answer of the flow and nothing typed on the page; or it stands before the question that empties it, so that the page could never be filled from top to bottom; or a press asks for it and leaves the page.',
  remedy:
    'Name "answers.<path>" as a field binds it, or "typed.<field>" of a field that is never kept, that comes later.',
  bad: [clears('»"answers.nobody"')],
  good: [clears('"answers.loan.amount"')],
  *find({ scenes }) {
    for (const scene of scenes) yield* inFlow(scene);
  },
};

function* inFlow(scene: Scene): Generator<Finding> {
  const asked = scene.uses.fields.map(({ field }) => `answers.${text(field['bind']) ?? ''}`);
  const known = [...new Set([...asked, ...scene.uses.sets.map(({ path }) => path)])];
  for (const { holder, key, path, step, from } of scene.uses.clears) {
    const order = orderOf(scene, step);
    const here = scene.uses.fields
      .filter((one) => one.step === step)
      .map(({ id, field }) => ({
        id,
        path: field['keep'] === 'never' ? `typed.${id}` : `answers.${text(field['bind']) ?? ''}`,
      }));
    const typed = here.flatMap((one) => (one.path.startsWith('typed.') ? one.path : []));
    if (![...known, ...typed].includes(path)) {
      yield at(holder, key, {
        message: `"${path}" is nothing that could be emptied here.`,
        fix: didYouMean(path, [...known, ...typed], 'Name an answer of this flow.'),
      });
      continue;
    }
    const places = here.flatMap((one) => (one.path === path ? order.indexOf(one.id) : []));
    if (from.kind === 'field') {
      if (places.length === 0 || Math.min(...places) <= order.indexOf(from.id))
        yield at(holder, key, {
          message: `The field "${from.id}" empties "${path}", which the page does not ask after it.`,
          fix: 'Name an answer that stands further down on the same page.',
        });
    } else if (from.kind === 'act' && places.length > 0 && path.startsWith('answers.') && asksAndLeaves(from.act))
      yield at(holder, key, {
        message: `This button asks the page to hold and leaves it, and empties "${path}" of the same page.`,
        fix: 'Let it stay on the page, say "validates": false, or empty it on the page that follows.',
      });
  }
}

/** Fields of a step as the page shows them. */
function orderOf({ flow }: Scene, step: string | undefined): readonly string[] {
  const placed = new Map<string, Json | undefined>();
  placeFields(list(flow?.steps[step ?? '']?.['layout']), undefined, placed);
  return [...placed.keys()];
}

function asksAndLeaves(act: JsonObject): boolean {
  if ((act['validates'] ?? (act['style'] ?? 'primary') === 'primary') !== true || act['id'] === undefined) return false;
  const ways = list(act['next']).filter((way): way is JsonObject => isObject(way));
  const stays = (way: JsonObject): boolean => way['stay'] === true || way['dialog'] !== undefined;
  return !(ways.length > 0 && ways.every(stays) && ways.some(({ when }) => when === undefined));
}
