/** Conditions that never or always hold where they stand, and named rules that never or always hold at all. */
import { canonical } from '../../../compile/json-types.ts';
import type { Problem } from '../../../compile/types.ts';
import { unfold, operation, type Logic } from '../../domain/atoms.ts';
import { settle, type Goal } from '../../logic/settle.ts';
import type { PlacedRule } from '../../rules/placed.ts';
import { sentence } from '../../words/sentence.ts';
import { ALWAYS, NEVER, around, problemAt, said, subject, type Example } from './say.ts';
import type { Setting } from './setting.ts';

const is = ({ logic }: Pick<PlacedRule, 'logic'>): Goal => ({ logic, wanted: 'true' });
const isNot = ({ logic }: Pick<PlacedRule, 'logic'>): Goal => ({ logic, wanted: 'not true' });

/** Every condition of the flow that decides nothing, where it stands. */
export function* constant(setting: Setting): Generator<Problem> {
  for (const rule of setting.rules) {
    const { within } = rule;
    // Nobody gets here: that is told at the condition around it.
    if (within.length > 0 && impossible(within.map(is), setting)) continue;
    const alone = impossible([is(rule)], setting);
    if (alone || impossible([...within.map(is), is(rule)], setting)) {
      if (!(alone && typeof rule.written === 'string')) yield neverProblem(rule, alone ? [] : needed(within, [is(rule)], setting), setting);
    } else if (rule.after.length > 0 && impossible([...within.map(is), ...rule.after.map(isNot), is(rule)], setting)) yield shadowed(rule, setting);
    else if (!within.some((one) => canonical(one.written) === canonical(rule.written)) && alwaysTrue(within.map(is), rule.logic, setting) && !(typeof rule.written === 'string' && alwaysTrue([], rule.logic, setting))) yield alwaysProblem(rule, setting);
  }
}

/** Named rules of the flow that never or always hold by themselves, at their own file. */
export function* named(setting: Setting): Generator<Problem> {
  for (const [name, doc] of Object.entries(setting.flow.rules)) {
    const logic = unfold(doc['rule'], setting.names);
    if (operation(logic) === undefined) continue;
    const says = sentence({ rule: name }, setting.words);
    if (impossible([{ logic, wanted: 'true' }], setting)) yield problemAt(doc, 'rule', 'never', `The rule "${name}" never holds: nobody can be found for whom ${sentence(doc['rule'], setting.words)}.`, `Mend it so that it says what its sentence says (${says}), or delete it with everything that asks it.`, nearly(logic, [], setting));
    else if (alwaysTrue([], logic, setting)) yield problemAt(doc, 'rule', 'always', `The rule "${name}" holds for everybody: ${sentence(doc['rule'], setting.words)}.`, `Mend it so that it says what its sentence says (${says}), or delete it and every "when" that asks it.`, exampleOf([{ logic, wanted: 'true' }], setting));
  }
}

function impossible(goals: readonly Goal[], { facts }: Setting): boolean {
  return settle(goals, facts).kind === 'never';
}

/** Whether a condition holds for everybody for whom those around it hold and whose facts are known. */
function alwaysTrue(within: readonly Goal[], logic: Logic, { facts }: Setting): boolean {
  return settle([...within, { logic, wanted: 'not true' }], facts, { known: true }).kind === 'never';
}

/** Those conditions around another without which it would not come out so. */
function needed(within: readonly PlacedRule[], goals: readonly Goal[], setting: Setting, known = false): readonly PlacedRule[] {
  let left = within;
  for (const one of within) {
    const fewer = left.filter((other) => other !== one);
    if (settle([...fewer.map(is), ...goals], setting.facts, { known }).kind === 'never') left = fewer;
  }
  return left;
}

function neverProblem(rule: PlacedRule, against: readonly PlacedRule[], setting: Setting): Problem {
  const what = `${subject(rule, setting)} ${NEVER[rule.decides]}`;
  const asks = said([rule], setting);
  const example = nearly(rule.logic, rule.within.map(is), setting);
  if (against.length === 0) return problemAt(rule.holder, rule.key, 'never', `${what}: nobody can be found for whom ${asks}.`, 'Mend the condition, or delete it with what it decides.', example);
  return problemAt(rule.holder, rule.key, 'never', `${what}: it asks that ${asks}, but ${around(against)} is there only when ${said(against, setting)}.`, `Mend one of the two conditions, or move this to where ${asks}.`, example);
}

function shadowed(rule: PlacedRule, setting: Setting): Problem {
  const before = needed(rule.after, [], setting);
  const blocking = rule.after.filter((one) => before.includes(one));
  const taken = minimal(rule.after, (some) => impossible([...rule.within.map(is), ...some.map(isNot), is(rule)], setting));
  return problemAt(rule.holder, rule.key, 'shadowed', `This way is never taken: whenever ${said([rule], setting)}, a way before it is taken already (${(taken.length > 0 ? taken : blocking).map((one) => said([one], setting)).join('; ')}).`, 'Put it before the wider one, or delete it.', exampleOf([...rule.within.map(is), is(rule)], setting));
}

function alwaysProblem(rule: PlacedRule, setting: Setting): Problem {
  const because = needed(rule.within, [isNot(rule)], setting, true);
  const what = `${subject(rule, setting)} ${ALWAYS[rule.decides]}`;
  const example = exampleOf([...rule.within.map(is), is(rule)], setting);
  if (because.length === 0) return problemAt(rule.holder, rule.key, 'always', `${what}: for everybody ${said([rule], setting)}.`, 'Leave the condition out, or mend it so that it is false for somebody.', example);
  return problemAt(rule.holder, rule.key, 'always', `${what}: it asks that ${said([rule], setting)}, but ${around(because)} is there only when ${said(because, setting)}.`, 'Leave the condition out, or mend it so that it is false for somebody there.', example);
}

/** The conditions of a list without any of which something would no longer be so. */
function minimal(rules: readonly PlacedRule[], still: (rules: readonly PlacedRule[]) => boolean): readonly PlacedRule[] {
  return rules.reduce<readonly PlacedRule[]>((left, one) => {
    const fewer = left.filter((other) => other !== one);
    return still(fewer) ? fewer : left;
  }, rules);
}

function exampleOf(goals: readonly Goal[], { facts }: Setting): Example | undefined {
  const answer = settle(goals, facts, { known: true });
  return answer.kind === 'holds' ? answer.facts : undefined;
}

/** Somebody for whom as many parts of a condition hold as can, from the first on. */
function nearly(logic: Logic, within: readonly Goal[], setting: Setting): Example | undefined {
  const node = operation(logic);
  let goals = within;
  let example = within.length > 0 ? exampleOf(within, setting) : undefined;
  for (const part of node?.operator === 'and' ? node.operands : []) {
    const more = [...goals, { logic: part, wanted: 'true' } as const];
    const found = exampleOf(more, setting);
    if (!found) continue;
    goals = more;
    example = found;
  }
  return example;
}
