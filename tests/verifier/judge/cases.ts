/** What the judge is held to: claims of small contents, what exploring says of them, and what is left out of them. */
import { join } from 'node:path';
import { loadContent, productNamed } from '../../../cli/products.ts';
import { projectDir, readFiles } from '../../../compile/disk.ts';
import type { Json, JsonObject } from '../../../compile/index.ts';
import type { Certificate, Claim } from '../../../verifier/certificate.ts';
import type { judge } from '../../../verifier/judge/judge.ts';
import { survey, type Survey } from '../../../verifier/explore/survey.ts';
import { prove, type Asked } from '../../../verifier/prove/prove.ts';
import { dutiesOf, OBLIGATIONS } from '../../../verifier/prove/questions.ts';
import { claimOf } from '../../../verifier/prove/verdict.ts';
import { answer, asking, page, warning, type Made } from '../laws/content.ts';
import { surveyed } from '../laws/claimed.ts';
import { loadedOf, options } from '../lending.ts';
import { oneBrand } from '../one-brand.ts';

const box: JsonObject = { type: 'boolean', control: 'checkbox' };
const consent: JsonObject = { ...box, const: true };
const told: JsonObject = { type: 'integer', minimum: 1, maximum: 3, control: 'number' };
const alone: JsonObject = { ...told, maximum: 1 };
const notice: JsonObject = { shown: 'notice' };
const ticked = (name: string): Json => ({ '==': [answer(name), true] });
const go = (more: JsonObject): JsonObject => page({ actions: [{ id: 'go', label: 'Go', ...more }] });
const bool = { type: 'boolean' } as const;
const whole = { type: 'integer', minimum: 1, maximum: 3 } as const;
const cookie: Json = { '==': [{ var: 'cookies.storeNumber' }, '12'] };
const operation = (name: string, outcomes: readonly string[]): Readonly<Record<string, Json>> => ({
  [`schemas/api/operations/${name}.json`]: {
    name,
    kind: 'rest',
    method: 'POST',
    path: `/${name}`,
    input: { type: 'object', properties: {}, additionalProperties: false },
    value: { type: 'object', properties: { a: bool }, required: ['a'] },
    access: 'public',
    timeoutMs: 1000,
    outcomes: Object.fromEntries(outcomes.map((one) => [one, 'Made up'])),
  },
});
const calls = (on: JsonObject, as?: string): JsonObject => ({
  calls: [{ call: 'ask', ...(as !== undefined && { as }), on }],
});
const since = (of: JsonObject): JsonObject => ({ ...notice, since: of });
const agreeing = (field: JsonObject): JsonObject =>
  asking({ agree: field }, { layout: [{ disclosure: 'notice', consent: 'agree' }] });
const dialog = (id: string, actions: Json): JsonObject => ({
  id,
  title: 'Sure?',
  layout: [{ disclosure: 'notice' }],
  actions,
});

