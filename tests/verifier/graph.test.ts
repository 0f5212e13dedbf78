import { describe, expect, test } from 'vitest';
import { readSource } from '../../compile/content.ts';
import { projectDir, readFiles } from '../../compile/disk.ts';
import type { Files, Json } from '../../compile/index.ts';
import { resolveBrands } from '../../compile/resolve-brands.ts';
import { layoutOf, type Layout, type Rect } from '../../verifier/graph/layout.ts';
import { widthOf } from '../../verifier/graph/measure.ts';
import { mermaidOf } from '../../verifier/graph/mermaid.ts';
import { graphOf, type FlowGraph, type Reached } from '../../verifier/graph/model.ts';
import { COLORS, svgOf } from '../../verifier/graph/svg.ts';
import { waysOf } from '../../verifier/graph/ways.ts';

const json = (value: Json): string => JSON.stringify(value);

function load(files: Files, brand: string, id: string) {
  const { source } = readSource(files);
  const flow = resolveBrands(source, 'local').brands[brand]?.flows[id];
  if (!flow) throw new Error(`The content of this test has no flow ${id} of ${brand}.`);
  return { source, flow };
}
function graphed(
  files: Files,
  brand: string,
  { id, reached }: { readonly id: string; readonly reached?: Reached },
): FlowGraph {
  return graphOf({ ...load(files, brand, id), env: 'local', ...(reached && { reached }) });
}

/** A form whose one button goes on along the line. */
const page = (id: string, more: Record<string, Json> = {}): Json => ({
  id,
  kind: 'form',
  title: `Page ${id}`,
  fields: {},
  layout: [],
  actions: [{ id: 'go', label: 'Go on' }],
  ...more,
});
const small: Files = {
  'flows/app.json': json({}),
  'schemas/facts.json': json({
    answers: { type: 'object', properties: { age: { type: 'integer' } } },
    flags: { type: 'object', properties: { fast: { type: 'boolean' } } },
  }),
  'schemas/api/operations/send.json': json({
    name: 'send',
    outcomeAt: 'a.b',
    outcomes: { YES: 'y', NO: 'n', LATER: 'l' },
  }),
  'flows/loan/flow.json': json({
    id: 'loan',
    title: 'A <loan> & "more"',
    line: ['one', 'two', 'three'],
    stages: [{ id: 's', title: 'First stage' }],
  }),
  'flows/loan/steps/one.json': json(
    page('one', {
      stage: 's',
      actions: [
        { id: 'go', label: 'Go on', next: [{ when: { '>': [{ var: 'answers.age' }, 90] }, to: 'old' }] },
        { id: 'away', label: 'Leave', next: [{ to: 'other/home' }] },
      ],
    }),
  ),
  'flows/loan/steps/two.json': json(page('two', { when: { '!': { var: 'flags.fast' } } })),
  'flows/loan/steps/three.json': json(
    page('three', {
      actions: [
        {
          id: 'send',
          label: 'Send',
          calls: [{ call: 'send', on: { YES: { to: 'end' }, NO: { to: 'old' }, LATER: { reopen: ['one'] } } }],
        },
      ],
    }),
  ),
  'flows/loan/steps/old.json': json(
    page('old', { actions: [], outcome: 'denied', layout: [{ link: 'Read more', leave: 'help-page' }] }),
  ),
  'flows/loan/steps/end.json': json({
    id: 'end',
    kind: 'wait',
    title: 'Wait',
    listen: [
      {
        channel: 'c',
        on: { DONE: { to: 'old' }, GONE: { to: 'old' } },
        giveUpAfterSeconds: 5,
        onGiveUp: { signOut: true },
      },
    ],
    timers: [{ afterMs: 2000, do: { to: 'one' } }],
  }),
  'flows/other/flow.json': json({ id: 'other', title: 'Other', line: ['home'] }),
  'flows/other/steps/home.json': json(page('home')),
  'brands/ours/brand.json': json({ id: 'ours' }),
};

const overlaps = (a: Rect, b: Rect): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
/** What lies over what it should not, by name. */
function collisions({ boxes, arrows }: Layout): readonly string[] {
  const things = [
    ...boxes.map((box) => ({ name: box.box.id, rect: box as Rect })),
    ...arrows.flatMap(({ arrow, label }) => (label ? [{ name: `text of ${arrow.id}`, rect: label }] : [])),
  ];
  const found: string[] = [];
  for (const [index, one] of things.entries())
    for (const other of things.slice(index + 1))
      if (overlaps(one.rect, other.rect)) found.push(`${one.name} / ${other.name}`);
  for (const { arrow, points } of arrows) {
    for (const [index, point] of points.slice(1).entries()) {
      const from = points[index] ?? point;
      const segment: Rect = {
        x: Math.min(from.x, point.x),
        y: Math.min(from.y, point.y),
        width: Math.abs(from.x - point.x),
        height: Math.abs(from.y - point.y),
      };
      for (const { name, rect } of things) {
        const own = name === arrow.from || name === arrow.to || name === `text of ${arrow.id}`;
        const inner: Rect = { x: rect.x + 1, y: rect.y + 1, width: rect.width - 2, height: rect.height - 2 };
        if (!own && overlaps(segment, inner)) found.push(`${arrow.id} crosses ${name}`);
      }
    }
  }
  return found;
}
const tooWide = ({ boxes, arrows }: Layout): readonly string[] => [
  ...boxes.flatMap(({ box, title, what, name, badge, width }) =>
    [...title, ...badge]
      .filter((line) => widthOf(line, 15, true) > width)
      .concat([...what, ...name].filter((line) => widthOf(line, 12) > width))
      .map((line) => `${box.id}: ${line}`),
  ),
  ...arrows.flatMap(({ arrow, label }) =>
    (label?.lines ?? [])
      .filter((line) => widthOf(line, 12) > (label?.width ?? 0))
      .map((line) => `${arrow.id}: ${line}`),
  ),
];

