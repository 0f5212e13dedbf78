import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../compile/index.ts';
import { findingsSummary, findingText, isWrong } from '../../../cli/report/findings.ts';
import type { Finding } from '../../../verifier/prove/prove-all.ts';
import { answer, asking, askOperation, checked, page, said, verdicts, warning, type Made } from './content.ts';

const text: JsonObject = { type: 'string', minLength: 1, maxLength: 40 };
const box: JsonObject = { type: 'boolean', control: 'checkbox' };
const consent: JsonObject = { ...box, const: true };
const notice = { shown: 'notice' };
const signedIn = { '==': [{ var: 'session.isAuthenticated' }, true] };
const go = (set: JsonObject): JsonObject => ({ actions: [{ id: 'go', label: 'Go', set }] });

describe('what proved means', () => {
  test('P1 what everybody does is proved, what somebody does not is broken, each on so many ways', async () => {
    const [all, some] = await said({
      steps: { ask: asking({ a: box }), warn: warning(), more: warning({ '==': [answer('a'), true] }) },
      answers: { a: { type: 'boolean' } },
      duties: { all: notice, some: { holds: { '==': [answer('a'), true] } } },
    });
    expect([all?.verdict, some?.verdict, (all?.moments ?? 0) > 0]).toEqual(['proved', 'broken', true]);
  });

  test('P2 whoever enters at a step arrives there; a first page that everybody is shown is asked of everybody', async () => {
    const made = { steps: { warn: { ...warning(), when: signedIn }, sign: page() } };
    expect(await verdicts({ ...made, duties: { stranger: { ...notice, before: { step: 'x/sign' } } } })).toEqual({
      stranger: 'broken',
    });
    expect(
      await verdicts({
        steps: { ask: asking({ a: text }), more: asking({ b: text }) },
        answers: { a: { type: 'string' }, b: { type: 'string' } },
        duties: {
          never: { ...notice, before: { step: 'x/ask' } },
          nothing: { before: { step: 'x/ask' }, holds: { '!': { answered: 'answers.m.b' } } },
          own: { before: { step: 'x/ask' }, holds: { '!': { answered: 'answers.m.a' } } },
        },
      }),
    ).toEqual({ never: 'broken', nothing: 'proved', own: 'broken' });
  });

  test('P2 what an address says in its query anybody may write there: whoever does is followed, too', async () => {
    const elsewhere = { '!=': [{ var: 'route.query.from' }, 'account'] };
    const steps = { warn: { ...warning(), when: elsewhere }, sign: page() };
    const before = { before: { step: 'x/sign' } };
    const duties = { all: { ...notice, ...before }, others: { ...notice, ...before, when: elsewhere } };
    expect(await verdicts({ steps, duties })).toEqual({ all: 'broken', others: 'proved' });
  });

  test('P3 a consent is given in every flow that asks it, and wherever an action or a default makes it true', async () => {
    const before = { before: { consent: 'm.agree' } };
    const answers = { agree: { type: 'boolean' } };
    const asks = asking({ agree: consent });
    const y = { id: 'y', title: 'Also', base: '/y', access: 'public', saves: 'none', outcomes: ['done'] };
    const found = await said({
      steps: { warn: warning(), ask: asks },
      answers,
      duties: { both: { ...notice, ...before } },
      files: {
        'flows/y/flow.json': {
          ...y,
          line: ['ask', 'end'],
          answers: { type: 'object', properties: { m: { type: 'object', properties: answers } } },
        },
        'flows/y/steps/ask.json': { id: 'ask', title: 'Ask', ...asks },
        'flows/y/steps/end.json': { id: 'end', kind: 'form', title: 'End', layout: [{ copy: 'x' }], outcome: 'done' },
        'flows/z/flow.json': { ...y, id: 'z', base: '/z', line: ['end'] },
        'flows/z/steps/end.json': { id: 'end', kind: 'form', title: 'End', layout: [{ copy: 'x' }], outcome: 'done' },
      },
    });
    expect(found.map(({ flow, verdict }) => [flow, verdict])).toEqual([
      ['x', 'proved'],
      ['y', 'broken'],
    ]);
    expect(
      await verdicts({
        steps: { set: page(go({ 'answers.m.agree': true })), ask: asks },
        answers,
        duties: { set: { ...notice, ...before } },
      }),
    ).toEqual({ set: 'broken' });
  });

  test('P4 a consent that an action ticks was given by nobody', async () => {
    const duties = { given: { holds: { '==': [answer('agree'), true] } } };
    const answers = { agree: { type: 'boolean' } };
    expect(await verdicts({ steps: { ask: asking({ agree: consent }) }, answers, duties })).toEqual({
      given: 'proved',
    });
    const steps = { set: page(go({ 'answers.m.agree': true })), ask: asking({ agree: consent }) };
    const [finding] = await said({ steps, answers, duties });
    expect([finding?.verdict, finding?.why[0]]).toEqual(['broken', expect.stringMatching(/^Nobody gave/)]);
  });

  test('P5 a verdict names its day and content, and is given for each day from which something is otherwise', async () => {
    const row = (from: string, until: string | null, cap: number): JsonObject => ({
      from,
      until,
      served: true,
      minimumAge: 18,
      cap,
      idPattern: '^OH\\d{2}$',
      idValid: ['OH11', 'OH22'],
      idInvalid: ['1', 'A'],
      disclosures: { agreements: [] },
      citation: 'Made up',
    });
    const state = {
      type: 'string',
      enum: ['OH'],
      control: 'radio',
      default: 'OH',
      choices: [{ value: 'OH', label: 'Ohio' }],
    };
    const made = {
      steps: {
        ask: asking({ st: state }),
        warn: warning({ '<=': [{ lookup: ['states', answer('st'), 'cap'] }, 3] }),
        late: warning({ '<': [{ var: 'today' }, '2027-06-01'] }),
      },
      answers: { st: { type: 'string' } },
      files: {
        'compliance/states/OH.json': {
          abbr: 'OH',
          name: 'Ohio',
          rows: [row('2020-01-01', '2026-12-31', 3), row('2027-01-01', null, 9)],
        },
      },
    };
    const [finding] = await said({ ...made, duties: { dated: notice } });
    expect([finding?.day, finding?.days, finding?.verdict]).toEqual([
      '2026-11-22',
      [
        { day: '2027-01-01', verdict: 'proved' },
        { day: '2027-06-01', verdict: 'broken' },
      ],
      'broken',
    ]);
    expect(finding?.why[0]).toMatch(/^From 2027-06-01 on: /);
    const [other] = await said({ ...made, duties: { dated: { ...notice, says: 'Said otherwise' } } });
    expect(finding?.content).toMatch(/^[0-9a-f]{16}$/);
    expect(other?.content).not.toBe(finding?.content);
  });

  test('P6 what nobody comes to is no proof, and what lies behind a page nobody was followed past is told', async () => {
    const [finding] = await said({
      steps: { ask: asking({ code: { type: 'string', pattern: '^[A-F]{3}-\\d{4}-Q$' } }), warn: warning() },
      answers: { code: { type: 'string' } },
      duties: { behind: { holds: { answered: 'answers.m.code' } } },
    });
    expect([finding?.verdict, finding?.why]).toEqual([
      'vacuous',
      expect.arrayContaining([
        expect.stringMatching(/accepted by the field code of ask.*nobody was followed.*examples/),
      ]),
    ]);
  });

  describe('P44 an obligation says which brands owe it', () => {
    /** A second brand has the journey, and lends at most so much by it. */
    const told = async (most: number, brands: readonly string[] | undefined, more: JsonObject = {}) => {
      const lent = (maximum: number): JsonObject => ({ type: 'integer', minimum: 1, maximum, control: 'number' });
      const much = { '>': [answer('sum'), 2] };
      const made: Made = {
        steps: { ask: asking({ sum: lent(3) }), warn: { ...warning(), when: much } },
        answers: { sum: { type: 'integer' } },
        duties: { warned: { ...notice, when: much, ...(brands && { brands: [...brands] }), ...more } },
        files: {
          'brands/other/brand.json': { key: 'other', name: 'Other' },
          'brands/other/flows/x.json': { says: 'It lends less', set: { 'steps/ask/fields/sum/maximum': most } },
        },
      };
      return (await Promise.all(['made', 'other'].map((brand) => said(made, { brand })))).flat();
    };
    const verdictsOf = (found: Awaited<ReturnType<typeof told>>) =>
      found.map(({ brand, verdict, leftOut = false }) => [brand, verdict, leftOut]);

    test('P44 one that a brand owes is asked there; where nobody comes to it, it says nothing', async () => {
      const all = await told(2, undefined);
      expect(verdictsOf(all)).toEqual([
        ['made', 'proved', false],
        ['other', 'vacuous', false],
      ]);
      expect(all.map((one) => isWrong(one))).toEqual([false, true]);
      expect(findingText(all[1] as Finding)).toContain('name in "brands" the brands that owe it');
    });

    test('P44 of a brand left out it is proved that nobody comes there', async () => {
      const found = await told(2, ['made']);
      expect(verdictsOf(found)).toEqual([
        ['made', 'proved', false],
        ['other', 'proved', true],
      ]);
      expect(found.some((one) => isWrong(one))).toBe(false);
      expect([found[1]?.moments, findingText(found[1] as Finding)]).toEqual([
        0,
        expect.stringContaining('It leaves other out, and that nobody of it whom it is for comes'),
      ]);
      expect(findingsSummary(found)).toBe(
        '2 asked: 2 proved (1 of them: nobody of a brand left out comes there), 0 no counterexample, 0 never asked, 0 BROKEN\n',
      );
    });

    test('P44 a brand left out whose people come there breaks it, and says what to change', async () => {
      const found = await told(3, ['made']);
      expect(verdictsOf(found)).toEqual([
        ['made', 'proved', false],
        ['other', 'broken', true],
      ]);
      expect(found[1]?.why).toEqual([expect.stringMatching(/^The obligation leaves other out, .* add "other"/)]);
    });

    test('P44 what is never true is proved by nobody coming, and tried where not everybody was followed', async () => {
      const found = await told(2, undefined, { shown: undefined, holds: false } as unknown as JsonObject);
      expect(found.map(({ verdict }) => verdict)).toEqual(['broken', 'proved']);
      const [unsure] = await said({
        steps: { ask: asking({ code: { type: 'string', pattern: '^[A-F]{3}-\\d{4}-Q$' } }), warn: warning() },
        answers: { code: { type: 'string' } },
        duties: { nobody: { holds: false } },
      });
      expect([unsure?.verdict, unsure?.moments, unsure?.why.length]).toEqual(['tried', 0, 1]);
    });
  });

  test('P7 a document of which no version is in force is shown to nobody', async () => {
    expect(
      await verdicts({
        steps: { warn: warning() },
        duties: { late: notice },
        files: {
          'compliance/disclosures/notice/1.md':
            '---\nidTag: notice\ntitle: Notice\ntype: notice\nfrom: 2026-01-01\nuntil: 2026-11-22\n---\nRead this.\n',
        },
      }),
    ).toEqual({ late: 'broken' });
  });

  test('P8 a document on a page that everybody leaves is proved, whatever is compared elsewhere', async () => {
    const made = {
      steps: {
        ask: asking({ a: text, b: text }),
        skip: page({ when: { '==': [answer('a'), { cat: [answer('b'), '!'] }] } }),
        warn: warning(),
      },
      answers: { a: { type: 'string' }, b: { type: 'string' } },
      duties: { always: notice, hangs: { passed: 'x/skip' } },
    };
    expect(await verdicts(made)).toEqual({ always: 'proved', hangs: 'broken' });
  });

  describe('what was shown before a change counts no more', () => {
    const told = { type: 'integer', minimum: 1, maximum: 9 };
    const again = { ...notice, since: { facts: ['answers.m.sum'] } };
    const sum = asking({ sum: { ...told, control: 'number' } });
    const answers = { sum: told, other: told };
    const duties = { once: notice, again };

    test('P18 another answer given on the way behind the page', async () => {
      const late = { warn: warning(), sum, sign: page() };
      expect(await verdicts({ steps: late, answers, duties })).toEqual({ once: 'proved', again: 'broken' });
      const early = { sum, warn: warning(), sign: page() };
      const sent = { ...early, warn: { ...warning(), when: { '==': [answer('sum'), 1] } } };
      expect(await verdicts({ steps: sent, answers, duties })).toEqual({ once: 'broken', again: 'broken' });
    });

    test('P18 another answer given by who goes back', async () => {
      const [finding] = await said({ steps: { sum, warn: warning(), sign: page() }, answers, duties: { again } });
      expect([finding?.verdict, finding?.why[0]]).toEqual(['broken', expect.stringMatching(/^On this way .* anew/)]);
      expect(JSON.stringify(finding?.counterexample)).toContain('"visit":"x/sum"');
      const onThePage = asking(
        { sum: { ...told, control: 'number' } },
        { ...warning(), layout: [{ disclosure: 'notice' }, 'sum'] },
      );
      expect(await verdicts({ steps: { both: onThePage, sign: page() }, answers, duties })).toEqual({
        once: 'proved',
        again: 'proved',
      });
    });

    test('P18 an answer that an action sets after the page was read', async () => {
      const set = page(go({ 'answers.m.sum': answer('other') }));
      const other = asking({ other: { ...told, control: 'number' } });
      const made = (steps: Made['steps']): Made => ({ steps, answers, duties });
      expect(await verdicts(made({ other, warn: warning(), set, sign: page() }))).toEqual({
        once: 'proved',
        again: 'broken',
      });
      expect(await verdicts(made({ other, set: { ...warning(), ...go({ 'answers.m.sum': 3 }) } }))).toEqual({
        once: 'proved',
        again: 'broken',
      });
    });

    test('P18 an outcome after which the page does not come again', async () => {
      const operation = (outcomes: readonly string[]) => askOperation({}, outcomes);
      const ask = (anew: JsonObject): JsonObject => ({
        actions: [
          {
            id: 'go',
            label: 'Go',
            calls: [{ call: 'ask', on: { fine: { to: 'x/end' }, anew } }],
          },
        ],
      });
      const since = { again: { ...notice, since: { outcomes: ['anew'] } } };
      const content = (anew: JsonObject): Made => ({
        steps: { warn: warning(), sign: page(ask(anew)) },
        duties: since,
        files: operation(['fine', 'anew']),
      });
      expect(await verdicts(content({ to: 'x/end' }))).toEqual({ again: 'broken' });
      expect(await verdicts(content({ reopen: ['warn', 'sign'] }))).toEqual({ again: 'proved' });
    });
  });

  describe('any address may be opened at any moment', () => {
    const ask = (on: JsonObject, more: JsonObject = {}): JsonObject =>
      page({ actions: [{ id: 'go', label: 'Go', calls: [{ call: 'ask', on, ...more }] }] });
    const files = askOperation({ type: 'object', properties: { a: { type: 'boolean' } }, required: ['a'] }, [
      'ok',
      'anew',
    ]);
    const small = { type: 'integer', minimum: 1, maximum: 3 };
    const whole: JsonObject = { ...small, control: 'number' };
    const answers = { a: { type: 'boolean' }, n: small, k: small, agree: { type: 'boolean' } };

    test('P35 who was led back to a page that stays passed goes on by the address of the next', async () => {
      const agreeing = asking({ agree: consent }, { layout: [{ disclosure: 'notice', consent: 'agree' }] });
      const made = (steps: Made['steps']): Made => ({
        steps,
        answers,
        files,
        duties: {
          once: { agreed: 'notice' },
          again: { agreed: 'notice', since: { outcomes: ['anew'] } },
        },
      });
      const sign = (anew: JsonObject): JsonObject => ask({ ok: { to: 'x/end' }, anew });
      expect(await verdicts(made({ ask: agreeing, sign: sign({ to: 'x/ask' }) }))).toEqual({
        once: 'proved',
        again: 'broken',
      });
      expect(await verdicts(made({ ask: agreeing, sign: sign({ reopen: ['ask', 'sign'] }) }))).toEqual({
        once: 'proved',
        again: 'proved',
      });
    });

    test('P35 that of a page where something must be so again, from wherever that came', async () => {
      const duties = { again: { ...notice, before: { step: 'x/sign' }, since: { outcomes: ['anew'] } } };
      const made = (anew: JsonObject): Made => ({
        steps: { warn: warning(), sign: page(), send: ask({ ok: { to: 'x/end' }, anew }), choose: page() },
        files,
        duties,
      });
      const [finding] = await said(made({ to: 'x/choose' }));
      expect(finding?.verdict).toBe('broken');
      expect(JSON.stringify(finding?.counterexample)).toContain('"visit":"x/sign"');
      expect(await verdicts(made({ reopen: ['warn', 'sign', 'send'] }))).toEqual({ again: 'proved' });
    });

    test('P35 of what follows a page that was left and holds again by what a call brings, while nobody went back to it', async () => {
      const is = (name: string): JsonObject => ({ '==': [{ var: `results.${name}.a` }, true] });
      const isNot = { or: [{ '!': { answered: 'results.due' } }, { '==': [{ var: 'results.due.a' }, false] }] };
      const asked = (name: string, more: JsonObject): JsonObject => ({
        call: 'ask',
        as: name,
        keeps: 'application',
        ...more,
      });
      const reset = { ...asked('told', {}), call: 'reset' };
      const op = files['schemas/api/operations/ask.json'];
      const out = { to: 'x/end' };
      const made = (next: JsonObject): Made => ({
        steps: {
          ask: page({
            load: [asked('told', { when: is('due'), on: { anew: out } })],
            checks: [{ assert: { or: [isNot, is('told')] }, message: 'Made up.' }],
            ...go({ 'answers.m.a': { if: [is('due'), true, false] } }),
          }),
          sign: page({
            actions: [{ id: 'go', label: 'Go', calls: [reset, asked('due', { on: { ok: next, anew: out } })] }],
          }),
        },
        answers,
        files: {
          ...files,
          'schemas/api/operations/reset.json': {
            ...op,
            name: 'reset',
            path: '/reset',
            value: { ...op.value, properties: { a: { type: 'boolean', const: false } } },
            outcomes: { ok: 'Made up' },
          },
        },
        duties: {
          alike: {
            before: { step: 'x/sign' },
            when: is('due'),
            holds: { '==': [answer('a'), true] },
          },
        },
      });
      expect(await verdicts(made({ to: 'x/ask' }))).toEqual({ alike: 'broken' });
      expect(await verdicts(made({ reopen: ['ask'] }))).toEqual({ alike: 'proved' });
    });

    describe('a lock that comes', () => {
      const calling = (on: JsonObject, more: JsonObject = {}): JsonObject => ({
        id: 'stop',
        label: 'Stop',
        calls: [{ call: 'ask', as: 'over', keeps: 'application', on: { ok: on, anew: on } }],
        ...more,
      });
      const isOver = { '==': [{ var: 'results.over.a' }, true] };
      const onward = { id: 'go', label: 'Go' };
      const back = { id: 'back', label: 'Back', next: [{ to: 'x/choose' }] };
      const made = (steps: Made['steps'], duties: Made['duties']): Made => ({
        steps: { ...steps, sign: page() },
        answers,
        files: {
          ...files,
          'flows/x/flow.json': {
            id: 'x',
            title: 'Made up',
            base: '/x',
            access: 'public',
            saves: 'application',
            line: [...Object.keys(steps), 'sign', 'end'],
            outcomes: ['done'],
            locks: [{ when: isOver, answers: ['*'], why: 'It is over.' }],
            answers: { type: 'object', properties: { m: { type: 'object', properties: answers } } },
          },
        },
        duties: Object.fromEntries(
          Object.entries(duties).map(([name, duty]) => [name, { before: { step: 'x/sign' }, ...duty }]),
        ),
      });
      const agreed = { agreed: { holds: { '==': [answer('agree'), true] } } };

      test('P16 whose answers are locked is another than who still gives them', async () => {
        const choose = page({ actions: [calling({ to: 'x/agree' })] });
        const free = { when: { '==': [answer('agree'), true] }, holds: isOver };
        expect(await verdicts(made({ choose, agree: asking({ agree: consent }) }, { ...agreed, free }))).toEqual({
          agreed: 'broken',
          free: 'broken',
        });
      });

      test('P35 on a page gone back to leaves it as it was left, and nothing behind it is asked', async () => {
        const choose = page({ actions: [onward, calling({ to: 'x/end' })] });
        expect(await verdicts(made({ choose, agree: asking({ agree: consent }) }, agreed))).toEqual({
          agreed: 'broken',
        });
      });

      test('P37 who comes back to a page that is locked meanwhile, or becomes so, does not answer it again', async () => {
        const out = { id: 'out', label: 'Out', next: [{ to: 'x/end' }] };
        const late = { id: 'late', label: 'Late', when: isOver, next: [{ to: 'x/sign' }] };
        const never = { holds: { '!': isOver } };
        const some = Object.fromEntries(
          [1, 2, 3].map((n) => [`of${n}`, { when: { '==': [answer('n'), n] }, ...never }]),
        );
        const broken = { of1: 'broken', of2: 'broken', of3: 'broken' };
        const steps = (first: readonly JsonObject[], then: readonly JsonObject[]): Made['steps'] => ({
          choose: page({ actions: [...first] }),
          number: asking({ n: whole }, { actions: [out, back, late, ...then] }),
        });
        expect(await verdicts(made(steps([onward, calling({ to: 'x/number' })], []), some))).toEqual(broken);
        const stays = calling({ stay: true, message: 'It is over.' }, { validates: false });
        expect(await verdicts(made(steps([onward], [stays]), some))).toEqual(broken);
      });
    });

    test('P35 an answer given otherwise on a page gone back to is not copied anew by a page that stays passed', async () => {
      const copy = go({ 'answers.m.k': answer('n') });
      const number = asking({ n: whole });
      const alike = { holds: { '==': [answer('n'), answer('k')] } };
      const steps = { number, copy: page(copy) };
      expect(
        await verdicts({ steps, answers, duties: { alike, some: { holds: { '<=': [answer('n'), 3] } } } }),
      ).toEqual({
        alike: 'broken',
        some: 'proved',
      });
      expect(await verdicts({ steps: { number: { ...number, ...copy } }, answers, duties: { alike } })).toEqual({
        alike: 'broken',
      });
    });

    test('P35 a call that was not due is not made by a page that stays passed', async () => {
      const steps = {
        choose: asking({ a: box }),
        look: ask(
          { ok: { to: 'x/end' }, anew: { to: 'x/choose' } },
          { as: 'told', when: { '==': [answer('a'), true] }, keeps: 'session' },
        ),
      };
      const told = { when: { '==': [answer('a'), true] }, holds: { answered: 'results.told.a' } };
      expect(await verdicts({ steps, answers, files, duties: { told } })).toEqual({ told: 'broken' });
    });
  });

  describe('whoever goes back takes along what came since', () => {
    const files = askOperation({ type: 'object', properties: { a: { type: 'boolean' } }, required: ['a'] }, ['ok']);
    const choose = asking({ a: { ...box, required: false } });
    const fork = page({ when: { '==': [answer('a'), true] } });
    const call = (more: JsonObject): JsonObject => ({ call: 'ask', as: 'told', ...more });
    const press = (on: JsonObject, more: JsonObject): JsonObject => ({
      actions: [{ id: 'go', label: 'Go', calls: [call({ on, ...more })] }],
    });
    const unknown = { holds: { '!': [{ answered: 'results.told' }] } };
    const at = (step: string, more: JsonObject = unknown): JsonObject => ({ before: { step: `x/${step}` }, ...more });
    const made = (look: JsonObject, duties: Made['duties']): Made => ({
      steps: { choose, fork, look: page(look), then: page() },
      answers: { a: { type: 'boolean' } },
      files,
      duties,
    });
    const kept = ['application', 'session'].flatMap((keeps): readonly (readonly [string, JsonObject])[] => [
      [`as a page comes, kept by the ${keeps}`, { load: [call({ keeps })] }],
      [`by a button, kept by the ${keeps}`, press({ ok: { to: 'x/then' } }, { keeps })],
    ]);

    test.each(kept)('P58 a page that other answers lead to knows what a call brought %s', async (_, look) => {
      const found = await verdicts(
        made(look, {
          fork: at('fork'),
          known: at('fork', { when: { answered: 'results.told' }, holds: { answered: 'results.told.a' } }),
          first: at('choose'),
        }),
      );
      expect(found).toEqual({ fork: 'broken', known: 'proved', first: 'broken' });
    });

    test.each(kept)('P58 and so does the page itself when its address is opened again: %s', async (_, look) => {
      expect(await verdicts(made(look, { own: at('look') }))).toEqual({ own: 'broken' });
    });

    test('P58 what is gone with the screen is known to nobody there', async () => {
      expect(await verdicts(made({ load: [call({ keeps: 'screen' })] }, { fork: at('fork') }))).toEqual({
        fork: 'proved',
      });
    });

    test('P59 a page left as its call came out has it made again, and stays left', async () => {
      const look = (next: JsonObject): Made => ({
        steps: {
          look: page({ load: [call({ keeps: 'session', on: { anew: next } })] }),
          number: asking({ n: { type: 'integer', minimum: 1, maximum: 3, control: 'number' } }),
          then: page(),
        },
        answers: { n: { type: 'integer' } },
        files: askOperation({ type: 'object', properties: { a: { type: 'boolean' } }, required: ['a'] }, [
          'ok',
          'anew',
        ]),
        duties: { asked: { when: { answered: 'results.told' }, holds: { answered: 'answers.m.n' } } },
      });
      expect(await verdicts(look({ to: 'x/then' }))).toEqual({ asked: 'broken' });
      expect(await verdicts(look({ to: 'x/number' }))).toEqual({ asked: 'proved' });
    });

    test('P60 a page that takes itself off the way by what it sets stays left when it comes onto the way again', async () => {
      const number = { type: 'integer', minimum: 0, maximum: 4, control: 'number' };
      const steps = {
        number: asking({ n: number }),
        lower: page({ when: { '>': [answer('n'), 3] }, ...go({ 'answers.m.n': 2 }) }),
      };
      const most = (limit: number): JsonObject => ({ holds: { '<=': [answer('n'), limit] } });
      const duties = { three: most(3), four: most(4) };
      expect(await verdicts({ steps, answers: { n: { type: 'integer' } }, duties })).toEqual({
        three: 'broken',
        four: 'proved',
      });
    });

    test('P58 an answer given later counts for nothing there', async () => {
      const steps = {
        choose,
        fork,
        number: asking({ n: { type: 'integer', minimum: 1, maximum: 3, control: 'number' } }),
      };
      const answers = { a: { type: 'boolean' }, n: { type: 'integer' } };
      const late = at('fork', { holds: { '!': [{ answered: 'answers.m.n' }] } });
      expect(await verdicts({ steps, answers, duties: { late } })).toEqual({ late: 'proved' });
    });
  });

  describe('a document is agreed to by its box, not by its page', () => {
    const agreed = { agreed: 'notice' };
    const list: JsonObject = {
      type: 'object',
      additionalProperties: { type: 'boolean' },
      control: 'agreements',
      options: { documents: ['notice'] },
    };
    const answers = { docs: { type: 'object', additionalProperties: { type: 'boolean' } }, agree: { type: 'boolean' } };
    const all = { agreedToAll: ['answers.m.docs.notice'] };
    const checks = (assert: JsonObject): JsonObject => ({ checks: [{ assert, at: 'docs', message: 'Agree.' }] });
    const duties = { agreed, passed: { passed: 'x/ask' } };

    test('P19 in a list of documents', async () => {
      const asks = (more: JsonObject, field: JsonObject = list): Made => ({
        steps: { ask: asking({ docs: field }, more) },
        answers,
        duties,
      });
      expect(await verdicts(asks(checks(all)))).toEqual({ agreed: 'proved', passed: 'proved' });
      expect(await verdicts(asks({}))).toEqual({ agreed: 'broken', passed: 'proved' });
      expect(await verdicts(asks({}, { ...list, options: { documents: [] } }))).toEqual({
        agreed: 'broken',
        passed: 'proved',
      });
    });

    test('P19 by the box beside it, which an action may not tick', async () => {
      const beside = (field: JsonObject): JsonObject =>
        asking({ agree: field }, { layout: [{ disclosure: 'notice', consent: 'agree' }] });
      const made = (steps: Made['steps']): Made => ({ steps, answers, duties });
      expect(await verdicts(made({ ask: beside(consent) }))).toEqual({ agreed: 'proved', passed: 'proved' });
      expect(await verdicts(made({ ask: beside(box) }))).toEqual({ agreed: 'broken', passed: 'proved' });
      expect(await verdicts(made({ set: page(go({ 'answers.m.agree': true })), ask: beside(consent) }))).toEqual({
        agreed: 'broken',
        passed: 'proved',
      });
    });

    test('P19 rules that name agreements by path are followed', async () => {
      const made: Made = {
        steps: { ask: asking({ docs: list }), warn: { ...warning(), when: all } },
        answers,
        duties: { shown: notice },
      };
      expect(await verdicts(made)).toEqual({ shown: 'broken' });
    });
  });

  describe('a document says what it must', () => {
    const version = (words: string, front = 'from: 2020-01-01'): string =>
      `---\nidTag: notice\ntitle: Notice\ntype: notice\n${front}\n---\n${words}\n`;
    const first = 'compliance/disclosures/notice/1.md';
    const whole = 'You **may**\nstop. The sum is {{ answers.m.sum | money }}.';
    const sum = asking({ sum: { type: 'integer', minimum: 1, maximum: 3, control: 'number' } });
    const answers = { sum: { type: 'integer', minimum: 1, maximum: 3 } };
    const says: JsonObject = { ...notice, contains: ['You may stop.'] };
    const made = (warn: JsonObject, duties: Made['duties'], files: Made['files'] = {}): Made => ({
      steps: { sum, warn },
      answers,
      duties,
      files: { [first]: version(whole), ...files },
    });

    test('P30 a sentence, whatever lines and emphasis it is written in, in the version of each day', async () => {
      const lacks: JsonObject = { ...notice, contains: ['You may stop.', 'Nobody pays.'] };
      expect(await verdicts(made(warning(), { says, lacks }))).toEqual({ says: 'proved', lacks: 'broken' });
      const [finding] = await said(made(warning(), { lacks }));
      expect(finding?.why).toEqual([expect.stringMatching(/does not say: Nobody pays\.$/)]);
      expect(finding?.missed).toBe(finding?.moments);
      const later = {
        [first]: version(whole, 'from: 2020-01-01\nuntil: 2026-12-31'),
        'compliance/disclosures/notice/2.md': version('You may not.', 'from: 2027-01-01'),
      };
      const [on] = await said(made(warning(), { says }, later));
      expect([on?.verdict, on?.days]).toEqual(['broken', [{ day: '2027-01-01', verdict: 'broken' }]]);
    });

    test('P30 a figure in its text, or always beside it on its page', async () => {
      const figures = (path: string): Made['duties'] => ({ all: { ...notice, figures: [path] } });
      const beside = (more: JsonObject): JsonObject =>
        page({ layout: [{ disclosure: 'notice' }, { copy: 'In all {{answers.m.sum}}.', ...more }] });
      const bare = { [first]: version('You may stop.') };
      const under = (item: JsonObject): JsonObject => page({ layout: [{ disclosure: 'notice' }, item] });
      const copy = { copy: 'In all {{answers.m.sum}}.' };
      const verdict = async (warn: JsonObject, files: Made['files'] = bare): Promise<string | undefined> =>
        (await verdicts(made(warn, figures('answers.m.sum'), files)))['all'];
      expect(await verdict(warning(), {})).toBe('proved');
      expect(await verdict(warning())).toBe('broken');
      expect(await verdict(beside({}))).toBe('proved');
      expect(await verdict(beside({ when: { '>': [answer('sum'), 1] } }))).toBe('broken');
      expect(await verdict(under({ group: [copy], title: 'More' }))).toBe('proved');
      expect(await verdict(under({ group: [copy], title: 'More', folded: true }))).toBe('broken');
    });

    test('P30 what was agreed to, which says its figures itself', async () => {
      const agreeing = asking(
        { agree: { type: 'boolean', const: true, control: 'checkbox' } },
        { layout: [{ disclosure: 'notice', consent: 'agree' }, { copy: 'In all {{answers.m.sum}}.' }] },
      );
      const agreed = { agreed: 'notice', contains: ['You may stop.'] };
      const duties = { agreed, figure: { agreed: 'notice', figures: ['answers.m.sum'] } };
      const asked = (files: Made['files']): Promise<object> =>
        verdicts({
          ...made(agreeing, duties, files),
          answers: { ...answers, agree: { type: 'boolean' } },
        });
      expect(await asked({})).toEqual({ agreed: 'proved', figure: 'proved' });
      expect(await asked({ [first]: version('You may stop.') })).toEqual({ agreed: 'proved', figure: 'broken' });
      expect(await asked({ [first]: version('The sum is {{answers.m.sum}}.') })).toEqual({
        agreed: 'broken',
        figure: 'proved',
      });
    });
  });

  test('P10 nobody is told to delete a step that somebody without the cookie comes to', async () => {
    const made = {
      steps: { ask: asking({ a: text }), p: page({ when: { '!': { answered: 'cookies.storeNumber' } } }) },
      answers: { a: { type: 'string' } },
      duties: {},
    };
    expect((await checked(made)).filter((message) => message.startsWith('Nobody ever comes'))).toEqual([]);
  });
});
