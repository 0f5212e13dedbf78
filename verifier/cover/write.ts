/**
 * Which fixtures to add so that everything that can be reached is, and what has become of those written before. Pure.
 */
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import type { Docs, Source } from '../../compile/content.ts';
import { isObject, member } from '../../compile/json-types.ts';
import type { Product } from '../fixture/product.ts';
import { readFixture, type Fixture } from '../fixture/fixture.ts';
import { print } from '../fixture/print.ts';
import { runFixture, type Ran } from '../fixture/run.ts';
import { wordsOf } from '../words/words.ts';
import { coverOf, type CoverInput, type FlowCover, type Gap } from './cover.ts';
import type { Goal } from './goals.ts';
import { LimitPages } from './limit-pages.ts';
import { gaugeOf, type Gauge, type Measured } from './measure.ts';
import { isWritten, nameOf, phraseOf } from './name.ts';
import { planFixtures, type Planned } from './plan.ts';
import { expectationOf, Recorded } from './record.ts';

interface File {
  readonly file: string;
  readonly text: string;
}
export interface Rewriting {
  /** New files. */
  readonly add: readonly File[];
  /** Written files whose way still runs and whose expectations changed, with what changed. */
  readonly again: readonly (File & { readonly differences: readonly string[] })[];
  /** Written files that can no longer be played to their end: somebody must decide. */
  readonly broken: readonly Ran[];
  /** Written files without which everything is reached as well. */
  readonly needless: readonly string[];
  /** What could be reached and no fixture could be made for. */
  readonly left: readonly Gap[];
}

/** Stands in a planned fixture for the email that its name will give. */
const EMAIL = 'ana.cover@example.test';

/**
 * @param texts content files, for the written fixtures as they stand
 * @param clock the instant at which new fixtures happen
 */
export function rewriting(input: CoverInput, texts: Readonly<Record<string, string>>, clock: string): Rewriting {
  const { brand, product, fixtures } = input;
  const gauge = gaugeOf(brand, product);
  const mine = fixtures.filter((fixture) => fixture.brand === brand.id);
  const written = mine.filter(({ file }) => isWritten(file)).map(gauge.measure);
  // Whoever names a flow hears of its own fixtures.
  const named = input.flows ?? [];
  const asked = ({ ran }: Measured): boolean => named.length === 0 || named.includes(ran.fixture.flow);
  const broken = written.filter(({ ran }) => ran.stopped !== undefined);
  const whole = written.filter(({ ran }) => ran.stopped === undefined);
  // Planned against what people wrote alone: then a plan does not depend on which of its fixtures are there.
  const base = coverOf(
    { ...input, source: byPeople(input.source), fixtures: mine.filter(({ file }) => !isWritten(file)) },
    true,
  );
  const reached = new Set(whole.flatMap((one) => [...one.reached]));
  const add: File[] = [];
  const left: Gap[] = [];
  const limits = new LimitPages(
    product,
    Object.values(gauge.goals).flatMap(({ goals }) => goals),
  );
  for (const one of [...base.measured, ...whole]) limits.holds(one, recordedIn(one));
  const rewritten = whole.filter(asked).flatMap((one) => again(product, one, { texts, limits: limits.claim(one) }));
  for (const cover of base.flows) {
    const missing = new Set(cover.gaps.map(({ goal }) => goal.id).filter((goal) => !reached.has(goal)));
    if (missing.size === 0) continue;
    for (const { write, measured } of namedPlan(input, cover, { gauge, clock })) {
      const gains = [...measured.reached].filter((goal) => missing.has(goal));
      if (gains.length === 0) continue;
      add.push(write((file) => texts[file] === undefined && add.every((one) => one.file !== file)));
      for (const goal of gains) missing.delete(goal);
    }
    left.push(...cover.gaps.filter(({ goal }) => missing.has(goal.id)));
  }
  const spare = needless(whole, base.measured, base.flows);
  return {
    add,
    again: rewritten,
    broken: broken.filter(asked).map(({ ran }) => ran),
    needless: spare.filter(asked).map(({ ran }) => ran.fixture.file),
    left,
  };
}

/** The content without written fixtures: the explorer takes answers from fixtures for ordinary ones. */
function byPeople(source: Source): Source {
  const own = (fixtures: Docs): Docs =>
    Object.fromEntries(Object.entries(fixtures).filter(([name]) => !isWritten(name)));
  return {
    ...source,
    flows: Object.fromEntries(
      Object.entries(source.flows).map(([id, flow]) => [id, { ...flow, fixtures: own(flow.fixtures) }]),
    ),
  };
}

interface Named {
  readonly measured: Measured;
  /** The file as it is written; where there is another of its name already, under the next that is free. */
  readonly write: (isFree: (file: string) => boolean) => File;
}

