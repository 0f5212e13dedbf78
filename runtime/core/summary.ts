/** What a summary says: the questions of each step that count, with their answers in words. */
import type { CompiledFlow, LayoutItem, Step, StepId } from './definition.ts';
import { holds, text as write } from './express.ts';
import { locked } from './lock.ts';
import { titleOf } from './page.ts';
import { get } from './paths.ts';
import { spoken, spokenItem, type Told } from './spoken.ts';
import type { World } from './state.ts';
import { entriesOf, readItem } from './validate.ts';

interface SummaryRow {
  readonly id: string;
  readonly label: string;
  readonly value: string;
}
/** What is told of one step. */
export interface SummaryPart {
  readonly step: StepId;
  readonly title: string;
  /** Whether nothing of it can be changed any more. */
  readonly stands: boolean;
  /** In the order of the page; of a list that the person makes, one for each item. */
  readonly rows: readonly SummaryRow[];
}

/** A step that is not on the way, and one without an answer, is not told. */
export function summaryOf(
  flow: CompiledFlow,
  { steps }: Pick<Extract<LayoutItem, { kind: 'summary' }>, 'steps'>,
  { world, ...told }: Told & { readonly world: World },
): readonly SummaryPart[] {
  return steps.flatMap((id) => {
    const step = flow.steps[id];
    if (!step || !holds(step.when, told.facts)) return [];
    const rows = rowsOf(step, told);
    const stands = Object.values(step.fields).every((field) => locked(flow, field.bind, world));
    return rows.length === 0 ? [] : [{ step: id, title: write(step.title, told.facts), stands, rows }];
  });
}

function rowsOf(step: Step, told: Told): readonly SummaryRow[] {
  const { facts } = told;
  return step.fieldOrder.flatMap((id) => {
    const field = step.fields[id];
    if (!field || field.keep === 'never' || !holds(field.when, facts)) return [];
    const value = get(facts.answers, field.bind);
    if (field.item && value !== undefined)
      return entriesOf(field, value).map((one, index) => ({
        id: `${id}-${index}`,
        label: titleOf(field, { index, facts: { ...facts, item: readItem(field, one, facts).counts } }),
        value: spokenItem(field, one, told),
      }));
    return value === undefined || value === null || value === ''
      ? []
      : [{ id, label: write(field.label, facts), value: spoken(field, value, told) }];
  });
}
