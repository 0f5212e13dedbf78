/** What becomes of answers of earlier versions, as `migrations.json` says it. */
import type { Migration, Move } from '../../runtime/core/definition.ts';
import type { JsonObject } from '../../runtime/core/facts.ts';
import { isObject, list, text } from '../json-types.ts';

type Kind = Move['kind'];

/** Each move as it is written: the member that names it holds a path; what stands beside it. */
const MOVES: { readonly [K in Kind]: (path: string, move: JsonObject) => Extract<Move, { kind: K }> } = {
  rename: (from, move) => ({ kind: 'rename', from, to: text(move['to']) ?? '' }),
  move: (from, move) => ({ kind: 'move', from, to: text(move['to']) ?? '' }),
  default: (path, move) => ({ kind: 'default', path, value: move['value'] ?? null }),
  drop: (path) => ({ kind: 'drop', path }),
  askAgain: (path) => ({ kind: 'askAgain', path }),
};
const KINDS = Object.keys(MOVES) as readonly Kind[];

/** The move that an object of the content says. Throws for one that its meta schema refuses. */
export function readMove(move: JsonObject): Move {
  const kind = KINDS.find((one) => Object.hasOwn(move, one));
  if (kind === undefined) throw new Error('A move of migrations.json says none of its words: check it first.');
  return MOVES[kind](text(move[kind]) ?? '', move);
}

/** Undefined where there are none. */
export function writeMigrations(doc: JsonObject | undefined): readonly Migration[] | undefined {
  const found = list(doc?.['migrations']).filter(isObject);
  if (found.length === 0) return undefined;
  return found.map(({ moves }) => ({ moves: list(moves).filter(isObject).map(readMove) }));
}
