/**
 * Limits that are to be seen on a page, and who records it there: a page recorded elsewhere does not tell `>` from
 * `>=`. Pure.
 */
import { facts } from '../../runtime/core/index.ts';
import type { Product } from '../fixture/product.ts';
import type { Decides } from '../rules/placed.ts';
import { truthOf } from '../../compile/operators/evaluate.ts';
import type { Goal } from './goals.ts';
import { atLimit } from './limits.ts';
import type { Measured } from './measure.ts';

const DRAWN: ReadonlySet<Decides> = new Set(['field', 'item', 'required', 'choice', 'action', 'stage'] as const);

/** Notes for which limits a page is recorded right at them. */
export class LimitPages {
  readonly #product: Product;
  readonly #open: Map<string, Goal & { readonly kind: 'limit' }>;

  constructor(product: Product, goals: readonly Goal[]) {
    this.#product = product;
    this.#open = new Map(
      goals.flatMap((goal) =>
        goal.kind === 'limit' && goal.clause.rule.step !== undefined && DRAWN.has(goal.clause.rule.decides)
          ? [[goal.id, goal]]
          : [],
      ),
    );
  }

  /** A fixture that records these pages: limits seen on them need no other. */
  holds(measured: Measured, pages: readonly string[]): void {
    for (const { goal, place } of this.#seenBy(measured)) if (pages.includes(place)) this.#open.delete(goal);
  }

  /** Pages this fixture must record, because it is the first to stand at a limit that is seen on them. */
  claim(measured: Measured): readonly string[] {
    const places = [...new Set(this.#seenBy(measured).map(({ place }) => place))];
    this.holds(measured, places);
    return places;
  }

  #seenBy({ reached, last }: Measured): readonly { readonly goal: string; readonly place: string }[] {
    return [...this.#open.values()].flatMap(({ id, flow, clause: { rule, atom, value } }) => {
      const place = `${flow}/${rule.step ?? ''}`;
      const [compiled, state] = [this.#product.flows[flow], last[place]];
      if (!reached.has(id) || !compiled || !state) return [];
      const seen = facts(compiled, state);
      return truthOf(atom.logic, seen) === value && atLimit(atom, rule, seen) ? [{ goal: id, place }] : [];
    });
  }
}
