/**
 * Lists filled in with other items than an exploration tries, so that conditions inside an item come out otherwise. An
 * item that shows something new is changed further: what a question asks is often known only after the one before it.
 */
import type { Field } from '../../runtime/core/definition.ts';
import type { Facts, Json, JsonObject, Path } from '../../runtime/core/facts.ts';
import { facts, own } from '../../runtime/core/index.ts';
import { isObject, put } from '../../runtime/core/paths.ts';
import { overlap } from '../../runtime/core/shape.ts';
import { fillItem, readItem } from '../../runtime/core/validate.ts';
import { truthOf, valueOf } from '../../compile/operators/evaluate.ts';
import type { Survey } from '../explore/survey.ts';
import { clauseGoal, limitGoal, type FlowGoals, type Goal } from './goals.ts';
import { instrumented } from './instrument.ts';
import { atLimit, hasLimit, neighbours } from './limits.ts';
import { filledPages, fillIn, PAGES, simple, type Answer, type Mistake } from './mistakes.ts';

type Clausal = Extract<Goal, { kind: 'clause' | 'limit' }>;
const inItem = (goal: Goal): goal is Clausal =>
  (goal.kind === 'clause' || goal.kind === 'limit') && goal.clause.rule.part !== undefined;

/**
 * For each open comparison inside an item: a page with an item for which it comes out so.
 * @param still whether a goal is still looked for; asked again before each try
 */
export function* itemsOtherwise(
  { flow, model, exploration }: Survey,
  goals: FlowGoals,
  still: (goal: string) => boolean,
): Generator<Mistake> {
  const open = goals.goals.filter(inItem).filter(({ id }) => still(id));
  if (open.length === 0) return;
  const trying = new Trying(flow, goals);
  const pages = filledPages(exploration.legs);
  for (const [stepId, fieldId] of new Map(
    open.map(({ clause: { rule } }) => [`${rule.step}/${rule.field}`, [rule.step ?? '', rule.field ?? ''] as const]),
  ).values()) {
    const step = flow.steps[stepId];
    const list = trying.list(stepId, fieldId);
    if (!step || !list) continue;
    const wanted = open.filter(({ clause: { rule } }) => rule.step === stepId && rule.field === fieldId);
    const button = step.actions.find(({ validates }) => validates);
    const ordinary = model.domain.answers(stepId, list).values;
    for (const { node, answer } of (pages.get(stepId) ?? []).slice(0, PAGES)) {
      const others = Object.values(step.fields)
        .filter(({ bind, id }) => id !== fieldId && list.item?.reads.some((path) => overlap(path, `answers.${bind}`)))
        .flatMap((field) => {
          const held = model.domain.answers(stepId, field).values;
          const values = triedFor(field, {
            held,
            path: `answers.${field.bind}`,
            seen: facts(flow, node.state),
            wanted,
          });
          return values.map((value) => ({ [field.id]: value }));
        });
      for (const beside of [{}, ...others]) {
        if (!wanted.some(({ id }) => still(id))) break;
        const around: Answer = { ...answer, ...beside };
        const seen = facts(flow, fillIn(flow, { state: node.state, step }, around));
        for (const { item, reaches } of trying.items(list, { ordinary, seen, wanted })) {
          if (!reaches.some(still)) continue;
          const otherwise = { ...around, [fieldId]: fewest(list, item) };
          yield {
            node,
            move: { acts: [{ at: stepId, answer: otherwise }, ...(button ? [{ press: button.id }] : [])] },
            filled: fillIn(flow, { state: node.state, step }, otherwise),
          };
        }
      }
    }
  }
}

/** The item as often as the list must have one. */
function fewest(list: Field, item: JsonObject): readonly JsonObject[] {
  const most = list.item?.most ?? 1;
  for (let many = 1; many < most; many += 1) {
    const items = Array.from({ length: many }, () => item);
    if (list.validate(items)?.keyword !== 'minItems') return items;
  }
  return Array.from({ length: most }, () => item);
}

