/**
 * A compiled flow that tells what the engine asks of it: the same flow, with every condition and every target reporting
 * to a witness.
 */
import type {
  Action,
  Call,
  Choice,
  CompiledFlow,
  Dialog,
  Field,
  LayoutItem,
  Listen,
  Reaction,
  Rule,
  Step,
  Target,
} from '../../runtime/core/definition.ts';
import { actionAt } from '../../compile/header.ts';
import type { Facts } from '../../runtime/core/facts.ts';
import { decidedBy } from '../../runtime/core/walked.ts';

/** Hears of the engine's work. The ids are those of `rulesOf` (verifier/rules/placed.ts) and of `waysOf`. */
export interface Witness {
  /** The engine asked this condition, over these facts. They may change afterwards: look now. */
  readonly asked: (rule: string, facts: Facts) => void;
  /** The engine looked up where this way leads, because it is taken. */
  readonly took: (way: string) => void;
}

/** The flow with a witness. It behaves as the original does; nothing is told until the engine works on it. */
export function instrumented(flow: CompiledFlow, witness: Witness): CompiledFlow {
  const wires = new Wires(witness);
  const told: CompiledFlow = {
    ...flow,
    steps: Object.fromEntries(Object.entries(flow.steps).map(([id, step]) => [id, wires.step(step)])),
    dialogs: Object.fromEntries(Object.entries(flow.dialogs).map(([id, dialog]) => [id, wires.dialog(dialog)])),
    stages: flow.stages.map((stage) => ({
      ...stage,
      ...wires.when(stage.hiddenWhen, `stage/${stage.id}`, 'hiddenWhen'),
    })),
  };
  // The engine works out once what a step hangs on, looking at every target: done before anybody listens.
  for (const step of Object.values(told.steps)) decidedBy(told, step);
  wires.live = true;
  return told;
}

class Wires {
  live = false;
  readonly #witness: Witness;

  constructor(witness: Witness) {
    this.#witness = witness;
  }

