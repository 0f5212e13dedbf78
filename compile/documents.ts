/** A compliance document: front matter, then Markdown, to a tree without HTML. */
import { fromMarkdown } from 'mdast-util-from-markdown';
import type { DocumentSource } from './content.ts';
import { isDay } from '../contract/days.ts';
import type { Place, Problem } from './types.ts';

export interface FrontMatter {
  readonly idTag: string;
  readonly title: string;
  readonly type: string;
  readonly from: string;
  readonly until?: string;
  readonly states?: readonly string[];
  readonly brands?: readonly string[];
  readonly products?: readonly string[];
  /** Why a lawyer has to write this text before anybody is bound by it; absent: nobody has to. */
  readonly lawyer?: string;
}
export type Doc =
  | { readonly tag: 'text'; readonly text: string; readonly line: number; readonly column: number }
  | {
      readonly tag: 'p' | 'h2' | 'h3' | 'ul' | 'ol' | 'li' | 'strong' | 'em' | 'blockquote' | 'hr';
      readonly children: readonly Doc[];
    }
  | { readonly tag: 'a'; readonly href: string; readonly children: readonly Doc[] };

export interface ParsedDocument {
  readonly source: DocumentSource;
  readonly front: FrontMatter;
  /** Where the value of each line of the front matter stands. */
  readonly places: Readonly<Record<string, Place>>;
  readonly body: readonly Doc[];
}

const KEYS = ['idTag', 'title', 'type', 'from', 'until', 'states', 'brands', 'products', 'lawyer'];
const LISTS = ['states', 'brands', 'products'];
/** A document is read by people: what is longer, or nested deeper, is a mistake. */
const LONGEST = 400_000;
const DEEPEST = 50;
/** Signs that may open emphasis, links or code; reading takes the square of their number. */
const MARKS = 4000;

interface Read {
  readonly document?: ParsedDocument;
  readonly problems: readonly Problem[];
}

/** The last text of each file with what it gave: an unchanged document is not parsed again. */
const kept = new Map<string, { readonly text: string; readonly read: Read }>();

/** Parses one document; `document` is there only when nothing is wrong. */
export function parseDocument(source: DocumentSource): Read {
  const known = kept.get(source.file);
  if (known?.text === source.text) return known.read;
  const read = parseText(source);
  kept.set(source.file, { text: source.text, read });
  return read;
}