describe('the graph of a flow', () => {
  test('has every step and every way, with what takes it and its rule, parallel ways on one arrow', () => {
    const graph = graphed(small, 'ours', { id: 'loan' });
    expect(graph.boxes.map(({ id, kind, what }) => `${id} ${kind} ${what}`)).toEqual([
      'start start ',
      'step:one form Page · First stage',
      'step:two form Page',
      'step:three form Page',
      'step:end wait Waits',
      'step:old outcome End: denied',
      'exit:end:sign out exit Out of the account',
      'exit:old:leave help-page exit To another address',
      'exit:one:other/home exit To the flow other',
    ]);
    expect(Object.fromEntries(graph.arrows.map(({ id, lines }) => [id, lines]))).toEqual({
      'start > step:one': [],
      'step:one > step:old': ['"Go on", if the age is more than 90'],
      'step:one > step:two': ['"Go on", otherwise, if the feature "fast" is switched off'],
      'step:one > step:three': ['"Go on", otherwise, if the feature "fast" is switched on'],
      'step:one > exit:one:other/home': ['"Leave"'],
      'step:two > step:three': ['"Go on"'],
      'step:three > step:end': ['"Send", send: yes'],
      'step:three > step:old': ['"Send", send: no'],
      'step:three > step:one': ['"Send", send: later (asked again)'],
      'step:end > step:old': ['event: done or gone'],
      'step:end > exit:end:sign out': ['nothing heard in time'],
      'step:end > step:one': ['after 2 s'],
      'step:old > exit:old:leave help-page': ['link "Read more"'],
    });
  });

  test('is drawn with every box and line of text, and told to who cannot see it', async () => {
    const graph = graphed(small, 'ours', { id: 'loan' });
    const svg = svgOf(graph, await layoutOf(graph));
    const mermaid = mermaidOf(graph);
    const drawn = svg.slice(svg.indexOf('</desc>'));
    const escaped = (words: string): string =>
      words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
    for (const word of [
      ...graph.boxes.map(({ title }) => title),
      ...graph.arrows.flatMap(({ lines }) => lines),
    ].flatMap((line) => line.split(' ')))
      expect(drawn).toContain(escaped(word));
    for (const { lines } of graph.arrows) for (const line of lines) expect(svg).toContain(escaped(line));
    expect(svg.match(/<title id="title">([^]*?)<\/title>/)?.[1]).toBe(
      'A &lt;loan&gt; &amp; &quot;more&quot; (loan), brand ours',
    );
    expect(mermaid.split('\n').filter((line) => / (-->|-\.->)/.test(line)).length).toBe(graph.arrows.length);
    for (const { title } of graph.boxes) expect(mermaid).toContain(title);
    expect(mermaid).toContain('-->|"#34;Go on#34;, if the age is more than 90"|');
    expect(svg).not.toMatch(/undefined|NaN/);
  });

  test('marks what no fixture reaches, in words and by dashes', async () => {
    const graph = graphed(small, 'ours', {
      id: 'loan',
      reached: new Set([
        'loan/step/one',
        'loan/step/two',
        'loan/step/one/line/two',
        'loan/step/three',
        'loan/step/three/action/send/calls/0/on/NO',
        'loan/step/old',
      ]),
    });
    const missing = graph.arrows.filter(({ reached }) => !reached).map(({ id }) => id);
    expect(missing).toContain('step:one > step:old');
    expect(missing).not.toContain('step:one > step:two');
    expect(missing).not.toContain('step:three > step:old');
    expect(graph.boxes.filter(({ reached }) => reached === false).map(({ id }) => id)).toEqual([
      'step:end',
      'exit:end:sign out',
      'exit:old:leave help-page',
      'exit:one:other/home',
    ]);
    const svg = svgOf(graph, await layoutOf(graph));
    expect(svg.match(/no fixture comes here/g)?.length).toBe(4);
    expect(svg).toContain('dashed: no fixture goes or comes here');
    expect(
      svgOf(graphed(small, 'ours', { id: 'loan' }), await layoutOf(graphed(small, 'ours', { id: 'loan' }))),
    ).not.toContain('fixture');
  });

  test('marks what a brand overlay added, replaced, changed and removed', async () => {
    const overlay = {
      remove: ['two'],
      insert: [{ after: 'one', step: page('new') }],
      replace: {
        end: { ...(JSON.parse(small['flows/loan/steps/end.json'] ?? '') as object), title: 'Other wait' } as Json,
      },
      set: { 'steps/three/title': 'Third' },
    };
    const graph = graphed({ ...small, 'brands/ours/flows/loan.json': json(overlay) }, 'ours', { id: 'loan' });
    expect(
      Object.fromEntries(
        graph.boxes.flatMap(({ id, overlaid, title }) => (overlaid ? [[id, `${overlaid}: ${title}`]] : [])),
      ),
    ).toEqual({
      'step:new': 'added: Page new',
      'step:three': 'changed: Third',
      'step:end': 'replaced: Other wait',
      'step:two': 'removed: Page two',
    });
    expect(graph.arrows.filter(({ removed }) => removed).map(({ id }) => id)).toEqual([
      'step:one > step:two',
      'step:two > step:three',
    ]);
    const svg = svgOf(graph, await layoutOf(graph));
    for (const words of ['added by the brand', 'replaced by the brand', 'changed by the brand', 'removed by the brand'])
      expect(svg).toContain(words);
    expect(mermaidOf(graph)).toContain('-.-');
  });

  test('names its ways as coverage does', async () => {
    const { gaugeOf } = await import('../../verifier/cover/measure.ts');
    const { loadContent, productNamed } = await import('../../cli/products.ts');
    const content = await loadContent(readFiles([projectDir]), { env: 'local', today: '2026-11-21' });
    if ('problems' in content) throw new Error(content.problems.map(({ message }) => message).join('\n'));
    const { resolved, products } = content.loaded;
    for (const [id, brand] of Object.entries(resolved.brands)) {
      const { goals } = gaugeOf(brand, productNamed(products, id));
      for (const flow of Object.values(brand.flows)) {
        const known = new Set(goals[flow.id]?.goals.map((goal) => goal.id));
        const unknown = waysOf(resolved.source, flow)
          .filter((way) => way.from !== '' && !known.has(`${flow.id}/${way.id}`))
          .map((way) => way.id);
        expect(unknown, flow.id).toEqual([]);
      }
    }
  }, 60_000);
});

