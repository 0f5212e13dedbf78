/**
 * Guards of app.json that lead to one another for ever: nobody whom they lead there ever sees a page. One turns nobody
 * away from its own flow.
 */
import { isObject, list, text } from '../../../compile/json-types.ts';
import type { Edit } from '../../../compile/rule.ts';
import type { Problem } from '../../../compile/types.ts';
import type { JsonObject } from '../../../runtime/core/facts.ts';
import { operation, readsOf, variable, type Logic } from '../../domain/atoms.ts';
import type { Goal } from '../../logic/settle.ts';
import { somebody } from '../setting/ask.ts';
import { conditionsOf } from '../setting/held.ts';
import { problemAt } from '../setting/say.ts';
import type { Setting } from '../setting/setting.ts';
import type { SettingRule } from '../rule.ts';

/** A second flow to be led to. */
const NEWS: readonly Edit[] = [
  ['brands/elm/brand.json', '"flows": ["loan"]', '"flows": ["loan", "news"]'],
  [
    'flows/news/flow.json',
    '{ "id": "news", "title": "News", "base": "/news", "access": "public", "saves": "none", "line": ["read"] }',
  ],
  [
    'flows/news/steps/read.json',
    '{ "id": "read", "kind": "form", "title": "News", "layout": [{ "copy": "We are open." }], "actions": [{ "id": "on", "label": "On", "next": [{ "to": "loan/about" }] }] }',
  ],
];

export const RULE: SettingRule = {
  codes: ['loop'],
  severity: 'concern',
  says: 'A guard of app.json leads to a page on which another holds, which leads back to where the first one does: nobody whom they lead there ever sees a page.',
  remedy: 'Let its condition leave out the pages that the other leads to, by `route.flow`.',
  bad: [
    ...NEWS,
    [
      'flows/app.json',
      '"home"',
      `"guards": [{ "when": { "!": [{ "==": [{ "var": "session.isAuthenticated" }, true] }] }, "to": »"loan/about" },
    { "when": { "!": [{ "==": [{ "var": "session.isAuthenticated" }, true] }] }, "to": "news/read" }],
  "home"`,
    ],
  ],
  good: [
    ...NEWS,
    [
      'flows/app.json',
      '"home"',
      `"guards": [{ "when": { "and": [{ "!": [{ "==": [{ "var": "session.isAuthenticated" }, true] }] }, { "!=": [{ "var": "route.flow" }, "news"] }] }, "to": "loan/about" },
    { "when": { "!": [{ "==": [{ "var": "session.isAuthenticated" }, true] }] }, "to": "news/read" }],
  "home"`,
    ],
  ],
  find: guards,
};

/** Roots of facts that are the same on every page. */
const STEADY = new Set(['session', 'customer', 'flags', 'brand', 'cookies', 'device', 'today', 'now']);
const HERE = 'route.flow';

interface Guard {
  readonly holder: JsonObject;
  readonly logic: Logic;
  /** `flow/step`, when it leads to a page. */
  readonly to?: string;
}

/**
 * Every guard of an app.json that begins a circle of guards, each leading to a page where the next one holds. Only what
 * facts decide that are the same on every page is judged.
 */
function* guards(setting: Setting): Generator<Problem> {
  if (setting.scene.flow) return;
  const whens = conditionsOf(setting.rules);
  const all = list(setting.flow.flow['guards'])
    .filter(isObject)
    .map((holder): Guard => {
      const to = text(holder['to']);
      return {
        holder,
        logic: holder['when'] === undefined ? true : whens.get(holder)?.logic,
        ...(to !== undefined && { to }),
      };
    });
  for (const [first, guard] of all.entries()) {
    for (const circle of circles(all, first, { through: [first], goals: [] })) {
      const example = somebody(circle.goals, setting);
      if (!example) continue;
      const last = all[circle.through.at(-1) ?? first] ?? guard;
      yield problemAt(guard.holder, 'to', {
        code: 'loop',
        message: `Nobody whom this guard leads to "${guard.to ?? ''}" ever sees that page: guards are asked there, too, and of those one leads on, until this one leads to "${guard.to ?? ''}" again.`,
        fix: `Let its condition leave out the pages that those lead to: { "!=": [{ "var": "${HERE}" }, "${flowOf(last)}"] }.`,
        example,
      });
      break;
    }
  }
}

interface Circle {
  /** Indexes of guards. */
  readonly through: readonly number[];
  /** When each of them holds where the one before it leads. */
  readonly goals: readonly Goal[];
}

/** Circles of which the given guard is the first in the list. */
function* circles(
  all: readonly Guard[],
  first: number,
  { through, goals }: { readonly through: readonly number[]; readonly goals: readonly Goal[] },
): Generator<Circle> {
  const at = all[through.at(-1) ?? first];
  if (at?.to === undefined) return;
  for (const [next] of all.entries()) {
    const holds = next < first ? undefined : taken(all, next, flowOf(at));
    if (!holds) continue;
    if (next === first) yield { through, goals: [...goals, ...holds] };
    else if (!through.includes(next))
      yield* circles(all, first, { through: [...through, next], goals: [...goals, ...holds] });
  }
}

/**
 * When a guard is the first that holds on the pages of a flow; undefined for one that leads to that flow, and when
 * facts decide that may differ from page to page.
 */
function taken(all: readonly Guard[], index: number, flow: string): readonly Goal[] | undefined {
  const guard = all[index];
  if (!guard || flowOf(guard) === flow) return undefined;
  const goals = all
    .slice(0, index + 1)
    .filter((one) => flowOf(one) !== flow)
    .map((one): Goal => ({ logic: on(flow, one.logic), wanted: one === guard ? 'true' : 'not true' }));
  return goals.every(({ logic }) => [...readsOf(logic)].every((path) => STEADY.has(path.split('.')[0] ?? '')))
    ? goals
    : undefined;
}

/** The condition as it is on the pages of a flow. */
function on(flow: string, logic: Logic): Logic {
  if (Array.isArray(logic)) return logic.map((one) => on(flow, one));
  if (variable(logic) === HERE) return flow;
  const node = operation(logic);
  return node ? { [node.operator]: node.operands.map((operand) => on(flow, operand)) } : logic;
}

const flowOf = ({ to = '' }: Guard): string => to.split('/')[0] ?? '';
