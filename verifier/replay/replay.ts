/**
 * What an applicant saw, page by page, rebuilt by the engine from the version of the flow the application is on.
 * Sensitive answers leave here as the one redaction of the engine leaves them. Pure.
 */
import type { Call, CompiledFlow, LayoutItem, Step, StepId } from '../../runtime/core/definition.ts';
import type { Facts, Json, JsonObject } from '../../runtime/core/facts.ts';
import { facts, get, initial, own, redact, reduce, stepPath, text, walk } from '../../runtime/core/index.ts';
import type { Journey, State, Transition, World } from '../../runtime/core/state.ts';
import { shapeOf } from '../../runtime/core/shape.ts';
import { howWords } from './how.ts';

/** What is kept of an application; `answers` in clear. Instants are ISO 8601. */
export interface Kept {
  readonly flow: CompiledFlow;
  readonly answers: JsonObject;
  readonly journey: Journey;
  readonly world: World;
  /** Every time a page was left, in order; `how` null: it was asked again. */
  readonly left: readonly { readonly step: StepId; readonly how: Transition | null; readonly at: string }[];
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

export interface ReplayedPage {
  readonly step: StepId;
  readonly title: string;
  readonly path: string;
  /**
   * `current`: where they stand now; `left`: how and when it was left; `again`: it was taken back and is asked again.
   */
  readonly how: string;
  readonly kind: 'left' | 'again' | 'current';
  /** Undefined where the time was not kept. */
  readonly at?: string;
  readonly disclosures: readonly {
    readonly idTag: string;
    readonly hash: string;
    readonly at: string;
    readonly title?: string;
    readonly version?: string;
  }[];
  /** As they stand now: an earlier answer to the same question is not kept. */
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
  const [state] = reduce(flow, initial(flow, world), { type: 'entered', answers, journey, revision: 0, world });
  const hidden = redact(flow, facts(flow, state) as unknown as Json) as unknown as Facts;
  const told = redact(flow, answers) as JsonObject;
  const page = (step: Step, left: Pick<ReplayedPage, 'how' | 'kind' | 'at'>): ReplayedPage => ({
    step: step.id,
    title: text(step.title, hidden),
    path: stepPath(flow, step.id),
    ...left,
    disclosures: kept.shown.flatMap(({ step: of, ...rest }) => (of === step.id ? [rest] : [])),
    questions: questionsOn({ flow, state, step }, told, hidden),
    calls: callsOn(kept, step),
  });
  const pages = eventsOf(kept, way.path).flatMap(({ step: id, how, at }) => {
    const step = own(flow.steps, id);
    return step
      ? [
          page(step, {
            how: how === null ? 'it is asked again' : howWords(flow, { step, how }, hidden),
            kind: how === null ? 'again' : 'left',
            ...(at !== undefined && { at }),
          }),
        ]
      : [];
  });
  const here = own(flow.steps, way.at);
  const isLast = here !== undefined && journey[way.at] === undefined;
  return isLast
    ? [...pages, page(here, { how: way.ended ? 'the journey ends here' : 'they stand here', kind: 'current' })]
    : pages;
}

/** Each time a page was left; where that was not kept, the pages of the way as they stand. */
function eventsOf(
  { left, journey, flow }: Kept,
  path: readonly StepId[],
): readonly { readonly step: StepId; readonly how: Transition | null; readonly at?: string }[] {
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
function callsOn({ flow, trail }: Kept, step: Step): ReplayedPage['calls'] {
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
