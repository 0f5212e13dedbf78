/** What the engine works out about a step or a flow once, from the definition alone, and keeps beside it. */
import type {
  Assignment,
  Call,
  Check,
  CompiledFlow,
  Dialog,
  Field,
  FieldId,
  LayoutItem,
  Reaction,
  Rule,
  Step,
  StepId,
  Target,
} from './definition.ts';
import type { Path } from './facts.ts';
import { own, segments } from './paths.ts';

type LinkItem = Extract<LayoutItem, { kind: 'link' }>;
export type Repeat = Extract<LayoutItem, { kind: 'repeat' }>;
export type WidgetItem = Extract<LayoutItem, { kind: 'widget' | 'repeat' }>;

/** A layout item with the conditions of everything it stands in, its own included. */
export interface Placed<T> {
  readonly item: T;
  readonly whens: readonly Rule[];
  /** Of itself and what it stands in, those that appear after a time. Absent: none. */
  readonly later?: readonly LayoutItem[];
  /** The repeat it stands in. */
  readonly repeat?: Repeat;
  /** Of a repeat: event -> the conditions of each button in an item that tells it. */
  readonly buttons?: ReadonlyMap<string, readonly (readonly Rule[])[]>;
}

/** What a layout holds beside fields, in layout order. */
interface Placements {
  /** What `followed.link` counts. */
  readonly links: readonly Placed<LinkItem>[];
  readonly widgets: readonly Placed<WidgetItem>[];
  readonly disclosures: readonly Placed<{ readonly idTag: string; readonly consent?: FieldId }>[];
}

/** A field as each walk asks it. */
export interface Asked {
  readonly field: Field;
  /** Its own conditions and those of the groups it stands in. */
  readonly whens: readonly Rule[];
  /** The segments of where its answer is kept. */
  readonly way: readonly string[];
}

export interface StepShape extends Placements {
  readonly asks: readonly Asked[];
  readonly fields: readonly Field[];
  readonly order: ReadonlyMap<FieldId, number>;
  /** Conditions of a field: its own and those of the groups it stands in. */
  readonly whens: ReadonlyMap<FieldId, readonly Rule[]>;
  /** Fields whose condition reads an answer of their own or of a later field: judged over earlier answers only. */
  readonly looksAhead: ReadonlySet<FieldId>;
  readonly checksAt: ReadonlyMap<FieldId, readonly Check[]>;
  readonly pageChecks: readonly Check[];
  /** The dialogs that something of this step opens, and those that they open in turn. */
  readonly dialogs: readonly string[];
  /** Paths below `answers` that actions and widgets of this step and of its dialogs write. */
  readonly assigned: readonly Assignment[];
  readonly withDefault: readonly Field[];
  /** Lists of which a question of an item has a default. */
  readonly fillsItems: readonly Field[];
  /** Bind -> the fields of this step that write it. */
  readonly sharing: ReadonlyMap<Path, readonly FieldId[]>;
  /** Fields to look at again when the fact at a path changes, in order. */
  readonly touched: (fact: Path) => readonly FieldId[];
}

const steps = new WeakMap<Step, StepShape>();
const dialogs = new WeakMap<Dialog, Placements>();

/** What a dialog of this flow holds; undefined for a name that is none of its dialogs. */
export function dialogShapeOf(flow: CompiledFlow, id: string): Placements | undefined {
  const dialog = own(flow.dialogs, id);
  let shape = dialog && dialogs.get(dialog);
  if (dialog && !shape) {
    shape = placementsOf(dialog.layout, new Map());
    dialogs.set(dialog, shape);
  }
  return shape;
}

/** What the page holds, or the dialog of it that is named; undefined where the step opens no such dialog. */
export function placementsAt(flow: CompiledFlow, step: Step, dialog: string | undefined): Placements | undefined {
  const shape = shapeOf(flow, step);
  if (dialog === undefined) return shape;
  return shape.dialogs.includes(dialog) ? dialogShapeOf(flow, dialog) : undefined;
}

/** Whether something is proposed in the items of this list: a question of them has a default. */
export const fillsItems = ({ item }: Field): boolean =>
  item?.fields.some((part) => part.default !== undefined) === true;

/** The id by which events name a widget or a repeat. */
export function widgetId(item: WidgetItem): string {
  return item.id;
}

