/**
 * Parts of conditions that decide nothing: one way of an "or" that nobody goes, a condition of an "if" that never or
 * always holds.
 */
import { operations, type OperationNode } from '../../../compile/expression-nodes.ts';
import type { Problem } from '../../../compile/types.ts';
import type { Json } from '../../../runtime/core/facts.ts';
import { operation, unfold } from '../../domain/atoms.ts';
import type { PlacedRule } from '../../rules/placed.ts';
import { sentence } from '../../words/sentence.ts';
import { alwaysTrue, impossible, is, minimal, somebody } from '../setting/ask.ts';
import { around, problemAt, said } from '../setting/say.ts';
import type { Setting } from '../setting/setting.ts';
import type { SettingRule } from '../rule.ts';

export const RULE: SettingRule = {
  codes: ['never', 'always'],
  unlessElsewhere: ['never', 'always'],
  severity: 'concern',
  says: 'A part of a condition decides nothing: one way of an `or` that nobody goes, a member of an `and` that all meet, a condition of an `if` that never or always holds.',
  remedy: 'Mend it, or leave it out.',
  bad: [
    [
      'flows/loan/steps/amount.json',
      '"when": { ">": [{ "var": "answers.loan.amount" }, 40000] }',
      '"when": { "or": [»{ "and": [{ "==": [{ "var": "answers.contactInformation.address.stateCode" }, "TX"] }, { "==": [{ "var": "answers.contactInformation.address.stateCode" }, "CA"] }] }, { ">": [{ "var": "answers.loan.amount" }, 40000] }] }',
    ],
  ],
  good: [
    [
      'flows/loan/steps/amount.json',
      '"when": { ">": [{ "var": "answers.loan.amount" }, 40000] }',
      '"when": { "or": [{ "==": [{ "var": "answers.contactInformation.address.stateCode" }, "CA"] }, { ">": [{ "var": "answers.loan.amount" }, 40000] }] }',
    ],
  ],
  find: parts,
};

interface Part {
  readonly written: Json;
  readonly holder: object;
  readonly key: string | number;
}

/**
 * Problems of parts of the flow's conditions, of its named rules and of the conditions inside its values; a condition
 * that decides nothing as a whole is told as a whole. What always holds only because of the page around it is not told:
 * to say it twice does no harm.
 */
function* parts(setting: Setting): Generator<Problem> {
  const { rules, values } = setting.flow;
  for (const doc of Object.values(values)) yield* within(doc['value'] ?? null, [], setting);
  for (const doc of Object.values(rules))
    if (!decidesNothing(doc['rule'] ?? null, [], setting)) yield* within(doc['rule'] ?? null, [], setting);
  for (const rule of setting.rules)
    if (typeof rule.written !== 'string' && !decidesNothing(rule.written, rule.within, setting))
      yield* within(rule.written, rule.within, setting);
}

function decidesNothing(written: Json, outer: readonly PlacedRule[], setting: Setting): boolean {
  const logic = unfold(written, setting.names);
  return (
    operation(logic) !== undefined &&
    (impossible([...outer.map(is), { logic, wanted: 'true' }], setting) || alwaysTrue(outer.map(is), logic, setting))
  );
}

function* within(expression: Json, outer: readonly PlacedRule[], setting: Setting): Generator<Problem> {
  const told = new Set<Json>();
  for (const node of operations(expression, false)) {
    // Parts of a part that was told come after it.
    if (told.has(node.node)) for (const { written } of partsOf(node, true)) told.add(written);
    else
      for (const part of partsOf(node, false)) {
        const problem = judge(part, outer, setting);
        if (!problem) continue;
        told.add(part.written);
        yield problem;
      }
  }
}

/** The operands of an operation that are operations themselves and, unless all are wanted, conditions of it. */
function partsOf({ operator, args, argsHolder, argKey, inList }: OperationNode, all: boolean): readonly Part[] {
  return args.flatMap((written, i): readonly Part[] => {
    const asks =
      ['and', 'or', '!'].includes(operator?.id ?? '') ||
      operator?.sameTruth === true ||
      (operator?.id === 'if' && i % 2 === 0 && i < args.length - 1);
    const node = operation(written);
    return node && (all || (asks && !inList && node.operator !== 'rule'))
      ? [{ written, holder: argsHolder, key: argKey(i) }]
      : [];
  });
}

function judge({ written, holder, key }: Part, outer: readonly PlacedRule[], setting: Setting): Problem | undefined {
  const logic = unfold(written, setting.names);
  const part = { logic, wanted: 'true' } as const;
  const says = `“${sentence(written, setting.words)}”`;
  if (impossible([part], setting))
    return problemAt(holder, key, {
      code: 'never',
      message: `This part of the condition never holds: nobody fits ${says}.`,
      fix: 'Mend it, or leave it out.',
    });
  if (alwaysTrue([], logic, setting))
    return problemAt(holder, key, {
      code: 'always',
      message: `This part of the condition always holds: all fit ${says}.`,
      fix: 'Mend it, or leave it out.',
      example: somebody([part], setting),
    });
  if (!impossible([...outer.map(is), part], setting)) return undefined;
  const against = minimal(outer, (some) => impossible([...some.map(is), part], setting));
  return problemAt(holder, key, {
    code: 'never',
    message: `This part of the condition never holds here: it asks for ${says}, but ${around(against)} is there only when ${said(against, setting)}.`,
    fix: 'Mend one of the two, or leave this part out.',
    example: somebody(outer.map(is), setting),
  });
}
