/**
 * Lists of ways: somebody finds none, somebody's way is decided by the order of the list alone, the last one is
 * nobody's.
 */
import type { Docs } from '../../../compile/content.ts';
import { canonical, isObject, list, member, text } from '../../../compile/json-types.ts';
import type { Problem } from '../../../compile/types.ts';
import type { Json, JsonObject } from '../../../runtime/core/facts.ts';
import { factsIn } from '../../domain/uses.ts';
import type { Goal } from '../../logic/settle.ts';
import type { PlacedRule } from '../../rules/placed.ts';
import { givenWords } from '../../words/sentence.ts';
import { alwaysTrue, certainFor, impossible, is, isNot, readBy, somebody } from '../setting/ask.ts';
import { problemAt, said } from '../setting/say.ts';
import type { Setting } from '../setting/setting.ts';
import type { SettingRule } from '../rule.ts';

export const RULE: SettingRule = {
  codes: ['order', 'shadowed', 'uncovered'],
  unlessElsewhere: ['shadowed'],
  severity: 'concern',
  says: 'In a list of ways two fit the same person and only their order decides; or the last is left to nobody; or somebody finds none.',
  remedy:
    'Let one condition leave out whom the other takes; delete a way nobody takes; end the list with a way without `when`.',
  bad: [
    [
      'flows/loan/steps/income.json',
      '[{ "when": "earns-too-little", "to": "declined" }]',
      '[{ "when": { "<": [{ "var": "answers.incomeInformation.amountGross" }, 100000] }, "to": "declined" }, { "when": »{ ">": [{ "var": "answers.incomeInformation.amountGross" }, 50000] }, "to": "sign" }, { "to": "account" }]',
    ],
  ],
  good: [
    [
      'flows/loan/steps/income.json',
      '[{ "when": "earns-too-little", "to": "declined" }]',
      '[{ "when": { "<": [{ "var": "answers.incomeInformation.amountGross" }, 100000] }, "to": "declined" }, { "to": "account" }]',
    ],
  ],
  find: ways,
};

/** Every list of ways of the flow with conditions. */
function* ways(setting: Setting): Generator<Problem> {
  const conditions = new Map(
    setting.rules.filter(({ decides }) => decides === 'next').map((rule) => [rule.holder, rule]),
  );
  for (const { holder, choices, ends } of lists(setting)) {
    const rules = choices.flatMap((choice) => (isObject(choice) ? (conditions.get(choice) ?? []) : []));
    const [first] = rules;
    const last = rules.at(-1);
    if (!first || !last) continue;
    const here: readonly Goal[] = [...certainFor(last, setting), ...first.within.map(is)];
    if (impossible(here, setting)) continue;
    yield* overlaps(rules, here, setting);
    const otherwise = choices.findIndex((choice) => isObject(choice) && choice['when'] === undefined);
    if (otherwise >= 0) yield* unreached(choices[otherwise] as JsonObject, { rules, here }, setting);
    else if (ends) yield* uncovered(holder, { rules, here }, setting);
  }
}

interface Ways {
  readonly holder: JsonObject;
  readonly choices: readonly Json[];
  /** Whether nobody gets on for whom none of them holds. */
  readonly ends: boolean;
}

function lists({ flow, operations, scene }: Setting): readonly Ways[] {
  if (!scene.flow) return listsOfApp(flow.flow);
  const line = list(flow.flow['line']);
  return [...Object.entries(flow.steps), ...Object.entries(flow.dialogs)].flatMap(([id, doc]) => {
    const found: Ways[] = [];
    const add = (holder: JsonObject, calls: string, ends: boolean): void => {
      const choices = list(holder['next']);
      if (choices.length > 0)
        found.push({ holder, choices, ends: ends && list(holder[calls]).every((call) => passes(call, operations)) });
    };
    const waits = list(doc['listen']).length + list(doc['timers']).length > 0;
    add(doc, 'load', doc['outcome'] === undefined && !waits);
    const last =
      doc['kind'] !== undefined && (!line.includes(id) || line.at(-1) === id) && doc['outcome'] === undefined;
    for (const action of list(doc['actions'])) if (isObject(action)) add(action, 'calls', last);
    reactions(doc['layout'] ?? null).forEach((reaction) => add(reaction, 'calls', false));
    return found;
  });
}

/**
 * The lists of an app.json; of its error routes one for each outcome, with a last route only where all before it are
 * for everything that it is for.
 */
function listsOfApp(app: JsonObject): readonly Ways[] {
  const idle = app['idle'];
  const whole = [app['guards'], app['home'], app['afterSignIn'], isObject(idle) ? idle['exits'] : undefined];
  const errors = list(app['errors']).filter(isObject);
  const asked = (route: JsonObject, outcome: Json): boolean => list(route['on']).includes(outcome);
  const routes = [...new Set(errors.flatMap((route) => list(route['on'])))].map((outcome) => {
    const own = errors.filter((route) => asked(route, outcome));
    return own.filter(
      (route, i) =>
        route['when'] !== undefined ||
        own.slice(0, i).every((before) => list(route['on']).every((one) => asked(before, one))),
    );
  });
  return [...whole, ...routes].map((choices) => ({ holder: app, choices: list(choices), ends: false }));
}