/** The plan of a flow with names, titles and expectations. */
function namedPlan(
  { source, brand, product }: CoverInput,
  { flow, explored, goals: own, gaps }: FlowCover,
  { gauge, clock }: { readonly gauge: Gauge; readonly clock: string },
): readonly Named[] {
  const resolved = brand.flows[flow];
  if (!resolved) throw new Error(`The brand ${brand.id} has no flow ${flow}.`);
  const words = wordsOf(source, resolved);
  const goals = new Map(own.goals.map((goal) => [goal.id, goal]));
  const names = new Set<string>();
  const recorded = new Recorded();
  const limits = new LimitPages(product, own.goals);
  const plan = explored
    ? planFixtures({
        survey: explored.survey,
        product,
        gauge,
        leads: explored.leads,
        open: new Set(gaps.map(({ goal }) => goal.id)),
        clock,
        email: EMAIL,
      })
    : [];
  return plan.flatMap((planned) => {
    const chief = goals.get(planned.goals[0] ?? '');
    if (!chief) return [];
    const name = nameOf(chief, (one) => !names.has(one));
    names.add(name);
    const reached = planned.goals.flatMap((id) => goals.get(id) ?? []);
    const pathOf = (one: string): string => `flows/${flow}/fixtures/${one}.json`;
    const played = (as: string): { readonly raw: JsonObject; readonly ran: Ran } => {
      const raw = titled(planned, { name: as, goals: reached }, (goal) => phraseOf(goal, words));
      return { raw, ran: runFixture(product, fixtureOf(pathOf(as), raw)) };
    };
    const first = played(name);
    const pages = [...new Set([...recorded.news(first.ran), ...limits.claim(planned.measured)])];
    return [
      {
        measured: planned.measured,
        write: (isFree) => {
          const as = isFree(pathOf(name)) ? name : nameOf(chief, (one) => !names.has(one) && isFree(pathOf(one)));
          const { raw, ran } = as === name ? first : played(as);
          return { file: pathOf(as), text: print({ ...raw, expect: expectationOf(ran, pages) }) };
        },
      },
    ];
  });
}

function titled(
  { raw }: Planned,
  { name, goals }: { readonly name: string; readonly goals: readonly Goal[] },
  phrase: (goal: Goal) => string,
): JsonObject {
  const [chief = '', ...more] = goals.map(phrase);
  const own = JSON.parse(JSON.stringify(raw).replaceAll(EMAIL, `ana.${name}@example.test`)) as JsonObject;
  return {
    $schema: '../../../schemas/meta/fixture.schema.json',
    ...own,
    title: `Reaches ${chief}${more.length > 0 ? `, and ${more.length} more` : ''}`,
    says: saysFor([chief, ...more]),
  };
}

const saysFor = (phrases: readonly string[]): string => `Written by cover --write. Reaches ${phrases.join('; ')}.`;
const recordedIn = ({ ran }: Measured): readonly string[] => Object.keys(ran.fixture.expect.shown?.pages ?? {});

const fixtureOf = (file: string, raw: Json): Fixture => readFixture(file, JSON.stringify(raw));

/**
 * A written fixture whose way still runs and whose expectations no longer hold, with them recorded anew for the same
 * pages.
 * @param limits pages that it is to record as well
 */
function again(
  product: Product,
  { ran }: Measured,
  { texts, limits }: { readonly texts: Readonly<Record<string, string>>; readonly limits: readonly string[] },
): readonly (File & { readonly differences: readonly string[] })[] {
  if (ran.failures.length === 0 && limits.length === 0) return [];
  const { file, title } = ran.fixture;
  const { expect, ...raw } = JSON.parse(texts[file] ?? '{}') as JsonObject;
  const pages = member(member(expect, 'shown'), 'pages');
  const fresh = runFixture(product, fixtureOf(file, { ...raw, expect: {} }));
  const recorded = {
    ...raw,
    ...(raw['says'] === undefined && limits.length > 0 && { says: saysFor([title.replace(/^Reaches /, '')]) }),
    expect: expectationOf(fresh, [...(isObject(pages) ? Object.keys(pages) : []), ...limits]),
  };
  return [
    {
      file,
      text: print(recorded),
      differences: [
        ...ran.failures,
        ...limits.map((place) => `${place} is recorded: it is seen there on which side of a limit the answers are`),
      ],
    },
  ];
}

/** Written fixtures all of whose goals others reach; looked at from the smallest on, so that the larger stay. */
function needless(
  written: readonly Measured[],
  others: readonly Measured[],
  flows: readonly FlowCover[],
): readonly Measured[] {
  const gaps = new Set(flows.flatMap((cover) => cover.gaps.map(({ goal }) => goal.id)));
  // Of a flow that was not looked at, whatever a fixture reaches there counts for it.
  const judged = new Set(flows.map(({ flow }) => flow));
  const counted = { has: (goal: string): boolean => gaps.has(goal) || !judged.has(goal.split('/')[0] ?? '') };
  const times = new Map<string, number>();
  const goalsOf = (one: Measured): readonly string[] => [...one.reached].filter((goal) => counted.has(goal));
  for (const one of [...written, ...others])
    for (const goal of goalsOf(one)) times.set(goal, (times.get(goal) ?? 0) + 1);
  return [...written]
    .sort((a, b) => goalsOf(a).length - goalsOf(b).length)
    .flatMap((one) => {
      const goals = goalsOf(one);
      if (goals.some((goal) => times.get(goal) === 1)) return [];
      for (const goal of goals) times.set(goal, (times.get(goal) ?? 0) - 1);
      return [one];
    });
}