/** Items read by a flow that tells which comparisons they decide. */
class Trying {
  readonly #told: Survey['flow'];
  #hits = new Set<string>();

  constructor(flow: Survey['flow'], { flow: id, rules }: FlowGoals) {
    this.#told = instrumented(flow, {
      took: () => undefined,
      asked: (ruleId, seen) => {
        const { rule, atoms = [] } = rules.get(ruleId) ?? {};
        if (rule?.part === undefined) return;
        for (const [index, atom] of atoms.entries()) {
          const value = truthOf(atom.logic, seen);
          if (value === undefined) continue;
          const goal = clauseGoal(id, ruleId, { atom: index, value });
          this.#hits.add(goal);
          if (hasLimit(atom, rule) && atLimit(atom, rule, seen)) this.#hits.add(limitGoal(goal));
        }
      },
    });
  }

  list(step: string, field: string): Field | undefined {
    const found = own(this.#told.steps[step]?.fields ?? {}, field);
    return found?.item ? found : undefined;
  }

  *items(
    list: Field,
    {
      ordinary,
      seen,
      wanted,
    }: { readonly ordinary: readonly Json[]; readonly seen: Facts; readonly wanted: readonly Clausal[] },
  ): Generator<{ readonly item: JsonObject; readonly reaches: readonly string[] }> {
    const first = [
      ...ordinary.flatMap((value) => (Array.isArray(value) ? (value as readonly Json[]).filter(isObject) : [])),
      {},
    ];
    const values = valuesOf(list, { first, seen, wanted });
    const due: JsonObject[] = [...first];
    const known = new Set(due.map((item) => JSON.stringify(item)));
    const reached = new Set<string>();
    for (let item = due.shift(); item; item = due.shift()) {
      this.#hits = new Set();
      // A copy: an item that was read before is not read again.
      const { counts } = readItem(list, fillItem(list, { ...item }, { facts: seen, emptied: [] }), seen);
      const news = [...this.#hits].filter((goal) => !reached.has(goal));
      if (news.length === 0 && !first.includes(item)) continue;
      for (const goal of news) reached.add(goal);
      if (news.length > 0) yield { item: counts, reaches: news };
      for (const part of list.item?.fields ?? [])
        for (const value of [...(values.get(part.bind) ?? []), undefined]) {
          const next = put(item, part.bind, value);
          if (known.has(JSON.stringify(next))) continue;
          known.add(JSON.stringify(next));
          due.push(next);
        }
    }
  }
}

/** What is tried for each part, by its name. */
function valuesOf(
  list: Field,
  {
    first,
    seen,
    wanted,
  }: { readonly first: readonly JsonObject[]; readonly seen: Facts; readonly wanted: readonly Clausal[] },
): ReadonlyMap<string, readonly Json[]> {
  return new Map(
    (list.item?.fields ?? []).map((part) => {
      const held = first.flatMap((item) => own(item, part.bind) ?? []);
      return [part.bind, triedFor(part, { held, path: `item.${part.bind}`, seen, wanted })];
    }),
  );
}

/** What a question is answered to decide comparisons: yes and no, each choice, what it is compared with, and `held`. */
function triedFor(
  { type, choices }: Field,
  {
    held,
    path,
    seen,
    wanted,
  }: { readonly held: readonly Json[]; readonly path: Path; readonly seen: Facts; readonly wanted: readonly Clausal[] },
): readonly Json[] {
  const compared = wanted.flatMap(({ clause: { atom } }) =>
    atom.reads.includes(path)
      ? atom.operands.flatMap((operand) => simple(valueOf(operand, seen)).flatMap((one) => [one, ...neighbours(one)]))
      : [],
  );
  const all = [
    ...(type === 'boolean' ? [true, false] : []),
    ...(choices && 'items' in choices ? choices.items.map(({ value }) => value) : []),
    ...held,
    ...(choices || type === 'boolean' ? [] : compared),
  ];
  return [...new Map(all.map((value) => [JSON.stringify(value), value])).values()];
}
