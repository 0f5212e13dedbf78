/** The constant texts that an expression can come to, each with the place where it is written. */
import type { Json } from '../../runtime/core/facts.ts';
import { operationOf } from '../emit/expression.ts';
import { isObject, list, member, text } from '../json-types.ts';
import type { Scene, World } from '../world.ts';

interface ConstantText {
  readonly text: string;
  readonly holder: object;
  readonly key: string | number;
}
export interface ConstantTexts {
  readonly found: readonly ConstantText[];
  /** Whether it comes to no other text than these. */
  readonly whole: boolean;
}

const NONE: ConstantTexts = { found: [], whole: true };
const UNKNOWN: ConstantTexts = { found: [], whole: false };

export interface Around {
  readonly scene: Scene;
  readonly world: World;
  /** Named values that are being followed. */
  readonly open?: readonly string[];
}
/**
 * The texts of the expression that is the member of an object: written there, in the branches of its conditions, in the
 * named values it reads, in the column of the states' table it looks up. Conditions are taken to go either way.
 */
export function constantTexts(holder: object, key: string | number, around: Around): ConstantTexts {
  const { world } = around;
  const expression = (holder as Readonly<Record<string | number, Json>>)[key];
  if (typeof expression === 'string') return { found: [{ text: expression, holder, key }], whole: true };
  const operation = expression === undefined ? undefined : operationOf(expression);
  if (!operation) return NONE;
  const { operator, args } = operation;
  const at = (i: number): ConstantTexts => constantTexts(operation.holder, operation.keyOf(i), around);
  const cell = operator.cell?.(args);
  if (cell) return column(cell.column, world);
  switch (operator.id) {
    case 'var':
      return together([named(text(args[0]) ?? '', around), ...(args.length > 1 ? [at(1)] : [])]);
    case 'if':
      return together(args.flatMap((_, i) => (i % 2 === 1 || i === args.length - 1 ? [at(i)] : [])));
    case 'and':
    case 'or':
      return together(args.map((_, i) => at(i)));
    default:
      return UNKNOWN;
  }
}

function named(path: string, { scene, world, open = [] }: Around): ConstantTexts {
  const name = path.startsWith('values.') ? path.slice('values.'.length) : undefined;
  const doc =
    name === undefined || open.includes(name) || !Object.hasOwn(scene.values, name) ? undefined : scene.values[name];
  return doc && name !== undefined ? constantTexts(doc, 'value', { scene, world, open: [...open, name] }) : UNKNOWN;
}

/** A column of the states' table: the text of every row of every state. */
function column(path: string, { source }: World): ConstantTexts {
  const way = path.split('.');
  const last = way.at(-1) ?? '';
  const rows = Object.values(source.states).flatMap((state) => list(state['rows']).filter(isObject));
  const found = rows.flatMap((row): readonly ConstantText[] => {
    const holder = way.slice(0, -1).reduce<Json | undefined>((at, key) => member(at, key), row);
    const written = member(holder, last);
    return isObject(holder) && typeof written === 'string' ? [{ text: written, holder, key: last }] : [];
  });
  return { found, whole: true };
}

function together(parts: readonly ConstantTexts[]): ConstantTexts {
  return { found: parts.flatMap(({ found }) => found), whole: parts.every(({ whole }) => whole) };
}
