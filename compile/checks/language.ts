/** Operators: only those that exist, with as many arguments as they take, arithmetic in `values/` only, nothing computed that must be known. */
import type { Json } from '../../runtime/core/facts.ts';
import { operations, type OperationNode } from '../expression-nodes.ts';
import { OPERATORS } from '../emit/operators.ts';
import { isList, isObject, member } from '../json-types.ts';
import { didYouMean } from '../suggest.ts';
import type { Scene } from '../world.ts';
import { at, atKey, type Check, type Finding } from './check.ts';

const ARITHMETIC = new Set(['+', '-', '*', '/', '%', 'min', 'max']);
/** Fewest and most arguments. */
const ARGUMENTS: Readonly<Record<string, readonly [number, number]>> = {
  '==': [2, 2],
  '!=': [2, 2],
  '===': [2, 2],
  '!==': [2, 2],
  '>': [2, 2],
  '>=': [2, 2],
  '<': [2, 3],
  '<=': [2, 3],
  '!': [1, 1],
  '!!': [1, 1],
  in: [2, 2],
  var: [1, 2],
  rule: [1, 1],
  answered: [1, 1],
  lookup: [3, 3],
  yearsBetween: [2, 2],
  daysBetween: [2, 2],
  addDays: [2, 2],
  matches: [2, 2],
  validRoutingNumber: [1, 1],
  validSsn: [1, 1],
  notPoBox: [1, 1],
  if: [2, 99],
  and: [1, 999],
  or: [1, 999],
  map: [2, 2],
  filter: [2, 2],
  all: [2, 2],
  some: [2, 2],
  none: [2, 2],
  substr: [2, 3],
  '/': [2, 2],
  '%': [2, 2],
  '-': [1, 2],
};
const LONGEST = 2000;
/** Operations of a rule whose named rules are written out. */
const MOST = 5000;

function constantText(value: Json | undefined): boolean {
  return typeof value === 'string';
}

function* judge({ name, args, node, argsHolder, argKey }: OperationNode, arithmetic: boolean): Generator<Finding> {
  if (!Object.hasOwn(OPERATORS, name) || name === 'reduce') {
    yield atKey(node, name, {
      message: `There is no operator "${name}".`,
      fix:
        name === '=' || name === '==='
          ? 'Did you mean "=="?'
          : name === 'reduce'
            ? 'Use "some", "all", "none", "filter" or a result of the back end.'
            : didYouMean(
                name,
                Object.keys(OPERATORS).filter((one) => one !== 'reduce'),
                'See decisions/0002 for the operators.',
              ),
    });
    return;
  }
  if (ARITHMETIC.has(name) && !arithmetic)
    yield atKey(node, name, {
      message: `Arithmetic ("${name}") stands in values/ only.`,
      fix: 'Write a named value and read it as values.<name>.',
    });
  const [least, most] = ARGUMENTS[name] ?? [0, Infinity];
  if (args.length < least || args.length > most)
    yield at(node, name, {
      message: `"${name}" takes ${least === most ? least : `${least} to ${most}`} argument${most === 1 ? '' : 's'}, not ${args.length}.`,
      fix: 'Give it a list of its arguments.',
    });
  if ((name === 'var' || name === 'answered') && !constantText(args[0]))
    yield at(argsHolder, argKey(0), {
      message: `The path of "${name}" must be written out.`,
      fix: 'Name the fact in quotes, e.g. "answers.loan.amount".',
    });
  if (name === 'rule' && !constantText(args[0]))
    yield at(argsHolder, argKey(0), {
      message: 'The name of a rule must be written out.',
      fix: 'Write { "rule": "name" }.',
    });
  if (name === 'lookup' && (!constantText(args[0]) || !constantText(args[2])))
    yield at(node, name, {
      message: 'The table and the key of "lookup" must be written out.',
      fix: 'Write { "lookup": ["states", { "var": ... }, "minimumAge"] }.',
    });
  if (name === 'lookup' && constantText(args[0]) && args[0] !== 'states')
    yield at(argsHolder, argKey(0), {
      message: `There is no table "${String(args[0])}".`,
      fix: 'The table is "states".',
    });
  const paths =
    name === 'missing' || (name === 'agreedToAll' && (args.length !== 2 || typeof args[1] === 'string'))
      ? isList(args[0])
        ? args[0]
        : args
      : name === 'missing_some'
        ? args[1]
        : undefined;
  if (isList(paths) && !paths.every(constantText))
    yield at(node, name, { message: `The paths of "${name}" must be written out.`, fix: 'List the facts in quotes.' });
}

function size(value: Json): number {
  return isList(value)
    ? value.reduce<number>((sum, item) => sum + size(item), 1)
    : isObject(value)
      ? Object.values(value).reduce<number>((sum, item) => sum + size(item), 1)
      : 1;
}

/** Operations of an expression with named rules and values written out; one in a circle counts once. */
function unfolded(expression: Json, scene: Scene, memo: Map<string, number>): number {
  let total = 0;
  for (const { name, args } of operations(expression, false)) {
    total++;
    const path =
      name === 'var' && typeof args[0] === 'string' && args[0].startsWith('values.')
        ? args[0].split('.')[1]
        : undefined;
    const named = name === 'rule' ? String(args[0]) : path;
    if (named === undefined) continue;
    const key = `${name} ${named}`;
    const known = memo.get(key);
    if (known === undefined) {
      memo.set(key, 0);
      const part = name === 'rule' ? member(scene.rules[named], 'rule') : member(scene.values[named], 'value');
      memo.set(key, part === undefined ? 0 : unfolded(part, scene, memo));
    }
    total += memo.get(key) ?? 0;
  }
  return total;
}

export const language: Check = {
  *scene(scene) {
    const memo = new Map<string, number>();
    for (const use of scene.uses.expressions) {
      const parts = unfolded(use.expression, scene, memo);
      if (parts > MOST)
        yield at(use.holder, use.key, {
          message: `With the rules it names written out, this holds ${parts} operations; at most ${MOST} can be looked at.`,
          fix: 'Name each rule once, or say it with fewer.',
        });
      if (use.as === 'rule' && typeof use.expression === 'string') continue;
      if (size(use.expression) > LONGEST)
        yield at(use.holder, use.key, {
          message: `This rule has more than ${LONGEST} parts.`,
          fix: 'Split it into named rules.',
        });
      for (const node of operations(use.expression, use.as === 'rule' || use.sight.arithmetic))
        yield* judge(node, use.sight.arithmetic);
    }
  },
};
