/** Conditions that never or always hold where they stand. */
import { isInHeader } from '../../../compile/header.ts';
import { asksTheRow } from '../../../compile/fields-from.ts';
import { canonical } from '../../../compile/json-types.ts';
import { placeOf } from '../../../compile/places.ts';
import type { Problem } from '../../../compile/types.ts';
import type { Goal } from '../../logic/settle.ts';
import type { PlacedRule } from '../../rules/placed.ts';
import { sentence } from '../../words/sentence.ts';
import { impliedBy, type Implied } from '../setting/asked.ts';
import { alwaysTrue, certainFor, impossible, is, isNot, minimal, nearly, somebody } from '../setting/ask.ts';
import type { Certain } from '../setting/held.ts';
import { ALWAYS, NEVER, around, problemAt, said, subject } from '../setting/say.ts';
import type { Setting } from '../setting/setting.ts';
import type { SettingRule } from '../rule.ts';

export const RULE: SettingRule = {
  codes: ['never', 'always', 'shadowed'],
  unlessElsewhere: ['never', 'always', 'shadowed'],
  severity: 'concern',
  says: 'A condition decides nothing where it stands: nobody, or everybody, who gets there meets it; or a way before it takes everybody whom it would take.',
  remedy: 'Mend the condition so that it divides people, or delete it; where it never holds, with what it decides.',
  bad: [
    [
      'flows/loan/steps/texas.json',
      '"when": "state-is-texas"',
      '"when": »{ "and": [{ "==": [{ "var": "answers.contactInformation.address.stateCode" }, "TX"] }, { "==": [{ "var": "answers.contactInformation.address.stateCode" }, "CA"] }] }',
    ],
  ],
  good: [
    [
      'flows/loan/steps/texas.json',
      '"when": "state-is-texas"',
      '"when": { "or": [{ "==": [{ "var": "answers.contactInformation.address.stateCode" }, "TX"] }, { "==": [{ "var": "answers.contactInformation.address.stateCode" }, "CA"] }] }',
    ],
    [
      'compliance/disclosures/texas-notice/1.md',
      `states: [TX]
`,
      '',
    ],
  ],
  find: constant,
};

/**
 * Every condition of the flow that decides nothing, where it stands.
 * @param toldAlready files of named rules that are problems themselves: where they are asked, nothing is said again
 */
function* constant(setting: Setting, toldAlready: ReadonlySet<string>): Generator<Problem> {
  for (const rule of setting.rules) {
    // A button of the header stands over every page: that it is never there over one of them is no fault.
    if ([rule, ...rule.within].some(({ holder }) => isInHeader(holder))) continue;
    const within = rule.within.map(is);
    const certain = certainFor(rule, setting);
    const after = rule.after.map(isNot);
    // Nobody gets here: that is told at the condition around it, or before it.
    if (
      impossible([...certain, ...within], setting) ||
      rule.after.some((one) => alwaysTrue(within, one.logic, setting))
    )
      continue;
    const doc = typeof rule.written === 'string' ? setting.flow.rules[rule.written] : undefined;
    if (doc && toldAlready.has(placeOf(doc).file)) continue;
    if (impossible([is(rule)], setting)) yield neverAlone(rule, setting);
    else if (impossible([...within, is(rule)], setting)) yield neverWithin(rule, setting);
    else if (after.length > 0 && impossible([...within, ...after, is(rule)], setting)) yield shadowed(rule, setting);
    else if (impossible([...certain, ...within, ...after, is(rule)], setting)) yield neverBy(rule, certain, setting);
    else if (unanswered(rule, [...certain, ...within, ...after], setting)) yield neverAnswered(rule, certain, setting);
    // A page for those of whom a state asks something: that the row asks it there is nothing to mend.
    else if (asksTheRow(rule.written)) continue;
    else if (alwaysTrue(within, rule.logic, setting)) yield always(rule, [], setting);
    else if (certain.length > 0 && alwaysTrue([...certain, ...within], rule.logic, setting))
      yield always(rule, certain, setting);
  }
}

function neverAlone(rule: PlacedRule, setting: Setting): Problem {
  return problemAt(rule.holder, rule.key, {
    code: 'never',
    message: `${subject(rule, setting)} ${NEVER[rule.decides]}: nobody fits ${said([rule], setting)}.`,
    fix: 'Mend the condition, or delete it with what it decides.',
    example: nearly(rule.logic, [], setting),
  });
}

function neverWithin(rule: PlacedRule, setting: Setting): Problem {
  const against = minimal(rule.within, (some) => impossible([...some.map(is), is(rule)], setting));
  const asks = said([rule], setting);
  return problemAt(rule.holder, rule.key, {
    code: 'never',
    message: `${subject(rule, setting)} ${NEVER[rule.decides]}: its condition is ${asks}, but ${around(against)} is there only when ${said(against, setting)}.`,
    fix: `Mend one of the two conditions, or move this to where its own holds.`,
    example: nearly(rule.logic, rule.within.map(is), setting),
  });
}

