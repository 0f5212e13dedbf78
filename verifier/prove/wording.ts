/**
 * What a document must say, word for word, and the figures that must be on its page. A version that lacks one of them
 * counts as shown, or as agreed to, nowhere.
 */
import type { Source } from '../../compile/content.ts';
import type { Doc } from '../../compile/documents.ts';
import { documentsOn } from '../../compile/emit/compliance.ts';
import type { LayoutItem } from '../../runtime/core/definition.ts';
import { mayShow } from '../../runtime/core/disclosures.ts';
import type { Path } from '../../runtime/core/facts.ts';
import type { Survey } from '../explore/survey.ts';
import { wordsOf } from '../words/words.ts';
import { documentsOf } from './days.ts';
import { plain, type Obligation } from './obligation.ts';

const wordsIn = (node: Doc): string => {
  if (node.tag === 'text') return node.text;
  const inner = node.tag === 'hr' ? '' : node.children.map(wordsIn).join('');
  return ['strong', 'em', 'a'].includes(node.tag) ? inner : ` ${inner} `;
};

/** The text of each document of a brand in force on a day, by its idTag; marks of emphasis are no part of it. */
export const textsOn = (source: Source, brand: string, day: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    documentsOn(documentsOf(source), brand, day).map(({ front, body }) => [
      front.idTag,
      plain(body.map(wordsIn).join('')),
    ]),
  );

/** What the document of an obligation and its pages lack on the day of a survey: a sentence each. */
export function lackingOf(survey: Survey, obligation: Obligation): readonly string[] {
  const { shown, agreed, contains, figures } = obligation;
  const idTag = shown ?? agreed;
  if (idTag === undefined || contains.length + figures.length === 0) return [];
  const { source, flow, resolved, brand, today } = survey;
  const text = textsOn(source, brand, today)[idTag];
  if (text === undefined) return [`No version of "${idTag}" is in force on that day.`];
  const words = wordsOf(source, resolved);
  const said = new Set([...text.matchAll(/\{\{\s*([^\s|}]+)/g)].map(([, path]) => path));
  const unsaid = figures.filter((path) => !said.has(path));
  const pages = Object.values(flow.steps).filter((step) => shown !== undefined && mayShow(flow, step, shown));
  return [
    ...contains
      .filter((sentence) => !text.includes(sentence))
      .map((sentence) => `The text of "${idTag}" that is in force on that day does not say: ${sentence}`),
    ...unsaid.flatMap((path) => {
      const figure = `${words.fact(path)} (${path})`;
      const remedy = `write {{${path}}} into the text`;
      if (shown === undefined) return [`The text of "${idTag}" does not say ${figure}: ${remedy}.`];
      return pages
        .filter(({ layout }) => !readsOf(layout).includes(path))
        .map(
          ({ id }) =>
            `"${idTag}" stands on "${words.step(id)}" without ${figure}: ${remedy}, or put it on that page without a condition.`,
        );
    }),
  ];
}

/** Facts that are read by what always stands on a page. */
const readsOf = (layout: readonly LayoutItem[]): readonly Path[] =>
  layout.flatMap((item) => {
    if (item.kind === 'field' || item.when !== undefined) return [];
    if (item.kind === 'group') return item.folded || item.aside ? [] : readsOf(item.items);
    if (item.kind === 'widget') return Object.values(item.options).flatMap(({ reads }) => reads);
    return item.kind === 'copy' && typeof item.text !== 'string' ? item.text.reads : [];
  });
