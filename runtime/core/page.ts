/** The page as the person sees it: one view per field, remade only where something it reads has changed. */
import type { Choices, CompiledFlow, Field, FieldId, Lock, Step } from './definition.ts';
import type { Facts, Json, JsonObject, Path } from './facts.ts';
import type { FieldView, ItemView, PageView, Problem, State } from './state.ts';
import { evaluate, holds, text } from './express.ts';
import { fileViews, sayRefusal, uploadsOf } from './files.ts';
import { lockAt, locksOf } from './lock.ts';
import { get, isObject, own, put, same } from './paths.ts';
import { Relevant } from './relevant.ts';
import { stepOf } from './pieces.ts';
import { type Asked, fillsItems, shapeOf } from './shape.ts';
import {
  counting,
  entriesOf,
  fillItem,
  onOffer,
  inForce,
  isRequired,
  messageFor,
  messageOf,
  normalise,
  readItem,
  refusal,
  type ReadItem,
  type Shows,
} from './validate.ts';

type Typed = Pick<State, 'answers' | 'world' | 'typed'>;
/** What a page remembers besides its fields. */
export type PageMemory = Omit<PageView, 'step' | 'fields' | 'before' | 'relevant'>;

/** The facts that rules of the page see: its relevant answers and what was typed on it. */
export function pageFacts(state: State, more: Pick<Facts, 'item' | 'payload' | 'problem'> = {}): Facts {
  return {
    ...state.world,
    answers: state.page.relevant,
    typed: state.typed,
    ...(more.item !== undefined && { item: more.item }),
    ...(more.payload !== undefined && { payload: more.payload }),
    ...(more.problem !== undefined && { problem: more.problem }),
  };
}

const known = new WeakMap<State, Facts>();

/** The facts that the page's words and conditions see; made once per state. */
export function factsOf(_flow: CompiledFlow, state: State): Facts {
  let found = known.get(state);
  if (!found) {
    found = pageFacts(state);
    known.set(state, found);
  }
  return found;
}

/**
 * The value a field holds: typed, stored, or its default until the person emptied it. What was chosen and may not be
 * chosen any more gives way to the default.
 */
function valueOf(
  field: Field,
  {
    answers,
    typed,
    memory,
    locks,
  }: Pick<State, 'answers' | 'typed'> & {
    readonly memory: Pick<PageMemory, 'cleared' | 'rows'>;
    readonly locks: readonly Lock[];
  },
  facts: Facts,
): Json | undefined {
  if (field.keep === 'never') return own(typed, field.id);
  const stored = get(answers, field.bind);
  if (lockAt(locks, field.bind)) return stored;
  if (
    (stored !== undefined && onOffer(field.choices, stored, facts)) ||
    field.default === undefined ||
    memory.cleared.includes(field.id)
  )
    return fillsItems(field) ? filledList(field, { value: stored, memory, facts }) : stored;
  return normalise(field, field.default.of(facts) as Json | undefined) ?? stored;
}

/** A list with the defaults of its items that nobody emptied on this page; the list itself where all is said. */
function filledList(
  field: Field,
  {
    value,
    memory,
    facts,
  }: {
    readonly value: Json | undefined;
    readonly memory: Pick<PageMemory, 'cleared' | 'rows'>;
    readonly facts: Facts;
  },
): Json | undefined {
  const items = entriesOf(field, value);
  const { ids } = rowsOf(memory, field.id, items.length);
  const full = items.map((one, index) => {
    const emptied = (field.item?.fields ?? []).filter((part) =>
      memory.cleared.includes(clearedPart(field.id, ids[index] as number, part.id)),
    );
    return fillItem(field, one, { facts, emptied: emptied.map(({ id }) => id) });
  });
  return full.every((one, index) => one === items[index]) ? value : full;
}

/** By what name the page remembers that a question of an item was emptied. */
export const clearedPart = (field: FieldId, item: number, part: FieldId): string => `${field}/${item}/${part}`;

