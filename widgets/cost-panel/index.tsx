import type { Json } from '../../runtime/core/facts.ts';
import type { WidgetProps } from '../../runtime/core/widget-contract.ts';
import './style.css';

const isNumber = (value: Json | undefined): value is number => typeof value === 'number' && Number.isFinite(value);
const money = (cents: number) => (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' });
const day = (iso: string) =>
  new Date(`${iso}T00:00:00Z`).toLocaleDateString('en-US', {
    timeZone: 'UTC',
    year: 'numeric',
    month: 'long',
    day: 'numeric',
  });

/**
 * What a loan costs, beside whatever is decided about it. All figures or none: a total without its yearly rate
 * misleads. Each change is said once, as a sentence, by a screen reader.
 */
export default function CostPanel({ options, words }: WidgetProps) {
  const { amount, charge, apr, total, due, payments } = options;
  if (!isNumber(amount) || !isNumber(charge) || !isNumber(apr) || !isNumber(total) || typeof due !== 'string')
    return null;
  const isEstimate = options['estimate'] === true;
  const when =
    isNumber(payments) && payments > 1
      ? words('often', { count: payments, day: day(due) })
      : words('once', { day: day(due) });
  const figures = { total: money(total), charge: money(charge), apr: `${apr.toFixed(2)}%` };
  return (
    <div className="cost">
      {isEstimate ? <p className="cost-tag">{words('estimate')}</p> : null}
      <dl>
        <div>
          <dt>{words('amount')}</dt>
          <dd>{money(amount)}</dd>
        </div>
        <div>
          <dt>{words('charge')}</dt>
          <dd>{figures.charge}</dd>
        </div>
        <div>
          <dt>
            {words('apr')} <span className="cost-says">{words('aprSays')}</span>
          </dt>
          <dd>{figures.apr}</dd>
        </div>
        <div className="cost-total">
          <dt>
            {words('total')} <span className="cost-says">{when}</span>
          </dt>
          <dd>{figures.total}</dd>
        </div>
      </dl>
      {isEstimate ? <p className="cost-about">{words('about')}</p> : null}
      <p className="quiet-words" role="status">
        {words(isEstimate ? 'toldEstimate' : 'told', { ...figures, when })}
      </p>
    </div>
  );
}