/** The shape of a step of this flow; worked out once per compiled step. */
export function shapeOf(flow: CompiledFlow, step: Step): StepShape {
  let shape = steps.get(step);
  if (!shape) {
    shape = build(flow, step);
    steps.set(step, shape);
  }
  return shape;
}

function build(flow: CompiledFlow, step: Step): StepShape {
  const fields = step.fieldOrder.map((id) => fieldOf(step, id));
  const order = new Map(step.fieldOrder.map((id, index) => [id, index]));
  const placedFields = new Map<FieldId, readonly Rule[]>();
  const placements = placementsOf(step.layout, placedFields);
  const whens = new Map(
    fields.map((field) => [field.id, [...(field.when ? [field.when] : []), ...(placedFields.get(field.id) ?? [])]]),
  );
  const looksAhead = new Set(
    fields
      .filter((field, index) => {
        const reads = (whens.get(field.id) ?? []).flatMap((rule) => rule.reads);
        return (
          reads.length > 0 &&
          fields.slice(index).some(({ bind }) => reads.some((read) => overlap(read, `answers.${bind}`)))
        );
      })
      .map((field) => field.id),
  );
  const checksAt = new Map<FieldId, Check[]>();
  for (const check of step.checks) if (check.at) checksAt.set(check.at, [...(checksAt.get(check.at) ?? []), check]);
  const opened = dialogsOf(flow, step);
  const writers = [
    ...step.actions,
    ...reactionsIn(placements),
    ...opened.flatMap((id) => [...(own(flow.dialogs, id)?.actions ?? []), ...reactionsIn(dialogShapeOf(flow, id))]),
  ];
  return {
    ...placements,
    asks: fields.map((field) => ({
      field,
      whens: whens.get(field.id) ?? [],
      way: segments(field.bind),
    })),
    fields,
    order,
    whens,
    looksAhead,
    checksAt,
    pageChecks: step.checks.filter((check) => !check.at),
    dialogs: opened,
    assigned: writers.flatMap(({ set }) => set),
    withDefault: fields.filter((field) => field.default !== undefined),
    fillsItems: fields.filter(fillsItems),
    sharing: sharingOf(fields),
    touched: touchedBy(step, { order, whens, checksAt }),
  };
}

function sharingOf(fields: readonly Field[]): ReadonlyMap<Path, readonly FieldId[]> {
  const sharing = new Map<Path, FieldId[]>();
  for (const { bind, id } of fields) {
    const ids = sharing.get(bind);
    if (ids) ids.push(id);
    else sharing.set(bind, [id]);
  }
  return sharing;
}

function placementsOf(layout: readonly LayoutItem[], fields: Map<FieldId, readonly Rule[]>): Placements {
  const links: Placed<LinkItem>[] = [];
  const widgets: Placed<WidgetItem>[] = [];
  const disclosures: Placed<{ idTag: string }>[] = [];
  /** Groups around that appear after a time, the innermost last. */
  const around: LayoutItem[] = [];
  const visit = (items: readonly LayoutItem[], above: readonly Rule[], repeat?: Repeat): void => {
    for (const item of items) {
      const isLater = 'appears' in item && item.appears !== undefined;
      const later = isLater ? [...around, item] : [...around];
      const whens = item.kind !== 'field' && item.when ? [...above, item.when] : above;
      if (item.kind === 'field') fields.set(item.field, whens);
      else if (item.kind === 'group') {
        if (isLater) around.push(item);
        visit(item.items, whens, repeat);
        if (isLater) around.pop();
      } else if (item.kind === 'link')
        links.push({ item, whens, ...(later.length > 0 && { later }), ...(repeat && { repeat }) });
      else if (item.kind === 'disclosure') {
        disclosures.push({ item, whens });
        if (item.consent) fields.set(item.consent, whens);
      } else if (item.kind === 'widget') {
        widgets.push({ item, whens });
        if (item.field) fields.set(item.field, whens);
      } else if (item.kind === 'repeat') {
        widgets.push({ item, whens, buttons: buttonsOf(item.items) });
        visit(item.items, item.only ? [...whens, item.only] : whens, item);
      }
    }
  };
  visit(layout, []);
  return { links, widgets, disclosures };
}

