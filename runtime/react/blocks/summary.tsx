import { stepPath } from '../../core/index.ts';
import { summaryOf } from '../../core/summary.ts';
import type { LayoutItem } from '../../core/definition.ts';
import { useSay } from '../words.tsx';
import { factsFor, useRule, useSelected, useSession } from '../page/session.tsx';

/** Check your answers: each step's questions with what was answered, and the way back to change them. */
export default function SummaryBlock({ item }: { readonly item: Extract<LayoutItem, { kind: 'summary' }> }) {
  const { flow, store, base } = useSession();
  const shown = useRule(item.when);
  const state = useSelected((current) => current);
  const say = useSay();
  if (!shown) return null;
  const parts = summaryOf(flow, item, { facts: factsFor(flow, state), say, world: state.world });
  return parts.map(({ step, title, stands, rows }) => (
    <section className="summary" key={step}>
      <div className="summary-head">
        <h2>{title}</h2>
        <a
          href={base + stepPath(flow, step)}
          className="link"
          onClick={(event) => {
            event.preventDefault();
            store.dispatch({ type: 'visited', step });
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
  ));
}