/** Builds the whole page of `step`; views equal to the earlier ones keep their identity. */
export function buildPage(
  flow: CompiledFlow,
  step: Step,
  {
    remembered,
    before,
    memory,
    earlier,
  }: {
    readonly remembered: Typed;
    readonly before: JsonObject;
    readonly memory: PageMemory;
    readonly earlier?: PageView;
  },
): PageView {
  const shape = shapeOf(flow, step);
  const relevant = new Relevant(before);
  const facts: Facts = { ...remembered.world, answers: relevant.root, typed: remembered.typed };
  const locks = locksOf(flow, remembered.world);
  const values = new Map<FieldId, Json | undefined>();
  const visible = new Set<FieldId>();
  for (const { field, whens } of shape.asks) {
    const shown = whens.every((when) => holds(when, facts));
    const value = valueOf(field, { ...remembered, memory, locks }, facts);
    values.set(field.id, value);
    if (!shown) continue;
    visible.add(field.id);
    if (field.keep !== 'never' && value !== undefined) relevant.add(field.bind, counting(field, value, facts));
  }
  for (const { path } of shape.assigned) {
    const value = get(remembered.answers, path);
    if (value !== undefined) relevant.add(path, value);
  }
  const old = earlier?.step === step.id ? earlier.fields : {};
  const looking: Looking = {
    flow,
    step,
    facts,
    locks,
    memory,
    visible: (id) => visible.has(id),
    valueOf: (id) => values.get(id),
    earlier: (id) => own(old, id),
  };
  const fields: Record<FieldId, FieldView> = {};
  for (const field of shape.fields) {
    fields[field.id] = keep(own(old, field.id), view(field, looking));
  }
  return { ...memory, step: step.id, fields, before, relevant: relevant.root };
}

/**
 * Remakes the fields named and whatever depends on them; everything else keeps its identity. Gives the paths whose
 * relevance changed too.
 */
export function updatePage(
  flow: CompiledFlow,
  state: State,
  ids: readonly FieldId[],
): { readonly page: PageView; readonly changed: readonly Path[]; readonly hid: boolean } {
  const { page } = state;
  const step = stepOf(flow, page.step);
  const locks = locksOf(flow, state.world);
  const shape = shapeOf(flow, step);
  const due = new Set(ids.map((id) => shape.order.get(id) as number));
  const next: Record<FieldId, FieldView> = { ...page.fields };
  const changed = new Set<Path>();
  let relevant = page.relevant;
  let facts: Facts = { ...state.world, answers: relevant, typed: state.typed };
  let hid = false;
  let left = (shape.fields.length + 1) * 20;
  while (due.size > 0) {
    if ((left -= 1) < 0)
      throw new Error(
        `The fields of step ${step.id} depend on each other in a circle; break it in the step's "when"s and defaults.`,
      );
    const index = Math.min(...due);
    due.delete(index);
    const { field, whens } = shape.asks[index] as Asked;
    const seeing = shape.looksAhead.has(field.id)
      ? { ...facts, answers: earlierAnswers(shape.fields.slice(0, index), { before: page.before, views: next, facts }) }
      : facts;
    const visible = whens.every((when) => holds(when, seeing));
    const value = valueOf(field, { ...state, memory: page, locks }, facts);
    const was = next[field.id] as FieldView;
    if (was.visible !== visible || was.value !== value) next[field.id] = { ...was, visible, value };
    if (field.keep !== 'never') {
      const asked = visible || (shape.sharing.get(field.bind) ?? []).some((id) => next[id]?.visible === true);
      const counts = asked
        ? value && counting(field, value, facts)
        : (get(page.before, field.bind) ??
          (shape.assigned.some(({ path }) => path === field.bind) ? value : undefined));
      if (!same(get(relevant, field.bind), counts)) {
        hid ||= counts === undefined && value !== undefined;
        relevant = put(relevant, field.bind, counts);
        facts = { ...facts, answers: relevant };
        changed.add(`answers.${field.bind}`);
        for (const id of shape.touched(`answers.${field.bind}`)) due.add(shape.order.get(id) as number);
      }
    }
    next[field.id] = keep(
      page.fields[field.id],
      view(field, {
        flow,
        step,
        facts,
        locks,
        memory: page,
        visible: (id) => next[id]?.visible === true,
        valueOf: (id) => next[id]?.value,
        earlier: (id) => own(page.fields, id),
      }),
    );
  }
  return { page: { ...page, fields: next, relevant }, changed: [...changed], hid };
}

