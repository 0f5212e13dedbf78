/** Random flows and random, honest people at them. */
import fc from 'fast-check';
import type { Action, CompiledFlow, Field, Rule, Step } from '../../runtime/core/definition.ts';
import type { Event } from '../../runtime/core/events.ts';
import type { State } from '../../runtime/core/state.ts';
import { action, call, field, flow, is, next, read, step, to } from './build.ts';

export const VALUES = ['a', 'b', 'c'] as const;
/** The one value every field refuses. */
const REFUSED = 'c';

interface FieldPlan {
  readonly when: number;
  readonly value: number;
  readonly required: boolean;
  readonly erase: boolean;
}
interface StepPlan {
  readonly fields: readonly FieldPlan[];
  readonly when: number;
  readonly target: number;
  readonly aside: number;
  readonly calls: boolean;
  readonly skip: boolean;
}

const fieldPlan: fc.Arbitrary<FieldPlan> = fc.record({
  when: fc.nat(30),
  value: fc.nat(1),
  required: fc.boolean(),
  erase: fc.boolean(),
});
const stepPlan: fc.Arbitrary<StepPlan> = fc.record({
  fields: fc.array(fieldPlan, { maxLength: 4 }),
  when: fc.nat(30),
  target: fc.nat(12),
  aside: fc.nat(30),
  calls: fc.boolean(),
  skip: fc.boolean(),
});

export const flows: fc.Arbitrary<CompiledFlow> = fc
  .tuple(fc.array(stepPlan, { minLength: 2, maxLength: 6 }), fc.array(stepPlan, { minLength: 1, maxLength: 2 }))
  .map(([line, off]) => {
    const binds: string[] = [];
    // Half of the conditions read an answer asked before, the others hold always.
    const condition = (pick: number, value: number): Rule | undefined =>
      pick % 2 === 0 || binds.length === 0
        ? undefined
        : is(`answers.${binds[pick % binds.length]}`, VALUES[value] as string);
    const make = (plan: StepPlan, id: string, { onLine, first }: { onLine: boolean; first: boolean }): Step => {
      const when = onLine && !first ? condition(plan.when, plan.target % 2) : undefined;
      const fields: Field[] = plan.fields.map((one, index) => {
        const visible = condition(one.when, one.value);
        const bind = `${id}.f${index}`;
        binds.push(bind);
        return field(`${id}f${index}`, {
          bind,
          required: one.required,
          hidden: one.erase ? 'erase' : 'keep',
          ...(visible && { when: visible }),
          validate: (value) => (value === REFUSED ? { keyword: 'pattern' } : undefined),
        });
      });
      const branch = condition(plan.aside, plan.target % 2);
      const aside = next(to(`off${plan.target % off.length}`), branch ?? is('flags.never', true));
      const calls = plan.calls
        ? [call(`send-${id}`, { with: { all: read('answers') }, on: onLine ? { ASIDE: to('off0') } : {} })]
        : [];
      const onward: Action = action('continue', {
        calls,
        next: onLine ? [aside] : [next(to(`s${1 + (plan.target % Math.max(1, line.length - 1))}`))],
      });
      return step(id, {
        fields,
        actions: plan.skip && onLine ? [onward, action('skip', { validates: false, style: 'link' })] : [onward],
        ...(when && { when }),
      });
    };
    const steps = line.map((plan, index) => make(plan, `s${index}`, { onLine: true, first: index === 0 }));
    const asides = off.map((plan, index) => make(plan, `off${index}`, { onLine: false, first: false }));
    return flow([...steps, step('end', { outcome: 'done', actions: [] })], { off: asides });
  });

export interface Deed {
  readonly kind: number;
  readonly pick: number;
  readonly value: number;
}
export const deeds: fc.Arbitrary<readonly Deed[]> = fc.array(
  fc.record({ kind: fc.nat(9), pick: fc.nat(30), value: fc.nat(7) }),
  { maxLength: 40 },
);

/** The next event an honest person, or the back end, could cause in this state. */
export function eventOf(
  made: CompiledFlow,
  { state, pending }: { readonly state: State; readonly pending: string | undefined },
  deed: Deed,
): Event {
  const { page } = state;
  if (page.busy && pending !== undefined)
    return { type: 'called', id: pending, outcome: deed.value === 0 ? 'ASIDE' : deed.value === 1 ? 'failed' : 'ok' };
  const visible = Object.values(page.fields).filter((view) => view.visible);
  const open = visible.find((view) => view.problem);
  if (deed.kind < 4 && open) return { type: 'answered', field: open.id, value: VALUES[deed.value % 2] as string };
  if (deed.kind < 5 && visible.length > 0) {
    return {
      type: 'answered',
      field: (visible[deed.pick % visible.length] as { id: string }).id,
      value: [...VALUES, 'a', 'b', 'a', 'b', undefined][deed.value],
    };
  }
  if (deed.kind === 9)
    return { type: 'visited', step: Object.keys(made.steps)[deed.pick % Object.keys(made.steps).length] as string };
  const actions = (made.steps[page.step] as Step).actions;
  if (actions.length === 0)
    return { type: 'visited', step: Object.keys(made.steps)[deed.pick % Object.keys(made.steps).length] as string };
  return { type: 'pressed', action: (actions[deed.kind === 8 ? actions.length - 1 : 0] as Action).id };
}