function parseText(source: DocumentSource): Read {
  const problems: Problem[] = [];
  const say: Say = (at, message, fix) =>
    void problems.push({ file: source.file, ...at, code: 'document', message, fix });
  if (source.text.length > LONGEST) {
    say(
      FIRST,
      `This document has ${source.text.length} characters; at most ${LONGEST} are read.`,
      'Split it into several documents.',
    );
    return { problems };
  }
  const marks = source.text.match(/[*_[\]`<!]/g)?.length ?? 0;
  if (marks > MARKS) {
    say(
      FIRST,
      `This document has ${marks} signs of emphasis, links or code; at most ${MARKS} are read.`,
      'Write it with fewer, or split it.',
    );
    return { problems };
  }
  const lines = source.text.split('\n');
  const deep = lines.findIndex((line) => nesting(line) > DEEPEST);
  if (deep >= 0) {
    say({ line: deep + 1, column: 1 }, `Lists and quotes are nested deeper than ${DEEPEST} levels.`, 'Flatten them.');
    return { problems };
  }
  const end = lines.indexOf('---', 1);
  if (lines[0] !== '---' || end < 0) {
    say(
      FIRST,
      'A document begins with front matter between two lines of "---".',
      'Begin with ---, then idTag, title, type and from, then ---.',
    );
    return { problems };
  }
  const front: Record<string, string | readonly string[]> = {};
  const places: Record<string, Place> = {};
  for (const [i, line] of lines.slice(1, end).entries()) {
    const found = /^(\w+):\s*(.*?)\s*$/.exec(line);
    if (line.trim() === '') continue;
    const key = found?.[1] ?? '';
    if (!found || !KEYS.includes(key))
      say(
        { line: i + 2, column: 1 },
        found ? `"${key}" is not known in front matter.` : 'A line of front matter is "name: value".',
        `Known are ${KEYS.join(', ')}.`,
      );
    else {
      front[key] = LISTS.includes(key) ? listOf(found[2] ?? '') : unquoted(found[2] ?? '');
      places[key] = {
        file: source.file,
        line: i + 2,
        column: line.indexOf(':') + 1 + (/\S/.exec(line.slice(line.indexOf(':') + 1))?.index ?? 0) + 1,
      };
    }
  }
  for (const key of ['idTag', 'title', 'type', 'from'])
    if (String(front[key] ?? '').trim() === '')
      say(places[key] ?? FIRST, `The front matter lacks "${key}".`, `Add a line "${key}: ...".`);
  if (front['lawyer'] === '')
    say(
      places['lawyer'] ?? FIRST,
      '"lawyer" does not say why a lawyer has to write this text.',
      'Say why, or leave the line out.',
    );
  for (const key of ['from', 'until']) {
    const value = front[key];
    if (typeof value === 'string' && value !== '' && value !== 'null' && !isDay(value))
      say(
        places[key] ?? FIRST,
        `"${key}" must be a date like 2026-01-31, but is "${value}"${/^\d{4}-\d{2}-\d{2}$/.test(value) ? ': no day of the calendar' : ''}.`,
        'Write year-month-day.',
      );
  }
  if (typeof front['idTag'] === 'string' && front['idTag'] !== source.idTag)
    say(
      FIRST,
      `The idTag "${front['idTag']}" is not the name of its folder, "${source.idTag}".`,
      'Make the two the same.',
    );
  if (front['until'] === '' || front['until'] === 'null') delete front['until'];
  if (lines.slice(end + 1).every((line) => line.trim() === ''))
    say(
      { line: end + 1, column: 1 },
      'This document has no words: whoever opens it reads nothing.',
      'Write what it says below the front matter.',
    );
  const body = blocks(fromMarkdown(`${'\n'.repeat(end + 1)}${lines.slice(end + 1).join('\n')}`).children, say);
  return problems.length > 0
    ? { problems }
    : { document: { source, front: front as unknown as FrontMatter, places, body }, problems };
}

/** Levels of quotes and lists that the beginning of a line opens, at most. */
function nesting(line: string): number {
  const marks = /^[\s>*+\-\d.)]*/.exec(line)?.[0] ?? '';
  const indent = /^\s*/.exec(line)?.[0].length ?? 0;
  return marks.replace(/[\s\d]/g, '').length + Math.floor(indent / 2);
}

function listOf(value: string): readonly string[] {
  return value
    .replace(/^\[|\]$/g, '')
    .split(',')
    .map((item) => unquoted(item.trim()))
    .filter((item) => item !== '');
}
function unquoted(value: string): string {
  return value.replace(/^(["'])(.*)\1$/, '$2');
}

type Block = ReturnType<typeof fromMarkdown>['children'][number];
type Node = Block | Extract<Block, { type: 'paragraph' }>['children'][number];
type Say = (at: Position, message: string, fix: string) => void;
/** From 1. */
interface Position {
  readonly line: number;
  readonly column: number;
}
const FIRST: Position = { line: 1, column: 1 };
const startOf = ({ position }: Node): Position => ({
  line: position?.start.line ?? 1,
  column: position?.start.column ?? 1,
});

function blocks(nodes: readonly Node[], say: Say): Doc[] {
  return nodes.flatMap((node) => block(node, say));
}
function block(node: Node, say: Say): Doc[] {
  switch (node.type) {
    case 'text':
      return [
        {
          tag: 'text',
          text: node.value,
          ...startOf(node),
        },
      ];
    case 'break':
      return [{ tag: 'text', text: '\n', line: node.position?.start.line ?? 1, column: 1 }];
    case 'paragraph':
      return [{ tag: 'p', children: blocks(node.children, say) }];
    case 'heading':
      return [{ tag: node.depth <= 2 ? 'h2' : 'h3', children: blocks(node.children, say) }];
    case 'list':
      return [{ tag: node.ordered ? 'ol' : 'ul', children: blocks(node.children, say) }];
    case 'listItem':
      return [
        {
          tag: 'li',
          children: blocks(
            node.children.length === 1 && node.children[0]?.type === 'paragraph'
              ? node.children[0].children
              : node.children,
            say,
          ),
        },
      ];
    case 'strong':
      return [{ tag: 'strong', children: blocks(node.children, say) }];
    case 'emphasis':
      return [{ tag: 'em', children: blocks(node.children, say) }];
    case 'blockquote':
      return [{ tag: 'blockquote', children: blocks(node.children, say) }];
    case 'thematicBreak':
      return [{ tag: 'hr', children: [] }];
    case 'link':
      if (!/^(https:\/\/|mailto:|tel:|\/)/.test(node.url))
        say(
          startOf(node),
          `A link may not lead to "${node.url}".`,
          'Use an address that begins with https://, mailto:, tel: or /.',
        );
      return [{ tag: 'a', href: node.url, children: blocks(node.children, say) }];
    default:
      say(
        startOf(node),
        node.type === 'html' ? 'A document holds no HTML.' : `A document cannot hold ${node.type}.`,
        'Use paragraphs, headings, lists, emphasis, quotes and links.',
      );
      return [];
  }
}
