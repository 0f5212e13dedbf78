/** What keeps a text from being JSON, in the words of somebody who writes it by hand. */

export interface Slip {
  /** Offset in the text. */
  readonly at: number;
  readonly message: string;
  readonly fix: string;
}
type Awaits = 'name' | 'colon' | 'value' | 'comma';
interface Open {
  readonly bracket: '{' | '[';
  readonly at: number;
  readonly indent: number;
  awaits: Awaits;
  /** Where the last comma stands, while nothing follows it. */
  comma?: number;
}

const CLOSES = { '{': '}', '[': ']' } as const;
/** Texts, words and numbers, comments, or one sign. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[\w.+-]+|\/\/|\/\*|[^\s]/gsu;
const SCALAR = /^(?:true|false|null|-?\d[\d.eE+-]*)$/;
/** Signs of a word that are repeated in a message, at most. */
const LONGEST = 40;
/** Blanks looked at before the first sign of a line, at most. */
const DEEPEST = 400;
const QUOTES = "“”„‟‘’‚‛«»'`";

/** The first slip that has a name of its own; undefined where a text is wrong in another way, or not at all. */
export function slipIn(text: string): Slip | undefined {
  const open: Open[] = [];
  let suspect: Open | undefined;
  let root = false;
  let line = 0;
  let next = text.indexOf('\n');
  for (const { 0: token, index: at } of text.matchAll(TOKEN)) {
    for (; next >= 0 && next < at; next = text.indexOf('\n', line)) line = next + 1;
    const indent = text.slice(line, line + DEEPEST).search(/\S/);
    const frame = open.at(-1);
    if (QUOTES.includes(token))
      return {
        at,
        message: `Texts stand in straight double quotes, not in ${token}.`,
        fix: 'Write " before and after the text.',
      };
    if (token === '"')
      return { at, message: 'The text that begins here has no closing quotes.', fix: 'Write " where it ends.' };
    if (token === '//' || token === '/*')
      return { at, message: 'JSON has no comments.', fix: 'Take it out; "says" is the place for a remark.' };
    if (token === '}' || token === ']') {
      if (!frame)
        return {
          at,
          message: `This ${token} closes nothing: there is one too many.`,
          fix: 'Take it out, or look for what was closed too early above.',
        };
      if (CLOSES[frame.bracket] !== token)
        return {
          at,
          message: `This ${token} stands where the ${frame.bracket} ${where(text, frame.at)} is still open.`,
          fix: `Write the ${CLOSES[frame.bracket]} that is missing before it.`,
        };
      if (frame.comma !== undefined)
        return {
          at: frame.comma,
          message: `There is an extra comma before ${token}.`,
          fix: 'Take the comma out: it stands between two things, not after the last.',
        };
      if (frame.bracket === '{' && (frame.awaits === 'colon' || frame.awaits === 'value'))
        return { at, message: 'A name stands here without a value.', fix: 'Write a colon and a value behind it.' };
      if (line + indent === at && indent !== frame.indent) suspect ??= frame;
      open.pop();
      done(open.at(-1));
    } else if (token === ',') {
      if (frame?.awaits !== 'comma')
        return frame && (frame.comma !== undefined || frame.awaits === 'name')
          ? { at, message: 'There is an extra comma here.', fix: 'Take the comma out.' }
          : undefined;
      frame.awaits = frame.bracket === '{' ? 'name' : 'value';
      frame.comma = at;
    } else if (token === ':') {
      if (frame?.awaits !== 'colon') return undefined;
      frame.awaits = 'value';
    } else {
      const opens = token === '{' || token === '[';
      if (!opens && !token.startsWith('"') && !SCALAR.test(token)) return bare(token, at);
      if (!frame && root)
        return {
          at,
          message: 'The file ends before this: a definition is one { } alone.',
          fix: 'Take out what stands behind it, or look for a bracket that is closed too early.',
        };
      if (frame?.awaits === 'comma')
        return {
          at,
          message: `A comma is missing before ${token.slice(0, LONGEST)}.`,
          fix: 'Write a comma behind what stands before it.',
        };
      if (frame?.awaits === 'colon')
        return {
          at,
          message: `A colon is missing before ${token.slice(0, LONGEST)}.`,
          fix: 'Write a colon between a name and its value.',
        };
      if (frame?.awaits === 'name') {
        if (!token.startsWith('"')) return undefined;
        frame.awaits = 'colon';
      } else if (!opens) done(frame);
      if (frame) delete frame.comma;
      root = true;
      if (opens) open.push({ bracket: token, at, indent, awaits: token === '{' ? 'name' : 'value' });
    }
  }
  const unclosed = open.length > 0 ? (suspect ?? open.at(-1)) : undefined;
  return (
    unclosed && {
      at: unclosed.at,
      message: `The ${unclosed.bracket} that is opened here is never closed.`,
      fix: `Write the missing ${CLOSES[unclosed.bracket]} where it ends.`,
    }
  );
}

/** A word or number without quotes that must have some. */
function bare(token: string, at: number): Slip | undefined {
  if (!/^\w/.test(token)) return undefined;
  const word = token.slice(0, LONGEST);
  const lower = word.toLowerCase();
  return SCALAR.test(lower)
    ? { at, message: `${word} is written in small letters.`, fix: `Write ${lower}.` }
    : {
        at,
        message: `${word} must stand in straight double quotes.`,
        fix: `Write "${word}"; only numbers, true, false and null stand without.`,
      };
}

function done(frame: Open | undefined): void {
  if (frame) frame.awaits = 'comma';
}

function where(text: string, at: number): string {
  return `of line ${text.slice(0, at).split('\n').length}`;
}
