/** Every fact that is read must be declared (law 5). */
import { pieces, FORMATS } from '../emit/text.ts';
import { itemReads, reads, type ItemRead } from '../expression-nodes.ts';
import type { Undeclared } from '../fact-tree.ts';
import { isList, list, member, text } from '../json-types.ts';
import { didYouMean } from '../suggest.ts';
import type { Sight } from '../uses.ts';
import type { Scene } from '../world.ts';
import { at, type Check, type Finding } from './check.ts';

interface Read {
  readonly path: string;
  readonly holder: object;
  readonly key: string | number;
}
function unknown(scene: Scene, { path, holder, key }: Read, sight: Sight): Finding | undefined {
  const found = scene.facts.find(path, sight);
  const answer = `answers.${path}`;
  const whole = asDeclared(path, sight, scene);
  if (!found.found && scene.facts.find(answer, sight).found)
    return at(holder, key, {
      message: `There is no fact "${path}": "${found.at}" is not declared.`,
      fix: `Did you mean "${answer}"?`,
      cause: causeOf(whole, found.at),
    });
  return found.found
    ? undefined
    : at(holder, key, {
        message: `There is no fact "${path}": "${found.at}" is not declared.`,
        cause: causeOf(whole, found.at),
        fix: didYouMean(
          found.at,
          found.known,
          elsewhere(scene, path) ?? remedy(path.split('.')[0] ?? '', found, sight),
        ),
      });
}

/** A member that no item of a list has: the rule would never hold, or always. */
function unknownOfItem({ facts }: Scene, { list: of, path, holder, key }: ItemRead, sight: Sight): Finding | undefined {
  const whole = facts.find(of, sight);
  if (!whole.found) return undefined; // told of already
  const found = facts.find(`${of}.0.${path}`, sight);
  return found.found
    ? undefined
    : at(holder, key, {
        message: `An item of "${of}" has no "${found.at}".`,
        cause: causeOf(`${of}.0.${path}`, found.at),
        fix: didYouMean(found.at, found.known, `An item has ${found.known.join(', ') || 'nothing'}.`),
      });
}

/**
 * A path as its declaration knows it: a part of an item by the list it is of, a result by the operation that brings it.
 * Whoever names it there, or reads it by another way, errs by the same slip.
 */
function asDeclared(path: string, { item, over }: Sight, { uses }: Scene): string {
  const of = item ? member(over?.list, 'var') : undefined;
  const [first, ...inItem] = path.split('.');
  const whole = first === 'item' && typeof of === 'string' ? [of, '0', ...inItem].join('.') : path;
  const [root, as, ...rest] = whole.split('.');
  const operations = new Set(uses.calls.filter(({ call }) => call['as'] === as).map(({ call }) => text(call['call'])));
  const [only] = operations;
  return root === 'results' && operations.size === 1 && only !== undefined ? [valueOf(only), ...rest].join('.') : whole;
}

/** What an operation brings, as the root of paths. */
export const valueOf = (operation: string): string => `value of ${operation}`;

/** The wrong name in a path: everything that reads something below it has this one cause. */
export function causeOf(path: string, wrong: string): string {
  const names = path.split('.');
  const index = names.indexOf(wrong);
  return `fact ${index < 0 ? path : names.slice(0, index + 1).join('.')}`;
}

/** Facts of this name that are declared in another place; where the same root has some, those. */
function elsewhere({ facts }: Scene, path: string): string | undefined {
  const all = facts.endingWith(path.split('.').at(-1) ?? '');
  const own = all.filter((one) => one.split('.')[0] === path.split('.')[0]);
  const [first, ...more] = (own.length > 0 ? own : all).slice(0, 3);
  return first === undefined
    ? undefined
    : more.length === 0
      ? `Did you mean "${first}"?`
      : `Did you mean one of ${[first, ...more].map((one) => `"${one}"`).join(', ')}?`;
}

function remedy(root: string, { at: name, known }: Undeclared, sight: Sight): string {
  if (root === 'item' && sight.item)
    return `An item has ${known.join(', ') || 'nothing'}, as what gives the list declares it.`;
  switch (root) {
    case 'item':
      return '"item" exists inside a repeat only.';
    case 'payload':
      return !sight.payload
        ? '"payload" exists inside an event\'s reaction only.'
        : known.length > 0
          ? `It brings ${known.join(', ')}.`
          : sight.told?.widget === undefined
            ? 'A button of an item brings nothing with it: read "item".'
            : `"${sight.told.event}" brings nothing with it.`;
    case 'problem':
      return sight.problem === undefined
        ? 'What an error says is known in the "message" of an outcome of its call only, and not of "ok".'
        : `Say in schemas/api/operations/${sight.problem}.json that what its errors say may be quoted: "detail": { "maxLength": 160 }.`;
    case 'typed':
      return 'Only fields of this step with "keep": "never" are read there, in its checks and calls.';
    case 'results':
      return `Give a call "as": "${name}".`;
    case 'values':
      return `Write flows/values/${name}.json or the flow's values/${name}.json.`;
    default:
      return `Known there: ${known.slice(0, 12).join(', ') || 'nothing'}. Declare it in schemas/facts.json${root === 'answers' ? ' or in "answers" of flow.json' : ''}.`;
  }
}

/** The pieces of a text, each placeholder once: what is wrong with one that comes again is told already. */
const differing = (written: string): Iterable<ReturnType<typeof pieces>[number]> =>
  new Map(
    pieces(written).map((piece) => [
      typeof piece === 'string' ? piece : `{{${piece.path} ${piece.format ?? ''}`,
      piece,
    ]),
  ).values();

export const unknownFact: Check = {
  *scene(scene) {
    for (const use of scene.uses.expressions) {
      for (const read of reads(use.expression)) {
        const problem = unknown(scene, { path: read.path, holder: read.holder, key: read.key }, use.sight);
        if (problem) yield problem;
      }
      for (const read of itemReads(use.expression)) {
        const problem = unknownOfItem(scene, read, use.sight);
        if (problem) yield problem;
      }
    }
    for (const use of scene.uses.texts) {
      for (const piece of differing(use.text)) {
        if (typeof piece === 'string') {
          if (piece.includes('{{'))
            yield at(use.holder, use.key, {
              message: 'A placeholder begins with "{{" here, but is not closed.',
              fix: 'Write {{name}} or {{name | format}}.',
            });
          continue;
        }
        const problem = unknown(scene, { path: piece.path, holder: use.holder, key: use.key }, use.sight);
        if (problem) yield problem;
        if (piece.format !== undefined && !Object.hasOwn(FORMATS, piece.format)) {
          yield at(use.holder, use.key, {
            message: `There is no format "${piece.format}".`,
            fix: didYouMean(piece.format, Object.keys(FORMATS), `Formats: ${Object.keys(FORMATS).join(', ')}.`),
          });
        }
      }
    }
    for (const { call, sight } of scene.uses.calls) {
      const refresh = call['refresh'];
      const on =
        typeof refresh === 'object' && refresh !== null && !isList(refresh)
          ? list((refresh as { on?: never })['on'])
          : [];
      for (const [i, path] of on.entries()) {
        const problem = unknown(scene, { path: text(path) ?? '', holder: on, key: i }, sight);
        if (problem) yield problem;
      }
    }
    for (const { path, holder, sight } of scene.uses.sets) {
      // A cookie that nobody declares is told by the rule of cookies.
      if (path.startsWith('cookies.')) continue;
      const problem = unknown(scene, { path, holder, key: path }, sight);
      if (problem) yield problem;
    }
  },
};
