/** Plays fixtures over instrumented flows and notes what each reaches. Pure. */
import type { ResolvedBrand } from '../../compile/resolve.ts';
import type { State } from '../../runtime/core/state.ts';
import type { Fixture } from '../fixture/fixture.ts';
import type { Product } from '../fixture/product.ts';
import { runFixture, type Ran } from '../fixture/run.ts';
import { goalsOf, type FlowGoals } from './goals.ts';
import { meterOf, type Meter } from './meter.ts';

export interface Measured {
  readonly ran: Ran;
  /** Ids of the goals this fixture reaches, in any flow of the brand. */
  readonly reached: ReadonlySet<string>;
  /** `flow/step` to the state in which the page was seen last. */
  readonly last: Readonly<Record<string, State>>;
}
export interface Gauge {
  readonly goals: Readonly<Record<string, FlowGoals>>;
  readonly measure: (fixture: Fixture) => Measured;
}

/** Gauges by what they measure: a brand's fixtures count for the brands after it, and are played once for all. */
const gauges = new WeakMap<Product, WeakMap<ResolvedBrand, Gauge>>();

/**
 * The gauge for the flows of a brand, made once. Building it costs a copy of each flow; measuring a fixture, about a
 * headless run, once.
 */
export function gaugeOf(brand: ResolvedBrand, product: Product): Gauge {
  const made = gauges.get(product) ?? new WeakMap<ResolvedBrand, Gauge>();
  gauges.set(product, made);
  const gauge = made.get(brand) ?? gaugeFor(brand, product);
  made.set(brand, gauge);
  return gauge;
}

function gaugeFor(brand: ResolvedBrand, product: Product): Gauge {
  let reached = new Set<string>();
  const goals: Record<string, FlowGoals> = {};
  const meters: Record<string, Meter> = {};
  for (const [id, flow] of Object.entries(product.flows)) {
    const resolved = brand.flows[id];
    if (!resolved)
      throw new Error(
        `The brand ${brand.id} was compiled with the flow ${id} but is resolved without it: load both from the same files.`,
      );
    const own = (goals[id] = goalsOf(resolved, flow));
    meters[id] = meterOf(flow, own, { wanted: (goal) => !reached.has(goal), reach: (goal) => void reached.add(goal) });
  }
  const told: Product = {
    ...product,
    flows: Object.fromEntries(Object.entries(meters).map(([id, meter]) => [id, meter.flow])),
    locks: product.flows,
  };
  const played = new WeakMap<Fixture, Measured>();
  return {
    goals,
    measure(fixture) {
      const before = played.get(fixture);
      if (before) return before;
      reached = new Set();
      const last: Record<string, State> = {};
      const ran = runFixture(told, fixture, (flow, state) => {
        last[`${flow}/${state.page.step}`] = state;
        meters[flow]?.look(state);
      });
      const measured = { ran, reached, last };
      played.set(fixture, measured);
      return measured;
    },
  };
}