/** Contents in which everything is said that a duty may hang on. */
const contents: Readonly<Record<string, Made>> = {
  ways: {
    steps: {
      ask: asking({ a: box }),
      more: page({ when: ticked('a') }),
      visit: page({ when: cookie }),
      warn: warning(),
    },
    answers: { a: bool },
    duties: {
      all: notice,
      more: { when: ticked('a'), passed: 'x/more' },
      some: { passed: 'x/more' },
      no: { holds: ticked('a') },
      nobody: { when: { and: [ticked('a'), { '!': [ticked('a')] }] }, holds: false },
      somebody: { when: ticked('a'), holds: false },
      empty: { when: { and: [ticked('a'), { '!': [ticked('a')] }] }, holds: ticked('a') },
    },
  },
  stays: {
    steps: { warn: warning(), sign: go(calls({ fine: { to: 'x/end' }, anew: { stay: true } }, 'told')) },
    duties: { once: { ...notice, before: { step: 'x/sign' } } },
    files: operation('ask', ['fine', 'anew']),
  },
  open: {
    steps: {
      ask: asking({ a: box, b: box }),
      one: page({ when: ticked('a') }),
      two: { ...warning(), when: ticked('b') },
    },
    answers: { a: bool, b: bool },
    duties: { two: { when: ticked('b'), ...notice }, all: notice },
  },
  // Who was warned, or ticked what they had to, goes on beside those who need not: they are one from there.
  takenForOthers: {
    steps: {
      ask: asking(
        { a: box, b: box },
        { checks: [{ assert: { or: [{ '!': [ticked('a')] }, ticked('b')] }, at: 'b', message: 'Tick both.' }] },
      ),
      warn: { ...warning(), when: ticked('b') },
      more: page(),
      last: page(),
    },
    answers: { a: bool, b: bool },
    duties: {
      holds: { when: ticked('a'), holds: ticked('b') },
      warned: { when: ticked('b'), ...notice },
      warnedEarlier: { when: ticked('b'), ...notice, before: { step: 'x/last' } },
    },
  },
  // Whoever goes back answers otherwise: nobody is taken for somebody else before that.
  notForGood: {
    steps: {
      ask: asking({ a: box, b: box }),
      warn: { ...warning(), when: ticked('b') },
      sign: go(calls({ fine: { to: 'x/end' }, anew: { reopen: ['ask', 'sign'] } })),
    },
    answers: { a: bool, b: bool },
    duties: { warned: { when: ticked('b'), ...notice }, holds: { when: ticked('a'), holds: ticked('b') } },
    files: operation('ask', ['fine', 'anew']),
  },
  consents: {
    steps: { set: go({ set: { 'answers.m.c': true } }), ask: asking({ c: consent, d: consent }), warn: warning() },
    answers: { c: bool, d: bool },
    duties: {
      before: { ...notice, before: { consent: 'm.d' } },
      ofSet: { ...notice, before: { consent: 'm.c' } },
      byNobody: { holds: ticked('c') },
      byThem: { holds: ticked('d') },
    },
  },
  onThePage: {
    steps: { ask: asking({ c: consent }, { layout: ['c', { disclosure: 'notice' }] }) },
    answers: { c: bool },
    duties: { before: { ...notice, before: { consent: 'm.c' } }, end: { ...notice, before: { outcome: 'x/done' } } },
  },
  ends: {
    steps: { ask: asking({ a: box }) },
    answers: { a: bool },
    duties: { end: { ...notice, before: { outcome: 'x/done' } }, step: notice },
    files: {
      'flows/x/steps/end.json': {
        id: 'end',
        kind: 'form',
        title: 'End',
        layout: [{ disclosure: 'notice' }],
        outcome: 'done',
      },
    },
  },
  agreed: {
    steps: { ask: agreeing(consent), sign: go(calls({ fine: { to: 'x/end' }, anew: { to: 'x/end' } })) },
    answers: { agree: bool },
    duties: {
      agreed: { agreed: 'notice' },
      passed: { passed: 'x/ask' },
      again: { agreed: 'notice', since: { outcomes: ['anew'] } },
    },
    files: operation('ask', ['fine', 'anew']),
  },
  figureBesideAgreed: {
    steps: { ask: agreeing(consent) },
    answers: { agree: bool },
    duties: { unsaid: { agreed: 'notice', figures: ['answers.m.agree'] } },
  },
  refused: {
    steps: {
      ask: asking({ sum: told }),
      more: asking(
        { other: told },
        { checks: [{ assert: { '<': [answer('sum'), answer('other')] }, at: 'other', message: 'More.' }] },
      ),
    },
    answers: { sum: whole, other: whole },
    duties: { passed: { passed: 'x/ask' } },
  },
  agreedElsewhere: {
    steps: {
      ask: agreeing(consent),
      other: asking({ b: box }),
      sign: go(calls({ fine: { to: 'x/end' }, anew: { reopen: ['other', 'sign'] } })),
    },
    answers: { agree: bool, b: bool },
    duties: { again: { agreed: 'notice', since: { outcomes: ['anew'] } }, once: { agreed: 'notice' } },
    files: operation('ask', ['fine', 'anew']),
  },
  agreedToNothing: {
    steps: { ask: agreeing(consent) },
    answers: { agree: bool },
    duties: { agreed: { agreed: 'notice' } },
    files: {
      'compliance/disclosures/notice/1.md':
        '---\nidTag: notice\ntitle: Notice\ntype: notice\nfrom: 2026-01-01\nuntil: 2026-11-19\n---\nRead this.\n',
    },
  },
  givenBySome: {
    steps: {
      set: page({
        actions: [
          { id: 'go', label: 'Go', set: { 'answers.m.c': true } },
          { id: 'on', label: 'On' },
        ],
      }),
      ask: { ...asking({ c: consent }), when: { '!': [ticked('c')] } },
      more: page(),
    },
    answers: { c: bool },
    duties: { given: { holds: ticked('c') } },
  },
  byDefault: {
    steps: { ask: asking({ c: { ...box, default: true }, d: consent }) },
    answers: { c: bool, d: bool },
    duties: {
      given: { holds: ticked('c') },
      both: { holds: { and: [ticked('c'), ticked('d')] } },
      d: { holds: ticked('d') },
    },
  },
  entered: {
    steps: { ask: asking({ a: box }), warn: warning(), sign: { ...page(), entry: true }, more: page({ when: cookie }) },
    answers: { a: bool },
    duties: { all: notice, more: { passed: 'x/more' }, ticked: { holds: ticked('a') } },
    files: {
      'flows/x/flow.json': {
        id: 'x',
        title: 'Made up',
        base: '/x',
        access: 'public',
        saves: 'session',
        line: ['ask', 'warn', 'sign', 'more', 'end'],
        outcomes: ['done'],
        answers: { type: 'object', properties: { m: { type: 'object', properties: { a: bool } } } },
      },
    },
  },
  notAgreed: {
    steps: { ask: agreeing(box), skip: go({}) },
    answers: { agree: bool },
    duties: { agreed: { agreed: 'notice' } },
  },
  again: {
    steps: { warn: warning(), sum: asking({ sum: told }), set: go({ set: { 'answers.m.sum': 2 } }), sign: page() },
    answers: { sum: whole },
    duties: {
      once: notice,
      again: since({ facts: ['answers.m.sum'] }),
      passed: { passed: 'x/warn', since: { facts: ['answers.m.sum'] } },
    },
  },
  back: {
    steps: { sum: asking({ sum: told }), warn: warning(), sign: page() },
    answers: { sum: whole },
    duties: { again: since({ facts: ['answers.m.sum'] }) },
  },
  together: {
    steps: { both: asking({ sum: told }, { layout: [{ disclosure: 'notice' }, 'sum'] }), sign: page() },
    answers: { sum: whole },
    duties: { again: since({ facts: ['answers.m.sum'] }) },
  },
  outcomes: {
    steps: { warn: warning(), sign: go(calls({ fine: { to: 'x/end' }, anew: { to: 'x/end' } })) },
    duties: { again: since({ outcomes: ['anew'] }), once: notice },
    files: operation('ask', ['fine', 'anew']),
  },
  outcomesBack: {
    steps: { warn: warning(), sign: go(calls({ fine: { to: 'x/end' }, anew: { reopen: ['warn', 'sign'] } }, 'told')) },
    duties: { again: since({ outcomes: ['anew'] }), result: since({ facts: ['results.told'] }) },
    files: operation('ask', ['fine', 'anew']),
  },
  rounds: {
    steps: {
      ask: page(),
      look: { kind: 'wait', load: [{ call: 'ask', on: { fine: { to: 'x/more' }, anew: { to: 'x/end' } } }] },
      more: {
        kind: 'wait',
        load: [{ call: 'ask', on: { fine: { reopen: ['look', 'more'] }, anew: { to: 'x/end' } } }],
      },
    },
    duties: { passed: { passed: 'x/ask' } },
    files: operation('ask', ['fine', 'anew']),
  },
  twoLoads: {
    steps: {
      load: page({
        load: ['ask', 'look'].map((call) => ({
          call,
          as: `${call}ed`,
          on: { fine: { stay: true }, anew: { to: 'x/end' } },
        })),
        layout: [{ copy: 'x' }],
      }),
    },
    duties: { passed: { passed: 'x/load' } },
    files: { ...operation('ask', ['fine', 'anew']), ...operation('look', ['fine', 'anew']) },
  },
  loads: {
    steps: {
      warn: warning(),
      load: page({
        load: [{ call: 'ask', as: 'told', on: { fine: { stay: true } } }],
        layout: [{ copy: 'x' }],
        kind: 'form',
      }),
      seen: page({ when: { '==': [{ var: 'results.told.a' }, true] } }),
    },
    duties: { again: since({ facts: ['results.told'] }), seen: { passed: 'x/seen' } },
    files: operation('ask', ['fine']),
  },
  wording: {
    steps: {
      ask: asking({ sum: told, other: told }),
      warn: page({
        layout: [
          { disclosure: 'notice' },
          { group: [{ copy: 'In all {{answers.m.other}}.' }], title: 'All' },
          { copy: 'Again {{answers.m.late}}.', when: { '>': [answer('sum'), 1] } },
          { group: [{ copy: 'Again {{answers.m.hid}}.' }], title: 'More', folded: true },
        ],
      }),
      late: asking({ late: told, hid: told }),
    },
    answers: { sum: whole, other: whole, late: whole, hid: whole },
    duties: {
      says: { ...notice, contains: ['Read this.'] },
      lacks: { ...notice, contains: ['Read this.', 'Read that.'] },
      inText: { ...notice, figures: ['answers.m.sum'] },
      beside: { ...notice, figures: ['answers.m.other'] },
      sometimes: { ...notice, figures: ['answers.m.sum', 'answers.m.late'] },
      folded: { ...notice, figures: ['answers.m.hid'] },
    },
    files: {
      'compliance/disclosures/notice/1.md':
        '---\nidTag: notice\ntitle: Notice\ntype: notice\nfrom: 2020-01-01\n---\nRead this. The sum is {{ answers.m.sum | money }}.\n',
    },
  },
  dialogs: {
    steps: {
      ask: page({
        actions: [{ id: 'go', label: 'Go', next: [{ dialog: 'sure' }] }],
        layout: [{ copy: 'x' }, { link: 'Away', to: 'x/end' }],
        timers: [{ afterMs: 9000, do: { to: 'x/end' } }],
      }),
    },
    duties: { all: notice, passed: { passed: 'x/ask' } },
    files: {
      'flows/x/dialogs/sure.json': dialog('sure', [
        { id: 'yes', label: 'Yes', next: [{ to: 'x/end' }] },
        { id: 'no', label: 'No', next: [{ stay: true }] },
      ]),
    },
  },
};

