/** The graph as SVG: calm, one accent, nothing told by colour alone. Needs no script and no font file. */
import { FONT, widthOf, wrapped } from './measure.ts';
import { PAD, SMALL, TITLE, type Layout, type PlacedArrow, type PlacedBox, type Rect } from './layout.ts';
import type { FlowGraph } from './model.ts';

/** Every text colour has a contrast of at least 4.5:1 on the ground it stands on. */
export const COLORS = {
  ground: '#ffffff',
  box: '#ffffff',
  end: '#eef3f8',
  exit: '#f5f5f3',
  text: '#1d2731',
  muted: '#4a5763',
  line: '#5b6873',
  accent: '#12355b',
  missing: '#8a3a10',
  missingGround: '#fdf3ea',
  overlay: '#5a2a82',
} as const;

const MARGIN = 28;
const HEADER = 64;
const LEGEND = { width: 250, row: 30 } as const;

/** The drawing; the same graph and layout give the same bytes. */
export function svgOf(graph: FlowGraph, layout: Layout): string {
  const legend = legendOf(graph);
  const title = `${graph.title}, brand ${graph.brand}`;
  const lines = wrapped(graph.description, { width: Math.max(layout.width - 20, 500), size: SMALL.size });
  const top = HEADER + lines.length * (SMALL.line + 2);
  const columns = Math.max(1, Math.min(legend.length, Math.floor(Math.max(layout.width, 540) / LEGEND.width)));
  const rows = Math.ceil(legend.length / columns);
  const foot = rows * LEGEND.row + 40;
  const width = Math.max(layout.width, 540, widthOf(title, 20, true)) + 2 * MARGIN;
  const height = top + layout.height + foot + MARGIN;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title desc" font-family="${escaped(FONT)}" font-size="${SMALL.size}">`,
    `<title id="title">${escaped(title)}</title>`,
    `<desc id="desc">${escaped([graph.description, ...told(graph)].join('\n'))}</desc>`,
    `<defs>${marker('arrow', COLORS.line)}${marker('arrow-missing', COLORS.missing)}</defs>`,
    `<rect width="${width}" height="${height}" fill="${COLORS.ground}"/>`,
    text({ x: MARGIN, y: MARGIN + 20 }, title, { size: 20, weight: 700, fill: COLORS.accent }),
    ...lines.map((line, index) =>
      text({ x: MARGIN, y: MARGIN + 40 + index * (SMALL.line + 2) }, line, { fill: COLORS.muted }),
    ),
    `<g transform="translate(${MARGIN} ${top})">`,
    ...layout.arrows.map(arrow),
    ...layout.arrows.map(label),
    ...layout.boxes.map(box),
    '</g>',
    `<g transform="translate(${MARGIN} ${top + layout.height + 24})">`,
    ...legend.map(
      (entry, index) =>
        `<g transform="translate(${(index % columns) * LEGEND.width} ${Math.floor(index / columns) * LEGEND.row})">${entry.draw}${text({ x: 64, y: 15 }, entry.says, { fill: COLORS.text })}</g>`,
    ),
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}

const marker = (id: string, color: string): string =>
  `<marker id="${id}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0L8 4L0 8z" fill="${color}"/></marker>`;

/** Every way as a sentence, for who cannot see the drawing. */
function told({ boxes, arrows }: FlowGraph): readonly string[] {
  const titles = new Map(boxes.map(({ id, title, what }) => [id, what === '' ? title : `${title} (${what})`]));
  return arrows
    .filter(({ removed }) => !removed)
    .map(
      ({ from, to, lines }) =>
        `${titles.get(from) ?? from} leads to ${titles.get(to) ?? to}${lines.length === 0 ? '' : `: ${lines.join('; ')}`}.`,
    );
}

