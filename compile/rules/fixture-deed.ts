/** What a fixture does can be done: buttons, links, widgets, news and parts of lists that its pages have. */
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import { own } from '../../runtime/core/paths.ts';
import { at, atKey, type CompileRule, type Finding } from '../checks/check.ts';
import { itemKind, itemsInside } from '../emit/layout.ts';
import { pieces } from '../emit/text.ts';
import { fieldSource } from '../field-source.ts';
import { entries, isObject, list, member, text } from '../json-types.ts';
import { writtenStep } from '../pages.ts';
import type { ResolvedBrand } from '../resolve.ts';
import { schemaFault, violations } from '../schema-check.ts';
import { didYouMean } from '../suggest.ts';
import type { World } from '../world.ts';

const fixture = (deed: string): string =>
  `{ "title": "Somebody begins", "brand": "elm", "flow": "loan", "clock": "2026-11-20T15:00:00Z",
  "do": [{ "at": "loan/about", ${deed} }], "expect": {} }`;

export const RULE: CompileRule = {
  codes: ['fixture-deed'],
  severity: 'concern',
  says: 'A fixture does what nobody can do who plays it: it presses a button, follows a link, uses a widget or waits for news that its page has not, gives an item of a list a part that it is not asked, or expects a message at a question or an address that there is not.',
  remedy: 'Name what the page has; where a page came in between, say `at`.',
  bad: [['flows/loan/fixtures/begins.json', fixture('"press": »"continu"')]],
  good: [['flows/loan/fixtures/begins.json', fixture('"press": "continue"')]],
  *find(world) {
    for (const { fixtures } of Object.values(world.source.flows))
      for (const one of Object.values(fixtures)) {
        const brand = own(world.brands, text(one['brand']) ?? '');
        if (!brand) continue;
        yield* deeds(one, brand, world);
        yield* expected(one, brand);
      }
  },
};

/** What it expects can come: messages at questions of the page where it ends, addresses that app.json has. */
function* expected(played: JsonObject, brand: ResolvedBrand): Generator<Finding> {
  const { expect } = played;
  if (!isObject(expect)) return;
  const pages = pagesNamed(text(expect['end']) ?? '', brand);
  const asked = (pages ?? []).flatMap((step) => entries(step['fields']).map(([id]) => id));
  // What a state asks by its row has the names that stand there.
  const isOpen = !pages || JSON.stringify(pages).includes('"fieldsFrom"');
  for (const [field] of isOpen ? [] : entries(expect['errors']))
    if (!asked.includes(field))
      yield atKey(expect['errors'] as JsonObject, field, {
        message: `The page "${text(expect['end']) ?? ''}" asks no "${field}".`,
        fix: didYouMean(field, asked, 'Name a field of the page where it ends.'),
      });
  const address = text(expect['leaves']);
  const addresses = entries(brand.app['addresses']).map(([name]) => name);
  if (address !== undefined && !addresses.includes(address))
    yield at(expect, 'leaves', {
      message: `There is no address "${address}".`,
      fix: didYouMean(address, addresses, `Name one of "addresses" of app.json.`),
    });
}

/** The pages a thing may be done on: those of the step that was named last, or any of the brand's. */
interface Pages {
  /** How they are called in a sentence. */
  readonly called: string;
  readonly steps: readonly JsonObject[];
}

/** What leads to another page, or may: which one it is then nobody says without playing it. */
const MOVES = ['press', 'dialog', 'link', 'widget', 'event', 'elapse', 'reload', 'back', 'visit', 'signOut', 'signIn'];

function* deeds(played: JsonObject, brand: ResolvedBrand, world: World): Generator<Finding> {
  const anywhere: Pages = {
    called: `No page of the brand "${brand.id}"`,
    steps: Object.values(brand.flows).flatMap(({ steps }) => Object.values(steps)),
  };
  const dialogs = Object.values(brand.flows).flatMap((flow) => Object.values(flow.dialogs));
  let here = anywhere;
  for (const deed of list(played['do']).filter(isObject)) {
    const place = text(deed['at']);
    const named = place === undefined ? undefined : pagesNamed(place, brand);
    // A step that there is not is told by the check of fixtures.
    if (place !== undefined) here = named ? { called: `The page "${place}"`, steps: named } : anywhere;
    yield* pressed(deed, here, dialogs);
    yield* followed(deed, here, { brand, dialogs });
    yield* used(deed, { called: here.called, steps: [...here.steps, ...dialogs] }, world);
    yield* heard(deed, here);
    yield* listed(deed, here, world);
    if (MOVES.some((key) => deed[key] !== undefined)) here = anywhere;
  }
}

