/** Acts that set an answer from itself, so that each press changes it once more. */
import type { Json } from '../../runtime/core/facts.ts';
import { operationOf } from '../emit/expression.ts';
import { list, member, text } from '../json-types.ts';
import type { Operator } from '../operators/operator.ts';
import type { SetUse } from '../uses.ts';
import type { Scene } from '../world.ts';
import { at, type Finding } from './check.ts';
import { readsOf, touches, valueOf } from './unfolded.ts';

/**
 * An answer that a person is asked, set from itself by an act that leads on: who comes back and presses again changes
 * it once more. An act that stays on its page may count, and so may an answer that nobody is asked.
 */
export function* setFromItself(scene: Scene): Generator<Finding> {
  const asked = new Set(scene.uses.fields.map(({ field }) => `answers.${text(field['bind']) ?? ''}`));
  for (const use of scene.uses.sets) {
    if (
      !asked.has(use.path) ||
      !leads(use) ||
      !(isItself(use.value, use.path, scene) || changes(use.value, { path: use.path, scene }))
    )
      continue;
    yield at(use.holder, use.path, {
      message: `"${use.path}" is set from itself: each press makes it anew from what the press before made of it.`,
      fix: 'Set an answer of its own from it, or compute it in values/ and read it from there.',
    });
  }
}

function leads({ act, from }: SetUse): boolean {
  const ways = list(act['next']);
  const goes = ways.some((way) => ['to', 'leave', 'handOff', 'return'].some((key) => member(way, key) !== undefined));
  return goes || (from === 'action' && ways.every((way) => member(way, 'when') !== undefined));
}

/** The operator and operands of an expression, a named value written out. */
function opened(
  expression: Json,
  scene: Scene,
  open: readonly string[],
): { readonly operator: Operator; readonly args: readonly Json[]; readonly open: readonly string[] } | undefined {
  const operation = operationOf(expression);
  if (!operation) return undefined;
  const { operator, args } = operation;
  const path = operator.id === 'var' ? (text(args[0]) ?? '') : '';
  const value = path.startsWith('values.') && !open.includes(path) ? valueOf(path, scene) : undefined;
  return value === undefined ? { operator, args, open } : opened(value, scene, [...open, path]);
}

function isItself(expression: Json, path: string, scene: Scene): boolean {
  const node = opened(expression, scene, []);
  return node?.operator.id === 'var' && node.args[0] === path;
}

function changes(
  expression: Json,
  { path, scene }: { readonly path: string; readonly scene: Scene },
  seen: readonly string[] = [],
): boolean {
  const node = opened(expression, scene, seen);
  if (!node) return false;
  const { operator, args, open } = node;
  if (operator.changes) return args.some((arg) => readsOf(arg, scene).some((read) => touches(read, path)));
  const given = operator.chooses
    ? args
    : operator.id === 'if'
      ? args.filter((_, i) => i % 2 === 1 || i === args.length - 1)
      : [];
  return given.some((arg) => changes(arg, { path, scene }, open));
}
