/** A flow as boxes and arrows, in words: what is drawn. */
import type { Source } from '../../compile/content.ts';
import { entries, isObject, list, text } from '../../compile/json-types.ts';
import { resolveBrands } from '../../compile/resolve-brands.ts';
import { writtenStep } from '../../compile/pages.ts';
import type { ResolvedFlow } from '../../compile/resolve.ts';
import type { Env } from '../../compile/types.ts';
import type { JsonObject } from '../../runtime/core/facts.ts';
import { wordsOf, type Words } from '../words/words.ts';
import { arrowLines } from './arrow-words.ts';
import { START, waysOf, type To, type Way } from './ways.ts';

type BoxKind = 'start' | 'form' | 'wait' | 'route' | 'outcome' | 'exit' | 'removed';
/** What the brand's overlay did to a step. */
type Overlaid = 'added' | 'replaced' | 'changed' | 'removed';

export interface Box {
  readonly id: string;
  readonly kind: BoxKind;
  readonly title: string;
  /** The small line above the title: what it is, and its stage. */
  readonly what: string;
  /** Id of the step, for finding its file; absent for the start and exits. */
  readonly step?: string;
  readonly overlaid?: Overlaid;
  /** Whether a fixture comes here; undefined when coverage was not asked for. */
  readonly reached?: boolean;
}
export interface Arrow {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  /** One line of text for each way, unwrapped. */
  readonly lines: readonly string[];
  /** Ways that the arrow stands for. */
  readonly ways: readonly Way[];
  readonly reached?: boolean;
  /** A way of the flow without the overlay. */
  readonly removed: boolean;
}
export interface FlowGraph {
  readonly flow: string;
  readonly brand: string;
  readonly title: string;
  readonly description: string;
  readonly boxes: readonly Box[];
  readonly arrows: readonly Arrow[];
  /** Whether reached and not reached are told apart. */
  readonly covered: boolean;
}
/** Goals that fixtures reach, as verifier/cover names them: `flow/step/<id>` and `flow/<id of a way>`. */
export type Reached = ReadonlySet<string>;

export interface GraphInput {
  readonly source: Source;
  readonly env: Env;
  readonly flow: ResolvedFlow;
  readonly reached?: Reached;
}

/** The graph of one flow of one brand. Expects content that `check` accepts. */
export function graphOf({ source, env, flow, reached }: GraphInput): FlowGraph {
  const words = wordsOf(source, flow);
  const ways = waysOf(source, flow);
  const overlay = source.brands[flow.brand]?.overlays[flow.id];
  const told = overlaid(overlay);
  const stages = new Map(
    list(flow.flow['stages']).flatMap((stage) =>
      isObject(stage) ? [[text(stage['id']), text(stage['title'])] as const] : [],
    ),
  );
  const steps = Object.entries(flow.steps).sort(([a], [b]) => placeOnLine(flow, a) - placeOnLine(flow, b));
  const boxes: Box[] = [{ id: 'start', kind: 'start', title: 'Start', what: '' }];
  for (const [id, step] of steps) {
    boxes.push({
      id: stepBox(id),
      ...stepWords(step, text(step['stage']) === undefined ? undefined : stages.get(text(step['stage']))),
      title: words.step(id),
      step: id,
      ...(told.has(writtenStep(id)) && { overlaid: told.get(writtenStep(id)) as Overlaid }),
      ...(reached && { reached: reached.has(`${flow.id}/step/${id}`) }),
    });
  }
  const arrows = merged(ways, words, { flow: flow.id, reached });
  for (const arrow of arrows)
    if (arrow.to.startsWith('exit:') && !boxes.some(({ id }) => id === arrow.to))
      boxes.push(exitBox(arrow.to, { to: arrow.ways[0]?.to, reached: reached ? arrow.reached : undefined }, words));
  const gone = overlay ? ghosts({ source, env }, flow, told) : { boxes: [], arrows: [] };
  const title = `${text(flow.flow['title']) ?? flow.id} (${flow.id})`;
  const pages = steps.length;
  const description =
    `The flow ${flow.id} of the brand ${flow.brand}: ${pages} step${pages === 1 ? '' : 's'} and ${arrows.length} arrows, which stand for ${ways.length} ways. ${reached ? `Fixtures come to ${boxes.filter((box) => box.step !== undefined && box.reached).length} steps.` : ''}`.trim();
  return {
    flow: flow.id,
    brand: flow.brand,
    title,
    description,
    boxes: [...boxes, ...gone.boxes],
    arrows: [...arrows, ...gone.arrows],
    covered: reached !== undefined,
  };
}

const stepBox = (id: string): string => `step:${id}`;

function placeOnLine(flow: ResolvedFlow, id: string): number {
  const place = list(flow.flow['line']).indexOf(id);
  return place < 0 ? Number.MAX_SAFE_INTEGER : place;
}

const KINDS: Readonly<Record<string, string>> = { form: 'Page', wait: 'Waits', route: 'Decides' };
function stepWords(step: JsonObject, stage: string | undefined): Pick<Box, 'kind' | 'what'> {
  const outcome = text(step['outcome']);
  const kind = text(step['kind']) ?? 'form';
  const what = outcome === undefined ? (KINDS[kind] ?? kind) : `End: ${outcome.replaceAll('-', ' ')}`;
  return {
    kind: outcome !== undefined ? 'outcome' : kind === 'wait' || kind === 'route' ? kind : 'form',
    what: stage === undefined ? what : `${what} · ${stage}`,
  };
}

