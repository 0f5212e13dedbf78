/** One resolved flow to a module whose default export is a CompiledFlow, and to its pieces where it is long. */
import { isOfDraft } from '../../contract/channels.ts';
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import type { Docs } from '../content.ts';
import { isKeptByServer } from '../facts.ts';
import { isInHeader } from '../header.ts';
import { isObject, list, member, text } from '../json-types.ts';
import type { ResolvedFlow } from '../resolve.ts';
import type { FlowModule, Module } from '../types.ts';
import { writeFields, type FieldContext } from './fields.ts';
import { writeLayout } from './layout.ts';
import { originsOf } from './origins.ts';
import { pageAffects } from './affects.ts';
import { consentsOf } from './consents.ts';
import { writeMigrations } from './migrations.ts';
import { numberAppearing } from './appears.ts';
import { Writer } from './writer.ts';

type Members = Readonly<Record<string, unknown>>;

export interface FlowContext {
  readonly fragments: Docs;
  /** Controls by name: what their folder says of itself. */
  readonly controls: Docs;
  /** Widgets by name: what their folder says of itself. */
  readonly widgets: Docs;
  /** Operation name to kind. */
  readonly kinds: Readonly<Record<string, string>>;
  /** Operations that raise the assurance of the session: with which outcomes. */
  readonly assuring: ReadonlyMap<string, readonly string[]>;
  /** Operations that lead a draft on, with the statuses they lead to. */
  readonly moving: ReadonlyMap<string, JsonObject>;
  /** Operations whose errors may be quoted: how many characters of them. */
  readonly quoted: ReadonlyMap<string, number>;
  /** Cookie to its declared age in seconds. */
  readonly cookieAges: Readonly<Record<string, number>>;
  /** Parameters of addresses that are sensitive. */
  readonly sensitiveParams: ReadonlySet<string>;
  /** The declared schema of an answer, by its path below `answers`. */
  readonly declared: (bind: string) => JsonObject | undefined;
  /** What was written of the flow's earlier versions, if anything. */
  readonly migrations: JsonObject | undefined;
  /** A word of the runtime as the app has it, by part and name. */
  readonly say: (part: string, name: string) => string;
  readonly kitHash: string;
}

/**
 * A flow whose text has at most so many characters is one module. Of a longer one the first page is on the device
 * before the rest: 40,000 are about 8 kB compressed.
 */
const WHOLE = 40_000;
/** So many characters of JSON, about, are one piece: a request for each step would cost more than it brings. */
const PIECE = 8_000;

export function writeFlow(source: ResolvedFlow, context: FlowContext): FlowModule {
  const { flow } = source;
  const access = (text(flow['access']) ?? 'customer') as FlowModule['access'];
  const base = (text(flow['base']) ?? '').replace(/\/$/, '');
  const saves = (flow['saves'] ?? 'none') as unknown as FlowModule['saves'];
  const routes = Object.entries(source.steps).map(([id, step]) => ({
    step: id,
    kind: (text(step['kind']) ?? 'form') as FlowModule['routes'][number]['kind'],
    path: text(step['path']) ?? id,
    ...shownPath(text(step['path']) ?? id, context.sensitiveParams),
    ...alsoAt(source, id),
    access: (text(step['access']) ?? access) as FlowModule['access'],
    ...originsOf(step, context.widgets),
  }));
  const whole = writeModule(source, { context, ids: Object.keys(source.steps), access, base, saves });
  const written = whole.code.length <= WHOLE ? whole : writePieces(source, { context, access, base, saves });
  return { ...written, id: source.id, title: text(flow['title']) ?? source.id, base, access, saves, routes };
}

type Meta = Pick<FlowModule, 'access' | 'base' | 'saves'> & { readonly context: FlowContext };

function writerOf(source: ResolvedFlow, { kinds, assuring, moving, quoted, cookieAges }: FlowContext): Writer {
  const { rules, values } = source;
  return new Writer({ rules, values, flow: source.id, kinds, assuring, moving, quoted, cookieAges });
}

/** The steps of these ids, in this order. */
function writeSteps(
  source: ResolvedFlow,
  ids: readonly string[],
  { writer, context, access }: { readonly writer: Writer; readonly context: FlowContext; readonly access: string },
): Readonly<Record<string, Members>> {
  return Object.fromEntries(
    ids.map((id) => [
      id,
      writeStep(id, source.steps[id] ?? {}, {
        flowAccess: access,
        flowAssurance: source.flow['assurance'],
        writer,
        context,
      }),
    ]),
  );
}