interface Style {
  readonly size?: number;
  readonly weight?: number;
  readonly fill?: string;
  readonly anchor?: 'middle';
  readonly extra?: string;
}
function text(
  { x, y }: { readonly x: number; readonly y: number },
  words: string,
  { size, weight, fill, anchor, extra }: Style,
): string {
  return `<text x="${x}" y="${y}"${size === undefined ? '' : ` font-size="${size}"`}${weight === undefined ? '' : ` font-weight="${weight}"`}${anchor === undefined ? '' : ` text-anchor="${anchor}"`}${extra === undefined ? '' : ` ${extra}`} fill="${fill ?? COLORS.text}">${escaped(words)}</text>`;
}

function shape(
  { x, y, width, height }: Rect,
  kind: PlacedBox['box']['kind'],
  style: { readonly stroke: string; readonly fill: string; readonly dash?: string },
): string {
  const dash = style.dash === undefined ? '' : ` stroke-dasharray="${style.dash}"`;
  const rect = (
    inset: number,
    radius: number,
    { fill, strokeWidth }: { readonly fill: string; readonly strokeWidth: number },
  ): string =>
    `<rect x="${x + inset}" y="${y + inset}" width="${width - 2 * inset}" height="${height - 2 * inset}" rx="${radius}" fill="${fill}" stroke="${style.stroke}" stroke-width="${strokeWidth}"${dash}/>`;
  const outline = { fill: style.fill, strokeWidth: 1.5 };
  switch (kind) {
    case 'form':
      return rect(0, 6, outline);
    case 'wait':
      return `${rect(0, 6, outline)}<path d="M${x + 6} ${y}V${y + height}M${x + width - 6} ${y}V${y + height}" stroke="${style.stroke}" stroke-width="1.5"/>`;
    case 'route':
      return `<path d="M${x + 12} ${y}H${x + width - 12}L${x + width} ${y + height / 2}L${x + width - 12} ${y + height}H${x + 12}L${x} ${y + height / 2}z" fill="${style.fill}" stroke="${style.stroke}" stroke-width="1.5"${dash}/>`;
    case 'outcome':
      return rect(0, 18, outline) + rect(4, 14, { fill: 'none', strokeWidth: 1 });
    case 'start':
      return rect(0, 16, outline);
    case 'exit':
      return `<path d="M${x} ${y}H${x + width - 12}L${x + width} ${y + height / 2}L${x + width - 12} ${y + height}H${x}z" fill="${style.fill}" stroke="${style.stroke}" stroke-width="1"${dash}/>`;
    case 'removed':
      return rect(0, 6, { fill: style.fill, strokeWidth: 1 });
  }
}

function look({ kind, reached, overlaid }: PlacedBox['box']): {
  readonly stroke: string;
  readonly fill: string;
  readonly dash?: string;
} {
  if (kind === 'removed') return { stroke: COLORS.overlay, fill: COLORS.ground, dash: '2 4' };
  const fill =
    reached === false
      ? COLORS.missingGround
      : kind === 'outcome' || kind === 'start'
        ? COLORS.end
        : kind === 'exit'
          ? COLORS.exit
          : COLORS.box;
  if (reached === false) return { stroke: COLORS.missing, fill, dash: '6 4' };
  return { stroke: overlaid === undefined ? (kind === 'exit' ? COLORS.line : COLORS.accent) : COLORS.overlay, fill };
}

function box(placed: PlacedBox): string {
  const { x, y, width } = placed;
  const { kind, step } = placed.box;
  const style = look(placed.box);
  if (kind === 'start')
    return `<g>${shape(placed, kind, style)}${text({ x: x + width / 2, y: y + 21 }, 'Start', { size: 13, weight: 700, anchor: 'middle', fill: COLORS.accent })}</g>`;
  const parts: string[] = [];
  let at = y + PAD + SMALL.size - 1;
  const small = (line: string, fill: string, weight?: number): void => {
    parts.push(
      text({ x: x + width / 2, y: at }, line, { anchor: 'middle', fill, ...(weight !== undefined && { weight }) }),
    );
    at += SMALL.line;
  };
  placed.what.forEach((line) => small(line, COLORS.muted));
  at += TITLE.line - SMALL.line - 1;
  for (const line of placed.title) {
    parts.push(
      text({ x: x + width / 2, y: at }, line, {
        size: TITLE.size,
        weight: 700,
        anchor: 'middle',
        ...(kind === 'removed' && { extra: 'text-decoration="line-through"' }),
      }),
    );
    at += TITLE.line;
  }
  at -= TITLE.line - SMALL.line - 1;
  placed.name.forEach((line) => small(line, COLORS.muted));
  placed.badge.forEach((line) => small(line, placed.box.reached === false ? COLORS.missing : COLORS.overlay, 700));
  return `<g><title>${escaped(`${placed.box.what}: ${placed.box.title}${step === undefined ? '' : ` (${step})`}`)}</title>${shape(placed, kind, style)}${parts.join('')}</g>`;
}

