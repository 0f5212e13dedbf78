import { expect, test } from 'vitest';
import { loadContent } from '../../cli/products.ts';
import { blamedWays } from '../../cli/verify/blame.ts';
import type { Json } from '../../compile/index.ts';
import { PATH_RULES, pathProblems, pathReport } from '../../verifier/check/paths.ts';
import { surveysOf } from '../../verifier/explore/survey.ts';
import { OBLIGATIONS } from '../../verifier/prove/questions.ts';
import { lending, loadedOf, options, planted, type Plant } from './lending.ts';

const OVERLAY = 'brands/elm/flows/loan.json';
const steps = (id: string): string => `flows/loan/steps/${id}.json`;
const from = (state: string): Json => ({ '==': [{ var: 'answers.contactInformation.address.stateCode' }, state] });
const earns = (how: string, much: number): Json => ({
  [how]: [{ var: 'answers.incomeInformation.amountGross' }, much],
});
const LATE = `{ "note": "You earn well.", "when": ${JSON.stringify(earns('>', 400_000))} }`;
const toLater = `{ "when": ${JSON.stringify(from('OH'))}, "to": "later" }`;

interface Fault {
  /** What the flow of all brands is made of besides: nothing is wrong with it. */
  readonly base?: readonly Plant[];
  /** The change that makes the fault. */
  readonly change: readonly [address: string, value: Json];
}

/** A fault of each rule over ways, that stands in a file of all brands and is one brand's doing. */
const FAULTS: Readonly<Record<string, Fault>> = {
  asked: {
    base: [[steps('account'), '"layout": ["entry"]', `"layout": ["entry", ${LATE}]`]],
    change: [
      'order',
      ['about', 'identity', 'amount', 'account', 'income', 'numbers', 'link', 'texas', 'sign', 'signed'],
    ],
  },
  both: {
    base: [
      ['flows/loan/flow.json', '"sign", "signed"]', '"sign", "signed", "declined"]'],
      [steps('signed'), '"kind": "form",', `"kind": "form", "when": ${JSON.stringify(earns('>', 200_000))},`],
      [steps('declined'), '"kind": "form",', `"kind": "form", "when": ${JSON.stringify(earns('<=', 200_000))},`],
    ],
    change: ['steps/signed/when', earns('>=', 150_000)],
  },
  'dead-end': { change: ['steps/texas/actions/continue/when', { '>': [{ var: 'answers.loan.amount' }, 40_000] }] },
  decided: {
    base: [[steps('link'), '"maxLength": 60', `"maxLength": 60, "when": ${JSON.stringify(from('OH'))}`]],
    change: ['steps/about/actions/continue/next', [{ when: from('OH'), to: 'declined' }]],
  },
  goals: { change: ['steps/about/actions/continue/next', [{ when: from('OH'), to: 'declined' }]] },
  loop: {
    base: [
      [
        steps('decide'),
        `{ "id": "decide", "kind": "route", "title": "Deciding", "next": [{ "when": ${JSON.stringify(earns('<', 50_000))}, "to": "declined" }, { "to": "income" }] }`,
      ],
      [
        steps('texas'),
        '"label": "Continue" }',
        `"label": "Continue", "next": [{ "when": ${JSON.stringify(earns('<', 1))}, "to": "decide" }] }`,
      ],
    ],
    change: ['steps/income/actions/continue/next', [{ when: 'earns-too-little', to: 'decide' }]],
  },
  unanswered: { change: ['steps/link/fields/bank/pattern', '^(?=.*Q)(?=.*7)[A-Z]{3}-[A-Z0-9]{9}$'] },
  unreached: {
    base: [
      [steps('account'), '"label": "Continue" }', `"label": "Continue", "next": [${toLater}] }`],
      [steps('income'), '"to": "declined" }', `"to": "declined" }, ${toLater}`],
      [
        steps('later'),
        '{ "id": "later", "kind": "form", "title": "Come again", "layout": [{ "copy": "Come again." }], "actions": [{ "id": "go", "label": "Continue", "next": [{ "to": "sign" }] }] }',
      ],
    ],
    change: ['steps/about/actions/continue/next', [{ when: from('OH'), to: 'declined' }]],
  },
};

test('each rule over ways has a fault of an overlay', () =>
  expect(Object.keys(FAULTS).toSorted()).toEqual(Object.keys(PATH_RULES).toSorted()));

test.each(Object.entries(FAULTS))(
  'a fault of the rule %s that an overlay makes is told at its change',
  async (name, fault) => {
    const [address, value] = fault.change;
    const wrong =
      address === 'order'
        ? `"order": ${JSON.stringify(value)}`
        : `"set": {\n    "steps/signed/title": "Done",\n    "${address}": ${JSON.stringify(value)}\n  }`;
    const files = { ...planted(lending, fault.base ?? []), [OVERLAY]: `{\n  ${wrong}\n}\n` };
    const { resolved, products } = loadedOf(await loadContent(files, options));
    const reports = Object.values(resolved.brands).flatMap((brand) => {
      const product = products[brand.id];
      if (!product) throw new Error(`${brand.id} has no product`);
      return surveysOf({
        source: resolved.source,
        brand,
        product,
        today: options.today,
        questions: OBLIGATIONS,
      }).map((one) => pathReport(one, resolved.source));
    });
    const problems = pathProblems(reports);
    const codes: readonly string[] = PATH_RULES[name]?.codes ?? [];
    const inAll = problems.filter(({ code, file }) => codes.includes(code) && !file.startsWith('brands/'));
    expect(inAll).not.toEqual([]);
    const { problems: told } = await blamedWays({ files, options }, problems, reports);
    const line = (files[OVERLAY] ?? '').split(`"${address}"`)[0]?.split('\n').length;
    const moved = told.filter(({ message }) => message.startsWith('This change makes a fault at flows/'));
    expect(moved.map(({ file, line: at }) => `${file}:${at}`)).toContain(`${OVERLAY}:${line}`);
    expect(told.filter(({ code, file }) => codes.includes(code) && !file.startsWith('brands/'))).toEqual([]);
  },
);
