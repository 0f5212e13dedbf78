/** Every word that stood on a page, in its order, as the engine says it over what stood behind the page. Pure. */
import type { CompiledCompliance, DocNode } from '../../runtime/core/app-definition.ts';
import type { CompiledFlow, LayoutItem, Step, Text } from '../../runtime/core/definition.ts';
import type { Facts } from '../../runtime/core/facts.ts';
import { holds, itemsOf, own, text } from '../../runtime/core/index.ts';
import type { Shown } from '../../runtime/core/state.ts';

/** `unkept`: something that stood here and whose words nobody has. */
export interface Line {
  readonly as: 'heading' | 'copy' | 'note' | 'warning' | 'question' | 'document' | 'link' | 'button' | 'unkept';
  readonly text: string;
}
export interface Shows {
  readonly flow: CompiledFlow;
  readonly step: Step;
  /** What conditions read. */
  readonly facts: Facts;
  /** The same as texts may say it: without what is sensitive. */
  readonly hidden: Facts;
  /** Words of a question that is asked, with its answer; undefined for one that is not. */
  readonly question: (field: string) => string | undefined;
  /** Documents that were recorded with the page. */
  readonly shown: Shown;
  readonly documents: CompiledCompliance['documents'];
  /** The dialog through which the page was left. */
  readonly dialog?: string;
}

/** @returns lines from the first to the last, those of the dialog through which the page was left after them */
export function wordsOn(over: Shows): readonly Line[] {
  const { flow, step, dialog } = over;
  const through = dialog === undefined ? undefined : own(flow.dialogs, dialog);
  return [
    ...linesOf(over, step.layout),
    ...buttonsOf(over, step.actions),
    ...(through
      ? [
          ...said(over, 'heading', through.title),
          ...linesOf(over, through.layout ?? []),
          ...buttonsOf(over, through.actions),
        ]
      : []),
  ];
}

function said({ hidden }: Pick<Shows, 'hidden'>, as: Line['as'], words: Text | undefined): readonly Line[] {
  const told = words === undefined ? '' : text(words, hidden).trim();
  return told === '' ? [] : [{ as, text: told }];
}

const buttonsOf = (over: Shows, actions: Step['actions']): readonly Line[] =>
  actions.flatMap(({ label, when }) => (holds(when, over.facts) ? said(over, 'button', label) : []));

const linesOf = (over: Shows, items: readonly LayoutItem[]): readonly Line[] =>
  items.flatMap((item) => ('when' in item && !holds(item.when, over.facts) ? [] : linesOfItem(over, item)));

function linesOfItem(over: Shows, item: LayoutItem): readonly Line[] {
  switch (item.kind) {
    case 'field': {
      const words = over.question(item.field);
      return words === undefined ? [] : [{ as: 'question', text: words }];
    }
    case 'copy':
      return said(over, item.as === 'body' ? 'copy' : item.as, item.text);
    case 'disclosure': {
      const consent = item.consent === undefined ? undefined : over.question(item.consent);
      return [
        ...documentLines(over, item.idTag),
        ...(consent === undefined ? [] : [{ as: 'question' as const, text: consent }]),
      ];
    }
    case 'summary': {
      const titles = item.steps.map((id) => text(own(over.flow.steps, id)?.title ?? id, over.hidden));
      return [{ as: 'copy', text: `What was answered on: ${titles.join(', ')}` }];
    }
    case 'group':
      return [...said(over, 'heading', item.title), ...linesOf(over, item.items)];
    case 'link':
      return said(over, 'link', item.text);
    case 'widget': {
      const asked = item.field === undefined ? undefined : over.question(item.field);
      const drawn = { as: 'unkept' as const, text: `What "${item.widget}" drew here is not kept.` };
      return asked === undefined ? [drawn] : [drawn, { as: 'question', text: asked }];
    }
    case 'repeat':
      return itemsOf(item, over.facts).flatMap((each) => {
        const of = { ...over, facts: { ...over.facts, item: each.item }, hidden: { ...over.hidden, item: each.item } };
        return [...said(of, 'heading', item.title), ...linesOf(of, item.items)];
      });
    case 'button':
      return said(over, 'button', item.label);
  }
}

/** The document that was recorded with the page, else the one in force then. */
function documentLines({ shown, documents, hidden }: Shows, idTag: string): readonly Line[] {
  const document = own(documents, idTag);
  const recorded = own(shown, idTag);
  if (document && (recorded === undefined || recorded === document.hash))
    return [
      { as: 'heading', text: text(document.title, hidden) },
      ...blocks(document.body, hidden).map((words) => ({ as: 'document' as const, text: words })),
    ];
  return [
    { as: 'unkept', text: `The words of ${idTag}${recorded === undefined ? '' : ` (${recorded})`} are not kept.` },
  ];
}

/** A line for each paragraph, heading and item of a document. */
function blocks(nodes: readonly DocNode[], facts: Facts): readonly string[] {
  return nodes.flatMap((node) =>
    node.tag === 'ul' || node.tag === 'ol' || node.tag === 'blockquote'
      ? blocks(node.children, facts)
      : node.tag === 'hr'
        ? []
        : [inline(node, facts).trim()].filter((words) => words !== ''),
  );
}
const inline = (node: DocNode, facts: Facts): string =>
  node.tag === 'text' ? text(node.text, facts) : node.children.map((child) => inline(child, facts)).join('');