const untyped: Made['duties'] = {
  untyped: { before: { step: 'x/ask' }, holds: { '!': [{ answered: 'answers.m.b' }] } },
};
const anew = (on: JsonObject): JsonObject => go(calls({ fine: { to: 'x/end' }, anew: on }));
const both = operation('ask', ['fine', 'anew']);
/** What two states that differ in one answer may be taken for one by, and what of the way is remembered of them. */
const apart: Readonly<Record<string, Made>> = {
  setAfter: {
    steps: { sum: asking({ sum: told }), warn: warning(), set: go({ set: { 'answers.m.sum': 2 } }), sign: page() },
    answers: { sum: whole },
    duties: { again: since({ facts: ['answers.m.sum'] }), once: notice },
  },
  askedAgain: {
    steps: { ask: agreeing(consent), warn: warning(), sign: anew({ reopen: ['ask', 'warn', 'sign'] }) },
    answers: { agree: bool },
    duties: {
      agreed: { agreed: 'notice', since: { outcomes: ['anew'] } },
      passed: { passed: 'x/warn', since: { outcomes: ['anew'] } },
      says: { agreed: 'notice', contains: ['Read this.'] },
    },
    files: both,
  },
  ticks: {
    steps: {
      first: asking({ d: { ...box, bind: 'm.c' } }),
      warn: warning(ticked('c')),
      ask: asking({ d: box, e: box }),
    },
    answers: { c: bool, d: bool, e: bool },
    duties: {
      before: { ...notice, before: { consent: 'm.d' } },
      given: { holds: ticked('d'), before: { consent: 'm.d' } },
    },
  },
  scopeAlone: {
    steps: { ask: asking({ a: box, b: box }), more: page(), warn: warning(ticked('a')) },
    answers: { a: bool, b: bool },
    duties: {
      some: { when: ticked('b'), ...notice },
      held: { holds: ticked('b') },
      both: { when: { and: [ticked('a'), ticked('b')] }, ...notice },
      free: { when: { and: [ticked('a'), ticked('b')] }, holds: ticked('a') },
    },
  },
  besideTheLine: {
    steps: {
      ask: asking({ a: box, b: box }),
      one: page({ layout: [{ link: 'Aside', to: 'x/aside' }] }),
      more: page({ when: ticked('b') }),
      sign: anew({ reopen: ['one', 'more', 'sign'] }),
    },
    answers: { a: bool, b: bool },
    duties: { all: { passed: 'x/more' } },
    files: {
      ...both,
      'flows/x/steps/aside.json': {
        id: 'aside',
        kind: 'form',
        title: 'Aside',
        layout: [{ copy: 'Made up.' }],
        actions: [
          { id: 'end', label: 'End', when: ticked('a'), next: [{ to: 'x/end' }] },
          { id: 'on', label: 'On', next: [{ to: 'x/one' }] },
        ],
      },
    },
  },
  passedAlong: {
    steps: {
      ask: asking({ a: box }),
      more: page({ when: ticked('a') }),
      send: go({ calls: [{ call: 'ask', with: { a: answer('a') }, on: { fine: { to: 'x/end' } } }] }),
    },
    answers: { a: bool },
    duties: { more: { when: ticked('a'), passed: 'x/more' } },
    files: {
      'schemas/api/operations/ask.json': {
        ...(operation('ask', ['fine'])['schemas/api/operations/ask.json'] as JsonObject),
        input: { type: 'object', properties: { a: bool }, additionalProperties: false },
      },
    },
  },
  wordingTwice: {
    steps: {
      ask: asking({ sum: told }),
      warn: page({ layout: [{ disclosure: 'notice' }, { copy: 'In all {{answers.m.sum}}.' }] }),
      also: warning(),
    },
    answers: { sum: whole },
    duties: { beside: { ...notice, figures: ['answers.m.sum'] } },
  },
  visits: {
    steps: { warn: warning(), sign: page(), send: anew({ to: 'x/choose' }), choose: page() },
    duties: { again: { ...since({ outcomes: ['anew'] }), before: { step: 'x/sign' } } },
    files: both,
  },
  // Whoever goes back from a page comes to it again with what they typed; of some a page asks nothing.
  typedBack: {
    steps: { first: asking({ a: box }), ask: asking({ b: { ...alone, when: ticked('a') } }) },
    answers: { a: bool, b: whole },
    duties: untyped,
  },
  typedOrAway: {
    steps: {
      first: asking({ a: box }),
      ask: asking(
        { b: { ...alone, when: ticked('a') } },
        {
          layout: ['b', { link: 'Away', leave: 'away' }],
          actions: [{ id: 'go', label: 'Go', set: { 'answers.m.c': 2 } }],
        },
      ),
    },
    answers: { a: bool, b: whole, c: whole },
    duties: untyped,
  },
  typedBeside: {
    steps: { first: asking({ a: box }), ask: asking({ b: told, c: box }) },
    answers: { a: bool, b: whole, c: bool },
    duties: {
      untyped: { before: { step: 'x/ask' }, when: ticked('a'), holds: { '!': [{ answered: 'answers.m.b' }] } },
      later: { holds: { answered: 'answers.m.b' } },
    },
  },
  leaves: {
    steps: {
      ask: asking({ a: box }),
      one: page({ layout: [{ link: 'Away', leave: 'away' }], when: ticked('a') }),
      two: page({ layout: [{ link: 'Away', leave: 'away' }] }),
    },
    answers: { a: bool },
    duties: { one: { passed: 'x/one' } },
  },
  byALink: {
    steps: {
      ask: asking({ sum: told }, { layout: ['sum', { link: 'Read', dialog: 'sure' }] }),
      more: page(),
    },
    answers: { sum: whole },
    duties: { passed: { passed: 'x/ask' } },
    files: {
      'flows/x/dialogs/sure.json': {
        ...dialog('sure', [{ id: 'yes', label: 'Yes', next: [{ to: 'x/more' }] }]),
        layout: [{ disclosure: 'notice' }, { link: 'On', to: 'x/end' }],
      },
    },
  },
  locked: {
    steps: {
      choose: page({
        actions: [
          { id: 'go', label: 'Go' },
          {
            id: 'stop',
            label: 'Stop',
            calls: [
              { call: 'ask', as: 'over', keeps: 'application', on: { fine: { to: 'x/ask' }, anew: { to: 'x/ask' } } },
            ],
          },
        ],
      }),
      ask: asking({ agree: consent }),
      sign: page(),
    },
    answers: { agree: bool },
    duties: { agreed: { holds: ticked('agree'), before: { step: 'x/sign' } } },
    files: {
      ...both,
      'flows/x/flow.json': {
        id: 'x',
        title: 'Made up',
        base: '/x',
        access: 'public',
        saves: 'application',
        line: ['choose', 'ask', 'sign', 'end'],
        outcomes: ['done'],
        locks: [{ when: { '==': [{ var: 'results.over.a' }, true] }, answers: ['*'], why: 'It is over.' }],
        answers: { type: 'object', properties: { m: { type: 'object', properties: { agree: bool } } } },
      },
    },
  },
  twoEnds: {
    steps: {
      ask: asking({ a: box }),
      choose: page({ layout: [{ link: 'Other', to: 'x/other' }] }),
      last: warning(),
    },
    answers: { a: bool },
    duties: { end: { when: ticked('a'), ...notice, before: { outcome: 'x/done' } } },
    files: {
      'flows/x/steps/other.json': {
        id: 'other',
        kind: 'form',
        title: 'Other',
        layout: [{ copy: 'Made up.' }],
        outcome: 'done',
      },
    },
  },
};

