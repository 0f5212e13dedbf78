/** Why something is shown, or not, in the journey of a fixture; and what would change it. Pure. */
import { isObject } from '../../compile/json-types.ts';
import { placeOf } from '../../compile/places.ts';
import type { Source } from '../../compile/content.ts';
import type { ResolvedBrand } from '../../compile/resolve.ts';
import type { Place } from '../../compile/types.ts';
import type { CompiledFlow } from '../../runtime/core/definition.ts';
import { readsOf } from '../domain/atoms.ts';
import type { Fixture } from '../fixture/fixture.ts';
import type { Product } from '../fixture/product.ts';
import { waysOf, type Way } from '../graph/ways.ts';
import { rulesOf } from '../rules/placed.ts';
import { sentence } from '../words/sentence.ts';
import { wordsOf, type Words } from '../words/words.ts';
import { searchChange, type Turned } from './change.ts';
import { changesOf, type Change } from './changes.ts';
import { endOf, onScreen, play, standing, type Playthrough, type Standing } from './playthrough.ts';
import { reasonsFor, type Act, type Found, type Reasons } from './reasons.ts';
import { read } from './suppose.ts';
import type { Thing } from './things.ts';
import { valuesIn, type Values } from './values.ts';

export interface ExplainInput {
  readonly source: Source;
  readonly brand: ResolvedBrand;
  readonly product: Product;
  readonly fixture: Fixture;
  readonly thing: Thing;
  /** Calendar date in force. */
  readonly today: string;
}

/** A condition that had a say, in words and with its place. */
export interface Rule extends Place {
  readonly says: string;
  readonly holds: boolean;
  /** Fact paths of the responsible facts it reads. */
  readonly facts: readonly string[];
  /** Where a named rule is written. */
  readonly named?: Place;
}
export interface Explanation {
  readonly thing: Thing;
  readonly standing: Standing;
  readonly journey: Playthrough;
  /** Pages, from 1, on which it was on the screen. */
  readonly onScreen: readonly number[];
  /** Responsible facts: while these are so it stands as it does, whatever the others are. */
  readonly facts: readonly { readonly path: string; readonly value: unknown }[];
  /** Why that is not exact: a reason, or undefined when it is. */
  readonly inexact?: string;
  readonly rules: readonly Rule[];
  readonly acts: readonly Act[];
  /** Steps that would have come first, the thing's own last; empty when its step is on the way. */
  readonly via: readonly string[];
  readonly stopped?: string;
  readonly turned?: Turned;
  readonly tried: number;
  readonly complete: boolean;
  readonly words: Words;
}

/**
 * Explains one thing. Throws when the brand has not the thing's flow; the fixture's own failures are for the caller to
 * look at first.
 */
