import { createElement } from 'react';
import type { ReactNode } from 'react';
import type { WidgetDocNode } from '../../core/widget-contract.ts';

/** The body of a document as elements. Its headings keep their level: they stand below a title of level two. */
export function DocumentBody({ nodes }: { readonly nodes: readonly WidgetDocNode[] }): ReactNode {
  return nodes.map((node, index) => {
    if (node.tag === 'text') return node.text;
    if (node.tag === 'hr') return <hr key={index} />;
    const inner = <DocumentBody nodes={node.children} />;
    if (node.tag === 'a')
      return (
        <a key={index} href={node.href} target="_blank" rel="noopener noreferrer">
          {inner}
        </a>
      );
    const tag = node.tag === 'h2' ? 'h3' : node.tag === 'h3' ? 'h4' : node.tag;
    return createElement(tag, { key: index }, inner);
  });
}
