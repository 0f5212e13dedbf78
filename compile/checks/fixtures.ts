/** Fixtures name brands, steps, fields, actions and documented outcomes that exist. */
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import { own } from '../../runtime/core/paths.ts';
import { fieldSource } from '../field-source.ts';
import { entries, isObject, list, member, text } from '../json-types.ts';
import { didYouMean, nearest } from '../suggest.ts';
import { TAKEN } from '../one-cause.ts';
import { placeOf } from '../places.ts';
import type { ResolvedBrand } from '../resolve.ts';
import type { World } from '../world.ts';
import { at, atKey, type Check, type Finding } from './check.ts';

/** How a call ends that no answer comes to. */
const UNANSWERED = 'unavailable';

/** @param engineOnly whether no back end plays the fixture, so that every declared outcome may be asked for */
function* outcomes(given: JsonObject, engineOnly: boolean, world: World): Generator<Finding> {
  const table = world.source.answers?.['operations'];
  for (const [operation, asked] of entries(given['outcomes'])) {
    const holder = given['outcomes'] as JsonObject;
    if (!Object.hasOwn(world.source.operations, operation)) {
      yield atKey(holder, operation, {
        message: `There is no operation "${operation}".`,
        fix: didYouMean(operation, Object.keys(world.source.operations), 'Name an operation.'),
      });
      continue;
    }
    const documented = entries(member(table, operation)).map(([name]) => name);
    const all = [
      ...new Set([
        ...documented,
        ...entries(world.source.operations[operation]?.['outcomes']).map(([name]) => name),
        'ok',
      ]),
    ];
    for (const [i, outcome] of list(asked).entries()) {
      const name = String(outcome);
      if (engineOnly ? all.includes(name) : documented.includes(name)) continue;
      const near = all.includes(name) ? undefined : nearest(name, all);
      const isStandIn = world.source.operations[operation]?.['kind'] === 'standIn';
      if (near === undefined && isStandIn && all.includes(name))
        yield at(list(asked), i, {
          message: `"${operation}" is a stand-in: the server and a browser are answered by what the journey gives it, not by what a fixture asks for.`,
          fix: `Answer on the way so that it comes to "${name}", as schemas/api/operations/${operation}.json says, or leave it to the engine: "executors": ["core"].`,
        });
      else if (near === undefined && isStandIn)
        yield at(list(asked), i, {
          message: `"${operation}" is a stand-in, which ends as it declares, and it declares no "${name}"${name === UNANSWERED ? ': a stand-in always answers' : ''}.`,
          fix: `It ends with ${all.join(', ')}: ask for one of these, or declare another under "outcomes" of schemas/api/operations/${operation}.json.`,
        });
      else if (near === undefined)
        yield at(list(asked), i, {
          message: `No documented input makes "${operation}" answer "${name}".`,
          fix: 'Ask for one that stands in schemas/api/answers.json, or leave it to the engine: "executors": ["core"].',
        });
      else
        yield at(list(asked), i, {
          message: `The operation "${operation}" has no outcome "${name}".`,
          fix: `Did you mean "${near}"?`,
        });
    }
  }
}

/** Brands beside the first that are none, or that do not offer the flow. */
function* alsoOn(fixture: JsonObject, flow: string, { brands }: World): Generator<Finding> {
  const also = list(fixture['alsoOn']);
  for (const [index, one] of also.entries()) {
    const brand = own(brands, String(one));
    const others = Object.keys(brands).filter((id) => id !== fixture['brand'] && !also.includes(id));
    if (one === fixture['brand'])
      yield at(also, index, { message: `"${String(one)}" is its "brand" already.`, fix: 'Take it out of "alsoOn".' });
    else if (!brand)
      yield at(also, index, {
        message: `There is no brand "${String(one)}".`,
        fix: didYouMean(String(one), others, 'Name another brand.'),
      });
    else if (!own(brand.flows, flow))
      yield at(also, index, {
        message: `The brand "${brand.id}" does not offer a flow "${flow}".`,
        fix: `Take it out of "alsoOn", or add the flow to "flows" of brands/${brand.id}/brand.json.`,
      });
  }
}

/** Whether the overlay of a brand removes a question (`flow/step/field`, or `flow/step.page/field`). */
function takes({ source }: World, brand: ResolvedBrand, question: string): boolean {
  const [flow = '', ...rest] = question.split('/');
  return list(own(source.brands[brand.id]?.overlays ?? {}, flow)?.['remove']).includes(
    rest.join('/').replace(/\.[^/]*(?=\/)/, ''),
  );
}

/** An answer that its question does not offer: nobody can choose it. */
function* offChoice(
  holder: JsonObject,
  field: string,
  { value, asked }: { readonly value: Json; readonly asked: JsonObject },
): Generator<Finding> {
  const offered = Array.isArray(asked['choices'])
    ? asked['choices'].map((choice) => member(choice, 'value'))
    : list(asked['enum']);
  const chosen = Array.isArray(value) ? value : [value];
  const simple = chosen.every((one) => typeof one === 'string' || typeof one === 'number');
  const odd = chosen.find((one) => !offered.includes(one));
  if (offered.length === 0 || !simple || odd === undefined) return;
  yield atKey(holder, field, {
    message: `The question "${field}" does not offer ${JSON.stringify(odd)}.`,
    // A choice that the question misspells is why it does not offer it.
    cause: `choice ${String(asked['bind'])} ${String(odd)}`,
    fix: didYouMean(String(odd), offered.map(String), 'Answer with a value of its choices.'),
  });
}

