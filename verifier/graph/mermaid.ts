/** The graph as Mermaid, for pages that draw it themselves. */
import type { Arrow, Box, FlowGraph } from './model.ts';

const OPEN: Readonly<Record<Box['kind'], readonly [string, string]>> = {
  start: ['([', '])'],
  form: ['[', ']'],
  wait: ['[[', ']]'],
  route: ['{{', '}}'],
  outcome: ['([', '])'],
  exit: ['>', ']'],
  removed: ['[', ']'],
};

/** A flowchart from top to bottom; the same graph gives the same text. */
export function mermaidOf(graph: FlowGraph): string {
  const ids = new Map(graph.boxes.map(({ id }, index) => [id, `n${index}`]));
  const name = (id: string): string => ids.get(id) ?? '';
  const isMissing = [...graph.boxes, ...graph.arrows].some(({ reached }) => reached === false);
  return [
    '---',
    `title: ${titled(`${graph.title}, brand ${graph.brand}`)}`,
    '---',
    'flowchart TD',
    `  accTitle: ${entities(`${graph.title}, brand ${graph.brand}`)}`,
    `  accDescr: ${entities(graph.description)}`,
    ...graph.boxes.map((box) => `  ${name(box.id)}${boxText(box)}`),
    ...graph.arrows.map((arrow) => `  ${name(arrow.from)} ${link(arrow)} ${name(arrow.to)}`),
    '  classDef missing stroke:#8a3a10,stroke-dasharray:6 4,fill:#fdf3ea,color:#1d2731',
    '  classDef overlaid stroke:#5a2a82,stroke-width:2px,fill:#ffffff,color:#1d2731',
    '  classDef removed stroke:#5a2a82,stroke-dasharray:2 4,fill:#ffffff,color:#1d2731',
    ...(isMissing ? ['  legend["Dashed: no fixture goes or comes here"]', '  class legend missing'] : []),
    ...classed(graph, ({ reached }) => reached === false, { as: 'missing', name }),
    ...classed(
      graph,
      ({ overlaid, kind, reached }) => overlaid !== undefined && kind !== 'removed' && reached !== false,
      { as: 'overlaid', name },
    ),
    ...classed(graph, ({ kind }) => kind === 'removed', { as: 'removed', name }),
    ...graph.arrows.flatMap(({ reached }, index) =>
      reached === false ? [`  linkStyle ${index} stroke:#8a3a10,stroke-dasharray:6 4`] : [],
    ),
    '',
  ].join('\n');
}

function boxText({ kind, title, what, step, overlaid, reached }: Box): string {
  const [open, close] = OPEN[kind];
  const notes = [
    ...(overlaid === undefined ? [] : [`${overlaid} by the brand`]),
    ...(reached === false ? ['no fixture comes here'] : []),
  ];
  const parts = [what, title, step ?? '', ...notes].filter((part) => part !== '');
  return `${open}"${parts.map(entities).join('<br/>')}"${close}`;
}

function link({ lines, removed, reached }: Arrow): string {
  if (removed) return '-.-';
  const head = reached === false ? '-.->' : '-->';
  return lines.length === 0 ? head : `${head}|"${lines.map(entities).join('<br/>')}"|`;
}

function classed(
  { boxes }: FlowGraph,
  which: (box: Box) => boolean,
  { as, name }: { readonly as: string; readonly name: (id: string) => string },
): readonly string[] {
  const found = boxes.filter(which).map(({ id }) => name(id));
  return found.length === 0 ? [] : [`  class ${found.join(',')} ${as}`];
}

/**
 * Words as Mermaid shows them; each was seen to go wrong in Mermaid 11. `"` ends a text, `#35;`, `&amp;` and `<b>` are
 * read as HTML, "`...`" as Markdown, `%%{...}%%` as settings, and a line break ends a description. Some are looked for
 * after entities are read, so a character without width parts them: `\n` breaks the line, `$$` begins a formula, `fa:`
 * an icon.
 */
const entities = (words: string): string =>
  words
    .replace(/\s+/g, ' ')
    .replace(/[#"<&`{]/g, (char) => `#${char.codePointAt(0) ?? 0};`)
    .replace(/\\(?=n)|\$(?=\$)|\bfa[a-z]?(?=:)/g, (part) => `${part}#8288;`);
/** A title is YAML, which needs quotes, and is cleaned of whatever looks like HTML; it knows no entities. */
const titled = (words: string): string => JSON.stringify(words.replaceAll('<', '‹').replaceAll('>', '›'));