/** The first page with all that holds for the whole flow; the other steps in pieces, those of the line first. */
function writePieces(source: ResolvedFlow, meta: Meta): Pick<FlowModule, 'hash' | 'code' | 'pieces'> {
  const { context, access } = meta;
  const [first = [], ...groups] = grouped(source);
  const written = groups.map((ids) => {
    const writer = writerOf(source, context);
    const steps = writeSteps(source, ids, { writer, context, access });
    return { steps, module: writer.module.finish(context.kitHash, { steps }) };
  });
  const pieces = written.map(({ module }) => module);
  const heads = new Map(
    written.flatMap(({ steps }, piece) =>
      Object.entries(steps).map(([id, step]) => [id, { ...headOf(step), piece }] as const),
    ),
  );
  return { ...writeModule(source, { ...meta, ids: first, pieces, heads }), pieces };
}

/**
 * Steps by the piece they come in: the first of the line alone, then those of the line, then the others as they are
 * written. The pages of one step count each other, so they come together.
 */
function grouped({ flow, steps }: ResolvedFlow): readonly (readonly string[])[] {
  const line = list(flow['line']).map(String);
  const order = [...line, ...Object.keys(steps).filter((id) => !line.includes(id))];
  const groups: string[][] = [];
  const placed = new Set<string>();
  let size = Infinity;
  for (const id of order) {
    if (placed.has(id)) continue;
    const of = text(member(steps[id]?.['page'], 'of'));
    const together = of === undefined ? [id] : order.filter((one) => text(member(steps[one]?.['page'], 'of')) === of);
    if (size >= PIECE || groups.length === 1) {
      groups.push([]);
      size = 0;
    }
    groups.at(-1)?.push(...together);
    for (const one of together) {
      placed.add(one);
      size += JSON.stringify(steps[one]).length;
    }
  }
  return groups;
}

/** What is known of a step before its piece is there. */
function headOf(step: Members): Members {
  const { id, kind, path, shown, also, access, assurance, origins, page, entry } = step;
  const fieldsOf = (fields: readonly Json[]): readonly JsonObject[] =>
    fields.flatMap((field) => {
      if (!isObject(field)) return [];
      const { bind, sensitive, keep, hidden } = field;
      const parts = fieldsOf(list(member(field['item'], 'fields')));
      const tells = sensitive === true || keep !== 'application' || hidden === 'erase' || parts.length > 0;
      return tells
        ? [
            {
              id: field['id'],
              bind,
              sensitive,
              keep,
              hidden,
              ...(parts.length > 0 && { item: { fields: parts } }),
            } as JsonObject,
          ]
        : [];
    });
  const fields = fieldsOf(Object.values(step['fields'] as JsonObject));
  return {
    id,
    kind,
    path,
    shown,
    also,
    access,
    assurance,
    origins,
    page: isObject(page) ? { of: member(page, 'of') } : undefined,
    entry: entry === undefined ? undefined : true,
    fields: Object.fromEntries(fields.map((field) => [String(field['id']), field])),
  };
}

function writeModule(
  source: ResolvedFlow,
  {
    context,
    ids,
    pieces,
    heads,
    access,
    base,
    saves,
  }: Meta & {
    readonly ids: readonly string[];
    readonly pieces?: readonly Module[];
    readonly heads?: ReadonlyMap<string, Members>;
  },
): Module {
  const { flow } = source;
  const writer = writerOf(source, context);
  const steps = writeSteps(source, ids, { writer, context, access });
  return writer.module.finish(context.kitHash, {
    id: source.id,
    brand: source.brand,
    base,
    access,
    saves,
    line: list(flow['line']),
    steps,
    ...(pieces &&
      heads && {
        pieces: writer.module.names(pieces),
        heads: Object.fromEntries(
          Object.keys(source.steps).map((id) => [id, heads.get(id) ?? headOf(steps[id] ?? {})]),
        ),
      }),
    dialogs: Object.fromEntries(
      Object.entries(source.dialogs).map(([id, dialog]) => [id, writeDialog(id, dialog, writer)]),
    ),
    stages: list(flow['stages']).flatMap((stage) =>
      isObject(stage)
        ? [{ id: stage['id'], title: writer.words(stage['title']), hiddenWhen: writer.when(stage['hiddenWhen']) }]
        : [],
    ),
    locks: list(flow['locks']).flatMap((lock) =>
      isObject(lock)
        ? [
            {
              when: writer.rule(lock['when'] ?? false).js,
              answers: list(lock['answers']),
              except: list(lock['except']),
              ...(lock['set'] !== undefined && { set: list(lock['set']) }),
              why: writer.words(lock['why'] ?? ''),
            },
          ]
        : [],
    ),
    binds: binds(source, ids),
    ...(isKeptByServer(source) && {
      migrations: writeMigrations(context.migrations),
      consents: consentsOf(source, context.fragments),
    }),
  });
}