/** A page with a question that is left through a dialog: one that is opened by a button that asks it, or by any. */
const through = (id: string, opened: Json): Made => ({
  steps: { ask: asking({ sum: told }, { actions: opened }), more: page() },
  answers: { sum: whole },
  duties: { passed: { passed: 'x/ask' }, much: { when: { '>': [answer('sum'), 1] }, passed: 'x/ask' } },
  files: {
    'flows/x/dialogs/sure.json': dialog('sure', [{ id: 'yes', label: 'Yes', next: [{ to: 'x/more' }] }]),
    'flows/x/dialogs/other.json': dialog('other', [{ id: 'yes', label: id, next: [{ to: 'x/more' }] }]),
  },
});
const opens = (id: string, to: string, more: JsonObject = {}): Json => ({
  id,
  label: id,
  next: [{ dialog: to }],
  ...more,
});
const aside = { validates: false };
const dialogsLeft: Readonly<Record<string, Made>> = {
  asked: through('Asked', [opens('go', 'sure'), opens('also', 'other')]),
  unasked: through('Unasked', [opens('go', 'sure'), opens('skip', 'other', aside)]),
  either: through('Either', [opens('go', 'sure'), opens('skip', 'sure', aside), opens('also', 'other')]),
};

type Judge = typeof judge;
export interface Case {
  readonly name: string;
  readonly claim: Claim;
  /** What exploring says of each duty, which knows nothing of the judge. */
  readonly asked: readonly Asked[];
  /** Of its certificate as it is alone something is said, not of what is changed in it. */
  readonly isWhole?: true;
}

