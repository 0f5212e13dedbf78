import { createElement } from 'react';
import type { ReactNode } from 'react';
import { text as write } from '../../core/index.ts';
import type { CompiledDocument, DocNode } from '../../core/app-definition.ts';
import type { Facts } from '../../core/facts.ts';
import type { WidgetDocNode, WidgetDocument } from '../../core/widget-contract.ts';

/** A compiled document with its placeholders filled in from the facts. */
export function documentOf(compiled: CompiledDocument, facts: Facts): WidgetDocument {
  const fill = (nodes: readonly DocNode[]): readonly WidgetDocNode[] =>
    nodes.map((node): WidgetDocNode => {
      if (node.tag === 'text') return { tag: 'text', text: write(node.text, facts) };
      if (node.tag === 'a') return { tag: 'a', href: node.href, children: fill(node.children) };
      return { tag: node.tag, children: fill(node.children) };
    });
  const { idTag, version, hash } = compiled;
  return { idTag, version, hash, title: write(compiled.title, facts), body: fill(compiled.body) };
}

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
