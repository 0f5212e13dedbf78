/** Obligations name flows, steps, consents, outcomes, documents and states that exist. */
import type { JsonObject } from '../../runtime/core/facts.ts';
import { isObject, list, member, text } from '../json-types.ts';
import { didYouMean } from '../suggest.ts';
import type { World } from '../world.ts';
import { at, atKey, type Check, type Finding } from './check.ts';
import { productsOf } from './products.ts';

/** What an obligation may ask for. */
const WANTS = ['shown', 'passed', 'holds'];

/** Names of the steps of all brands' flows, and of their outcomes: `flow/step`, `flow/outcome`. */
interface Known {
  readonly steps: ReadonlySet<string>;
  readonly outcomes: ReadonlySet<string>;
  readonly flows: ReadonlySet<string>;
  /** Paths that a checkbox of some flow is bound to. */
  readonly binds: ReadonlySet<string>;
}

function known({ scenes }: World): Known {
  const flows = scenes.flatMap(({ flow }) => flow ?? []);
  return {
    flows: new Set(flows.map(({ id }) => id)),
    steps: new Set(flows.flatMap(({ id, steps }) => Object.keys(steps).map((one) => `${id}/${one}`))),
    outcomes: new Set(
      flows.flatMap(({ id, flow }) => list(flow['outcomes']).map((outcome) => `${id}/${String(outcome)}`)),
    ),
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
  const shown = text(obligation['shown']);
  if (shown !== undefined && !tags.includes(shown))
    yield at(obligation, 'shown', {
      message: `There is no document "${shown}".`,
      fix: didYouMean(shown, tags, `Write compliance/disclosures/${shown}/1.md.`),
    });
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
}

export const obligations: Check = {
  *world(world) {
    const all = known(world);
    const tags = [...new Set(world.documents.map(({ front }) => front.idTag))];
    for (const obligation of Object.values(world.source.obligations))
      yield* judge(obligation, all, { tags, states: Object.keys(world.source.states), products: productsOf(world) });
  },
};