const caseOf = (name: string, one: Survey): Case => ({
  name,
  claim: claimOf(one),
  asked: dutiesOf(one.source, one.resolved, one.flow).map((obligation) => prove(one, obligation)),
});

/** Flows of the constructs: what the language offers on pages, each in a content of its own. */
async function constructs(): Promise<readonly Case[]> {
  const found: Case[] = [];
  for (const construct of ['dialogs', 'lists', 'places', 'listening']) {
    const files = oneBrand(readFiles([projectDir, join(projectDir, 'tests/constructs', construct)]), 'payday');
    const { resolved, products } = loadedOf(await loadContent(files, options));
    const { source } = resolved;
    const brand = resolved.brands['payday'];
    if (!brand) throw new Error('The constructs are laid over payday, which is gone: mend this test.');
    const product = productNamed(products, brand.id);
    const own = Object.keys(readFiles([join(projectDir, 'tests/constructs', construct)]));
    for (const flow of Object.keys(brand.flows).filter((id) => own.some((file) => file.startsWith(`flows/${id}/`)))) {
      const one = survey({ source, brand, product, flow, today: options.today, questions: OBLIGATIONS });
      found.push({ ...caseOf(`${construct} ${flow}`, one), isWhole: true });
    }
  }
  return found;
}

export async function casesOf(): Promise<readonly Case[]> {
  const made: Case[] = [];
  for (const [name, content] of Object.entries({ ...contents, ...apart, ...dialogsLeft }))
    for (const people of [undefined, 0])
      made.push(caseOf(`${name}${people === 0 ? ', open' : ''}`, await surveyed(content, people)));
  return [...made, ...(await constructs())];
}

