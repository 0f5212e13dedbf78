/** A document with its words filled in: what a page draws and what is printed, from one function. */
import type { CompiledDocument, DocNode } from './app-definition.ts';
import type { Text } from './definition.ts';
import type { Facts } from './facts.ts';
import type { WidgetDocNode, WidgetDocument } from './widget-contract.ts';
import { text } from './express.ts';

/** A compiled document with its placeholders filled in from the facts. */
export function documentOf(compiled: CompiledDocument, facts: Facts): WidgetDocument {
  const fill = (nodes: readonly DocNode[]): readonly WidgetDocNode[] =>
    nodes.map((node): WidgetDocNode => {
      if (node.tag === 'text') return { tag: 'text', text: text(node.text, facts) };
      if (node.tag === 'a') return { tag: 'a', href: node.href, children: fill(node.children) };
      return { tag: node.tag, children: fill(node.children) };
    });
  const { idTag, version, hash } = compiled;
  return { idTag, version, hash, title: text(compiled.title, facts), body: fill(compiled.body) };
}

/** Whether every placeholder of a document is known: one that lacks a figure is neither printed nor agreed to. */
export function isWhole(compiled: CompiledDocument, facts: Facts): boolean {
  return textsOf(compiled).every((one) => typeof one === 'string' || one.of(facts) !== undefined);
}

/** The facts that the words of a document read, each once. */
export function readsOf(compiled: CompiledDocument): readonly string[] {
  return [...new Set(textsOf(compiled).flatMap((one) => (typeof one === 'string' ? [] : one.reads)))];
}

function textsOf({ title, body }: CompiledDocument): readonly Text[] {
  const within = (nodes: readonly DocNode[]): readonly Text[] =>
    nodes.flatMap((node) => (node.tag === 'text' ? [node.text] : within(node.children)));
  return [title, ...within(body)];
}
