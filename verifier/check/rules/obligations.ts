/** Obligations that oblige nobody: what they ask for holds whatever the content says. */
import { member, text } from '../../../compile/json-types.ts';
import type { Problem } from '../../../compile/types.ts';
import type { JsonObject } from '../../../runtime/core/facts.ts';
import { unfold } from '../../domain/atoms.ts';
import { watched } from '../../domain/memo.ts';
import type { FactShape, FactWorld } from '../../domain/shape.ts';
import { sentence } from '../../words/sentence.ts';
import { alwaysTrue } from '../setting/ask.ts';
import { problemAt } from '../setting/say.ts';
import type { Setting } from '../setting/setting.ts';
import type { SettingRule } from '../rule.ts';

export const RULE: SettingRule = {
  codes: ['always'],
  unlessElsewhere: ['always'],
  severity: 'concern',
  says: 'An obligation that nobody could ever break: what it asks for holds whatever anybody answers.',
  remedy: 'Mend the condition so that it says what must hold, or delete the obligation.',
  bad: [
    [
      'compliance/obligations/made.json',
      '{ "says": "Made up", "before": { "step": "loan/sign" }, "holds": »{ "or": [{ "==": [{ "var": "answers.contactInformation.address.stateCode" }, "TX"] }, { "!=": [{ "var": "answers.contactInformation.address.stateCode" }, "TX"] }] }, "citation": "Made up" }',
    ],
  ],
  good: [
    [
      'compliance/obligations/made.json',
      '{ "says": "Made up", "before": { "step": "loan/sign" }, "holds": { ">=": [{ "var": "answers.loan.amount" }, 10000] }, "citation": "Made up" }',
    ],
  ],
  find: obligations,
};

/**
 * Every obligation of the flow whose `holds` is true of all facts there could be. Of a fact only its type is taken for
 * granted: that the fields of today leave nothing else is what an obligation may well be there to guard.
 */
function* obligations(setting: Setting): Generator<Problem> {
  for (const [name, doc] of Object.entries(setting.obligations)) {
    const written = doc['holds'];
    if (written === undefined || !isAbout(doc, setting)) continue;
    const logic = unfold(typeof written === 'string' ? { rule: written } : written, setting.names);
    const [open, later] = [typesOnly(setting.facts), setting.later.map(typesOnly)];
    if (alwaysTrue([], logic, { ...setting, facts: open, later }))
      yield problemAt(doc, 'holds', {
        code: 'always',
        message: `The obligation "${name}" can never be broken: all fit “${sentence(written, setting.words)}”.`,
        fix: 'Mend the condition so that it says what must hold, or delete the obligation.',
      });
  }
}

/** Whether the moment of an obligation is in this flow. */
function isAbout(doc: JsonObject, { flow, scene }: Setting): boolean {
  const before = member(doc, 'before');
  const moment = text(member(before, 'step')) ?? text(member(before, 'outcome'));
  if (moment !== undefined) return moment.startsWith(`${flow.id}/`);
  const consent = text(member(before, 'consent'));
  return scene.uses.fields.some(({ field }) => field['bind'] === consent);
}

/** The world with the types of facts alone. */
function typesOnly(world: FactWorld): FactWorld {
  const { tables, today } = world;
  const shapeOf = (path: string): FactShape => {
    const { type } = world.shapeOf(path);
    return type ? { type } : {};
  };
  return watched({ shapeOf, tables, today });
}