type States = Certificate['states'];
type Change = (states: States) => States;
/** Moves that alone do what they do at their state: without them something is left out. */
function* leftOut({ certificate: { states } }: Claim): Generator<Change> {
  for (const [at, { moves }] of states.entries())
    for (const [index, { deeds }] of moves.entries()) {
      const last = deeds.at(-1);
      const nameOf = (deed: unknown): string =>
        JSON.stringify({ ...(deed as object), ...(last?.type === 'called' && { value: 0 }) });
      const alike = moves.filter((move) => move.deeds.some((deed) => nameOf(deed) === nameOf(last)));
      if (
        alike.length === 1 &&
        last?.type !== 'returned' &&
        last?.type !== 'answered' &&
        last?.type !== 'world' &&
        last?.type !== 'visited'
      )
        yield (all) =>
          all.map((state, one) => (one === at ? { ...state, moves: moves.filter((_, i) => i !== index) } : state));
    }
}
/** Moves that lead to a state at another step, or out of the flow, or not out of it. */
function* ledAside({ certificate: { states } }: Claim): Generator<Change> {
  for (const [at, { moves }] of states.entries())
    for (const [index, { to }] of moves.entries())
      for (const other of typeof to === 'string' ? [at] : ['nowhere'])
        yield (all) =>
          all.map((state, one) =>
            one === at
              ? { ...state, moves: moves.map((move, i) => (i === index ? { ...move, to: other } : move)) }
              : state,
          );
}

/**
 * Which states of a certificate go on otherwise: what can be done there differs, or leads to states that do. Found by
 * refining, and by the certificate alone: two that differ here may not be taken for one.
 */
function classesOf({ states }: Certificate): readonly number[] {
  // Calls are counted on the way, so that two of one call differ by their number alone.
  const nameOf = (move: unknown): string => JSON.stringify(move, (key, value: unknown) => (key === 'id' ? 0 : value));
  let classes: readonly number[] = states.map(() => 0);
  for (let count = 0; ; ) {
    const names = states.map(({ moves, open }) => {
      // Whether an address back matters the judge takes on trust.
      const acts = moves.filter(({ deeds }) => deeds.every(({ type }) => type !== 'visited'));
      return nameOf([
        open,
        acts.map(({ deeds, to }) => nameOf([deeds, typeof to === 'string' ? to : classes[to]])).sort(),
      ]);
    });
    const known = [...new Set(names)];
    classes = names.map((name) => known.indexOf(name));
    if (known.length === count) return classes;
    count = known.length;
  }
}

/** Moves that lead to another state, from which it goes on otherwise: to one that is most like it first. */
function* mistaken({ certificate }: Claim): Generator<Change> {
  const classes = classesOf(certificate);
  const { states } = certificate;
  const openAt = (at: number): string => JSON.stringify(states[at]?.open);
  const deedsOf = (at: number): string => JSON.stringify(states[at]?.moves.map(({ deeds }) => deeds));
  for (const [at, { moves }] of states.entries())
    for (const [index, { to }] of moves.entries()) {
      if (typeof to === 'string') continue;
      // To a state that leaves more open it may lead: more people are followed from there.
      const others = [...states.keys()].filter((one) => classes[one] !== classes[to] && openAt(one) === openAt(to));
      const like = others.find((one) => deedsOf(one) === deedsOf(to)) ?? others[(at + index) % others.length];
      if (like === undefined) continue;
      yield (all) =>
        all.map((state, one) =>
          one === at
            ? { ...state, moves: moves.map((move, i) => (i === index ? { ...move, to: like } : move)) }
            : state,
        );
    }
}

