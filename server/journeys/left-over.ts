/** Each page that was left, over what stood behind it at that moment: the acts before it, and the content kept then. */
import { applicationFacts, complianceFacts, draftFacts, resultsByName } from '../../contract/application.ts';
import { easternDate } from '../../contract/days.ts';
import type { CompiledCompliance } from '../../runtime/core/app-definition.ts';
import type { CompiledFlow } from '../../runtime/core/definition.ts';
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import type { Journey, Transition, World } from '../../runtime/core/state.ts';
import type { Services } from '../services.ts';
import type { Act, ActBody } from './acts/act.ts';
import { fold, nothing } from './acts/fold.ts';
import { applicationHead } from './head.ts';
import { unsealAnswers } from './sealing.ts';
import { findSeen } from './seen.ts';
import type { ApplicationRow } from './tables.ts';

/** A page that was left, `how` null: that is asked again. */
export interface LeftPage {
  readonly step: string;
  readonly how: Transition | null;
  readonly definition: string;
  readonly at: string;
  /** It counts as left no more because the application went on in a later version. */
  readonly moved?: true;
  /** What the page was over; not kept of what is older than the chain of acts. */
  readonly over?: Over;
}
/** What stood behind a page when it was left. `answers` are in clear. */
interface Over {
  readonly answers: JsonObject;
  /** Without the page itself. */
  readonly journey: Journey;
  /** Of the content as it was served then, where that was kept: else as it is served now. */
  readonly world: World;
  /** Hash of the documents and rows of states. */
  readonly content: string;
  /** Whether the content is what was served then. */
  readonly isKept: boolean;
}
/** What they were kept as. */
interface Kept {
  readonly left: readonly LeftPage[];
  readonly versions: Readonly<Record<string, CompiledFlow>>;
  readonly contents: Readonly<Record<string, CompiledCompliance>>;
}
type Left = LeftPage & { readonly number?: number };
interface Of {
  readonly row: ApplicationRow;
  readonly acts: readonly Act[];
  readonly left: readonly Left[];
  /** What rules saw when it was changed last. */
  readonly world: World;
  /** The last value of each operation, of those from before the application was there too. */
  readonly earlier: Readonly<Record<string, Json>>;
}

/** Gives each page its answers, facts and content of then, with the versions and contents that they name. */
export async function leftOver(services: Pick<Services, 'db' | 'definitions' | 'sealer'>, of: Of): Promise<Kept> {
  const { definitions } = services;
  const { row, left: all } = of;
  const versions: Record<string, CompiledFlow> = {};
  const contents: Record<string, CompiledCompliance> = {};
  for (const hash of new Set(all.map(({ definition }) => definition))) {
    const flow = await definitions.flow(hash);
    if (flow) versions[hash] = flow;
  }
  const rows = rowsOf(row, of.acts);
  const left: LeftPage[] = [];
  for (const { number, ...one } of all) {
    const then = number === undefined ? undefined : rows[number];
    const flow = versions[one.definition];
    if (then === undefined || flow === undefined) {
      left.push(one);
      continue;
    }
    const found = await contentOf(services, { act: of.acts[(number ?? 1) - 1], row, at: one.at });
    contents[found.content] = found.compliance;
    left.push({ ...one, over: await overOf(services, { ...of, then, flow, found, one }) });
  }
  return { left, versions, contents };
}

/** The application after each act, by the act's number; of the way before there were acts nothing is known. */
function rowsOf(row: ApplicationRow, acts: readonly Act[]): Readonly<Record<number, ApplicationRow>> {
  const rows: Record<number, ApplicationRow> = {};
  let now: ApplicationRow = { ...row, ...nothing };
  for (const { number, body, at } of acts) {
    const { before, ...effect } = JSON.parse(body) as ActBody;
    now = fold(now, effect, at);
    if (before === undefined) rows[number] = now;
  }
  return rows;
}

/** Documents and rows of states of a moment, with the facts of the brand. */
export interface FoundContent {
  readonly content: string;
  readonly compliance: CompiledCompliance;
  readonly facts: Pick<World, 'brand' | 'flags'>;
  readonly isKept: boolean;
}

/** What was served when an act came; where that was not kept, what this server serves for its day. */
export async function contentOf(
  { db, definitions }: Pick<Services, 'db' | 'definitions'>,
  { act, row, at }: { readonly act: Act | undefined; readonly row: ApplicationRow; readonly at: string },
): Promise<FoundContent> {
  const { seen } = JSON.parse(act?.body ?? '{}') as ActBody;
  const compliance = seen && (await definitions.contentOf(seen.compliance));
  const facts = seen && (await findSeen(db, seen.brand));
  if (seen && compliance && facts) return { content: seen.compliance, compliance, facts, isKept: true };
  const day = easternDate(new Date(at));
  await definitions.prepare(day);
  const served = definitions.brand(row.brand, day);
  const now = await definitions.compliance(row.brand, day);
  return {
    content: now.hash,
    compliance: now,
    facts: { brand: served?.facts ?? {}, flags: served?.flags ?? {} },
    isKept: false,
  };
}

async function overOf(
  { sealer }: Pick<Services, 'sealer'>,
  {
    then,
    flow,
    found,
    one,
    world,
    earlier,
  }: Of & {
    readonly then: ApplicationRow;
    readonly flow: CompiledFlow;
    readonly found: FoundContent;
    readonly one: Left;
  },
): Promise<Over> {
  const { [one.step]: _, ...journey } = then.journey;
  const brought = Object.fromEntries(Object.entries(then.results).map(([name, { value }]) => [name, value]));
  // No fact of an application says until when nobody may sign.
  const head = applicationHead(then, new Date(then.modified_at));
  return {
    answers: await unsealAnswers(sealer, then.id, then.answers),
    journey,
    world: {
      ...world,
      ...found.facts,
      compliance: complianceFacts(found.compliance),
      results: { ...world.results, ...resultsByName(flow, { ...earlier, ...brought }) },
      ...(then.draft === null ? { application: applicationFacts(head) } : { draft: draftFacts(head) }),
      today: easternDate(new Date(one.at)),
      now: one.at,
    },
    content: found.content,
    isKept: found.isKept,
  };
}
