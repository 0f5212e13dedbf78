/** Limits of a field that are facts, and leave somebody no answer: the least is above the most. */
import { more } from '../../../compile/operators/more/index.ts';
import { fieldSource, isDynamic } from '../../../compile/field-source.ts';
import { entries, isObject, text } from '../../../compile/json-types.ts';
import type { Problem } from '../../../compile/types.ts';
import type { JsonObject } from '../../../runtime/core/facts.ts';
import { readsOf, unfold, type Logic } from '../../domain/atoms.ts';
import type { Goal } from '../../logic/settle.ts';
import type { PlacedRule } from '../../rules/placed.ts';
import { givenWords } from '../../words/sentence.ts';
import { certainFor, is, readBy, somebody } from '../setting/ask.ts';
import { accepted, conditionsOf, type Conditions } from '../setting/held.ts';
import { problemAt } from '../setting/say.ts';
import type { Setting } from '../setting/setting.ts';
import type { SettingRule } from '../rule.ts';

export const RULE: SettingRule = {
  codes: ['bounds'],
  severity: 'concern',
  says: 'A field whose limits are facts leaves somebody no answer: for them the least is above the most.',
  remedy:
    'Correct the limits, or the rows of compliance/states/ they come from; or ask the field only where an answer fits.',
  bad: [
    [
      'flows/loan/steps/link.json',
      '"maxLength": 60',
      '"minLength": »{ "if": [{ ">=": [{ "var": "values.age" }, 65] }, 30, 1] }, "maxLength": { "if": [{ ">=": [{ "var": "values.age" }, 80] }, 20, 60] }',
    ],
  ],
  good: [
    [
      'flows/loan/steps/link.json',
      '"maxLength": 60',
      '"minLength": { "if": [{ ">=": [{ "var": "values.age" }, 65] }, 20, 1] }, "maxLength": { "if": [{ ">=": [{ "var": "values.age" }, 80] }, 20, 60] }',
    ],
  ],
  find: limits,
};

const PAIRS = [
  ['minimum', 'maximum'],
  ['minLength', 'maxLength'],
] as const;

/** Every field that must be answered and one of whose limits is a fact. */
function* limits(setting: Setting): Generator<Problem> {
  const whens = conditionsOf(setting.rules);
  for (const [id, step] of Object.entries(setting.flow.steps)) {
    for (const [name, written] of entries(step['fields'])) {
      if (!isObject(written) || written['required'] === false) continue;
      const field = fieldSource(written, setting.fragments);
      for (const [low, high] of PAIRS) {
        const [least, most] = [field[low], field[high]];
        if (least === undefined || most === undefined || !(isDynamic(field, low) || isDynamic(field, high))) continue;
        const logic: Logic = more(unfold(least, setting.names), unfold(most, setting.names));
        // What a call brings is the server's word: that its least is below its most is not for the content to say.
        if (![...readsOf(logic)].every((path) => path === 'today' || path.startsWith('answers.'))) continue;
        const asked: PlacedRule = {
          id: `${id}/${name}/${low}`,
          decides: 'required',
          holder: written,
          key: low,
          step: id,
          field: name,
          written: least,
          logic,
          within: setting.fields.get(`${id}/${name}`) ?? [],
          after: [],
        };
        const here: readonly Goal[] = [
          ...certainFor(asked, setting),
          ...offers({ id, step }, whens, setting),
          ...asked.within.map(is),
        ];
        const example = somebody([...here, is(asked)], setting);
        if (example)
          yield problemAt(field, low, {
            code: 'bounds',
            message: `Somebody cannot answer the field ${setting.words.field(id, name)}: its "${low}" is above its "${high}" when ${givenWords(readBy(example, [asked]), setting.words)}.`,
            fix: 'Correct the limits, or the rows of compliance/states/ they come from; or ask the field only where an answer fits.',
            example,
          });
      }
    }
  }
}

/** Fields of the page that are asked have one of the choices on offer as their answer, or none yet. */
function offers(
  { id, step }: { readonly id: string; readonly step: JsonObject },
  whens: Conditions,
  setting: Setting,
): readonly Goal[] {
  return entries(step['fields']).flatMap(([name, field]) => {
    if (!isObject(field)) return [];
    const path = `answers.${text(field['bind']) ?? ''}`;
    const around: readonly Logic[] = (setting.fields.get(`${id}/${name}`) ?? []).map(({ logic }) => logic);
    return accepted(path, field, whens).map(
      (logic): Goal => ({
        logic: { or: [{ '!': [{ and: [true, ...around] }] }, { '!': [{ answered: path }] }, logic] },
        wanted: 'true',
      }),
    );
  });
}