/** The step that has another id than its file, where the name of the file is meant. */
function misnamed({ flows }: ResolvedBrand, name: string): string | undefined {
  const [owner = '', id = ''] = name.split('/');
  const found = Object.entries(own(flows, owner)?.steps ?? {}).find(([, step]) =>
    placeOf(step).file.endsWith(`/steps/${id}.json`),
  );
  return found && `${owner}/${found[0]}`;
}

export const fixtures: Check = {
  *world(world) {
    for (const source of Object.values(world.source.flows)) {
      for (const fixture of Object.values(source.fixtures)) {
        const brand = own(world.brands, text(fixture['brand']) ?? '');
        if (!brand) {
          yield at(fixture, 'brand', {
            message: `There is no brand "${String(fixture['brand'])}".`,
            fix: didYouMean(String(fixture['brand']), Object.keys(world.brands), 'Name a brand.'),
          });
          continue;
        }
        const flow = text(fixture['flow']) ?? '';
        // A flow that the brand's list misspells is told there, once.
        const misspelt = list(world.source.brands[brand.id]?.brand['flows']).some(
          (one) => !Object.hasOwn(world.source.flows, String(one)),
        );
        if (!own(brand.flows, flow) && !misspelt)
          yield at(fixture, 'flow', {
            message: `The brand "${brand.id}" does not offer a flow "${flow}".`,
            fix: didYouMean(flow, Object.keys(brand.flows), `Add it to "flows" of brands/${brand.id}/brand.json.`),
          });
        yield* alsoOn(fixture, flow, world);
        const executors = list(fixture['executors']);
        if (isObject(fixture['given']))
          yield* outcomes(fixture['given'], executors.length === 1 && executors[0] === 'core', world);
        const find = (name: string): JsonObject | undefined => {
          const [owner = '', step = ''] = name.split('/');
          const found = own(brand.flows, owner);
          return found && (own(found.steps, step) ?? own(found.written ?? {}, step));
        };
        // A page, or a step: all its pages.
        const all = Object.values(brand.flows).flatMap(({ id, steps, written = {} }) =>
          Object.keys({ ...written, ...steps }).map((step) => `${id}/${step}`),
        );
        const names: { name: string; holder: object; key: string | number }[] = [];
        let here: JsonObject | undefined;
        for (const event of list(fixture['do'])) {
          if (!isObject(event)) continue;
          const place = text(event['at']);
          if (place !== undefined) {
            names.push({ name: place, holder: event, key: 'at' });
            here = find(place);
          }
          const visited = text(event['visit']);
          if (visited !== undefined) names.push({ name: visited, holder: event, key: 'visit' });
          const fields = isObject(here?.['fields']) ? Object.keys(here['fields']) : [];
          if (here && place !== undefined)
            for (const [field, value] of entries(event['answer']))
              if (fields.includes(field))
                yield* offChoice(event['answer'] as JsonObject, field, {
                  value,
                  asked: fieldSource(member(here['fields'], field) as JsonObject, world.source.fragments),
                });
              else if (takes(world, brand, `${place}/${field}`))
                yield atKey(event['answer'] as object, field, {
                  cause: `${TAKEN} ${brand.id} ${place}/${field}`,
                  message: `The brand "${brand.id}" removes the question "${field}" of the step "${place}": nobody there can answer it.`,
                  fix: `Take it out of the answer, or keep the question in brands/${brand.id}/flows/${place.split('/')[0] ?? ''}.json.`,
                });
              else
                yield atKey(event['answer'] as object, field, {
                  message: `The step "${place}" has no field "${field}".`,
                  fix: didYouMean(field, fields, 'Name a field of the step.'),
                });
        }
        const path = list(member(fixture['expect'], 'path'));
        for (const [i, name] of path.entries()) names.push({ name: String(name), holder: path, key: i });
        const never = list(member(fixture['expect'], 'never'));
        for (const [i, name] of never.entries()) names.push({ name: String(name), holder: never, key: i });
        const tracked = list(member(fixture['expect'], 'tracked'));
        const events = entries(world.source.facts['events']).map(([event]) => event);
        for (const [i, event] of tracked.entries())
          if (!events.includes(String(event)))
            yield at(tracked, i, {
              message: `There is no event "${String(event)}".`,
              fix: didYouMean(String(event), events, 'Declare it in schemas/facts.json under "events".'),
            });
        const end = text(member(fixture['expect'], 'end'));
        if (end !== undefined) names.push({ name: end, holder: fixture['expect'] as object, key: 'end' });
        // Of a flow that the brand does not offer no step is looked for: that is told once.
        const told = new Set(own(brand.flows, flow) ? [] : [flow]);
        for (const { name, holder, key } of names) {
          const [owner = ''] = name.split('/');
          const isOffered = own(brand.flows, owner) !== undefined || own(world.source.flows, owner) === undefined;
          if (!isOffered) {
            if (!misspelt && !told.has(owner))
              yield at(holder, key, {
                message: `The brand "${brand.id}" does not offer a flow "${owner}".`,
                fix: `Add it to "flows" of brands/${brand.id}/brand.json.`,
              });
            told.add(owner);
          } else if (!all.includes(name))
            yield at(holder, key, {
              cause: `step ${misnamed(brand, name) ?? name}`,
              message: `There is no step "${name}" for the brand "${brand.id}".`,
              fix: didYouMean(name, all, 'Write "flow/step".'),
            });
        }
      }
    }
  },
};