describe('drawings', () => {
  /** A flow of 40 steps: a line with skips, jumps ahead and back, and waits with many outcomes. */
  function forty(): Files {
    const ids = Array.from({ length: 40 }, (_, index) => `step-${index}`);
    const steps = ids.map((id, index): [string, string] => {
      const next: Json[] = [];
      if (index % 5 === 2 && index + 4 < ids.length)
        next.push({ when: { '>': [{ var: 'answers.age' }, index] }, to: ids[index + 4] ?? id });
      if (index % 7 === 6) next.push({ when: { '<': [{ var: 'answers.age' }, index] }, to: ids[index - 5] ?? id });
      const more: Record<string, Json> =
        index % 6 === 4 ? { when: { '==': [{ var: 'flags.fast' }, index % 4 === 0] } } : {};
      return [
        `flows/long/steps/${id}.json`,
        json(
          page(id, {
            ...more,
            title: `Tell us more about part ${index} of your application`,
            actions: [
              { id: 'go', label: 'Go on', next },
              ...(index % 9 === 3 ? [{ id: 'away', label: 'Leave', next: [{ to: 'other/home' }] }] : []),
            ],
          }),
        ),
      ];
    });
    return {
      ...small,
      'flows/long/flow.json': json({ id: 'long', title: 'Long', line: ids }),
      ...Object.fromEntries(steps),
    };
  }
  const drawn: readonly (readonly [string, () => FlowGraph])[] = [
    ['the loan application', () => graphed(readFiles([projectDir]), 'payday', { id: 'apply', reached: new Set() })],
    ['a flow of 40 steps', () => graphed(forty(), 'ours', { id: 'long' })],
    ['a small flow', () => graphed(small, 'ours', { id: 'loan' })],
  ];
  test.each(drawn)(
    'of %s overlap nowhere, hold their text, and are the same twice',
    async (_, make) => {
      const graph = make();
      const layout = await layoutOf(graph);
      expect(collisions(layout)).toEqual([]);
      expect(tooWide(layout)).toEqual([]);
      expect(svgOf(make(), await layoutOf(make()))).toBe(svgOf(graph, layout));
      expect(mermaidOf(make())).toBe(mermaidOf(graph));
    },
    60_000,
  );

  test('have colours of enough contrast for text', () => {
    const light = (hex: string): number =>
      [1, 3, 5]
        .map((at) => parseInt(hex.slice(at, at + 2), 16) / 255)
        .map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
        .reduce((sum, c, index) => sum + c * ([0.2126, 0.7152, 0.0722][index] ?? 0), 0);
    const contrast = (a: string, b: string): number =>
      (Math.max(light(a), light(b)) + 0.05) / (Math.min(light(a), light(b)) + 0.05);
    const { ground, box, end, exit, missingGround, text, muted, accent, missing, overlay } = COLORS;
    for (const ink of [text, muted, accent, missing, overlay])
      for (const under of [ground, box, end, exit, missingGround])
        expect(contrast(ink, under)).toBeGreaterThanOrEqual(4.5);
  });
});
