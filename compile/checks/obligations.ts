/** Obligations name flows, steps, consents, outcomes, documents and states that exist. */
import type { JsonObject } from '../../runtime/core/facts.ts';
import { overlap } from '../../runtime/core/shape.ts';
import { entries, isObject, list, member, text } from '../json-types.ts';
import { didYouMean } from '../suggest.ts';
import type { World } from '../world.ts';
import { at, atKey, type Check, type Finding } from './check.ts';
import { productsOf } from './products.ts';

/** What an obligation may ask for. */
const WANTS = ['shown', 'passed', 'agreed', 'holds'];

/** Names of the steps of all brands' flows, and of their outcomes: `flow/step`, `flow/outcome`. */
interface Known {
  readonly steps: ReadonlySet<string>;
  readonly outcomes: ReadonlySet<string>;
  readonly flows: ReadonlySet<string>;
  /** Id of a brand to the names of its flows. */
  readonly brands: ReadonlyMap<string, ReadonlySet<string>>;
  /** Paths that a checkbox of some flow is bound to. */
  readonly binds: ReadonlySet<string>;
  /** Paths of answers that are asked or set, and of results. */
  readonly written: ReadonlySet<string>;
  /** Outcomes of operations and events of channels. */
  readonly comings: ReadonlySet<string>;
}

function known({ scenes, source, brands }: World): Known {
  const flows = scenes.flatMap(({ flow }) => flow ?? []);
  return {
    flows: new Set(flows.map(({ id }) => id)),
    brands: new Map(Object.values(brands).map(({ id, flows: own }) => [id, new Set(Object.keys(own))])),
    steps: new Set(
      flows.flatMap(({ id, steps, written = steps }) => Object.keys(written).map((one) => `${id}/${one}`)),
    ),
    outcomes: new Set(
      flows.flatMap(({ id, flow }) => list(flow['outcomes']).map((outcome) => `${id}/${String(outcome)}`)),
    ),
    written: new Set(
      scenes.flatMap(({ uses }) => [
        ...uses.fields.map(({ field }) => `answers.${text(field['bind']) ?? ''}`),
        ...uses.sets.map(({ path }) => path),
        ...uses.calls.flatMap(({ call }) => (text(call['as']) === undefined ? [] : [`results.${String(call['as'])}`])),
      ]),
    ),
    comings: new Set([
      ...Object.values(source.operations).flatMap((operation) =>
        entries(member(operation, 'outcomes')).map(([name]) => name),
      ),
      ...flows.flatMap(({ steps }) =>
        Object.values(steps).flatMap((page) =>
          list(page['listen']).flatMap((listen) => entries(member(listen, 'on')).map(([event]) => event)),
        ),
      ),
    ]),
    binds: new Set(scenes.flatMap(({ uses }) => uses.fields.map(({ field }) => text(field['bind']) ?? ''))),
  };
}

function* step(holder: JsonObject, key: string, { flows, steps }: Known): Generator<Finding> {
  const name = text(holder[key]);
  if (name === undefined || steps.has(name)) return;
  const [flow = '', id = ''] = name.split('/');
  if (!flows.has(flow))
    yield at(holder, key, {
      message: `There is no flow "${flow}".`,
      fix: didYouMean(flow, flows, 'Write "flow/step".'),
    });
  else
    yield at(holder, key, {
      message: `The flow "${flow}" has no step "${id}".`,
      fix: didYouMean(
        name,
        [...steps].filter((one) => one.startsWith(`${flow}/`)),
        'Write "flow/step" with a step of that flow.',
      ),
    });
}

function* since(obligation: JsonObject, { written, comings }: Known): Generator<Finding> {
  const change = obligation['since'];
  if (!isObject(change)) return;
  if (obligation['holds'] !== undefined)
    yield atKey(obligation, 'since', {
      message: 'What must hold is asked at the moment itself, whatever changed before: "since" says nothing there.',
      fix: 'Take "since" out, or say "shown", "passed" or "agreed".',
    });
  const [facts, outcomes] = [list(change['facts']), list(change['outcomes'])];
  for (const [i, path] of facts.entries())
    if (![...written].some((one) => overlap(one, String(path))))
      yield at(facts, i, {
        message: `Nothing ever changes "${String(path)}": no page asks it, and nothing sets or brings it.`,
        fix: didYouMean(String(path), written, 'Name an answer or a result by its whole path.'),
      });
  for (const [i, name] of outcomes.entries())
    if (!comings.has(String(name)))
      yield at(outcomes, i, {
        message: `No operation has the outcome "${String(name)}", and no channel an event of that name.`,
        fix: didYouMean(String(name), comings, 'Outcomes are declared in schemas/api/operations/.'),
      });
}

