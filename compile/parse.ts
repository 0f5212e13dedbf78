/** JSON text to values that know their place. Bad input is a Problem, never a crash. */
import { parse, type ValueNode } from '@humanwhocodes/momoa';
import type { Json } from '../runtime/core/facts.ts';
import { slipIn } from './json-slips.ts';
import { recordMember, recordOwn } from './places.ts';
import type { Place, Problem } from './types.ts';

/** A definition is written by hand: what is larger or deeper is a mistake. */
const LONGEST = 4_000_000;
const DEEPEST = 200;

export interface Parsed {
  readonly value?: Json;
  readonly problems: readonly Problem[];
}

/** The last text of each file with what it gave: an unchanged file is not parsed again. */
const kept = new Map<string, { readonly source: string; readonly parsed: Parsed }>();

/** Parses one file; what it gives is never changed afterwards, so an unchanged file gives the same objects. */
export function parseJson(file: string, source: string): Parsed {
  const known = kept.get(file);
  if (known?.source === source) return known.parsed;
  const parsed = parseText(file, source);
  kept.set(file, { source, parsed });
  return parsed;
}

/** A byte order mark is ignored; comments and trailing commas are problems. */
function parseText(file: string, source: string): Parsed {
  const text = source.startsWith('\uFEFF') ? source.slice(1) : source;
  if (text.trim() === '')
    return failed({ file, line: 1, column: 1 }, 'json', {
      message: 'This file is empty.',
      fix: 'Write the definition, or delete the file.',
    });
  if (text.length > LONGEST)
    return failed({ file, line: 1, column: 1 }, 'json', {
      message: `This file has ${text.length} characters; at most ${LONGEST} are read.`,
      fix: 'Split it into smaller files.',
    });
  const wrong = unparsable(text);
  if (wrong) return failed({ file, ...placeIn(text, wrong.at) }, 'json', { message: wrong.message, fix: wrong.fix });
  try {
    const problems: Problem[] = [];
    const value = build(file, parse(text, { mode: 'json' }).body, problems);
    return { value, problems };
  } catch (error) {
    const slip = slipIn(text);
    return slip
      ? failed({ file, ...placeIn(text, slip.at) }, 'json', {
          message: `This is not JSON: ${slip.message}`,
          fix: slip.fix,
        })
      : { problems: [unreadable(file, error)] };
  }
}

function failed(
  place: Place,
  code: string,
  { message, fix }: { readonly message: string; readonly fix: string },
): Parsed {
  return { problems: [{ ...place, code, message, fix }] };
}

/** momoa's errors carry `line` and `column`; anything else is a bug and is thrown on. */
function unreadable(file: string, error: unknown): Problem {
  if (!(error instanceof Error) || !('line' in error) || !('column' in error)) throw error;
  const message = error.message.replace(/ ?\(\d+:\d+\)\.?$/, '');
  return {
    file,
    line: Number(error.line),
    column: Number(error.column),
    code: 'json',
    message: `This is not JSON: ${message}`,
    fix: 'Look for a missing comma, quote or bracket at or just before this place.',
  };
}

/** What the parser would choke on, or let pass although it is no JSON: found without recursion. */
function unparsable(text: string): { readonly at: number; readonly message: string; readonly fix: string } | undefined {
  let depth = 0;
  let inText = false;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (inText) {
      if (c === 92) i++;
      else if (c === 34) inText = false;
      else if (c < 32)
        return {
          at: i,
          message: 'This is not JSON: a text in quotes holds a line end or another control character.',
          fix: 'Close the quotes on the same line, or write \\n for a line end.',
        };
    } else if (c === 34) inText = true;
    else if (c === 91 || c === 123) {
      if (++depth > DEEPEST)
        return {
          at: i,
          message: `Lists and objects are nested deeper than ${DEEPEST} levels.`,
          fix: 'Flatten the structure.',
        };
    } else if (c === 93 || c === 125) depth--;
  }
  return undefined;
}
function placeIn(text: string, at: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, at).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

function placeAt(
  file: string,
  node: { readonly loc: { readonly start: { readonly line: number; readonly column: number } } },
): Place {
  return { file, line: node.loc.start.line, column: node.loc.start.column };
}

function build(file: string, node: ValueNode, problems: Problem[]): Json {
  switch (node.type) {
    case 'Object':
      return buildObject(file, node, problems);
    case 'Array': {
      const items: Json[] = [];
      recordOwn(items, placeAt(file, node));
      for (const [i, element] of node.elements.entries()) {
        items.push(build(file, element.value, problems));
        recordMember(items, i, { key: placeAt(file, element.value), value: placeAt(file, element.value) });
      }
      return items;
    }
    case 'String':
    case 'Number':
    case 'Boolean':
      return node.value;
    case 'Null':
      return null;
    default:
      throw new Error(`JSON mode gave a ${node.type} node; check the version of @humanwhocodes/momoa.`);
  }
}

function buildObject(file: string, node: Extract<ValueNode, { type: 'Object' }>, problems: Problem[]): Json {
  const object: Record<string, Json> = {};
  recordOwn(object, placeAt(file, node));
  for (const member of node.members) {
    const name = member.name.type === 'String' ? member.name.value : member.name.name;
    const place = placeAt(file, member.name);
    if (name === '__proto__') {
      problems.push({ ...place, code: 'name', message: '"__proto__" cannot be a name.', fix: 'Choose another name.' });
      continue;
    }
    if (Object.hasOwn(object, name)) {
      problems.push({
        ...place,
        code: 'duplicate-key',
        message: `"${name}" stands twice in this object.`,
        fix: 'Keep one of the two.',
      });
      continue;
    }
    object[name] = build(file, member.value, problems);
    recordMember(object, name, { key: place, value: placeAt(file, member.value) });
  }
  return object;
}
