/**
 * What an applicant saw, page by page, rebuilt by the engine: each page from the version of the flow it was left in,
 * over the answers, documents and rows of states of that moment.
 * Sensitive answers leave here as the one redaction of the engine leaves them. Pure.
 */
import type { Call, CompiledFlow, LayoutItem, Step, StepId } from '../../runtime/core/definition.ts';
import type { Facts, Json, JsonObject } from '../../runtime/core/facts.ts';
import { facts, get, initial, own, redact, reduce, stepPath, text, walk } from '../../runtime/core/index.ts';
import type { CompiledCompliance } from '../../runtime/core/app-definition.ts';
import type { Journey, Shown, State, World } from '../../runtime/core/state.ts';
import { shapeOf } from '../../runtime/core/shape.ts';
import { howWords } from './how.ts';
import { wordsOn, type Line } from './words.ts';

/** What is kept of an application; `answers` in clear. Instants are ISO 8601. */
export interface Kept {
  readonly flow: CompiledFlow;
  readonly answers: JsonObject;
  readonly journey: Journey;
  readonly world: World;
  /** Every time a page was left, in order; `how` null: it was asked again. */
  readonly left: readonly Left[];
  /** Versions that pages were left in, by hash; one that nobody has is left out. */
  readonly versions: Readonly<Record<string, CompiledFlow>>;
  /** Documents and rows of states, by the hash of their module. */
  readonly contents: Readonly<Record<string, CompiledCompliance>>;
  readonly shown: readonly {
    readonly idTag: string;
    readonly hash: string;
    readonly step: StepId;
    readonly at: string;
    readonly title?: string;
    readonly version?: string;
  }[];
  readonly trail: readonly {
    readonly operation: string;
    readonly outcome: string;
    readonly value: Json;
    readonly at: string;
  }[];
}

interface Left {
  readonly step: StepId;
  readonly how: Journey[StepId] | null;
  readonly definition: string;
  readonly at: string;
  /** It counts as left no more because the application went on in a later version. */
  readonly moved?: true;
  /** What stood behind the page; not kept of what is older than the chain of acts. */
  readonly over?: {
    readonly answers: JsonObject;
    /** Without the page itself. */
    readonly journey: Journey;
    readonly world: World;
    readonly content: string;
    readonly isKept: boolean;
  };
}

export interface ReplayedPage {
  readonly step: StepId;
  readonly title: string;
  readonly path: string;
  /**
   * `current`: where they stand now; `left`: how and when it was left; `again`: it was taken back and is asked again.
   */
  readonly how: string;
  readonly kind: 'left' | 'again' | 'current';
  /** Hash of the version it was shown in. */
  readonly version: string;
  /** Undefined where the time was not kept. */
  readonly at?: string;
  readonly disclosures: readonly {
    readonly idTag: string;
    readonly hash: string;
    readonly at: string;
    readonly title?: string;
    readonly version?: string;
  }[];
  /** Everything that could be read there, from top to bottom; empty where that cannot be shown. */
  readonly words: readonly Line[];
  /** What of it cannot be shown as it was, and why: sentences. */
  readonly not: readonly string[];
  /** As they stood when the page was left; where that was not kept, as they stand now. */
  readonly questions: readonly {
    readonly field: string;
    readonly label: string;
    readonly answer: Json;
    readonly says?: string;
  }[];
  readonly calls: readonly {
    readonly operation: string;
    readonly outcome: string;
    readonly at: string;
    readonly value: Json;
  }[];
}

/** The pages in the order they were left, the one they stand at last. */
export function replay(kept: Kept): readonly ReplayedPage[] {
  const { flow, answers, journey, world } = kept;
  const way = walk(flow, { answers, journey }, world);
  const now: Behind = { flow, answers, journey, world, contents: Object.values(kept.contents) };
  const pages = eventsOf(kept, way.path).map((left) => pageLeft(kept, left, now));
  const here = own(flow.steps, way.at);
  if (here === undefined || journey[way.at] !== undefined) return pages;
  const how = way.ended ? 'the journey ends here' : 'they stand here';
  return [
    ...pages,
    pageOf(kept, { step: here, behind: now, left: () => ({ how, kind: 'current' }), shown: {}, not: [] }),
  ];
}