/** What a document must say is asked of a document; a figure is a fact that somebody gives. */
function* wording(obligation: JsonObject, { written }: Known): Generator<Finding> {
  for (const key of ['contains', 'figures'])
    if (obligation[key] !== undefined && obligation['shown'] === undefined && obligation['agreed'] === undefined)
      yield atKey(obligation, key, {
        message: `"${key}" is about the text of a document, and this obligation names none.`,
        fix: 'Say "shown" or "agreed" with the idTag of the document.',
      });
  const figures = list(obligation['figures']);
  for (const [i, path] of figures.entries())
    if (![...written].some((one) => overlap(one, String(path))))
      yield at(figures, i, {
        message: `Nothing ever gives "${String(path)}": no page asks it, and nothing sets or brings it.`,
        fix: didYouMean(String(path), written, 'Name an answer or a result by its whole path.'),
      });
}

/** The brands that owe it exist, and have the journey that it is about. */
function* owing(obligation: JsonObject, { brands, flows }: Known): Generator<Finding> {
  const before = obligation['before'];
  const [flow = ''] = (text(member(before, 'step')) ?? text(member(before, 'outcome')) ?? '').split('/');
  const named = list(obligation['brands']);
  for (const [i, name] of named.entries()) {
    const own = brands.get(String(name));
    if (!own)
      yield at(named, i, {
        message: `There is no brand "${String(name)}".`,
        fix: didYouMean(String(name), brands.keys(), `Brands: ${[...brands.keys()].join(', ')}.`),
      });
    else if (flows.has(flow) && !own.has(flow))
      yield at(named, i, {
        message: `The brand "${String(name)}" has no flow "${flow}", so it never owes this.`,
        fix: `Take it out of "brands", or add "${flow}" to "flows" of brands/${String(name)}/brand.json.`,
      });
  }
}

interface Names {
  readonly tags: readonly string[];
  readonly states: readonly string[];
  readonly products: readonly string[];
}
function* judge(obligation: JsonObject, all: Known, { tags, states, products }: Names): Generator<Finding> {
  const before = obligation['before'];
  if (isObject(before)) {
    yield* step(before, 'step', all);
    const outcome = text(before['outcome']);
    if (outcome !== undefined && !all.outcomes.has(outcome))
      yield at(before, 'outcome', {
        message: `There is no outcome "${outcome}".`,
        fix: didYouMean(outcome, all.outcomes, 'Write "flow/outcome" as the flow declares it.'),
      });
    const consent = text(before['consent']);
    if (consent !== undefined && !all.binds.has(consent))
      yield at(before, 'consent', {
        message: `No field of any flow is bound to "${consent}".`,
        fix: didYouMean(consent, all.binds, 'Name the answer that the consent is bound to.'),
      });
  }
  for (const key of ['shown', 'agreed']) {
    const tag = text(obligation[key]);
    if (tag !== undefined && !tags.includes(tag))
      yield at(obligation, key, {
        message: `There is no document "${tag}".`,
        fix: didYouMean(tag, tags, `Write compliance/disclosures/${tag}/1.md.`),
      });
  }
  yield* since(obligation, all);
  yield* wording(obligation, all);
  yield* step(obligation, 'passed', all);
  const [, second] = WANTS.filter((key) => obligation[key] !== undefined);
  if (second !== undefined)
    yield atKey(obligation, second, {
      message: `An obligation asks for one thing, this one asks for ${WANTS.filter(
        (key) => obligation[key] !== undefined,
      )
        .map((key) => `"${key}"`)
        .join(' and ')}.`,
      fix: 'Keep one here and write the other as an obligation of its own.',
    });
  const ahead = text(member(before, 'step'));
  if (ahead !== undefined && ahead === obligation['passed'])
    yield at(obligation, 'passed', {
      message: `"${ahead}" cannot be passed before it is reached.`,
      fix: 'Name an earlier page.',
    });
  const named = list(obligation['states']);
  for (const [i, state] of named.entries())
    if (state !== '*' && !states.includes(String(state)))
      yield at(named, i, {
        message: `There is no state "${String(state)}".`,
        fix: didYouMean(String(state), states, `Write compliance/states/${String(state)}.json.`),
      });
  const sold = list(obligation['products']);
  for (const [i, code] of sold.entries())
    if (code !== '*' && products.length > 0 && !products.includes(String(code)))
      yield at(sold, i, {
        message: `There is no product "${String(code)}".`,
        fix: didYouMean(String(code), products, `Products: ${products.join(', ')}.`),
      });
  yield* owing(obligation, all);
}

export const obligations: Check = {
  *world(world) {
    const all = known(world);
    const tags = [...new Set(world.documents.map(({ front }) => front.idTag))];
    for (const obligation of Object.values(world.source.obligations))
      yield* judge(obligation, all, { tags, states: Object.keys(world.source.states), products: productsOf(world) });
  },
};