/** The page, or all pages of the step; undefined where there is none. */
function pagesNamed(place: string, brand: ResolvedBrand): readonly JsonObject[] | undefined {
  const [owner = '', id = ''] = place.split('/');
  const steps = entries(own(brand.flows, owner)?.steps).flatMap(([name, step]) =>
    isObject(step) && (name === id || writtenStep(name) === id) ? [step] : [],
  );
  return steps.length > 0 ? steps : undefined;
}

const idsOf = (steps: readonly JsonObject[]): readonly string[] => [
  ...new Set(steps.flatMap((step) => list(step['actions']).map((action) => text(member(action, 'id')) ?? ''))),
];

function* pressed(deed: JsonObject, here: Pages, dialogs: readonly JsonObject[]): Generator<Finding> {
  for (const [key, called, holders] of [
    ['press', here.called, here.steps],
    ['dialog', 'No dialog', dialogs],
  ] as const) {
    const action = text(deed[key]);
    const known = idsOf(holders);
    if (action !== undefined && !known.includes(action))
      yield at(deed, key, {
        message: `${called} has ${called.startsWith('No') ? 'a' : 'no'} button "${action}".`,
        fix: didYouMean(
          action,
          known,
          known.length > 0 && known.length < 12 ? `There is ${known.join(', ')}.` : 'Name its "id".',
        ),
      });
  }
}

/** Every item that stands in a layout, at any depth. */
function* within(items: readonly Json[]): Generator<JsonObject> {
  for (const item of items) {
    if (!isObject(item)) continue;
    yield item;
    yield* within(itemsInside(item));
  }
}

/** Words of links, each with what facts may make of it. */
function* followed(
  deed: JsonObject,
  here: Pages,
  { brand, dialogs }: { readonly brand: ResolvedBrand; readonly dialogs: readonly JsonObject[] },
): Generator<Finding> {
  const words = text(deed['link']);
  if (words === undefined) return;
  const { app } = brand;
  const holders = [...here.steps, ...dialogs, member(app['header'], 'layout'), member(app['footer'], 'layout')];
  const asides = Object.values(brand.flows).map(({ flow }) => member(flow['aside'], 'layout'));
  const known = [
    ...[...holders, ...asides].flatMap((holder) =>
      [...within(isObject(holder) ? list(holder['layout']) : list(holder))].flatMap((item) => text(item['link']) ?? []),
    ),
    ...['header', 'footer'].flatMap((part) =>
      list(member(app[part], 'links')).flatMap((link) => text(member(link, 'text')) ?? []),
    ),
  ];
  if (known.some((one) => mayRead(one, words))) return;
  yield at(deed, 'link', {
    message: `${here.called} has ${here.called.startsWith('No') ? 'a' : 'no'} link "${words}".`,
    fix: didYouMean(words, known, 'Write its words as they are read.'),
  });
}

