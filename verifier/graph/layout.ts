/** Places boxes, arrows and their texts: layered, from top to bottom, by elk. */
import Elk, { type ElkExtendedEdge, type ElkNode, type ElkPoint } from 'elkjs/lib/elk.bundled.js';
import type { Arrow, Box, FlowGraph } from './model.ts';
import { widthOf, wrapped } from './measure.ts';

export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
export interface PlacedBox extends Rect {
  readonly box: Box;
  readonly title: readonly string[];
  readonly what: readonly string[];
  /** The id of the step. */
  readonly name: readonly string[];
  readonly badge: readonly string[];
}
export interface PlacedArrow {
  readonly arrow: Arrow;
  readonly points: readonly ElkPoint[];
  /** Wrapped lines of its text, and where they stand; absent for an arrow without text. */
  readonly label?: Rect & { readonly lines: readonly string[] };
}
export interface Layout {
  readonly width: number;
  readonly height: number;
  readonly boxes: readonly PlacedBox[];
  readonly arrows: readonly PlacedArrow[];
}

export const TITLE = { size: 15, line: 19 } as const;
export const SMALL = { size: 12, line: 15 } as const;
export const PAD = 12;
const BOX_WIDTH = 226;
const LABEL_WIDTH = 204;

const OPTIONS: Readonly<Record<string, string>> = {
  'elk.algorithm': 'layered',
  'elk.direction': 'DOWN',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX',
  'elk.layered.considerModelOrder.strategy': 'PREFER_EDGES',
  'elk.layered.cycleBreaking.strategy': 'DEPTH_FIRST',
  'elk.layered.feedbackEdges': 'true',
  'elk.spacing.nodeNode': '36',
  'elk.layered.spacing.nodeNodeBetweenLayers': '40',
  'elk.spacing.edgeNode': '22',
  'elk.spacing.edgeEdge': '14',
  'elk.layered.spacing.edgeNodeBetweenLayers': '18',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '14',
  'elk.spacing.edgeLabel': '6',
  'elk.randomSeed': '1',
  'elk.padding': '[top=8,left=8,bottom=8,right=8]',
};

/** Lays the graph out. The same graph is placed in the same way every time. */
export async function layoutOf(graph: FlowGraph): Promise<Layout> {
  const boxes = graph.boxes.map(sized);
  const labels = new Map(graph.arrows.map((arrow) => [arrow.id, labelOf(arrow)]));
  const root: ElkNode = {
    id: 'root',
    layoutOptions: { ...OPTIONS },
    children: boxes.map(({ box, width, height }) => ({
      id: box.id,
      width,
      height,
      ...(box.kind === 'start' && { layoutOptions: { 'elk.layered.layering.layerConstraint': 'FIRST' } }),
    })),
    edges: graph.arrows.map((arrow): ElkExtendedEdge => {
      const label = labels.get(arrow.id);
      return {
        id: arrow.id,
        sources: [arrow.from],
        targets: [arrow.to],
        ...(label && {
          labels: [
            {
              id: `${arrow.id} label`,
              text: label.lines.join(' '),
              width: label.width,
              height: label.height,
              layoutOptions: { 'elk.edgeLabels.placement': 'CENTER', 'elk.edgeLabels.inline': 'true' },
            },
          ],
        }),
      };
    }),
  };
  const placed = await new Elk().layout(root);
  const where = new Map((placed.children ?? []).map((node) => [node.id, node]));
  const routed = new Map((placed.edges ?? []).map((edge) => [edge.id, edge]));
  return {
    width: Math.ceil(placed.width ?? 0),
    height: Math.ceil(placed.height ?? 0),
    boxes: boxes.map((one) => ({ ...one, x: round(where.get(one.box.id)?.x), y: round(where.get(one.box.id)?.y) })),
    arrows: graph.arrows.map((arrow) => placeArrow(arrow, routed.get(arrow.id), labels.get(arrow.id)?.lines)),
  };
}

const round = (value: number | undefined): number => Math.round((value ?? 0) * 10) / 10;

function placeArrow(
  arrow: Arrow,
  edge: ElkExtendedEdge | undefined,
  lines: readonly string[] | undefined,
): PlacedArrow {
  const [section] = edge?.sections ?? [];
  if (!section) throw new Error(`elk gave no route for the arrow ${arrow.id}: one of its ends is no box.`);
  const points = [section.startPoint, ...(section.bendPoints ?? []), section.endPoint].map(({ x, y }) => ({
    x: round(x),
    y: round(y),
  }));
  const [label] = edge?.labels ?? [];
  return {
    arrow,
    points,
    ...(label &&
      lines && {
        label: { x: round(label.x), y: round(label.y), width: label.width ?? 0, height: label.height ?? 0, lines },
      }),
  };
}

/** What is said on a box beside its title: what the overlay did, and that no fixture comes there. */
function badgeOf(box: Box): string {
  const told = box.overlaid === undefined ? [] : [`${box.overlaid} by the brand`];
  return [...told, ...(box.reached === false ? ['no fixture comes here'] : [])].join('; ');
}

function sized(box: Box): Omit<PlacedBox, 'x' | 'y'> & Rect {
  if (box.kind === 'start')
    return { box, title: ['Start'], what: [], name: [], badge: [], x: 0, y: 0, width: 70, height: 32 };
  const inner = BOX_WIDTH - 2 * PAD;
  const title = wrapped(box.title, { width: inner, size: TITLE.size, bold: true });
  const what = wrapped(box.what, { width: inner, size: SMALL.size });
  const badge = wrapped(badgeOf(box), { width: inner, size: SMALL.size, bold: true });
  const name = box.step === undefined ? [] : wrapped(box.step, { width: inner, size: SMALL.size });
  const small = what.length + badge.length + name.length;
  return {
    box,
    title,
    what,
    name,
    badge,
    x: 0,
    y: 0,
    width: BOX_WIDTH,
    height: 2 * PAD + title.length * TITLE.line + small * SMALL.line,
  };
}

function labelOf(
  arrow: Arrow,
): { readonly lines: readonly string[]; readonly width: number; readonly height: number } | undefined {
  const lines = arrow.lines.flatMap((line) => wrapped(line, { width: LABEL_WIDTH, size: SMALL.size }));
  if (lines.length === 0) return undefined;
  return {
    lines,
    width: Math.max(...lines.map((line) => widthOf(line, SMALL.size))) + 8,
    height: lines.length * SMALL.line + 6,
  };
}