function earlierAnswers(
  fields: readonly Field[],
  {
    before,
    views,
    facts,
  }: {
    readonly before: JsonObject;
    readonly views: Readonly<Record<FieldId, FieldView>>;
    readonly facts: Facts;
  },
): JsonObject {
  const relevant = new Relevant(before);
  for (const field of fields) {
    const shown = views[field.id];
    if (shown?.visible && shown.value !== undefined && field.keep !== 'never')
      relevant.add(field.bind, counting(field, shown.value, facts));
  }
  return relevant.root;
}

/** A page while its fields are looked at. */
interface Looking extends Shows {
  readonly flow: CompiledFlow;
  readonly step: Step;
  readonly facts: Facts;
  readonly locks: readonly Lock[];
  readonly memory: Pick<PageMemory, 'asked' | 'remarks' | 'rows' | 'fresh' | 'uploads'>;
  /** The view made before. */
  readonly earlier: (id: FieldId) => FieldView | undefined;
}

function view(field: Field, looking: Looking): FieldView {
  const { facts, memory, visible, valueOf: value } = looking;
  const shown = visible(field.id);
  const lock = field.keep === 'never' ? lockOfAll(looking) : lockAt(looking.locks, field.bind);
  const problem = shown && !lock ? problemOf(field, looking) : undefined;
  const message =
    shown && !lock ? (own(memory.remarks, field.id) ?? (memory.asked ? saidOf(problem) : undefined)) : undefined;
  const choices = field.choices && choicesOf(field.choices, facts);
  return {
    id: field.id,
    value: value(field.id),
    visible: shown,
    required: isRequired(field, facts),
    label: text(field.label, facts),
    ...(field.hint !== undefined && { hint: text(field.hint, facts) }),
    ...(problem && { problem }),
    ...(message !== undefined && { message }),
    ...(lock && { locked: text(lock.why, facts) }),
    ...(choices && { choices }),
    ...(field.item && shown && { items: itemViews(field, looking) }),
    ...(field.file &&
      shown && {
        files: fileViews(field, { value: value(field.id), uploads: uploadsOf(memory, field.id), facts }),
      }),
    options: evaluate(field.options, facts),
  };
}

/** What a view of an item was made of. */
const madeOf = new WeakMap<ItemView, { readonly read: ReadItem; readonly asked: boolean; readonly index: number }>();

/**
 * The items of a list, each with the number by which the page knows it while it is open. The view of an item is made
 * anew where something of it changed, or what its questions read outside of it.
 */
function itemViews(field: Field, looking: Looking): readonly ItemView[] {
  const { facts, memory } = looking;
  const items = entriesOf(field, looking.valueOf(field.id));
  const { ids } = rowsOf(memory, field.id, items.length);
  const before = looking.earlier?.(field.id)?.items;
  return items.map((value, index) => {
    const id = ids[index] as number;
    const old = before?.[index]?.id === id ? before[index] : before?.find((one) => one.id === id);
    const made = { read: readItem(field, value, facts), asked: memory.asked && !isFresh(memory, field, id), index };
    const was = old && madeOf.get(old);
    if (old && was?.read === made.read && was.asked === made.asked && was.index === index) return old;
    const drawn = itemView(field, { id, value, facts, old, ...made });
    madeOf.set(drawn, made);
    return drawn;
  });
}

function itemView(
  field: Field,
  {
    id,
    value,
    facts,
    old,
    read,
    asked,
    index,
  }: {
    readonly id: number;
    readonly value: JsonObject;
    readonly facts: Facts;
    readonly old: ItemView | undefined;
    readonly read: ReadItem;
    readonly asked: boolean;
    readonly index: number;
  },
): ItemView {
  const seen: Facts = { ...facts, item: read.counts };
  return {
    id,
    title: titleOf(field, { index, facts: seen }),
    fields: read.asked.map((part) => {
      const problem = read.refused.get(part.id);
      const choices = part.choices && choicesOf(part.choices, seen);
      const made: FieldView = {
        id: part.id,
        value: own(value, part.bind),
        visible: true,
        required: isRequired(part, seen),
        label: text(part.label, seen),
        ...(part.hint !== undefined && { hint: text(part.hint, seen) }),
        ...(problem && { problem }),
        ...(problem && asked && { message: problem.message }),
        ...(choices && { choices }),
        options: evaluate(part.options, seen),
      };
      return keep(
        old?.fields.find((one) => one.id === part.id),
        made,
      );
    }),
  };
}