/** Whether a text may read so, whatever its facts are. */
function mayRead(written: string, words: string): boolean {
  const pattern = pieces(written)
    .map((piece) => (typeof piece === 'string' ? piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&') : '.*'))
    .join('');
  return new RegExp(`^${pattern}$`, 's').test(words);
}

function* used(deed: JsonObject, here: Pages, { source }: World): Generator<Finding> {
  const name = text(deed['widget']);
  if (name === undefined) return;
  const there = here.steps
    .flatMap((step) => [...within(list(step['layout']))])
    .filter((item) => ['widget', 'repeat'].includes(itemKind(item) ?? ''));
  const namesOf = (item: JsonObject): readonly string[] =>
    ['id', 'widget', 'of'].flatMap((key) => text(item[key]) ?? []);
  const meant = there.filter((item) => namesOf(item).includes(name));
  if (meant.length === 0) {
    yield at(deed, 'widget', {
      message: `${here.called} has ${here.called.startsWith('No') ? 'a' : 'no'} widget "${name}".`,
      fix: didYouMean(name, there.flatMap(namesOf), 'Name its "id".'),
    });
    return;
  }
  const event = text(deed['event']);
  if (event === undefined) return;
  const events = [...new Set(meant.flatMap((item) => entries(item['events']).map(([one]) => one)))];
  if (!events.includes(event)) {
    yield at(deed, 'event', {
      message: `Nothing happens when "${name}" tells "${event}": nobody can play it.`,
      fix: didYouMean(event, events, `It reacts to ${events.join(', ') || 'nothing'}.`),
    });
    return;
  }
  if (meant.every((item) => itemKind(item) === 'repeat') && typeof deed['item'] !== 'number')
    yield at(deed, 'widget', {
      message: `"${name}" is shown once for each item, and nothing says which is meant.`,
      fix: 'Add "item": its place among those that are shown, from 0.',
    });
  const declared = meant.map((item) =>
    member(source.widgets[text(item['widget']) ?? text(item['of']) ?? '']?.['events'], event),
  );
  const [schema] = declared;
  if (declared.length !== 1 || !isObject(schema) || schemaFault(schema)) return;
  const [broken] = violations(schema, deed['payload'] ?? (schema['type'] === 'null' ? null : {}));
  if (broken)
    yield at(deed, deed['payload'] === undefined ? 'event' : 'payload', {
      message: `"${event}" of "${name}" ${deed['payload'] === undefined ? 'brings something with it: it' : 'does not bring this: it'}${broken.instancePath === '' ? '' : ` at "${broken.instancePath.slice(1)}"`} ${broken.message ?? 'is something else'}.`,
      fix: `Write "payload" as widgets/${text(meant[0]?.['widget']) ?? text(meant[0]?.['of']) ?? ''}/widget.json declares it.`,
    });
}

/** News of a channel. */
function* heard(deed: JsonObject, here: Pages): Generator<Finding> {
  if (deed['widget'] !== undefined) return;
  const event = text(deed['event']);
  const events = here.steps.flatMap((step) =>
    list(step['listen']).flatMap((listen) => entries(member(listen, 'on')).map(([one]) => one)),
  );
  if (event !== undefined && !events.includes(event))
    yield at(deed, 'event', {
      message: `${here.called} waits for ${here.called.startsWith('No') ? '' : 'no '}"${event}".`,
      fix: didYouMean(
        event,
        events,
        `Name an event of "listen"${events.length > 0 && events.length < 12 ? `: ${[...new Set(events)].join(', ')}` : ''}.`,
      ),
    });
}

/** Parts of items that their list does not ask. */
function* listed(deed: JsonObject, here: Pages, { source }: World): Generator<Finding> {
  for (const [field, value] of entries(deed['answer'])) {
    const [asked, ...others] = here.steps.flatMap((step) => {
      const one = member(step['fields'], field);
      return isObject(one) ? [fieldSource(one, source.fragments)] : [];
    });
    if (!asked || (others.length > 0 && here.called.startsWith('No'))) continue;
    if (
      isObject(asked['file']) &&
      !(isObject(value) && Array.isArray(value['files'])) &&
      value !== null &&
      list(value).length > 0
    )
      yield at(deed['answer'] as JsonObject, field, {
        message: `The question "${field}" is answered by files.`,
        fix: 'Write { "files": [{ "name": "bill.pdf", "type": "application/pdf", "bytes": 20000 }] }.',
      });
    const parts = entries(member(asked['item'], 'fields')).flatMap(([, part]) => text(member(part, 'bind')) ?? []);
    if (parts.length === 0) continue;
    for (const item of list(value).filter(isObject))
      for (const name of Object.keys(item))
        if (!parts.includes(name))
          yield atKey(item, name, {
            message: `An item of "${field}" is not asked for "${name}".`,
            cause: `unasked answers.${text(asked['bind']) ?? ''}.${name}`,
            fix: didYouMean(name, parts, `It is asked for ${parts.join(', ')}.`),
          });
  }
}
