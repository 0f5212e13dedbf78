import { entriesOf, get, locked, readItem, stepPath, text as write, titleOf } from '../../core/index.ts';
import type { CompiledFlow, LayoutItem } from '../../core/definition.ts';
import { spoken, spokenItem, type Told } from './spoken.ts';
import { useOwnWordsOf, useSay } from '../words.tsx';
import { factsFor, useRule, useSelected, useSession } from '../page/session.tsx';

/** Check your answers: each step's questions with what was answered, and the way back to change them. */
export function SummaryBlock({ item }: { readonly item: Extract<LayoutItem, { kind: 'summary' }> }) {
  const { flow, store, base } = useSession();
  const shown = useRule(item.when);
  const state = useSelected((current) => current);
  const say = useSay();
  const own = useOwnWordsOf();
  if (!shown) return null;
  const facts = factsFor(flow, state);
  return item.steps.map((id) => {
    const step = flow.steps[id];
    if (!step || (step.when && step.when.of(facts) !== true)) return null;
    const rows = rowsOf(step, { facts, say, own });
    if (rows.length === 0) return null;
    const title = write(step.title, facts);
    const stands = Object.values(step.fields).every((field) => locked(flow, field.bind, state.world));
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
            {say(stands ? 'answer.see' : 'answer.change')}
            <span className="quiet-words"> {title}</span>
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
  told: Told,
): readonly { readonly id: string; readonly label: string; readonly value: string }[] {
  const { facts } = told;
  return step.fieldOrder.flatMap((id) => {
    const field = step.fields[id];
    if (!field || field.keep === 'never' || (field.when && field.when.of(facts) !== true)) return [];
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