function exitBox(
  id: string,
  { to, reached }: { readonly to: To | undefined; readonly reached: boolean | undefined },
  words: Words,
): Box {
  const told = reached === undefined ? {} : { reached };
  if (to?.kind === 'flow')
    return { id, kind: 'exit', what: `To the flow ${to.flow}`, title: words.step(`${to.flow}/${to.step}`), ...told };
  if (to?.kind === 'leave') return { id, kind: 'exit', what: 'To another address', title: to.address, ...told };
  if (to?.kind === 'return')
    return { id, kind: 'exit', what: 'Where the person was led away from', title: 'Back', ...told };
  if (to?.kind === 'reload') return { id, kind: 'exit', what: 'The page is loaded anew', title: 'Reload', ...told };
  return { id, kind: 'exit', what: 'Out of the account', title: 'Signed out', ...told };
}

/** An exit has a box for each step that leads there, so that no arrow crosses the whole drawing. */
function boxOf(way: Way): string {
  const { to } = way;
  switch (to.kind) {
    case 'step':
      return stepBox(to.step);
    case 'flow':
      return `exit:${way.from}:${to.flow}/${to.step}`;
    case 'leave':
      return `exit:${way.from}:leave ${to.address}`;
    case 'signOut':
      return `exit:${way.from}:sign out`;
    case 'reload':
    case 'return':
      return `exit:${way.from}:${to.kind}`;
  }
}
const fromBox = (way: Way): string => (way.from === START ? 'start' : stepBox(way.from));

/** Ways between the same two boxes as one arrow. */
function merged(
  ways: readonly Way[],
  words: Words,
  { flow, reached }: { readonly flow: string; readonly reached: Reached | undefined },
): readonly Arrow[] {
  const groups = new Map<string, Way[]>();
  for (const way of ways) {
    const key = `${fromBox(way)} > ${boxOf(way)}`;
    groups.set(key, [...(groups.get(key) ?? []), way]);
  }
  return [...groups].map(([id, own]) => {
    const [first] = own as [Way];
    const hit = (way: Way): boolean =>
      way.from === START
        ? way.to.kind === 'step' && reached?.has(`${flow}/step/${way.to.step}`) === true
        : reached?.has(`${flow}/${way.id}`) === true;
    return {
      id,
      from: fromBox(first),
      to: boxOf(first),
      lines: arrowLines(own, words),
      ways: own,
      removed: false,
      ...(reached && { reached: own.some(hit) }),
    };
  });
}

/** Step to what the overlay did to it. */
function overlaid(overlay: JsonObject | undefined): ReadonlyMap<string, Overlaid> {
  const found = new Map<string, Overlaid>();
  if (!overlay) return found;
  const addresses = [...entries(overlay['set']).map(([address]) => address), ...list(overlay['unset']).map(String)];
  for (const address of addresses) if (address.startsWith('steps/')) found.set(address.split('/')[1] ?? '', 'changed');
  for (const [id] of entries(overlay['replace'])) found.set(id, 'replaced');
  for (const insertion of list(overlay['insert']))
    if (isObject(insertion) && isObject(insertion['step'])) found.set(text(insertion['step']['id']) ?? '', 'added');
  for (const id of list(overlay['remove'])) found.set(String(id), 'removed');
  return found;
}

/** Steps the overlay removed, and their ways to and from steps that are still there. */
function ghosts(
  { source, env }: { readonly source: Source; readonly env: Env },
  flow: ResolvedFlow,
  told: ReadonlyMap<string, Overlaid>,
): Pick<FlowGraph, 'boxes' | 'arrows'> {
  const removed = [...told].filter(([, did]) => did === 'removed').map(([id]) => id);
  const brand = source.brands[flow.brand];
  if (removed.length === 0 || !brand) return { boxes: [], arrows: [] };
  const base = resolveBrands({ ...source, brands: { [brand.id]: { ...brand, overlays: {} } } }, env).brands[brand.id]
    ?.flows[flow.id];
  if (!base)
    throw new Error(
      `The flow ${flow.id} of ${brand.id} is there with its overlay and not without: a bug of resolveBrands.`,
    );
  const words = wordsOf(source, base);
  const there = (id: string): boolean => removed.includes(id) || flow.steps[id] !== undefined;
  const ways = waysOf(source, base).filter(
    ({ from, to }) =>
      to.kind === 'step' &&
      from !== START &&
      there(from) &&
      there(to.step) &&
      (removed.includes(from) || removed.includes(to.step)),
  );
  return {
    boxes: removed.map((id) => ({
      id: stepBox(id),
      kind: 'removed',
      title: words.step(id),
      what: 'Removed',
      step: id,
      overlaid: 'removed',
    })),
    arrows: merged(ways, words, { flow: flow.id, reached: undefined }).map((arrow) => ({
      ...arrow,
      lines: [],
      removed: true,
    })),
  };
}