/** What stands behind a page. */
interface Behind {
  readonly flow: CompiledFlow;
  readonly answers: JsonObject;
  readonly journey: Journey;
  readonly world: World;
  /** Where its documents are looked for, the first that has one. */
  readonly contents: readonly CompiledCompliance[];
}

const NOT_KEPT =
  'What stood behind this page was not kept then: its questions are shown with the answers as they stand now.';
const NOT_SERVED =
  'Which documents and rows of states were served then was not kept: those of this content for that day are shown.';

function pageLeft(kept: Kept, { step: id, how, definition, at, moved, over }: Event, now: Behind): ReplayedPage {
  const flow = definition === undefined ? now.flow : own(kept.versions, definition);
  const step = flow && own(flow.steps, id);
  const kind = how === null ? 'again' : 'left';
  const again = moved ? 'it counts as left no more: the application went on in a later version' : 'it is asked again';
  const moment = at !== undefined && { at };
  if (flow === undefined || step === undefined) {
    const why = `The version ${definition ?? now.flow.hash} that it was left in is in no archive: it cannot be shown.`;
    return {
      step: id,
      title: id,
      path: '',
      version: definition ?? now.flow.hash,
      how: how === null ? again : how.by,
      kind,
      ...moment,
      ...NOTHING,
      not: [why],
    };
  }
  const mine = over && own(kept.contents, over.content);
  const contents = mine ? [mine] : now.contents;
  const behind: Behind = over ? { flow, ...over, contents } : { ...now, flow };
  return pageOf(kept, {
    step,
    behind,
    shown: how?.shown ?? {},
    ...(how?.by === 'dialog' && { dialog: how.dialog }),
    left: (hidden) => ({ how: how === null ? again : howWords(flow, { step, how }, hidden), kind, ...moment }),
    not: how === null ? [] : over === undefined ? [NOT_KEPT] : over.isKept ? [] : [NOT_SERVED],
  });
}

const NOTHING = { disclosures: [], words: [], questions: [], calls: [] } as const;

function pageOf(
  kept: Kept,
  {
    step,
    behind,
    left,
    shown,
    dialog,
    not,
  }: {
    readonly step: Step;
    readonly behind: Behind;
    readonly left: (hidden: Facts) => Pick<ReplayedPage, 'how' | 'kind' | 'at'>;
    readonly shown: Shown;
    readonly dialog?: string;
    readonly not: readonly string[];
  },
): ReplayedPage {
  const { flow, answers, journey, world, contents } = behind;
  const [state] = reduce(flow, initial(flow, world), { type: 'entered', answers, journey, revision: 0, world });
  const [visited] = reduce(flow, state, { type: 'visited', step: step.id });
  const seen = visited.page.step === step.id ? visited : state;
  const clear = facts(flow, seen);
  const hidden = redact(flow, clear as unknown as Json) as unknown as Facts;
  const told = redact(flow, answers) as JsonObject;
  const questions = questionsOn({ flow, state, step }, told, hidden);
  const how = left(hidden);
  const documents = Object.fromEntries(contents.toReversed().flatMap((one) => Object.entries(one.documents)));
  const words =
    how.kind === 'again'
      ? []
      : wordsOn({
          flow,
          step,
          facts: clear,
          hidden,
          shown,
          documents,
          ...(dialog !== undefined && { dialog }),
          question: (field) =>
            questionWords(
              step,
              questions.find((one) => one.field === field),
              hidden,
            ),
        });
  return {
    step: step.id,
    title: text(step.title, hidden),
    path: stepPath(flow, step.id),
    version: flow.hash,
    ...how,
    disclosures: kept.shown.flatMap(({ step: of, ...rest }) => (of === step.id ? [rest] : [])),
    words,
    not,
    questions,
    calls: callsOn(kept, flow, step),
  };
}

