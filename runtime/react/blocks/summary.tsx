import { stepPath, text as write } from '../../core/index.ts';
import type { CompiledFlow, Field, LayoutItem } from '../../core/definition.ts';
import type { Facts, Json } from '../../core/facts.ts';
import { sealedEnd } from '../controls/contract.ts';
import { writingOf } from '../controls/writing.ts';
import { factsFor, useRule, useSelected, useSession } from '../page/session.tsx';

/** Check your answers: each step's questions with what was answered, and the way back to change them. */
export function SummaryBlock({ item }: { readonly item: Extract<LayoutItem, { kind: 'summary' }> }) {
  const { flow, store, base } = useSession();
  const shown = useRule(item.when);
  const state = useSelected((current) => current);
  if (!shown) return null;
  const facts = factsFor(flow, state);
  return item.steps.map((id) => {
    const step = flow.steps[id];
    if (!step || (step.when && step.when.of(facts) !== true)) return null;
    const rows = rowsOf(step, facts);
    if (rows.length === 0) return null;
    const title = write(step.title, facts);
    return (
      <section className="summary" key={id}>
        <div className="summary-head">
          <h2>{title}</h2>
          <a
            href={base + stepPath(flow, id)}
            className="link"
            onClick={(event) => {
              event.preventDefault();
              store.dispatch({ type: 'visited', step: id });
            }}
          >
            Change<span className="quiet-words"> {title}</span>
          </a>
        </div>
        <dl>
          {rows.map((row) => (
            <div key={row.id}>
              <dt>{row.label}</dt>
              <dd>{row.value}</dd>
            </div>
          ))}
        </dl>
      </section>
    );
  });
}

function rowsOf(
  step: CompiledFlow['steps'][string],
  facts: Facts,
): readonly { readonly id: string; readonly label: string; readonly value: string }[] {
  return step.fieldOrder.flatMap((id) => {
    const field = step.fields[id];
    if (!field || field.keep === 'never' || (field.when && field.when.of(facts) !== true)) return [];
    const value = at(facts.answers, field.bind);
    return value === undefined || value === null || value === ''
      ? []
      : [{ id, label: write(field.label, facts), value: spoken(field, value, facts) }];
  });
}

function at(root: Json, path: string): Json | undefined {
  let value: Json | undefined = root;
  for (const key of path.split('.')) {
    if (typeof value !== 'object' || value === null || Array.isArray(value) || !Object.hasOwn(value, key))
      return undefined;
    value = (value as { readonly [key: string]: Json })[key];
  }
  return value;
}

/** An answer as the person would say it. What is sealed or sensitive shows its end only. */
function spoken(field: Field, value: Json, facts: Facts): string {
  const end =
    sealedEnd(value) ?? (field.sensitive && field.reveal === 'lastFour' ? String(value).slice(-4) : undefined);
  if (end !== undefined) return `••••${end}`;
  if (typeof value === 'boolean') return choiceLabel(field, value, facts) ?? (value ? 'Yes' : 'No');
  if (field.control === 'date' && typeof value === 'string')
    return new Date(`${value}T00:00:00Z`).toLocaleDateString('en-US', {
      timeZone: 'UTC',
      year: 'numeric',
      month: 'long',
      day: 'numeric',
    });
  const options = Object.fromEntries(
    Object.entries(field.options).map(([name, option]) => [name, option.of(facts) as Json]),
  );
  const ticks = typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.values(value) : [];
  if (ticks.length > 0 && ticks.every((tick) => typeof tick === 'boolean'))
    return `${ticks.filter(Boolean).length} of ${ticks.length} agreed`;
  const isMoney = field.control === 'money' || options['unit'] === 'cents';
  const shown = writingOf(isMoney ? { ...field, control: 'money' } : field, options).show(value);
  return choiceLabel(field, value, facts) ?? (isMoney ? `$${shown}` : shown);
}

function choiceLabel(field: Field, value: Json, facts: Facts): string | undefined {
  const { choices } = field;
  if (!choices) return undefined;
  if ('items' in choices) {
    const item = choices.items.find((choice) => choice.value === value);
    return item && write(item.label, facts);
  }
  const row = choices.from.of(facts)?.find((candidate) => at(candidate, choices.value) === value);
  return row === undefined ? undefined : String(at(row, choices.label) ?? '');
}
