/**
 * Operators: only those that exist, with as many arguments as they take, arithmetic in `values/` only, nothing computed
 * that must be known.
 */
import type { Json } from '../../runtime/core/facts.ts';
import { operations, type OperationNode } from '../expression-nodes.ts';
import { isList, isObject, member } from '../json-types.ts';
import { WRITTEN } from '../operators/index.ts';
import { didYouMean } from '../suggest.ts';
import type { Scene } from '../world.ts';
import { at, atKey, type Check, type Finding } from './check.ts';

const LONGEST = 2000;
/** Operations of a rule whose named rules are written out. */
const MOST = 5000;

function constantText(value: Json | undefined): boolean {
  return typeof value === 'string';
}

function* judge(
  { name, operator, args, node, argsHolder, argKey }: OperationNode,
  values: boolean,
): Generator<Finding> {
  if (!operator || typeof operator.stands === 'object') {
    const known = WRITTEN.flatMap(({ id, also = [] }) => [id, ...also]);
    yield atKey(node, name, {
      message: `There is no operator "${name}".`,
      fix:
        operator?.stands === undefined || operator.stands === 'values'
          ? name === '='
            ? 'Did you mean "=="?'
            : didYouMean(name, known, 'See docs/operators.md.')
          : operator.stands.instead,
    });
    return;
  }
  if (operator.stands === 'values' && !values)
    yield atKey(node, name, {
      message: `Arithmetic ("${name}") stands in values/ only.`,
      fix: 'Write a named value and read it as values.<name>.',
    });
  const [least, most] = operator.arity;
  if (args.length < least || args.length > most)
    yield at(node, name, {
      message: `"${name}" takes ${least === most ? least : `${least} to ${most}`} argument${most === 1 ? '' : 's'}, not ${args.length}.`,
      fix: 'Give it a list of its arguments.',
    });
  if ((operator.id === 'var' || operator.id === 'answered') && !constantText(args[0]))
    yield at(argsHolder, argKey(0), {
      message: `The path of "${name}" must be written out.`,
      fix: 'Name the fact in quotes, e.g. "answers.loan.amount".',
    });
  if (operator.id === 'rule' && !constantText(args[0]))
    yield at(argsHolder, argKey(0), {
      message: 'The name of a rule must be written out.',
      fix: 'Write { "rule": "name" }.',
    });
  for (const { place, message, fix } of operator.faults?.(args) ?? [])
    yield place === undefined ? at(node, name, { message, fix }) : at(argsHolder, argKey(place), { message, fix });
  const paths = operator.id === 'answered' ? undefined : operator.names?.of(args);
  if (paths && !paths.every((path) => typeof path === 'string'))
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