/** What the events of widgets do. */
const reactionsIn = (placements: Placements | undefined): readonly Reaction[] =>
  (placements?.widgets ?? []).flatMap(({ item }) => Object.values(item.events));

/** The buttons of an item by the event they tell, with the conditions between it and them. */
function buttonsOf(items: readonly LayoutItem[], above: readonly Rule[] = []): Map<string, (readonly Rule[])[]> {
  const found = new Map<string, (readonly Rule[])[]>();
  for (const item of items) {
    const whens = item.kind !== 'field' && item.when ? [...above, item.when] : above;
    const inside =
      item.kind === 'button'
        ? new Map([[item.event, [whens]]])
        : item.kind === 'group'
          ? buttonsOf(item.items, whens)
          : [];
    for (const [event, all] of inside) found.set(event, [...(found.get(event) ?? []), ...all]);
  }
  return found;
}

function fieldOf(step: Step, id: FieldId): Field {
  const field = step.fields[id];
  if (!field) throw new Error(`Step ${step.id} orders a field ${id} that it does not have; compile the flow again.`);
  return field;
}

/** Whether one path is the other or lies inside it. */
export function overlap(a: Path, b: Path): boolean {
  return a === b || a.startsWith(`${b}.`) || b.startsWith(`${a}.`);
}

function touchedBy(
  step: Step,
  { order, whens, checksAt }: Pick<StepShape, 'order' | 'whens' | 'checksAt'>,
): StepShape['touched'] {
  const readers: (readonly [Path, readonly FieldId[]])[] = Object.entries(step.affects);
  for (const [id, rules] of whens) for (const rule of rules) for (const read of rule.reads) readers.push([read, [id]]);
  for (const [id, checks] of checksAt)
    for (const check of checks) for (const read of check.assert.reads) readers.push([read, [id]]);
  const known = new Map<Path, readonly FieldId[]>();
  return (fact) => {
    let found = known.get(fact);
    if (!found) {
      const ids = new Set(readers.filter(([read]) => overlap(read, fact)).flatMap(([, names]) => names));
      found = [...ids]
        .filter((id) => order.has(id))
        .sort((a, b) => (order.get(a) as number) - (order.get(b) as number));
      known.set(fact, found);
    }
    return found;
  };
}

/** Dialogs that some target of this step opens, or an action of it asks to confirm. */
function dialogsOf(flow: CompiledFlow, step: Step): readonly string[] {
  const found = new Set<string>();
  const target = (t: Target | undefined): void => {
    if (t?.kind === 'dialog') open(t.dialog);
    if (t?.kind === 'signOut') target(t.then);
  };
  const calls = (list: readonly Call[]): void => list.forEach((call) => Object.values(call.on).forEach(target));
  const does = (reaction: Pick<Reaction, 'calls' | 'next'>): void => {
    calls(reaction.calls);
    reaction.next.forEach((choice) => target(choice.target));
  };
  const open = (id: string): void => {
    if (found.has(id)) return;
    found.add(id);
    const dialog = own(flow.dialogs, id);
    dialog?.actions.forEach(does);
    items(dialog?.layout ?? []);
  };
  const items = (list: readonly LayoutItem[]): void =>
    list.forEach((item) => {
      if (item.kind === 'group' || item.kind === 'repeat') items(item.items);
      if (item.kind === 'link') target(item.target);
      if (item.kind === 'widget' || item.kind === 'repeat') Object.values(item.events).forEach(does);
    });
  step.actions.forEach((action) => {
    does(action);
    if (action.confirm) open(action.confirm);
  });
  items(step.layout);
  calls(step.load);
  step.next.forEach((choice) => target(choice.target));
  step.listen.forEach((listen) => {
    Object.values(listen.on).forEach(target);
    target(listen.onGiveUp);
  });
  step.timers.forEach((timer) => target(timer.do));
  return [...found];
}

const lines = new WeakMap<CompiledFlow, ReadonlyMap<StepId, number>>();

/** The place of each step of the main line. */
export function lineOf(flow: CompiledFlow): ReadonlyMap<StepId, number> {
  let line = lines.get(flow);
  if (!line) {
    line = new Map(flow.line.map((id, index) => [id, index]));
    lines.set(flow, line);
  }
  return line;
}