function neverBy(rule: PlacedRule, certain: readonly Certain[], setting: Setting): Problem {
  const here = [...rule.within.map(is), ...rule.after.map(isNot)];
  const sure = minimal(certain, (some) => impossible([...some, ...here, is(rule)], setting));
  return problemAt(rule.holder, rule.key, {
    code: 'never',
    message: `${subject(rule, setting)} ${NEVER[rule.decides]}: its condition is ${said([rule], setting)}, but ${told(sure, setting)}.`,
    fix: 'Mend the condition, or what leads here.',
    example: nearly(rule.logic, [...sure, ...here], setting),
  });
}

/** Whether nobody meets it, because the answers it reads are there only for others. */
function unanswered(rule: PlacedRule, here: readonly Goal[], setting: Setting): boolean {
  const implied = impliedBy(rule, setting);
  return (
    implied.length > 0 &&
    impossible([...here, ...implied, is(rule)], setting) &&
    !impossible([...here, ...implied], setting)
  );
}

function neverAnswered(rule: PlacedRule, certain: readonly Certain[], setting: Setting): Problem {
  const [within, after] = [rule.within.map(is), rule.after.map(isNot)];
  const because = minimal(impliedBy(rule, setting), (some) =>
    impossible([...certain, ...within, ...after, ...some, is(rule)], setting),
  );
  const sure = minimal(certain, (some) => impossible([...some, ...within, ...after, ...because, is(rule)], setting));
  const beside = minimal(rule.within, (some) =>
    impossible([...sure, ...some.map(is), ...after, ...because, is(rule)], setting),
  );
  const reasons = [
    ...because.map((one) => known(one, rule, setting)),
    ...(beside.length > 0 ? [`${around(beside)} is there only when ${said(beside, setting)}`] : []),
    ...(sure.length > 0 ? [told(sure, setting)] : []),
  ];
  const fix = because.some(({ written }) => written === undefined)
    ? 'Ask it before, or mend the condition.'
    : 'Mend one of these conditions, or move this to where its own holds.';
  return problemAt(rule.holder, rule.key, {
    code: 'never',
    message: `${subject(rule, setting)} ${NEVER[rule.decides]}: its condition is ${said([rule], setting)}, but ${reasons.join(', and ')}.`,
    fix,
    example: nearly(rule.logic, [...within, ...after, ...because], setting),
  });
}

/** When an answer is there. */
function known({ path, written }: Implied, { decides }: PlacedRule, { words }: Setting): string {
  const fact = words.fact(path);
  return written === undefined
    ? `${fact} is asked only ${decides === 'field' ? 'by it or below it' : 'inside of it'}, so nobody has answered that yet when this is decided`
    : `${fact} is known only when “${sentence(written, words)}”`;
}

function shadowed(rule: PlacedRule, setting: Setting): Problem {
  const within = rule.within.map(is);
  const taken = minimal(rule.after, (some) => impossible([...within, ...some.map(isNot), is(rule)], setting));
  return problemAt(rule.holder, rule.key, {
    code: 'shadowed',
    message: `This way is never taken: whenever ${said([rule], setting)}, a way before it is taken already (${taken.map((one) => said([one], setting)).join('; ')}).`,
    fix: 'Put it before the wider one, or delete it.',
    example: somebody([...within, is(rule)], setting),
  });
}

function always(rule: PlacedRule, certain: readonly Certain[], setting: Setting): Problem {
  const sure = minimal(certain, (some) => alwaysTrue([...some, ...rule.within.map(is)], rule.logic, setting));
  const because = minimal(rule.within, (some) => alwaysTrue([...sure, ...some.map(is)], rule.logic, setting));
  const reasons = [
    ...(because.length > 0 ? [`${around(because)} is there only when ${said(because, setting)}`] : []),
    ...(sure.length > 0 ? [told(sure, setting)] : []),
  ];
  const asks = said([rule], setting);
  const repeated = sure.length === 0 && because.some((one) => canonical(one.written) === canonical(rule.written));
  const why =
    reasons.length === 0
      ? `all fit ${asks}`
      : repeated
        ? `${around(because)} asks already for ${asks}`
        : `its condition is ${asks}, but ${reasons.join(', and ')}`;
  return problemAt(rule.holder, rule.key, {
    code: 'always',
    message: `${subject(rule, setting)} ${ALWAYS[rule.decides]}: ${why}.`,
    fix: 'Leave the condition out, or mend it so that it is false for somebody.',
    example: somebody([...sure, ...rule.within.map(is), is(rule)], setting),
  });
}

/** What is certain by the time a page is reached, and where it came to be so. */
function told(certain: readonly Certain[], { words }: Setting): string {
  return certain
    .map(
      ({ written, wanted, step }) =>
        `who comes here has passed "${words.step(step)}", where “${sentence(written, words, wanted === 'true')}”`,
    )
    .join(', and ');
}