type State = States[number];
const changed =
  (at: number, is: (state: State) => Partial<State>): Change =>
  (all) =>
    all.map((state, one) => (one === at ? { ...state, ...is(state) } : state));
const movesOf = (at: number, is: (move: State['moves'][number], index: number) => State['moves'][number]): Change =>
  changed(at, ({ moves }) => ({ moves: moves.map(is) }));

/** What is not known of the person is never asked, asked for ever, or asked of what is known; open answers likewise. */
function* misasked({ certificate: { states } }: Claim): Generator<Change> {
  const asksOf = (at: number | string) => states[Number(at)]?.moves[0]?.deeds[0];
  for (const [at, { moves, open }] of states.entries()) {
    const [first] = moves[0]?.deeds ?? [];
    for (const [index, { to }] of moves.entries())
      if (asksOf(to)?.type === 'given')
        for (const past of states[Number(to)]?.moves ?? [])
          yield movesOf(at, (move, i) => (i === index ? { ...move, to: past.to } : move));
    if (first?.type === 'given') {
      yield movesOf(at, (move, i) => (i === 0 ? { ...move, to: at } : move));
      yield changed(at, () => ({
        moves: moves.map((move) => ({ ...move, deeds: [{ type: 'given', facts: { 'cookies.other': 1 } }] })),
      }));
      yield changed(at, () => ({ moves: moves.slice(1) }));
    }
    if (first?.type === 'supposed') {
      yield movesOf(at, (move, i) => (i === 0 ? { ...move, to: at } : move));
      yield movesOf(at, (move) => ({ ...move, deeds: [{ ...first, bind: 'm.other' }] }));
      yield changed(at, () => ({ moves: moves.slice(1) }));
    }
    for (const bind of Object.keys(open)) {
      yield changed(at, () => ({ open: { ...open, [bind]: ['other'] } }));
      const before = states.filter((state) => state.moves.some(({ to }) => to === at));
      if (before.some((state) => Object.hasOwn(state.open, bind) && asksOf(states.indexOf(state))?.type !== 'supposed'))
        yield changed(at, () => ({ open: Object.fromEntries(Object.entries(open).filter(([one]) => one !== bind)) }));
    }
  }
}

/** An address by which anybody may come at any time is not listed; something is done after the flow was left. */
function* addressed({ flow, certificate: { states } }: Claim): Generator<Change> {
  for (const [at, { moves }] of states.entries())
    for (const [index, { deeds, to }] of moves.entries()) {
      const last = deeds.at(-1);
      if (last?.type === 'visited' && to !== at && flow.steps[last.step]?.entry)
        yield changed(at, () => ({ moves: moves.filter((_, i) => i !== index) }));
      if (typeof to === 'string' && last)
        yield movesOf(at, (move, i) =>
          i === index ? { deeds: [...deeds, { type: 'elapsed', timer: 0 }], to: at } : move,
        );
    }
}

/** Nobody who typed something on a page goes back to one before it, or to where something must be so again. */
function* forgotten({ flow, duties, certificate: { states } }: Claim): Generator<Change> {
  const isAsked = (id: string): boolean => duties.some((duty) => duty.since && duty.moment.steps.has(id));
  const placeOf = (id: string | undefined): number => flow.line.indexOf(id ?? '');
  const isBack = ({ deeds }: State['moves'][number]): boolean => {
    const [first, last] = [deeds[0], deeds.at(-1)];
    const left = Object.values(flow.steps).find(({ fields }) => first?.type === 'answered' && first.field in fields);
    return last?.type === 'visited' && placeOf(last.step) < placeOf(left?.id);
  };
  const isAgain = ({ deeds: [only, ...more] }: State['moves'][number]): boolean =>
    only?.type === 'visited' && more.length === 0 && isAsked(only.step) && only.step !== flow.line.at(-1);
  for (const [at, { moves }] of states.entries())
    for (const is of [isBack, isAgain])
      if (moves.some(is)) yield changed(at, () => ({ moves: moves.filter((move) => !is(move)) }));
}

/** One state in place of another of the same page, whatever comes of it. */
function* merged({ certificate: { states } }: Claim): Generator<Change> {
  for (const [at, { moves }] of states.entries())
    for (const [index, { to }] of moves.entries())
      for (const other of states.keys())
        if (typeof to === 'number' && other !== to)
          yield movesOf(at, (move, i) => (i === index ? { ...move, to: other } : move));
}

