/** A document as the words of a mail: blocks that an empty line parts; what has no words is left out. */
import type { WidgetDocNode } from '../../runtime/core/widget-contract.ts';

/** The words of a document's body; items of a list stand on lines of their own. */
export function plainWords(nodes: readonly WidgetDocNode[]): string {
  return nodes
    .map((node) => {
      if (node.tag === 'text') return node.text.trim();
      if (node.tag === 'ul' || node.tag === 'ol')
        return node.children
          .map((item) => inline(item).trim())
          .filter((words) => words !== '')
          .map((words, index) => (node.tag === 'ol' ? `${index + 1}. ${words}` : `- ${words}`))
          .join('\n');
      if (node.tag === 'blockquote') return plainWords(node.children);
      return inline(node).trim();
    })
    .filter((words) => words !== '')
    .join('\n\n');
}

function inline(node: WidgetDocNode): string {
  if (node.tag === 'text') return node.text;
  const words = node.children.map(inline).join('');
  return node.tag === 'a' ? `${words} (${node.href})` : words;
}