/**
 * Other addresses of a step: that of the step whose first page it is, and the flow's own where the flow starts
 * (route.application: `/application` is the entry of the application). A start that cannot do without a parameter has
 * none, and the root of the site is no flow's.
 */
function alsoAt({ flow, steps }: ResolvedFlow, id: string): { also?: readonly string[] } {
  const pathOf = ([name, step]: readonly [string, JsonObject]): string => text(step['path']) ?? name;
  const step = steps[id] ?? {};
  const isRoot = /^\/?$/.test(text(flow['base']) ?? '');
  const isStart = !isRoot && list(flow['line'])[0] === id && !pathOf([id, step]).includes('{');
  const isFree = !Object.entries(steps).some((one) => pathOf(one) === '');
  const page = text(member(step['page'], 'path'));
  const also = [...(page === undefined ? [] : [page]), ...(isStart && isFree ? [''] : [])];
  return also.length === 0 ? {} : { also };
}

/** The path without its sensitive parameters, when it has any. */
function shownPath(path: string, sensitive: ReadonlySet<string>): { shown?: string } {
  const parts = path.split('/');
  const shown = parts.filter((part) => !sensitive.has(/^\{(\w+)\}$/.exec(part)?.[1] ?? ''));
  return shown.length === parts.length ? {} : { shown: shown.join('/') };
}

/** What asks for each answer on these steps; `fill` finds it of those that come later. */
function binds({ steps }: ResolvedFlow, ids: readonly string[]): Record<string, { step: string; field: string }[]> {
  const found: Record<string, { step: string; field: string }[]> = {};
  for (const [step, doc] of Object.entries(steps)) {
    if (!ids.includes(step)) continue;
    for (const [field, of] of isObject(doc['fields']) ? Object.entries(doc['fields']) : []) {
      const bind = isObject(of) ? text(of['bind']) : undefined;
      if (bind !== undefined) (found[bind] ??= []).push({ step, field });
    }
  }
  return found;
}

function writeStep(
  id: string,
  step: JsonObject,
  {
    flowAccess,
    flowAssurance,
    writer,
    context,
  }: {
    readonly flowAccess: string;
    readonly flowAssurance: Json | undefined;
    readonly writer: Writer;
    readonly context: FieldContext & FlowContext;
  },
): Readonly<Record<string, unknown>> {
  const layout = list(step['layout']);
  const fields = writeFields(step, writer, context);
  const load = list(step['load']);
  return {
    id,
    kind: step['kind'] ?? 'form',
    path: step['path'] ?? id,
    ...shownPath(text(step['path']) ?? id, context.sensitiveParams),
    access: step['access'] ?? flowAccess,
    assurance: step['assurance'] ?? flowAssurance,
    ...originsOf(step, context.widgets),
    stage: step['stage'],
    ...pageMembers(step, writer),
    title: writer.words(step['title'] ?? ''),
    when: writer.when(step['when']),
    entry: step['entry'] === undefined || step['entry'] === false ? undefined : writer.rule(step['entry']).js,
    load: writer.calls(step['load']),
    fields: Object.fromEntries(fields.map((field) => [field.id, field.members])),
    fieldOrder: fields.map((field) => field.id),
    ...numberAppearing({ layout: writeLayout(layout, writer), actions: writeActions(step['actions'], writer) }),
    checks: list(step['checks']).flatMap((check) =>
      isObject(check)
        ? [
            {
              assert: writer.rule(check['assert'] ?? false).js,
              at: check['at'],
              message: writer.words(check['message']),
              ...(check['at'] === undefined &&
                (text(check['message']) ?? '').includes('{{') && {
                  otherwise: writer.words(context.say('page', 'check')),
                }),
            },
          ]
        : [],
    ),
    next: writer.choices(step['next']),
    listen: list(step['listen']).flatMap((listen) => (isObject(listen) ? [writeListen(listen, load, writer)] : [])),
    timers: list(step['timers']).flatMap((timer) =>
      isObject(timer) && isObject(timer['do']) ? [{ afterMs: timer['afterMs'], do: writer.target(timer['do']) }] : [],
    ),
    contentDelayMs: step['contentDelayMs'],
    ...(step['kind'] === 'wait' && hangsOn(load, layout, writer) && { isTold: true }),
    outcome: step['outcome'],
    affects: pageAffects(step, fields, writer),
  };
}

