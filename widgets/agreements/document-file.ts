import type { WidgetDocNode, WidgetDocument } from '../../runtime/core/widget-contract.ts';

const POINT = '- ';

/** The words of nodes: a paragraph, a heading and an item of a list are blocks, which an empty line parts. */
function blocks(nodes: readonly WidgetDocNode[]): readonly string[] {
  const found: string[] = [];
  let line = '';
  const end = () => {
    if (line === POINT) return;
    if (line.trim() !== '') found.push(line.trim());
    line = '';
  };
  const take = (all: readonly WidgetDocNode[]): void => {
    for (const node of all) {
      if (node.tag === 'text') {
        line += node.text;
        continue;
      }
      const isInline = node.tag === 'strong' || node.tag === 'em' || node.tag === 'a';
      if (!isInline) end();
      if (node.tag === 'li') line = POINT;
      take(node.children);
      if (node.tag === 'a') line += ` (${node.href})`;
      if (!isInline) end();
    }
  };
  take(nodes);
  end();
  return found;
}

/**
 * A document as a file of plain text, which every device opens: what a person keeps. It names the version and the hash
 * of what was read, so that a copy can be held against what the lender keeps.
 */
export function documentFile({ idTag, title, version, hash, body }: WidgetDocument): {
  readonly name: string;
  readonly text: string;
} {
  return {
    name: `${idTag}-${version}.txt`,
    text: `${[title, ...blocks(body), `${idTag} ${version} ${hash}`].join('\n\n')}\n`,
  };
}
