/** Comparisons: of like types only, and only with values the fact can have. */
import type { Json } from '../../runtime/core/facts.ts';
import { operations, type OperationNode } from '../expression-nodes.ts';
import { isList, isObject, list } from '../json-types.ts';
import { isOrder } from '../operators/compares.ts';
import type { Operator } from '../operators/operator.ts';
import { didYouMean } from '../suggest.ts';
import { at, type Check, type Finding } from './check.ts';
import { askedOf, knownOf, type Known } from './known.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;

interface Constant {
  readonly value: Json;
  readonly holder: object;
  readonly key: string | number;
}

/** The constants a fact is held against. */
function constantsOf(
  { operator, args, argsHolder, argKey }: OperationNode,
  fact: Known,
  sides: readonly Known[],
): readonly Constant[] {
  const of = (values: readonly Json[], holder: object, key: (i: number) => string | number): Constant[] =>
    values.flatMap((value, i) =>
      isObject(value) || isList(value) || value === null ? [] : [{ value, holder, key: key(i) }],
    );
  if (operator?.among && sides[0] === fact) return isList(args[1]) ? of(args[1], args[1], (i) => i) : [];
  // One of several choices: only where they are written can it be said that this is none of them.
  if (operator?.among) return fact.values && fact.type === 'array' ? of(args.slice(0, 1), argsHolder, argKey) : [];
  return of(args, argsHolder, argKey);
}

function* types({ name, operator, node }: OperationNode, sides: readonly Known[]): Generator<Finding> {
  for (const [i, a] of sides.slice(0, -1).entries()) {
    const b = sides[i + 1];
    if (a.type !== undefined && b?.type !== undefined && a.type !== b.type)
      yield at(node, name, {
        message: `This compares ${a.type}${a.path ? ` (${a.path})` : ''} with ${b.type}${b.path ? ` (${b.path})` : ''}: it can never hold.`,
        fix: 'Compare values of one type.',
      });
  }
  if (isOrder(operator))
    for (const { type } of sides)
      if (type === 'boolean' || type === 'object' || type === 'array')
        yield at(node, name, { message: `"${name}" cannot order ${type}.`, fix: 'Compare numbers, texts or dates.' });
}

function* judge({ value, holder, key }: Constant, operator: Operator, fact: Known): Generator<Finding> {
  const own = `"${fact.path}" can never be ${JSON.stringify(value)}`;
  if (fact.values && !isOrder(operator)) {
    if (!fact.values.includes(value))
      yield at(holder, key, {
        message: `${own}.`,
        // A choice that the question misspells is why nothing can be it.
        cause: `choice ${fact.path?.replace(/^answers\./, '') ?? ''} ${String(value)}`,
        fix: didYouMean(
          String(value),
          fact.values.map(String),
          `Its values: ${list(fact.values).map(String).join(', ')}.`,
        ),
      });
    return;
  }
  if (operator.among && fact.type !== undefined && typeof value !== fact.type)
    yield at(holder, key, { message: `${own}: it is ${fact.type}.`, fix: `Write values of type ${fact.type}.` });
  if (fact.format === 'date' && typeof value === 'string' && !DAY.test(value))
    yield at(holder, key, {
      message: `${own}: it is a date.`,
      fix: 'Write a date as year-month-day, e.g. 2026-01-31.',
    });
  if (typeof value !== 'number') return;
  if (fact.most !== undefined && value > fact.most)
    yield at(holder, key, {
      message: `${value} is out of range: "${fact.path}" is at most ${fact.most}.`,
      fix: `Compare with a number up to ${fact.most}, or raise the "maximum" of its field.`,
    });
  if (fact.least !== undefined && value < fact.least)
    yield at(holder, key, {
      message: `${value} is out of range: "${fact.path}" is at least ${fact.least}.`,
      fix: `Compare with a number from ${fact.least} on, or lower the "minimum" of its field.`,
    });
}

/** What each of several choices is held against: `{ "some": [the choices, { "==": [{ "var": "" }, "x"] }] }`. */
function* items({ args }: OperationNode, choices: Known): Generator<Finding> {
  if (!choices.values || choices.path === undefined) return;
  for (const node of operations(args[1] ?? null, false)) {
    const isItem = node.args.some((arg) => isObject(arg) && arg['var'] === '');
    if (!node.inList && node.operator?.compares && isItem)
      for (const constant of constantsOf(node, choices, [])) yield* judge(constant, node.operator, choices);
  }
}

export const comparisons: Check = {
  *scene(scene, world) {
    const asked = askedOf(scene, world);
    for (const use of scene.uses.expressions) {
      for (const node of operations(use.expression, false)) {
        const { operator } = node;
        if (operator?.overItems === true && !node.inList)
          yield* items(node, knownOf(node.args[0] ?? null, { scene, world, sight: use.sight, asked }));
        if (node.inList || !operator || !(operator.compares || operator.among)) continue;
        const sides = node.args.map((arg) => knownOf(arg, { scene, world, sight: use.sight, asked }));
        const wrong = operator.compares ? [...types(node, sides)] : [];
        yield* wrong;
        // What is of another type is no value of it either: one slip.
        if (wrong.length > 0) continue;
        const fact = sides.find(({ path }) => path !== undefined);
        if (fact) for (const constant of constantsOf(node, fact, sides)) yield* judge(constant, operator, fact);
      }
    }
  },
};
