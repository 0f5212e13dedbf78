/**
 * The rules of Mermaid's flowcharts that the text must keep. What Mermaid 11.17 does where one is broken stands beside
 * each.
 */
import { describe, expect, test } from 'vitest';
import { readSource } from '../../compile/content.ts';
import { projectDir, readFiles } from '../../compile/disk.ts';
import { resolveBrands } from '../../compile/resolve-brands.ts';
import { mermaidOf } from '../../verifier/graph/mermaid.ts';
import { graphOf, type Arrow, type Box, type FlowGraph } from '../../verifier/graph/model.ts';

/** A graph in which these words stand wherever words can stand. */
function saying(words: string): FlowGraph {
  const box = (id: string, kind: Box['kind'], more: Partial<Box> = {}): Box => ({
    id,
    kind,
    title: words,
    what: 'Page',
    ...more,
  });
  const arrow = (from: string, to: string, more: Partial<Arrow> = {}): Arrow => ({
    id: `${from} > ${to}`,
    from,
    to,
    lines: [words],
    ways: [],
    removed: false,
    ...more,
  });
  return {
    flow: 'end',
    brand: 'ours',
    title: words,
    description: words,
    covered: true,
    boxes: [
      box('start', 'start'),
      box('end', 'form', { step: 'end' }),
      box('graph', 'wait', { overlaid: 'added' }),
      box('class', 'route'),
      box('click', 'outcome', { reached: false }),
      box('style', 'exit'),
      box('o', 'removed', { overlaid: 'removed' }),
    ],
    arrows: [
      arrow('start', 'end', { lines: [] }),
      arrow('end', 'graph', { reached: false }),
      arrow('graph', 'class'),
      arrow('class', 'click'),
      arrow('click', 'style'),
      arrow('end', 'o', { removed: true, lines: [] }),
    ],
  };
}

/** The front matter, then one statement a line. */
function linesOf(graph: FlowGraph): { readonly head: readonly string[]; readonly body: readonly string[] } {
  const lines = mermaidOf(graph).split('\n');
  const head = lines.slice(0, 4);
  expect(lines.at(-1)).toBe('');
  return { head, body: lines.slice(4, -1) };
}

// In quotes: no quote, no backtick, no brace, no `<` but of a line break, no `&`; `#` only as the number of a
// character.
const TEXT = String.raw`"(?:[^"\x60{<&#]|#\d+;|<br/>)+"`;
const NODE = new RegExp(
  String.raw`^  (?:n\d+|legend)(?:\(\[${TEXT}\]\)|\[${TEXT}\]|\[\[${TEXT}\]\]|\{\{${TEXT}\}\}|>${TEXT}\])$`,
);
const LINK = new RegExp(String.raw`^  n\d+ (?:-->|-\.->|-\.-)(?:\|${TEXT}\|)? n\d+$`);
const OTHER = [
  /^  acc(?:Title|Descr): (?:[^{#&<"]|#\d+;)+$/,
  /^  classDef (?:missing|overlaid|removed) [\w#:,. -]+$/,
  /^  class (?:n\d+|legend)(?:,n\d+)* (?:missing|overlaid|removed)$/,
  /^  linkStyle \d+ [\w#:, -]+$/,
];

const faults = (graph: FlowGraph): readonly string[] => {
  const { head, body } = linesOf(graph);
  const links = body.filter((line) => LINK.test(line)).length;
  return [
    // `title: a: b` and `title: "a" b`: "bad indentation of a mapping entry"; `title: {a}` is drawn as [object Object];
    // of `<loan>` nothing is drawn.
    ...(head[0] === '---' &&
    /^title: "(?:[^"\\<>]|\\["\\bfnrtu])*"$/.test(head[1] ?? '') &&
    head[2] === '---' &&
    head[3] === 'flowchart TD'
      ? []
      : head),
    // `end["x"]` and `a --> end`: parse error; so no id is a word of the content.
    ...body.filter((line) => ![NODE, LINK, ...OTHER].some((form) => form.test(line))),
    // Beyond the last link: "Cannot set properties of undefined (setting 'style')".
    ...body.filter((line) => Number(/^  linkStyle (\d+)/.exec(line)?.[1] ?? -1) >= links),
  ];
};

describe('the Mermaid text', () => {
  test('of every flow of every brand keeps the rules', () => {
    const { source } = readSource(readFiles([projectDir]));
    for (const { flows } of Object.values(resolveBrands(source, 'local').brands)) {
      for (const flow of Object.values(flows))
        for (const reached of [undefined, new Set<string>()])
          expect(faults(graphOf({ source, env: 'local', flow, ...(reached && { reached }) })), flow.id).toEqual([]);
    }
  });

  test.each<[words: string, written: string]>([
    ['"Log in"', '#34;Log in#34;'], // as it is: parse error
    ['#35; of them', '#35;35; of them'], // as it is, drawn as "# of them"
    ['fees &amp; rates', 'fees #38;amp; rates'], // drawn as "fees & rates"
    ['a <b>bold</b> word', 'a #60;b>bold#60;/b> word'], // drawn as "a bold word"
    ['`amount`', '#96;amount#96;'], // on an arrow drawn as "amount": Markdown
    ['%%{init: {}}%%', '%%#123;init: #123;}}%%'], // taken out as settings, then a parse error at the empty text
    ['one\ntwo', 'one two'], // the description ends, and "two" is drawn as a box
    ['C:\\new', 'C:\\#8288;new'], // drawn as "C:", a line break, "ew"; #92; for the backslash is read too early to help
    ['from $$5 to $$6', 'from $#8288;$5 to $#8288;$6'], // drawn as a formula
    ['fa:fa-car', 'fa#8288;:fa-car'], // drawn as an icon, without words
  ])('says %j as it is meant', (words, written) => {
    const text = mermaidOf(saying(words));
    for (const place of [`n1["Page<br/>${written}<br/>end"]`, `-->|"${written}"| n3`, `accDescr: ${written}\n`])
      expect(text).toContain(place);
    expect(faults(saying(words))).toEqual([]);
  });

  test.each(['end', 'a (b) [c] {d} | e', 'a: b', '100%% sure', 'a --> b; c', 'A <loan> & "more"', "it's"])(
    'draws %j in every shape',
    (words) => {
      expect(faults(saying(words))).toEqual([]);
    },
  );

  test('explains the dashes, only where something is dashed', () => {
    expect(mermaidOf(saying('x'))).toContain('legend["Dashed: no fixture goes or comes here"]');
    const graph = saying('x');
    const reached = {
      ...graph,
      boxes: graph.boxes.map((box) => ({ ...box, reached: true })),
      arrows: graph.arrows.map((arrow) => ({ ...arrow, reached: true })),
    };
    expect(mermaidOf(reached)).not.toContain('legend');
  });
});