  #rule(rule: Rule, id: string): Rule {
    return {
      ...rule,
      of: (facts) => {
        this.#witness.asked(id, facts);
        return rule.of(facts);
      },
    };
  }
  when<K extends string>(rule: Rule | undefined, id: string, key: K): Partial<Record<K, Rule>> {
    return (rule === undefined ? {} : { [key]: this.#rule(rule, id) }) as Partial<Record<K, Rule>>;
  }
  /** The object with a target that reports when it is read. */
  #target<T extends object>(holder: T, key: keyof T, id: string): T {
    const value = holder[key];
    return Object.defineProperty(Object.create(null, Object.getOwnPropertyDescriptors(holder)) as T, key, {
      configurable: true,
      enumerable: true,
      get: () => {
        if (this.live) this.#witness.took(id);
        return value;
      },
    });
  }
  #targets(on: Readonly<Record<string, Target>>, id: string): Readonly<Record<string, Target>> {
    return Object.keys(on).reduce((all, outcome) => this.#target(all, outcome, `${id}/on/${outcome}`), on);
  }
  #choices(choices: readonly Choice[], id: string): readonly Choice[] {
    return choices.map((choice, index) =>
      this.#target({ ...choice, ...this.when(choice.when, `${id}/${index}`, 'when') }, 'target', `${id}/${index}`),
    );
  }
  #calls(calls: readonly Call[], id: string): readonly Call[] {
    return calls.map((call, index) => ({
      ...call,
      ...this.when(call.when, `${id}/${index}`, 'when'),
      on: this.#targets(call.on, `${id}/${index}`),
    }));
  }
  #action(action: Action, at: string): Action {
    const id = actionAt(at, action);
    return {
      ...action,
      ...this.when(action.when, `${id}/when`, 'when'),
      ...(action.enabled && {
        enabled: { ...action.enabled, ...this.when(action.enabled.when, `${id}/enabled`, 'when') },
      }),
      calls: this.#calls(action.calls, `${id}/calls`),
      next: this.#choices(action.next, `${id}/next`),
    };
  }
  dialog(dialog: Dialog): Dialog {
    const at = `dialog/${dialog.id}`;
    return {
      ...dialog,
      layout: this.#layout(dialog.layout, `${at}/layout`),
      actions: dialog.actions.map((action) => this.#action(action, at)),
    };
  }
  step(step: Step): Step {
    const at = `step/${step.id}`;
    return {
      ...step,
      ...this.when(step.when, `${at}/when`, 'when'),
      // Where everybody may enter nothing is asked.
      ...(step.entry && step.entry.reads.length > 0 && this.when(step.entry, `${at}/entry`, 'entry')),
      load: this.#calls(step.load, `${at}/load`),
      fields: Object.fromEntries(
        Object.entries(step.fields).map(([id, field]) => [id, this.#field(field, `${at}/field/${id}`)]),
      ),
      layout: this.#layout(step.layout, `${at}/layout`),
      checks: step.checks.map((check, index) => ({
        ...check,
        assert: this.#rule(check.assert, `${at}/check/${index}`),
      })),
      actions: step.actions.map((action) => this.#action(action, at)),
      next: this.#choices(step.next, `${at}/next`),
      listen: step.listen.map((listen, index) => this.#listen(listen, `${at}/listen/${index}`)),
      timers: step.timers.map((timer, index) => this.#target(timer, 'do', `${at}/timer/${index}`)),
    };
  }
  #listen(listen: Listen, id: string): Listen {
    const told: Listen = { ...listen, on: this.#targets(listen.on, id) };
    return listen.onGiveUp === undefined ? told : this.#target(told, 'onGiveUp', `${id}/giveUp`);
  }
  #field(field: Field, id: string): Field {
    const { choices, required, item } = field;
    return {
      ...field,
      ...(item && {
        item: {
          ...item,
          fields: item.fields.map((part) => this.#field(part, `${id}/item/${part.id}`)),
          checks: item.checks.map((check, index) => ({
            ...check,
            assert: this.#rule(check.assert, `${id}/item/check/${index}`),
          })),
        },
      }),
      ...this.when(field.when, `${id}/when`, 'when'),
      ...(typeof required !== 'boolean' && { required: this.#rule(required, `${id}/required`) }),
      ...(choices !== undefined &&
        'items' in choices && {
          choices: {
            items: choices.items.map((one) => ({
              ...one,
              ...this.when(one.when, `${id}/choice/${String(one.value)}`, 'when'),
            })),
          },
        }),
    };
  }
  #layout(items: readonly LayoutItem[], at: string): readonly LayoutItem[] {
    return items.map((item, index): LayoutItem => {
      if (item.kind === 'field') return item;
      const id = `${at}/${index}`;
      const when = this.when(item.when, `${id}/when`, 'when');
      switch (item.kind) {
        case 'group':
          return { ...item, ...when, items: this.#layout(item.items, id) };
        case 'link':
          return this.#target({ ...item, ...when }, 'target', `${id}/link`);
        case 'widget':
          return { ...item, ...when, events: this.#events(item.events, id) };
        case 'repeat':
          return {
            ...item,
            ...(item.only ? this.when(item.only, `${id}/when`, 'only') : when),
            events: this.#events(item.events, id),
            items: this.#layout(item.items, id),
          };
        default:
          return { ...item, ...when };
      }
    });
  }
  #events(events: Readonly<Record<string, Reaction>>, at: string): Readonly<Record<string, Reaction>> {
    return Object.fromEntries(
      Object.entries(events).map(([event, reaction]) => [
        event,
        {
          ...reaction,
          calls: this.#calls(reaction.calls, `${at}/${event}/calls`),
          next: this.#choices(reaction.next, `${at}/${event}/next`),
        },
      ]),
    );
  }
}
