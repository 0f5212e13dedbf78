/** A page of docs/ as what its reader does: files to change, commands to run, and what they are said to print. */

export type Act =
  /** The fence of a change: `diff <file>`; lines with `-` go, lines with `+` come. */
  | { readonly kind: 'change'; readonly line: number; readonly file: string; readonly lines: readonly string[] }
  /** A whole new file: `json <file>` or `markdown <file>`. */
  | { readonly kind: 'file'; readonly line: number; readonly file: string; readonly text: string }
  | {
      readonly kind: 'command';
      readonly line: number;
      readonly words: string;
      /** From the fence: `sh` is 0, `sh exit 1` is 1. */
      readonly exit: number;
      /**
       * Lines of the `text` fence behind it; `...` stands for any lines, and within a line for any words. Undefined
       * when the page does not say.
       */
      readonly prints?: readonly string[];
    };

/** Acts under one heading `##`; each section begins with the content as it is. */
export interface Section {
  readonly title: string;
  readonly acts: readonly Act[];
}

interface Fence {
  readonly line: number;
  readonly info: string;
  readonly lines: readonly string[];
}

/**
 * Reads a page. Throws at a fence it does not know: then nobody would notice that nothing runs it.
 * @param isOne the page is one example: all that is done on it is one section, called like the page
 */
export function readPage(file: string, markdown: string, { isOne = false } = {}): readonly Section[] {
  const sections: { title: string; acts: Act[] }[] = isOne ? [{ title: file, acts: [] }] : [];
  for (const part of parts(markdown.split('\n'))) {
    if (typeof part === 'string') {
      if (!isOne) sections.push({ title: part, acts: [] });
    } else sections.at(-1)?.acts.splice(-1, 1, ...actsOf(file, part, sections.at(-1)?.acts.at(-1)));
  }
  return sections.filter(({ acts }) => acts.length > 0);
}

/** Headings and fences in their order. */
function* parts(lines: readonly string[]): Generator<string | Fence> {
  let open: { line: number; info: string; lines: string[] } | undefined;
  for (const [index, line] of lines.entries()) {
    if (open) {
      if (line.trim() === '```') {
        yield open;
        open = undefined;
      } else open.lines.push(line);
    } else if (line.startsWith('```')) open = { line: index + 1, info: line.slice(3).trim(), lines: [] };
    else if (line.startsWith('## ')) yield line.slice(3);
  }
}

/** The act before, changed or as it was, and what the fence adds. */
function actsOf(file: string, { line, info, lines }: Fence, last: Act | undefined): readonly Act[] {
  const before = last ? [last] : [];
  const [language = '', name = '', code] = info.split(' ');
  if (language === 'diff' && name !== '') return [...before, { kind: 'change', line, file: name, lines }];
  if ((language === 'json' || language === 'markdown') && name !== '')
    return [...before, { kind: 'file', line, file: name, text: `${lines.join('\n')}\n` }];
  if (language === 'sh')
    return [
      ...before,
      ...lines
        .filter((words) => words !== '')
        .map((words): Act => ({ kind: 'command', line, words, exit: name === 'exit' ? Number(code) : 0 })),
    ];
  if (language === 'text' && last?.kind === 'command' && last.prints === undefined) return [{ ...last, prints: lines }];
  throw new Error(
    `${file}:${line}: a fence "${info}" is no change, file, command or output; write diff <file>, json <file>, markdown <file>, sh, sh exit 1 or text.`,
  );
}

/** The text with a change applied. Throws when the lines that stay or go do not stand there exactly once. */
export function changed(text: string, { file, line, lines }: Extract<Act, { kind: 'change' }>): string {
  const old = lines
    .filter((one) => !one.startsWith('+'))
    .map((one) => one.slice(1))
    .join('\n');
  const now = lines
    .filter((one) => !one.startsWith('-'))
    .map((one) => one.slice(1))
    .join('\n');
  const found = text.split(old).length - 1;
  if (found !== 1) throw new Error(`The change at line ${line} fits ${file} ${found} times, not once:\n${old}`);
  return text.replace(old, () => now);
}

/** The first line that was not printed, in order; undefined when all were. */
export function notPrinted(prints: readonly string[], output: string): string | undefined {
  const lines = output.split('\n').map((line) => line.trim());
  let from = 0;
  for (const wanted of prints.map((line) => line.trim()).filter((line) => line !== '' && line !== '...')) {
    const pattern = new RegExp(
      `^${wanted
        .split('...')
        .map((words) => words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
        .join('.*')}$`,
    );
    const at = lines.findIndex((line, index) => index >= from && pattern.test(line));
    if (at < 0) return wanted;
    from = at + 1;
  }
  return undefined;
}