/** Whether a call can end so that what comes after it is asked: well, and without a target of its own for that. */
function passes(call: Json, operations: Docs): boolean {
  const operation = operations[text(member(call, 'call')) ?? ''];
  return (
    member(member(call, 'on'), 'ok') === undefined &&
    (operation?.['outcomeAt'] === undefined || member(operation['outcomes'], 'ok') !== undefined)
  );
}

/** What events of widgets do, anywhere on a page. */
function reactions(part: Json): readonly JsonObject[] {
  if (Array.isArray(part)) return (part as readonly Json[]).flatMap(reactions);
  if (!isObject(part)) return [];
  const events = part['events'];
  return [
    ...(isObject(events) ? Object.values(events).filter(isObject) : []),
    ...Object.entries(part).flatMap(([key, inner]) => (key === 'events' ? [] : reactions(inner))),
  ];
}

/**
 * Two ways that overlap in part, when they are about the very same facts or end the journey differently: which comes
 * first decides, and nothing says that this is meant. Of ways about different facts that lead on, or to ends of one
 * outcome, nothing is said: "first that holds" is the language, and lists in order of rank (what a denial leads to:
 * another offer, a store, a notice) are right as they are.
 */
function* overlaps(rules: readonly PlacedRule[], here: readonly Goal[], setting: Setting): Generator<Problem> {
  for (const [at, rule] of rules.entries()) {
    for (const [before, other] of rules.slice(0, at).entries()) {
      if (target(rule) === target(other) || !(sameFacts(rule, other) || endsApart(rule, other, setting))) continue;
      const earlier = rules.slice(0, before).map(isNot);
      const both = somebody([...here, ...earlier, is(other), is(rule)], setting);
      if (
        !both ||
        !somebody([...here, ...earlier, is(other), isNot(rule)], setting) ||
        !somebody([...here, ...earlier, is(rule), isNot(other)], setting)
      )
        continue;
      yield problemAt(rule.holder, rule.key, {
        code: 'order',
        message: `Two ways fit the same person, and only their order decides: ${said([other], setting)}; ${said([rule], setting)}.`,
        fix: 'Let one condition leave out whom the other takes.',
        example: both,
      });
    }
  }
}

function target({ holder }: PlacedRule): string {
  return canonical(Object.fromEntries(Object.entries(holder).filter(([key]) => key !== 'when' && key !== 'on')));
}
/** Whether both lead to ends of the flow, of different outcomes. */
function endsApart(a: PlacedRule, b: PlacedRule, { flow }: Setting): boolean {
  const [own, other] = [a, b].map(
    ({ holder }) =>
      flow.steps[(text(member(holder as JsonObject, 'to')) ?? '').replace(`${flow.id}/`, '')]?.['outcome'],
  );
  return own !== undefined && other !== undefined && own !== other;
}
function sameFacts(a: PlacedRule, b: PlacedRule): boolean {
  const [own, other] = [factsIn(a.logic, true), factsIn(b.logic, true)];
  return own.size > 0 && own.size === other.size && [...own].every((path) => other.has(path));
}

/** A last way that the ways before it leave to nobody. */
function* unreached(
  last: JsonObject,
  { rules, here }: { readonly rules: readonly PlacedRule[]; readonly here: readonly Goal[] },
  setting: Setting,
): Generator<Problem> {
  // A way that takes everybody by itself is told where it stands.
  if (
    !impossible([...here, ...rules.map(isNot)], setting) ||
    rules.some((rule) => alwaysTrue(here, rule.logic, setting))
  )
    return;
  yield problemAt(last, undefined, {
    code: 'shadowed',
    message: 'This way is never taken: the ways before it take everybody.',
    fix: 'Delete it, or narrow a way before it.',
    example: somebody(here, setting),
  });
}

function* uncovered(
  holder: JsonObject,
  { rules, here }: { readonly rules: readonly PlacedRule[]; readonly here: readonly Goal[] },
  setting: Setting,
): Generator<Problem> {
  const example = somebody([...here, ...rules.map(isNot)], setting);
  if (!example) return;
  const name = text(holder['label']) ?? text(holder['title']) ?? text(holder['id']) ?? '';
  yield problemAt(holder, 'next', {
    code: 'uncovered',
    message: `From "${name}" somebody gets nowhere: no way fits when ${givenWords(readBy(example, rules), setting.words)}.`,
    fix: 'End "next" with a target without "when", or add the way that is missing.',
    example,
  });
}
