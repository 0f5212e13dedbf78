/** Answers that an act puts where another page asks for less: whoever gives one is sent back to that page. */
import { atLeast } from '../../../compile/operators/at-least/index.ts';
import { atMost } from '../../../compile/operators/at-most/index.ts';
import { more } from '../../../compile/operators/more/index.ts';
import { text } from '../../../compile/json-types.ts';
import type { Problem } from '../../../compile/types.ts';
import type { FieldUse, SetUse } from '../../../compile/used.ts';
import type { Json } from '../../../runtime/core/facts.ts';
import { readsOf, unfold, variable, type Logic } from '../../domain/atoms.ts';
import type { Goal } from '../../logic/settle.ts';
import type { PlacedRule } from '../../rules/placed.ts';
import { givenWords } from '../../words/sentence.ts';
import { certainFor, is, readBy, somebody } from '../setting/ask.ts';
import { problemAt } from '../setting/say.ts';
import type { Setting } from '../setting/setting.ts';
import type { SettingRule } from '../rule.ts';

export const RULE: SettingRule = {
  codes: ['copied'],
  severity: 'concern',
  says: 'An act copies an answer to another one, whose own field does not accept it of somebody: its page counts as unanswered again, and they are sent back to it. Ways that lead back this way are also what makes a flow long to walk.',
  remedy: 'Give the field that is copied from the limits of the field that asks for what it is copied to.',
  bad: [
    ['flows/loan/steps/account.json', '"layout": ["entry"],', '"layout": ["entry", "less"],'],
    [
      'flows/loan/steps/account.json',
      '"entry": {',
      '"less": { "bind": "loan.newAmount", "type": "integer", "label": "A smaller amount", "control": "money", "minimum": 10000 }, "entry": {',
    ],
    [
      'flows/loan/steps/account.json',
      '"label": "Continue" }',
      '"label": "Continue", "set": { »"answers.loan.amount": { "var": "answers.loan.newAmount" } } }',
    ],
  ],
  good: [
    ['flows/loan/steps/account.json', '"layout": ["entry"],', '"layout": ["entry", "less"],'],
    [
      'flows/loan/steps/account.json',
      '"entry": {',
      '"less": { "bind": "loan.newAmount", "type": "integer", "label": "A smaller amount", "control": "money", "minimum": 10000, "maximum": 50000 }, "entry": {',
    ],
    [
      'flows/loan/steps/account.json',
      '"label": "Continue" }',
      '"label": "Continue", "set": { "answers.loan.amount": { "var": "answers.loan.newAmount" } } }',
    ],
  ],
  find: copied,
};

const less = (value: Logic, limit: Logic): Logic => more(limit, value);
/** Limits of a number: what fits, and what does not. */
const LIMITS: Readonly<Record<string, Readonly<Record<'fits' | 'refused', typeof less>>>> = {
  minimum: { fits: atLeast, refused: less },
  maximum: { fits: atMost, refused: more },
  exclusiveMinimum: { fits: more, refused: atMost },
  exclusiveMaximum: { fits: less, refused: atLeast },
};

/** Every act that sets an asked answer from another asked one. */
function* copied(setting: Setting): Generator<Problem> {
  const { scene, names } = setting;
  const asking = (path: string): readonly FieldUse[] =>
    scene.uses.fields.filter(({ field }) => `answers.${text(field['bind']) ?? ''}` === path);
  for (const use of scene.uses.sets) {
    const from = variable(unfold(use.value, names));
    if (from === undefined || from === use.path) continue;
    const here = asking(from).filter(({ step }) => step === use.step);
    for (const source of here.length > 0 ? here : asking(from)) {
      // Where two pages ask for it with the same limit, one word is enough.
      const [problem] = asking(use.path).flatMap((target) => refusedBy(target, { source, from, use }, setting) ?? []);
      if (problem) yield problem;
    }
  }
}

interface Copy {
  readonly source: FieldUse;
  /** The fact that is copied. */
  readonly from: string;
  readonly use: SetUse;
}
/** The first limit of the field that is not kept by all who are asked for both, with somebody who does not. */
function refusedBy(target: FieldUse, { source, from, use }: Copy, setting: Setting): Problem | undefined {
  const limitsOf = ({ field }: FieldUse, as: 'fits' | 'refused'): readonly (readonly [string, Logic])[] =>
    Object.entries(LIMITS).flatMap(([key, ask]) => {
      const limit: Json | undefined = field[key];
      return limit === undefined ? [] : [[key, ask[as]({ var: from }, unfold(limit, setting.names))] as const];
    });
  const within = [source, target].flatMap((one) => setting.fields.get(`${one.step ?? ''}/${one.id}`) ?? []);
  for (const [key, logic] of limitsOf(target, 'refused')) {
    // What a call brings is the server's word: how it stands to the limits is not for the content to say.
    if (![...readsOf(logic)].every((path) => path === 'today' || path.startsWith('answers.'))) continue;
    const asked: PlacedRule = {
      id: `${use.step ?? ''}/${use.path}/${key}`,
      decides: 'required',
      holder: use.holder,
      key: use.path,
      step: use.step ?? '',
      written: use.value,
      logic,
      within,
      after: [],
    };
    const goals: readonly Goal[] = [
      ...certainFor(asked, setting),
      ...within.map(is),
      ...limitsOf(source, 'fits').map(([, fits]): Goal => ({ logic: fits, wanted: 'true' })),
      is(asked),
    ];
    const example = somebody(goals, setting);
    if (!example) continue;
    const name = ({ step, id }: FieldUse): string => setting.words.field(step ?? '', id);
    return problemAt(use.holder, use.path, {
      code: 'copied',
      message: `"${use.path}" is set from the field ${name(source)}, and the "${key}" of its own field ${name(target)} on the page "${setting.words.step(target.step ?? '')}" refuses it when ${givenWords(readBy(example, [asked]), setting.words)}: they are sent back there.`,
      fix: `Give the field ${name(source)} the "${key}" that ${name(target)} has.`,
      example,
    });
  }
  return undefined;
}
