/** Everything in a fixture that could have been otherwise, one thing at a time. */
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import { pagesOf } from '../../runtime/core/index.ts';
import { isTyped, type Do, type Fixture } from '../fixture/fixture.ts';
import { documentedAnswer, isStandIn, type Product } from '../fixture/product.ts';
import { read } from './suppose.ts';
import { fieldsAt } from './values.ts';

/**
 * One thing that is otherwise: an answer, a fact about the person or the world, the outcome of a call, an event, a
 * button.
 */
export interface Change {
  readonly kind: 'answer' | 'fact' | 'outcome' | 'event' | 'press';
  /** Flow the fact is read in. */
  readonly flow: string;
  /** Fact path; of an outcome the operation, of an event the channel, of a button its step as `flow/step`. */
  readonly what: string;
  readonly from: Json | undefined;
  readonly to: Json;
  /** The field of an answer. */
  readonly field?: string;
  /** The fixture makes no such call, so that the change matters together with another only. */
  readonly idle?: true;
  /** The fixture with this change; `do` keeps its length. */
  readonly apply: (fixture: Fixture) => Fixture;
}

/** Whether a change is of a switch of the brand: it stands as it does for everybody. */
export const isSetting = ({ kind, what }: Change): boolean => kind === 'fact' && what.startsWith('flags.');

export interface Asked {
  readonly product: Product;
  readonly fixture: Fixture;
  /** Calls the fixture made, in order. */
  readonly calls: readonly string[];
  /** Facts at its end, for the values that are not written in the fixture. */
  readonly facts: object;
  /** Facts about the person and the world that rules of the flow read. */
  readonly world: readonly string[];
  readonly flow: string;
  readonly valuesOf: (flow: string, path: string) => readonly Json[];
  /** Declared outcomes of an operation. */
  readonly outcomes: (operation: string) => readonly string[];
}

/** Every single change: answers, the last given first, then facts, outcomes of calls, events, buttons. */
export function changesOf(asked: Asked): readonly Change[] {
  return [...answers(asked), ...facts(asked), ...outcomes(asked), ...events(asked), ...presses(asked)];
}

const replaced = (list: readonly Do[], index: number, one: Do): readonly Do[] =>
  list.map((old, at) => (at === index ? one : old));

function answers({ product, fixture, valuesOf }: Asked): readonly Change[] {
  const found: Change[] = [];
  let place = fixture.do[0]?.at ?? '';
  for (const [index, one] of fixture.do.entries()) {
    place = one.at ?? place;
    if (one.kind !== 'answer') continue;
    const [flow = ''] = place.split('/');
    for (const [name, value] of Object.entries(one.answer)) {
      const field = fieldsAt(product.flows, place)[name];
      if (!field || isTyped(value)) continue;
      const what = `answers.${field.bind}`;
      for (const to of [...valuesOf(flow, what)].reverse()) {
        if (JSON.stringify(to) === JSON.stringify(value)) continue;
        found.push({
          kind: 'answer',
          flow,
          what,
          from: value,
          to,
          field: name,
          apply: (base) => ({ ...base, do: replaceAnswer(base.do, index, { field: name, to }) }),
        });
      }
    }
  }
  return found.reverse();
}

function replaceAnswer(
  list: readonly Do[],
  index: number,
  { field, to }: { readonly field: string; readonly to: Json },
): readonly Do[] {
  const one = list[index];
  return one?.kind === 'answer' ? replaced(list, index, { ...one, answer: { ...one.answer, [field]: to } }) : list;
}

function facts({ fixture, facts: now, world, flow, valuesOf }: Asked): readonly Change[] {
  return world.flatMap((what) =>
    valuesOf(flow, what).flatMap((to): readonly Change[] => {
      const from = (read(fixture.given.facts, what) ?? read(now, what)) as Json | undefined;
      if (JSON.stringify(from) === JSON.stringify(to)) return [];
      return [
        {
          kind: 'fact',
          flow,
          what,
          from,
          to,
          apply: (base) => ({
            ...base,
            given: { ...base.given, facts: put(base.given.facts, what.split('.'), to) as Fixture['given']['facts'] },
          }),
        },
      ];
    }),
  );
}

function put(into: JsonObject, [key = '', ...rest]: readonly string[], value: Json): JsonObject {
  const old = into[key];
  const inner = typeof old === 'object' && old !== null && !Array.isArray(old) ? (old as JsonObject) : {};
  return { ...into, [key]: rest.length === 0 ? value : put(inner, rest, value) };
}

function outcomes({ product, fixture, calls, flow, outcomes: declared }: Asked): readonly Change[] {
  const counts = new Map<string, number>();
  const steps = Object.values(product.flows[flow]?.steps ?? {});
  const others = new Set(
    steps
      .flatMap(({ load, actions }) => [...load, ...actions.flatMap((action) => action.calls)])
      .map(({ operation }) => operation)
      .filter((operation) => !calls.includes(operation)),
  );
  return [...calls, ...others].flatMap((what) => {
    if (isStandIn(product, what)) return [];
    const count = counts.get(what) ?? 0;
    counts.set(what, count + 1);
    const from = documentedAnswer(product, fixture, { operation: what, count }).outcome;
    return declared(what)
      .filter((to) => to !== from)
      .map(
        (to): Change => ({
          kind: 'outcome',
          flow,
          what,
          from,
          to,
          ...(others.has(what) && { idle: true }),
          apply: (base) => {
            const before = Array.from(
              { length: count },
              (_, index) => documentedAnswer(product, base, { operation: what, count: index }).outcome,
            );
            return { ...base, given: { ...base.given, outcomes: { ...base.given.outcomes, [what]: [...before, to] } } };
          },
        }),
      );
  });
}

function events({ product, fixture, flow }: Asked): readonly Change[] {
  return fixture.do.flatMap((one, index) => {
    if (one.kind !== 'event') return [];
    const heard = Object.values(product.flows)
      .flatMap(({ steps }) => Object.values(steps))
      .flatMap(({ listen }) => listen)
      .filter(({ on }) => Object.hasOwn(on, one.event));
    const others = [...new Set(heard.flatMap(({ on }) => Object.keys(on)))].filter((event) => event !== one.event);
    return others.map(
      (to): Change => ({
        kind: 'event',
        flow,
        what: heard[0]?.channel ?? '',
        from: one.event,
        to,
        apply: (base) => ({ ...base, do: replaced(base.do, index, { ...one, event: to }) }),
      }),
    );
  });
}

function presses({ product, fixture, flow: about }: Asked): readonly Change[] {
  let place = fixture.do[0]?.at ?? '';
  return fixture.do.flatMap((one, index) => {
    place = one.at ?? place;
    if (one.kind !== 'press') return [];
    const [flow = '', step = ''] = place.split('/');
    const own = product.flows[flow];
    const actions = (own && own.steps[pagesOf(own, step).at(-1) ?? step]?.actions) ?? [];
    if (!actions.some(({ id }) => id === one.action)) return [];
    const what = place;
    return actions
      .filter(({ id }) => id !== one.action)
      .map(
        ({ id }): Change => ({
          kind: 'press',
          flow: about,
          what,
          from: one.action,
          to: id,
          apply: (base) => ({ ...base, do: replaced(base.do, index, { ...one, action: id }) }),
        }),
      );
  });
}
