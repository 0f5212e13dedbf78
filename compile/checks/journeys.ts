/**
 * What a fixture is given and expects exists: an instant, facts, operations, documents and pages. None of it keeps the
 * content from compiling.
 */
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import { isDay } from '../../contract/days.ts';
import { FactTree } from '../fact-tree.ts';
import { entries, isObject, list, member, text } from '../json-types.ts';
import { didYouMean } from '../suggest.ts';
import type { World } from '../world.ts';
import { at, atKey, type Concern, type Finding } from './check.ts';

export const journeys: Concern = function* journeys(world) {
  const facts = new FactTree(world.source, { values: {}, calls: [] });
  const places = Object.values(world.brands).flatMap(({ flows }) =>
    Object.values(flows).flatMap(({ id, steps }) => Object.keys(steps).map((step) => `${id}/${step}`)),
  );
  for (const { fixtures } of Object.values(world.source.flows)) {
    for (const fixture of Object.values(fixtures)) {
      yield* clock(fixture);
      if (isObject(fixture['given'])) yield* given(fixture, fixture['given'], facts);
      if (isObject(fixture['expect'])) yield* expected(fixture['expect'], world, [...new Set(places)]);
    }
  }
};

function* clock(fixture: JsonObject): Generator<Finding> {
  const fix = 'Write the day, T, the time and Z, e.g. "2026-11-20T15:00:00Z".';
  const instant = text(fixture['clock']);
  if (instant === undefined)
    yield at(fixture, undefined, { message: 'The fixture does not say when it happens: it has no "clock".', fix });
  else if (!isDay(instant.slice(0, 10)) || Number.isNaN(Date.parse(instant)))
    yield at(fixture, 'clock', { message: `There is no such instant: "${instant}".`, fix });
}

const ROOTS = ['customer', 'application', 'session', 'flags', 'cookies', 'query', 'device', 'brand'];
const SIGHT = { typed: [], item: false, payload: false, arithmetic: false };

function* given(fixture: JsonObject, holder: JsonObject, facts: FactTree): Generator<Finding> {
  for (const root of ROOTS) yield* unknownFacts(facts, root === 'query' ? 'route.query' : root, holder[root]);
  const executors = list(fixture['executors']);
  if (holder['values'] !== undefined && !(executors.length === 1 && executors[0] === 'core')) {
    yield atKey(holder, 'values', {
      message: 'What calls bring can be chosen for the engine alone: the real back end gives its own answers.',
      fix: 'Add "executors": ["core"], or take "values" out.',
    });
  }
}

/** Below a fact that is not declared nothing more is said. */
function* unknownFacts(facts: FactTree, path: string, value: Json | undefined): Generator<Finding> {
  if (!isObject(value)) return;
  for (const [name, inner] of Object.entries(value)) {
    const found = facts.find(`${path}.${name}`, SIGHT);
    if (found.found) yield* unknownFacts(facts, `${path}.${name}`, inner);
    else
      yield atKey(value, name, {
        message: `There is no fact "${path}.${name}": nothing reads what is given here.`,
        fix: didYouMean(
          name,
          found.known,
          `Known there: ${found.known.slice(0, 12).join(', ') || 'nothing'}. Facts are declared in schemas/facts.json.`,
        ),
      });
  }
}

function* expected(expect: JsonObject, { source }: World, places: readonly string[]): Generator<Finding> {
  const calls = list(expect['calls']);
  for (const [i, call] of calls.entries()) {
    if (!Object.hasOwn(source.operations, String(call)))
      yield at(calls, i, {
        message: `There is no operation "${String(call)}".`,
        fix: didYouMean(String(call), Object.keys(source.operations), 'Operations stand in schemas/api/operations/.'),
      });
  }
  const shown = expect['shown'];
  const tags = new Set(source.documents.map(({ idTag }) => idTag));
  for (const documents of [list(member(shown, 'disclosures')), list(member(shown, 'atLeast'))]) {
    for (const [i, tag] of documents.entries()) {
      if (!tags.has(String(tag)))
        yield at(documents, i, {
          message: `There is no document "${String(tag)}".`,
          fix: didYouMean(String(tag), tags, 'Documents stand in compliance/disclosures/ and compliance/agreements/.'),
        });
    }
  }
  for (const holder of [member(shown, 'pages'), member(shown, 'links'), expect['text']]) {
    for (const [place] of entries(holder)) {
      // A flow that the brand does not offer is told where the fixture comes to it.
      const [owner = ''] = place.split('/');
      if (
        !places.includes(place) &&
        !(Object.hasOwn(source.flows, owner) && !places.some((one) => one.startsWith(`${owner}/`)))
      )
        yield atKey(holder as JsonObject, place, {
          message: `There is no step "${place}".`,
          fix: didYouMean(place, places, 'Write "flow/step".'),
        });
    }
  }
}