export function explain(input: ExplainInput): Explanation {
  const { source, brand, product, fixture, thing, today } = input;
  const resolved = brand.flows[thing.flow];
  if (!resolved)
    throw new Error(`The brand ${brand.id} has no flow ${thing.flow}; it has ${Object.keys(brand.flows).join(', ')}.`);
  const worlds = new Map<
    string,
    { readonly words: Words; readonly values: Values; readonly reads: ReadonlySet<string> }
  >();
  const worldOf = (id: string) => {
    const known = worlds.get(id);
    if (known) return known;
    const flow = brand.flows[id];
    if (!flow)
      throw new Error(`The brand ${brand.id} has no flow ${id}; it has ${Object.keys(brand.flows).join(', ')}.`);
    const words = wordsOf(source, flow);
    const rules = rulesOf(flow).map(({ logic }) => logic);
    const made = {
      words,
      values: valuesIn(rules, words, { tables: { states: product.compliance.states }, today }),
      reads: new Set(rules.flatMap((rule) => [...readsOf(rule)])),
    };
    worlds.set(id, made);
    return made;
  };
  const { words, values, reads } = worldOf(thing.flow);
  const ways = waysOf(source, resolved);
  const journey = play(product, fixture);
  const end = endOf(product, journey, thing.flow);
  const stands = standing(thing, end, ways);
  const reasons: Reasons = end
    ? reasonsFor(thing, { end, ways, valuesOf: values.for })
    : { conditions: [], acts: [], facts: [], via: [] };
  const facts = reasons.facts.map((path) => ({
    path,
    value: end
      ? reasons.conditions
          .map(({ at }) => read(at === '' ? end.state.world : end.factsAt(at), path))
          .find((value) => value !== undefined)
      : undefined,
  }));
  const relevant = new Set(reasons.conditions.flatMap(({ rule }) => [...readsOf(rule.logic)]));
  for (const way of ways)
    if (way.to.kind === 'step' && way.to.step === thing.step)
      for (const { rule } of [...way.choice, ...way.entry]) readsOf(rule.logic, relevant);
  for (const { logic } of thing.places.flat()) readsOf(logic, relevant);
  const changes = changesOf({
    product,
    fixture,
    calls: journey.ran.calls,
    facts: end?.state.world ?? {},
    flow: thing.flow,
    world: [...reads].filter(
      (path) =>
        WORLD.has(path.split('.')[0] ?? '') ||
        (path.startsWith('session.') && read(fixture.given.facts, path) !== undefined),
    ),
    valuesOf: (flow, path) => worldOf(flow).values.of(path),
    outcomes: (operation) => [
      ...new Set([
        ...Object.keys(product.operations[operation]?.outcomes ?? {}),
        ...Object.keys(isObject(product.answers[operation]) ? product.answers[operation] : {}),
      ]),
    ],
  });
  const near = nearTo(
    relevant,
    ways.filter(({ to }) => to.kind === 'step' && [thing.step, ...reasons.via].includes(to.step)),
    resultsOf(product.flows[thing.flow]),
  );
  const seen = onScreen(thing, journey, end?.flow);
  const search = searchChange({
    product,
    fixture,
    thing,
    ways,
    now: stands,
    seen: stands === 'hidden' && seen.length > 0,
    changes,
    near,
    valuesOf: (flow) => worldOf(flow).values,
  });
  return {
    thing,
    standing: stands,
    journey,
    onScreen: seen,
    facts,
    rules: rulesFound(reasons, resolved.rules, words),
    acts: reasons.acts,
    via: reasons.via,
    ...(reasons.stopped !== undefined && { stopped: reasons.stopped }),
    ...(reasons.inexact !== undefined && { inexact: reasons.inexact }),
    ...(search.turned && { turned: search.turned }),
    tried: search.tried,
    complete: search.complete,
    words,
  };
}

/**
 * Whether a change is of something that decides: a fact the rules read, a call that brings one, an outcome or event
 * that leads there.
 */
function nearTo(
  facts: ReadonlySet<string>,
  into: readonly Way[],
  brings: ReadonlyMap<string, readonly string[]>,
): (change: Change) => boolean {
  const names = new Set(
    into.flatMap(({ by, outcome }) => [
      ...(outcome ? [`${outcome.operation}/${outcome.name}`] : []),
      ...(by.kind === 'event' ? [`event/${by.event}`] : []),
    ]),
  );
  return ({ kind, what, to }) => {
    if (kind === 'outcome')
      return (
        names.has(`${what}/${String(to)}`) ||
        (brings.get(what) ?? []).some((root) => [...facts].some((path) => path.startsWith(`${root}.`)))
      );
    return kind === 'event' ? names.has(`event/${String(to)}`) : facts.has(what);
  };
}

/** Operation to the results its calls of the flow bring. */
function resultsOf(flow: CompiledFlow | undefined): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const { load, actions } of Object.values(flow?.steps ?? {})) {
    for (const { operation, as } of [...load, ...actions.flatMap(({ calls }) => calls)])
      if (as !== undefined) found.set(operation, [...(found.get(operation) ?? []), `results.${as}`]);
  }
  return found;
}

/**
 * Roots of facts about the person and the world that a fixture can give. The session is the engine's own, unless the
 * fixture gives it.
 */
const WORLD = new Set(['customer', 'flags', 'application', 'cookies', 'device']);

function rulesFound(reasons: Reasons, named: Readonly<Record<string, object>>, words: Words): readonly Rule[] {
  const facts = new Set(reasons.facts);
  return reasons.conditions.flatMap((found: Found) => {
    const { rule, holds } = found;
    const own = [...readsOf(rule.logic)].filter((path) => facts.has(path));
    if (own.length === 0 && reasons.facts.length > 0) return [];
    const doc = typeof rule.written === 'string' ? named[rule.written] : undefined;
    return [
      {
        says: sentence(rule.written, words),
        holds,
        facts: own,
        ...placeOf(rule.holder, rule.key),
        ...(doc && { named: placeOf(doc, 'rule') }),
      },
    ];
  });
}
