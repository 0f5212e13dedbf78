/** What the build does to the script of the first page alone: one file, without the sentences that only we read. */
import { relative } from 'node:path';
import { parseSync, Visitor, type ESTree, type Plugin } from 'vite';

/** Whether an argument is a sentence written out where an error is made. */
function isSentence(node: ESTree.Node | undefined): boolean {
  if (node?.type === 'BinaryExpression') return isSentence(node.left) && isSentence(node.right);
  return node?.type === 'TemplateLiteral' || (node?.type === 'Literal' && typeof node.value === 'string');
}

/**
 * The code of a module with each `new Error('sentence …')` made `new Error('file:line …')`.
 * @param file its path; what stands before the line is this without the extension
 * @throws when the code cannot be read
 */
export function shortErrors(code: string, file: string): string {
  const { program, errors } = parseSync(file, code);
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  const place = file.replace(/\.tsx?$/, '');
  const cuts: { readonly start: number; readonly end: number; readonly text: string }[] = [];
  const cut = (first: ESTree.Argument | undefined): void => {
    if (first === undefined || first.type === 'SpreadElement' || !isSentence(first)) return;
    const line = code.slice(0, first.start).split('\n').length;
    cuts.push({ start: first.start, end: first.end, text: `'${place}:${line}'` });
  };
  new Visitor({
    NewExpression({ callee, arguments: [first] }) {
      if (callee.type === 'Identifier' && callee.name === 'Error') cut(first);
    },
    // What a class of errors says of itself.
    CallExpression({ callee, arguments: [first] }) {
      if (callee.type === 'Super') cut(first);
    },
  }).visit(program);
  return cuts.reduceRight((text, { start, end, text: short }) => text.slice(0, start) + short + text.slice(end), code);
}

/** In a build, an error of the runtime says where it was thrown; the sentence stands at that line (decision 0047). */
export const shortErrorsPlugin = (root: string): Plugin => ({
  name: 'short-errors',
  apply: 'build',
  enforce: 'pre',
  transform(code, id) {
    const file = relative(root, id);
    return /^(?:runtime|contract)\/[^?]*\.tsx?$/.test(file)
      ? shortErrors(code, file.replace(/^runtime\//, ''))
      : undefined;
  },
});

/** Collects the modules that an entry of the build reaches without an `import()`. */
export function firstPage(): { readonly plugin: Plugin; readonly has: (id: string) => boolean } {
  const reached = new Set<string>();
  return {
    has: (id) => reached.has(id),
    plugin: {
      name: 'first-page',
      apply: 'build',
      buildEnd() {
        const ahead = [...this.getModuleIds()].filter((id) => this.getModuleInfo(id)?.isEntry);
        for (let id = ahead.pop(); id !== undefined; id = ahead.pop()) {
          if (reached.has(id)) continue;
          reached.add(id);
          ahead.push(...(this.getModuleInfo(id)?.importedIds ?? []));
        }
      },
    },
  };
}
