/**
 * What nothing uses: rules, values, dialogs, stages, outcomes, documents; and, where `schemas/` belongs to the content,
 * shared values. Steps nothing leads to are found by `ways`. An operation says what the back end can do, whether or not
 * a flow asks for it yet.
 */
import type { Json } from '../../runtime/core/facts.ts';
import { fragmentName } from '../field-source.ts';
import { entries, isList, isObject, list, member, text } from '../json-types.ts';
import { reached, valuesIn } from '../reached.ts';
import type { World } from '../world.ts';
import { at, type Concern, type Finding } from './check.ts';

const FIX = 'Use it, or delete it.';

/** Objects that brands share (a file that no overlay changed) are judged once, over all brands. */
function* rulesAndValues(world: World): Generator<Finding> {
  const inDocuments = world.documents.flatMap(({ source }) => valuesIn(source.text));
  const used = new Set(world.scenes.flatMap((scene) => [...reached(scene, inDocuments)]));
  const told = new Set<object>();
  for (const scene of world.scenes) {
    for (const [kind, docs] of [
      ['rule', scene.rules],
      ['value', scene.values],
    ] as const) {
      for (const [name, doc] of Object.entries(docs)) {
        if (used.has(doc) || told.has(doc)) continue;
        told.add(doc);
        yield at(doc, undefined, { message: `Nothing uses the ${kind} "${name}".`, fix: FIX });
      }
    }
  }
}

function* partsOfFlows(world: World): Generator<Finding> {
  const used = new Set<object>();
  const parts = new Map<object, Finding>();
  for (const { flow, uses } of world.scenes) {
    if (!flow) continue;
    const confirms = [...Object.values(flow.steps), ...Object.values(flow.dialogs)].flatMap((doc) =>
      list(doc['actions']).flatMap((action) => text(member(action, 'confirm')) ?? []),
    );
    const opened = new Set([...confirms, ...uses.targets.flatMap(({ target }) => text(target['dialog']) ?? [])]);
    for (const [id, dialog] of Object.entries(flow.dialogs))
      judge(dialog, opened.has(id), at(dialog, undefined, { message: `Nothing opens the dialog "${id}".`, fix: FIX }));
    const steps = Object.values(flow.steps);
    for (const stage of list(flow.flow['stages']))
      if (isObject(stage))
        judge(
          stage,
          steps.some((step) => step['stage'] === stage['id']),
          at(stage, 'id', { message: `No step belongs to the stage "${String(stage['id'])}".`, fix: FIX }),
        );
    const ends = list(flow.flow['outcomes']);
    const missing = ends.flatMap((outcome, i) =>
      steps.some((step) => step['outcome'] === outcome) ? [] : [{ outcome: String(outcome), i }],
    );
    for (const { outcome, i } of missing)
      yield at(ends, i, {
        message: `No step ends with the outcome "${outcome}".`,
        fix: 'Give it to the step where the journey ends so, or remove it.',
      });
  }
  function judge(part: object, isUsed: boolean, finding: Finding): void {
    if (isUsed) used.add(part);
    parts.set(part, finding);
  }
  for (const [part, finding] of parts) if (!used.has(part)) yield finding;
}

function* documents(world: World): Generator<Finding> {
  const items = world.scenes.flatMap(({ uses, brand }) => [
    ...uses.items.flatMap(({ item }) => text(item['disclosure']) ?? []),
    ...list(member(brand.app['footer'], 'disclosures')).map(String),
  ]);
  const rows = Object.values(world.source.states).flatMap((state) =>
    list(state['rows']).flatMap((row) =>
      entries(member(row, 'disclosures')).flatMap(([, tags]) => list(tags).map(String)),
    ),
  );
  // A list of documents may be made by a value or be an option of a widget, and an agreement is an answer named like
  // its document.
  const spoken = new Set(
    world.scenes
      .flatMap(({ uses }) => uses.expressions.flatMap(({ expression }) => [...texts(expression)]))
      .flatMap((one) => [one, one.split('.').at(-1) ?? '']),
  );
  const used = new Set([...items, ...rows]);
  const wanted = new Map(
    Object.entries(world.source.obligations).flatMap(([id, obligation]) =>
      ['shown', 'agreed'].flatMap((key) => {
        const tag = text(obligation[key]);
        return tag === undefined ? [] : [[tag, id] as const];
      }),
    ),
  );
  const told = new Set<string>();
  for (const { front, source } of world.documents) {
    // A mail is sent by the lender and stands on no page.
    if (front.type === 'mail' || used.has(front.idTag) || spoken.has(front.idTag) || told.has(front.idTag)) continue;
    told.add(front.idTag);
    const by = wanted.get(front.idTag);
    yield by === undefined
      ? { file: source.file, line: 1, column: 1, message: `Nothing shows the document "${front.idTag}".`, fix: FIX }
      : {
          file: source.file,
          line: 1,
          column: 1,
          message: `No page shows the document "${front.idTag}", though the obligation "${by}" wants it shown.`,
          fix: `Put { "disclosure": "${front.idTag}" } into the layout of a page, or delete document and obligation.`,
        };
  }
}
function* texts(value: Json): Generator<string> {
  if (typeof value === 'string') yield value;
  else for (const part of isList(value) ? value : isObject(value) ? Object.values(value) : []) yield* texts(part);
}

/** Names that `$ref`s of a schema or field mention, those of shared values included. */
function* fragmentsIn(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  const name = isObject(value) ? fragmentName(value) : undefined;
  if (name !== undefined) yield name;
  for (const part of Object.values(value)) yield* fragmentsIn(part);
}

function* sharedValues({ source, scenes }: World): Generator<Finding> {
  const due = scenes
    .flatMap(({ flow }) => [...fragmentsIn(flow?.steps)])
    .concat(Object.values(source.states).flatMap((state) => [...fragmentsIn(state)]));
  const fragments = new Set<string>();
  for (let name = due.pop(); name !== undefined; name = due.pop()) {
    if (fragments.has(name)) continue;
    fragments.add(name);
    due.push(...fragmentsIn(source.fragments[name]));
  }
  for (const [name, doc] of Object.entries(source.fragments))
    if (!fragments.has(name))
      yield at(doc, undefined, { message: `No field refers to the shared value "${name}".`, fix: FIX });
}

export const unused: Concern = function* (world, ownSchemas) {
  yield* rulesAndValues(world);
  yield* partsOfFlows(world);
  yield* documents(world);
  if (ownSchemas) yield* sharedValues(world);
};
