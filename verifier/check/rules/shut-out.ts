/** States that we serve, whose people a page on every way keeps from what the flow is for. */
import { equal } from '../../../compile/operators/equal/index.ts';
import { isObject, list, member } from '../../../compile/json-types.ts';
import { listed, quoted } from '../../../compile/english.ts';
import type { Problem } from '../../../compile/types.ts';
import type { Json } from '../../../runtime/core/facts.ts';
import { givenWords, sentence } from '../../words/sentence.ts';
import type { SettingRule } from '../rule.ts';
import { certainOf, impossible, minimal } from '../setting/ask.ts';
import { edgesOf, type Edge } from '../setting/certain.ts';
import type { Certain } from '../setting/held.ts';
import { problemAt } from '../setting/say.ts';
import type { Setting } from '../setting/setting.ts';

export const RULE: SettingRule = {
  codes: ['goal'],
  severity: 'concern',
  says: 'Nobody of a state that we serve can reach an end that the flow is for (`goals` of flow.json): the checks of a page that everybody has to pass let none of them on.',
  remedy:
    'Mend the check; where it is meant, the row of the state says `"served": false`, or a way leads these people to an end of their own before.',
  bad: [
    [
      'flows/loan/steps/income.json',
      '"actions": [',
      '"checks": [{ "assert": { "!=": [{ "var": "answers.contactInformation.address.stateCode" }, "OH"] }, "at": "gross", "message": "Not in Ohio" }],\n  "actions": [',
    ],
    ['flows/loan/steps/about.json', '"state": {', '»"state": {'],
  ],
  good: [
    [
      'flows/loan/steps/income.json',
      '"actions": [',
      '"checks": [{ "assert": { "or": [{ "!=": [{ "var": "answers.contactInformation.address.stateCode" }, "OH"] }, { ">": [{ "var": "answers.incomeInformation.amountGross" }, 200000] }] }, "at": "gross", "message": "In Ohio more is needed" }],\n  "actions": [',
    ],
  ],
  find: shutOut,
};

/** By the way as it is written: for each state the steps that can be reached, and whether a goal is among them. */
function* shutOut(setting: Setting): Generator<Problem> {
  const { flow, scene } = setting;
  const path = setting.declared.jurisdiction;
  const goals = list(flow.flow['goals']).map(String);
  const ends = Object.keys(flow.steps).filter((id) => goals.includes(String(flow.steps[id]?.['outcome'])));
  const asked = fieldOf(setting, path);
  if (path === undefined || ends.length === 0 || !asked || isSet(setting, path)) return;
  const edges = [
    ...edgesOf(flow, setting.rules, scene.uses),
    ...Object.entries(flow.steps).flatMap(([to, step]): readonly Edge[] =>
      (step['entry'] ?? false) === false ? [] : [{ from: undefined, to, certain: [] }],
    ),
  ].map((edge) => ({
    ...edge,
    certain: certainOf([...(setting.certain.get(edge.from ?? '') ?? []), ...edge.certain], new Set([path])),
  }));
  if (!leads(edges, ends, () => true)) return;
  const lost: { readonly state: string; readonly why: readonly Certain[] }[] = [];
  for (const [state, row] of Object.entries(setting.facts.tables['states'] ?? {})) {
    if (!isObject(row) || row['served'] === false || !asked.offers(state)) continue;
    const here = { logic: equal<Json>({ var: path }, state), wanted: 'true' } as const;
    const closed: (readonly Certain[])[] = [];
    const isOpen = ({ certain }: Edge): boolean => {
      // What says nothing of the state closes a way for everybody, or for nobody.
      if (certain.length === 0 || !impossible([here, ...certain], setting)) return true;
      closed.push(minimal(certain, (some) => impossible([here, ...some], setting)));
      return false;
    };
    if (leads(edges, ends, isOpen)) continue;
    const why = closed.find((some) => some.some((one) => isCheck(setting, one)));
    if (why) lost.push({ state, why });
  }
  const [first] = lost;
  if (!first) return;
  const check = first.why.find((one) => isCheck(setting, one)) ?? first.why[0];
  const states = lost.map(({ state }) => givenWords({ [path]: state }, setting.words));
  yield problemAt(asked.holder, asked.key, {
    code: 'goal',
    message: `Nobody gets to ${listed(goals.map(quoted), 'or')} when ${listed(states, 'or')}: the page "${setting.words.step(check?.step ?? '')}" does not let them on, as it wants that ${check ? sentence(check.written, setting.words) : ''}.`,
    fix: 'Mend the check; where it is meant for a state, its row says "served": false, or a way leads these people to an end of their own before.',
    example: { [path]: first.state },
  });
}

/** Whether a way of open edges goes from the start to one of some steps. */
function leads(edges: readonly Edge[], ends: readonly string[], isOpen: (edge: Edge) => boolean): boolean {
  const seen = new Set<string | undefined>([undefined]);
  for (const step of seen)
    for (const edge of edges) if (edge.from === step && !seen.has(edge.to) && isOpen(edge)) seen.add(edge.to);
  return ends.some((end) => seen.has(end));
}

/** Whether something certain is a check of its page. */
const isCheck = ({ rules }: Setting, { logic, step }: Certain): boolean =>
  rules.some((rule) => rule.decides === 'check' && rule.step === step && rule.logic === logic);

const isSet = ({ scene }: Setting, path: string): boolean =>
  scene.uses.sets.some((set) => `answers.${set.path.replace(/^answers\./, '')}` === path);

/** The first field that asks for the state, and which states it offers. */
function fieldOf({ flow, scene }: Setting, path: string | undefined) {
  const use = scene.uses.fields.find(({ field }) => `answers.${String(field['bind'])}` === path);
  const fields = use && flow.steps[use.step ?? '']?.['fields'];
  if (!use || !isObject(fields)) return undefined;
  const offered = list(use.field['choices']).map((choice) => member(choice, 'value'));
  return {
    holder: fields,
    key: use.id,
    offers: (state: string): boolean => offered.length === 0 || offered.includes(state),
  };
}