/** What an item is called: as its list says, else by its place. */
export function titleOf({ item }: Field, { index, facts }: { readonly index: number; readonly facts: Facts }): string {
  const title = item?.title === undefined ? '' : text(item.title, facts).trim();
  const name = item?.name ?? '';
  return title || `${name.charAt(0).toUpperCase()}${name.slice(1)} ${index + 1}`;
}

/** The numbers of a list's items on this page; made anew where the list came from elsewhere. */
export function rowsOf(
  { rows }: Pick<PageMemory, 'rows'>,
  field: FieldId,
  count: number,
): { readonly next: number; readonly ids: readonly number[] } {
  const numbered = rows && own(rows, field);
  return numbered?.ids.length === count
    ? numbered
    : { next: count + 1, ids: Array.from({ length: count }, (_, index) => index + 1) };
}

/**
 * The lock under which everything stands that the page asks and keeps: what it asks without keeping (a password) goes
 * with it. Undefined while one of its answers can be changed, and on a page that keeps none.
 */
function lockOfAll({ flow, step, locks }: Looking): Lock | undefined {
  if (locks.length === 0) return undefined;
  const held = shapeOf(flow, step)
    .fields.filter(({ keep: kept }) => kept !== 'never')
    .map(({ bind }) => lockAt(locks, bind));
  return held.every((lock) => lock !== undefined) ? held[0] : undefined;
}

function problemOf(field: Field, looking: Looking): Problem | undefined {
  const { flow, step, facts } = looking;
  const lost = uploadsOf(looking.memory, field.id).find(({ refused }) => refused !== undefined);
  if (lost?.refused !== undefined)
    return {
      keyword: lost.refused,
      message: `${lost.name}: ${sayRefusal(field, { refused: lost.refused, most: lost.most }, facts)}`,
    };
  const keyword = refusal(field, looking.valueOf(field.id), facts);
  if (keyword === 'items') return itemProblem(field, looking);
  if (keyword !== undefined) return { keyword, message: messageFor(field, keyword, facts) };
  const shape = shapeOf(flow, step);
  for (const check of shape.checksAt.get(field.id) ?? []) {
    if (inForce(check, shape, looking) && check.assert.of(facts) === false)
      return { keyword: 'check', message: messageOf(check, field, facts) };
  }
  return undefined;
}

/** The first item that is refused, and why: before all others one that was there when the page was last asked. */
function itemProblem(field: Field, looking: Looking): Problem {
  const items = entriesOf(field, looking.valueOf(field.id));
  const { ids } = rowsOf(looking.memory, field.id, items.length);
  const refused = items.flatMap((value, index) => {
    const read = readItem(field, value, looking.facts);
    const [first] = read.refused.values();
    return first ? [{ index, first, facts: { ...looking.facts, item: read.counts } }] : [];
  });
  const old = refused.find(({ index }) => !isFresh(looking.memory, field, ids[index] as number));
  const told = old ?? refused[0];
  if (!told) return { keyword: 'items', message: messageFor(field, 'items', looking.facts) };
  const { index, first, facts } = told;
  const message = `${titleOf(field, { index, facts })}: ${first.message}`;
  return { keyword: 'items', message, ...(!old && { unsaid: true }) };
}

/** Whether an item was added since the page was last asked: somebody who begins an item has done nothing wrong yet. */
const isFresh = ({ fresh }: Pick<PageMemory, 'fresh'>, field: Field, id: number): boolean =>
  fresh !== undefined && (own(fresh, field.id) ?? []).includes(id);

const saidOf = (problem: Problem | undefined): string | undefined => (problem?.unsaid ? undefined : problem?.message);

function choicesOf(choices: Choices, facts: Facts): FieldView['choices'] {
  if ('items' in choices) {
    return choices.items
      .filter((item) => holds(item.when, facts))
      .map((item) => ({
        value: item.value,
        label: text(item.label, facts),
        ...(item.hint !== undefined && { hint: text(item.hint, facts) }),
        ...(item.exclusive && { exclusive: true as const }),
      }));
  }
  return (choices.from.of(facts) ?? []).flatMap((row) => {
    const value = isObject(row) ? get(row, choices.value) : row;
    const label = isObject(row) ? get(row, choices.label) : row;
    return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      ? [{ value, label: String(label ?? value) }]
      : [];
  });
}

function keep(old: FieldView | undefined, made: FieldView): FieldView {
  return old && same(old, made) ? old : made;
}