/** Contents with states that only the memory of the way tells apart: taken for one, no broken duty is proved. */
const REMEMBERED = new Set(['entered', 'typedOrAway', 'visits']);

/** Changes of a certificate that are looked at, of each claim. */
const MOST = 25;
const spread = <T>(all: readonly T[]): readonly T[] =>
  all.filter((_, index) => index % Math.ceil(all.length / MOST) === 0);

/**
 * What a judge says wrongly of these cases, a sentence each.
 * @param once whether the first case in which something is wrong is enough
 */
export function wrongs(judging: Judge, cases: readonly Case[], once = false): readonly string[] {
  let isFound = false;
  return cases.flatMap(({ name, claim, asked, isWhole }) => {
    if (once && isFound) return [];
    const { certificate } = claim;
    const count = certificate.starts.length + certificate.states.reduce((sum, { moves }) => sum + moves.length, 0);
    const wrong: string[] = [];
    const isSo = (what: string, is: unknown, should: unknown): void => {
      if (JSON.stringify(is) !== JSON.stringify(should))
        wrong.push(`${name}: ${what}: ${JSON.stringify(is)}, not ${JSON.stringify(should)}`);
    };
    const broken = claim.duties.filter((_, index) => asked[index]?.kind === 'broken');
    const refuses = (change: Partial<Certificate>): boolean => {
      try {
        const { faults, of } = judging({ ...claim, certificate: { ...certificate, ...change } });
        // A certificate may lie as it likes: a duty that is not kept is proved by none.
        const proved = faults.length > 0 ? undefined : broken.find((duty) => of(duty).proved);
        if (proved) wrong.push(`${name}: ${proved.name} is proved by a lie`);
        return faults.length > 0;
      } catch (error) {
        // Core does not do what cannot be done.
        if (error instanceof TypeError) wrong.push(`${name}: ${error.message}`);
        return true;
      }
    };
    try {
      const { states, moves, faults, of } = judging(claim);
      isSo('the whole', [states, moves, faults], [certificate.states.length, count, []]);
      for (const [index, duty] of claim.duties.entries()) {
        const found = asked[index] as Asked;
        const { proved, moments, faults: against } = of(duty);
        const [met, missed] = [
          found.kind === 'vacuous' ? 0 : found.moments,
          found.kind === 'broken' ? found.missed : 0,
        ];
        isSo(
          duty.name,
          [proved, moments, against.length],
          [found.kind !== 'vacuous' && missed === 0, met, Math.min(missed, 3)],
        );
        const other = of({ ...duty, name: `not ${duty.name}` });
        isSo(
          'a duty that it was not made for',
          [other.proved, other.moments, other.faults.length > 0],
          [false, 0, true],
        );
      }
      if (isWhole) {
        isFound ||= wrong.length > 0;
        return wrong;
      }
      for (const change of spread([...leftOut(claim), ...ledAside(claim)]))
        isSo('what is left out', refuses({ states: change(certificate.states) }), true);
      for (const change of spread([...misasked(claim)]))
        isSo('what is not told apart', refuses({ states: change(certificate.states) }), true);
      for (const change of spread([...addressed(claim)]))
        isSo('an address', refuses({ states: change(certificate.states) }), true);
      for (const change of spread([...forgotten(claim)]))
        isSo('going back', refuses({ states: change(certificate.states) }), true);
      for (const change of spread([...merged(claim)])) refuses({ states: change(certificate.states) });
      const unvisited = (state: State): State => ({
        ...state,
        moves: state.moves.filter(({ deeds }) => deeds.every(({ type }) => type !== 'visited')),
      });
      refuses({ states: certificate.states.map(unvisited) });
      isSo('nobody comes', refuses({ starts: [] }), true);
      const strangers = certificate.starts.map((start) => ({ ...start, given: { 'cookies.other': 1 } }));
      isSo('a stranger', refuses({ starts: strangers }), true);
      for (const change of spread([...mistaken(claim)]))
        if (REMEMBERED.has(name.split(',')[0] as string)) refuses({ states: change(certificate.states) });
        else isSo('another state in place of one', refuses({ states: change(certificate.states) }), true);
      const nowhere: Change = (all) =>
        all.map((state, one) =>
          one > 0 ? state : { ...state, moves: state.moves.map((move) => ({ ...move, to: all.length })) },
        );
      isSo('a state that is not there', refuses({ states: nowhere(certificate.states) }), true);
      for (const start of certificate.starts)
        if (certificate.starts.length > 1)
          isSo('a start', refuses({ starts: certificate.starts.filter((one) => one !== start) }), true);
    } catch (error) {
      wrong.push(`${name}: ${String(error)}`);
    }
    isFound ||= wrong.length > 0;
    return wrong;
  });
}