const isMissing = ({ arrow: { reached } }: PlacedArrow): boolean => reached === false;

function arrow(placed: PlacedArrow): string {
  const path = placed.points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`).join('');
  const { removed } = placed.arrow;
  const color = removed ? COLORS.overlay : isMissing(placed) ? COLORS.missing : COLORS.line;
  const dash = removed ? ' stroke-dasharray="2 4"' : isMissing(placed) ? ' stroke-dasharray="6 4"' : '';
  return `<path d="${path}" fill="none" stroke="${color}" stroke-width="1.3"${dash}${removed ? '' : ` marker-end="url(#arrow${isMissing(placed) ? '-missing' : ''})"`}/>`;
}

function label(placed: PlacedArrow): string {
  if (!placed.label) return '';
  const { x, y, width, height, lines } = placed.label;
  const fill = isMissing(placed) ? COLORS.missing : COLORS.text;
  return `<g><rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${COLORS.ground}"/>${lines.map((line, index) => text({ x: x + width / 2, y: y + 3 + SMALL.size + index * SMALL.line - 1 }, line, { anchor: 'middle', fill })).join('')}</g>`;
}

interface Entry {
  readonly draw: string;
  readonly says: string;
}
function legendOf({ boxes, arrows, covered }: FlowGraph): readonly Entry[] {
  const sample: Rect = { x: 0, y: 1, width: 52, height: 20 };
  const line = (color: string, dash: string, end: string): string =>
    `<path d="M0 11H50" stroke="${color}" stroke-width="1.3"${dash}${end}/>`;
  const entries: Entry[] = [];
  const kinds = {
    form: 'a page',
    wait: 'waits for an answer or event',
    route: 'decides, shows no page',
    outcome: 'the journey ends here',
    exit: 'leads out of this flow',
  } as const;
  for (const [kind, says] of Object.entries(kinds) as [keyof typeof kinds, string][]) {
    if (boxes.some((one) => one.kind === kind))
      entries.push({
        draw: shape(sample, kind, {
          stroke: kind === 'exit' ? COLORS.line : COLORS.accent,
          fill: kind === 'outcome' ? COLORS.end : kind === 'exit' ? COLORS.exit : COLORS.box,
        }),
        says,
      });
  }
  if (boxes.some(({ overlaid }) => overlaid !== undefined && overlaid !== 'removed'))
    entries.push({
      draw: shape(sample, 'form', { stroke: COLORS.overlay, fill: COLORS.box }),
      says: 'added or changed by the brand',
    });
  if (boxes.some(({ kind }) => kind === 'removed'))
    entries.push({
      draw: shape(sample, 'removed', { stroke: COLORS.overlay, fill: COLORS.ground, dash: '2 4' }),
      says: 'removed by the brand',
    });
  if (covered) {
    entries.push({ draw: line(COLORS.line, '', ' marker-end="url(#arrow)"'), says: 'a fixture goes this way' });
    if ([...boxes, ...arrows].some(({ reached }) => reached === false))
      entries.push({
        draw: line(COLORS.missing, ' stroke-dasharray="6 4"', ' marker-end="url(#arrow-missing)"'),
        says: 'dashed: no fixture goes or comes here',
      });
  }
  return entries;
}

const escaped = (words: string): string =>
  words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