/** Whether a part of a page stands or not by what a call of the page brings. */
function hangsOn(load: readonly Json[], layout: readonly Json[], writer: Writer): boolean {
  const results = load.map((call) => `results.${text(member(call, 'as')) ?? ''}`);
  return layout
    .flatMap((item) => {
      const when = member(item, 'when');
      return when === undefined ? [] : [...writer.rule(when).reads];
    })
    .some((path) => results.includes(path.split('.', 2).join('.')));
}

/** What a page of a step knows of it. */
function pageMembers(step: JsonObject, writer: Writer): Readonly<Record<string, unknown>> {
  const page = step['page'];
  if (!isObject(page)) return {};
  return {
    ...(page['path'] !== undefined && { also: page['path'] }),
    page: {
      of: page['of'],
      title: page['title'] === undefined ? undefined : writer.words(page['title']),
      onward: page['onward'],
    },
  };
}

function writeListen(listen: JsonObject, load: readonly Json[], writer: Writer): Readonly<Record<string, unknown>> {
  const poll = load.findIndex((call) => isObject(call) && call['call'] === listen['poll']);
  return {
    channel: listen['channel'],
    with: writer.computes(listen['with']),
    on: writer.targets(listen['on']),
    poll: poll < 0 ? undefined : poll,
    giveUpAfterSeconds: listen['giveUpAfterSeconds'],
    onGiveUp: isObject(listen['onGiveUp']) ? writer.target(listen['onGiveUp']) : undefined,
    as: listen['as'],
    ofDraft: isOfDraft(text(listen['channel']) ?? '') || undefined,
    onError: isObject(listen['onError']) ? writer.target(listen['onError']) : undefined,
    onEnd: isObject(listen['onEnd']) ? writer.target(listen['onEnd']) : undefined,
  };
}

function writeActions(actions: Json | undefined, writer: Writer): readonly Readonly<Record<string, unknown>>[] {
  const isSaid = list(actions).some((action) => member(action, 'confirms') !== undefined);
  return list(actions).flatMap((action) => {
    if (!isObject(action)) return [];
    const style = action['style'] ?? 'primary';
    return [
      {
        id: action['id'],
        label: writer.words(action['label']),
        busyLabel: writer.words(action['busyLabel']),
        style,
        inHeader: isInHeader(action) || undefined,
        when: writer.when(action['when']),
        appears: writer.after(action['appearsAfterMs']),
        validates: action['validates'] ?? style === 'primary',
        confirm: action['confirm'],
        ...(isSaid && { confirms: action['confirms'] === true }),
        ...writeEnabled(action['enabled'], writer),
        ...writer.writes(action['set']),
        clears: action['clears'],
        calls: writer.calls(action['calls']),
        next: writer.choices(action['next']),
      },
    ];
  });
}

function writeEnabled(enabled: Json | undefined, writer: Writer): Readonly<Record<string, unknown>> {
  if (!isObject(enabled)) return {};
  const { valid, noError, when, why } = enabled;
  return { enabled: { valid, noError, when: writer.when(when), why: writer.words(why ?? '') } };
}

function writeDialog(id: string, dialog: JsonObject, writer: Writer): Readonly<Record<string, unknown>> {
  return {
    id,
    title: writer.words(dialog['title'] ?? ''),
    layout: writeLayout(list(dialog['layout']), writer),
    actions: writeActions(dialog['actions'], writer),
  };
}