/** A question as it could be read, with its hint and what could be chosen, and the answer; undefined if not asked. */
function questionWords(
  step: Step,
  asked: ReplayedPage['questions'][number] | undefined,
  hidden: Facts,
): string | undefined {
  if (asked === undefined) return undefined;
  const { hint, choices } = own(step.fields, asked.field) ?? {};
  const offered = choices && 'items' in choices ? choices.items.map(({ label }) => text(label, hidden)) : [];
  const more = [
    hint === undefined ? '' : text(hint, hidden),
    offered.length > 0 ? `one of: ${offered.join(', ')}` : '',
  ];
  const beside = more.filter((words) => words !== '').join('; ');
  const answer = asked.says ?? (asked.answer === null ? 'no answer' : JSON.stringify(asked.answer));
  return `${asked.label}${beside === '' ? '' : ` (${beside})`}: ${answer}`;
}

type Event = Pick<Left, 'step' | 'how'> & Partial<Left>;

/** Each time a page was left; where that was not kept, the pages of the way as they stand. */
function eventsOf({ left, journey, flow }: Kept, path: readonly StepId[]): readonly Event[] {
  const known = new Set(left.map(({ step }) => step));
  const order = [...path, ...flow.line, ...Object.keys(flow.steps)];
  const older = Object.entries(journey).flatMap(([step, how]) => (known.has(step) ? [] : [{ step, how }]));
  return [...older.sort((a, b) => order.indexOf(a.step) - order.indexOf(b.step)), ...left];
}

function questionsOn(
  { flow, state, step }: { readonly flow: CompiledFlow; readonly state: State; readonly step: Step },
  told: JsonObject,
  hidden: Facts,
): ReplayedPage['questions'] {
  const [visited] = reduce(flow, state, { type: 'visited', step: step.id });
  const views = visited.page.step === step.id ? visited.page.fields : undefined;
  return step.fieldOrder.flatMap((id) => {
    const field = step.fields[id];
    if (!field || (views && !views[id]?.visible)) return [];
    if (field.keep === 'never')
      return [{ field: id, label: text(field.label, hidden), answer: null, says: 'not kept' }];
    const answer = get(told, field.bind);
    if (answer === undefined && !views) return [];
    const choice =
      field.choices && 'items' in field.choices ? field.choices.items.find(({ value }) => value === answer) : undefined;
    return [
      {
        field: id,
        label: text(field.label, hidden),
        answer: answer ?? null,
        ...(choice && { says: text(choice.label, hidden) }),
      },
    ];
  });
}

/**
 * What the operations that a page calls have answered; each way an operation came out is kept once, with its last
 * answer.
 */
function callsOn({ trail }: Kept, flow: CompiledFlow, step: Step): ReplayedPage['calls'] {
  const called = new Set(callsOf(flow, step).map(({ operation }) => operation));
  const channels = new Set(step.listen.map(({ channel }) => channel));
  return trail.flatMap(({ operation, outcome, value, at }) =>
    called.has(operation) || channels.has(operation) ? [{ operation, outcome, at, value: redact(flow, value) }] : [],
  );
}

function callsOf(flow: CompiledFlow, step: Step): readonly Call[] {
  const ofLayout = (items: readonly LayoutItem[]): readonly Call[] =>
    items.flatMap((item) =>
      item.kind === 'group'
        ? ofLayout(item.items)
        : item.kind === 'widget' || item.kind === 'repeat'
          ? Object.values(item.events).flatMap(({ calls }) => calls)
          : [],
    );
  const dialogs = shapeOf(flow, step).dialogs.flatMap((id) => flow.dialogs[id] ?? []);
  return [
    ...step.load,
    ...[step, ...dialogs].flatMap(({ actions, layout }) => [
      ...actions.flatMap(({ calls }) => calls),
      ...ofLayout(layout),
    ]),
  ];
}
