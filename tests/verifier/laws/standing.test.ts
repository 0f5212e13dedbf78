import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../compile/index.ts';
import { answer, asking, filesOf, page, said, type Made } from './content.ts';
import { checkedRules } from '../lending.ts';

const text: JsonObject = { type: 'string', minLength: 1, maxLength: 40 };
const box: JsonObject = { type: 'boolean', control: 'checkbox' };
const paper = (idTag: string, type: string, says = 'Made up.') => ({
  [`compliance/disclosures/${idTag}/1.md`]: `---\nidTag: ${idTag}\ntitle: Made up\ntype: ${type}\nfrom: 2020-01-01\nuntil: null\n---\n${says}\n`,
});
const shows = (idTag: string): JsonObject => page({ layout: [{ copy: 'Made up.' }, { disclosure: idTag }] });
const signs = asking({ name: { ...text, control: 'signature' } });
const ticked = (idTag: string, name: string): JsonObject => ({
  ...asking({ [name]: { ...box, const: true } }),
  layout: [{ disclosure: idTag, consent: name }],
});
const papers = { ...paper('costs', 'tila'), ...paper('screen', 'esign'), ...paper('contract', 'agreement') };
const answers = {
  name: { type: 'string' },
  yes: { type: 'boolean' },
  all: { type: 'boolean' },
  a: { type: 'boolean' },
};

const numbers: JsonObject = { n: { type: 'integer' }, m: { type: 'integer' } };

/** Standing duties of a content by their names: what is said, and why. */
async function standing(made: Pick<Made, 'steps' | 'files'>, more: JsonObject = {}) {
  const found = await said({ answers: { ...answers, ...more }, duties: {}, ...made }, { standing: true });
  return {
    verdicts: Object.fromEntries(
      found.map(({ obligation, verdict }) => [obligation.replace('standing/', ''), verdict]),
    ),
    found: Object.fromEntries(found.map((one) => [one.obligation.replace('standing/', ''), one])),
  };
}
const denial = { id: 'denied', kind: 'form', title: 'Denied', outcome: 'denied' };
const denying = (layout: readonly JsonObject[]): Pick<Made, 'steps' | 'files'> => ({
  steps: { ask: { ...page(), actions: [{ id: 'go', label: 'Go', next: [{ to: 'x/denied' }] }] } },
  files: {
    'flows/x/steps/denied.json': { ...denial, layout: [{ copy: 'Made up.' }, ...layout] },
    'flows/x/flow.json': {
      ...(JSON.parse(filesOf({ steps: { ask: page() }, duties: {} })['flows/x/flow.json'] ?? '{}') as JsonObject),
      outcomes: ['done', 'denied'],
    },
    ...paper('no', 'adverse-action'),
  },
});

describe('standing duties', () => {
  test('P31 whoever signs has been shown what it costs, and has agreed to documents on screen first', async () => {
    const screen = ticked('screen', 'yes');
    const contract = ticked('contract', 'all');
    const whole = { screen, costs: shows('costs'), contract, sign: signs };
    const kept = {
      'consent-before-electronic-documents': 'proved',
      'nobody-stuck': 'proved',
      'truth-in-lending-before-signature': 'proved',
    };
    expect((await standing({ steps: whole, files: papers })).verdicts).toEqual(kept);
    const unequal = { ...whole, costs: { ...shows('costs'), when: { '==': [answer('all'), true] } } };
    const { verdicts, found } = await standing({ steps: unequal, files: papers });
    expect(verdicts).toEqual({ ...kept, 'truth-in-lending-before-signature': 'broken' });
    expect(found['truth-in-lending-before-signature']?.why).toEqual([
      expect.stringMatching(/^"costs" stands on "Page costs/),
    ]);
    const late = { contract, screen, costs: shows('costs'), sign: signs };
    expect((await standing({ steps: late, files: papers })).verdicts).toEqual({
      ...kept,
      'consent-before-electronic-documents': 'broken',
    });
  });

  test('P31 where no document is of the type, who signs is told what to write', async () => {
    const { found } = await standing({ steps: { sign: signs }, files: paper('screen', 'esign') });
    expect(found['truth-in-lending-before-signature']).toMatchObject({
      verdict: 'broken',
      why: [expect.stringContaining('front matter says "type: tila"')],
    });
  });

  test('P31 whoever is denied is shown the notice, on the page where it ends', async () => {
    expect((await standing(denying([{ disclosure: 'no' }]))).verdicts['notice-on-denial']).toBe('proved');
    const { found } = await standing(denying([]));
    expect(found['notice-on-denial']).toMatchObject({ verdict: 'broken', flow: 'x', standing: true });
    expect(JSON.stringify(found['notice-on-denial']?.counterexample)).toContain('"shown":{"atLeast":["no"]}');
  });

  test('P31 no text says the whole of a sealed answer; its last four characters may stand there', async () => {
    const number = asking({ name: { ...text, sensitive: true, reveal: 'lastFour' } });
    const copy = (words: string): JsonObject => page({ layout: [{ copy: words }] });
    const made = (says: string) => standing({ steps: { number, after: copy(says) } });
    expect((await made('It ends in {{answers.m.name | lastFour}}.')).verdicts).toEqual({ 'nobody-stuck': 'proved' });
    const { found } = await made('It is {{answers.m.name}}.');
    expect(found['nothing-sealed-on-a-page']).toMatchObject({
      verdict: 'broken',
      why: [expect.stringContaining('write {{answers.m.name | lastFour}}')],
    });
  });

  test('P31 who comes to a page that leads nowhere is found; a content that neither signs nor denies is asked no more', async () => {
    const may = { a: { ...box, required: false } };
    const stuck = page({ actions: [{ id: 'go', label: 'Go', when: { '==': [answer('a'), true] } }] });
    const free = { ask: asking(may), on: page() };
    expect((await standing({ steps: free })).verdicts).toEqual({ 'nobody-stuck': 'proved' });
    const { found } = await standing({ steps: { ask: asking(may), on: stuck } });
    expect(found['nobody-stuck']).toMatchObject({ verdict: 'broken', why: [expect.stringContaining('cannot go on')] });
    expect(found['nobody-stuck']?.missed).toBeLessThan(found['nobody-stuck']?.moments ?? 0);
  });

  test('P36 calls that lead round for ever leave nobody a way on; a button or a time to wait for on one of the pages does', async () => {
    const operation = (name: string): Readonly<Record<string, JsonObject>> => ({
      [`schemas/api/operations/${name}.json`]: {
        name,
        kind: 'rest',
        method: 'POST',
        path: `/${name}`,
        input: { type: 'object', properties: {}, additionalProperties: false },
        value: {},
        access: 'public',
        timeoutMs: 1000,
        outcomes: { ok: 'Made up', anew: 'Made up' },
      },
    });
    const waits = (call: string, on: JsonObject, more: JsonObject = {}): JsonObject => ({
      kind: 'wait',
      load: [{ call, on }],
      ...more,
    });
    const made = (second: JsonObject): Made => ({
      steps: {
        ask: page(),
        first: waits('look', { ok: { to: 'x/second' }, anew: { to: 'x/end' } }),
        second,
      },
      duties: {},
      files: { ...operation('look'), ...operation('find') },
    });
    const on: JsonObject = { ok: { reopen: ['first', 'second'] }, anew: { to: 'x/end' } };
    const { found } = await standing(made(waits('find', on)));
    expect(found['nobody-stuck']).toMatchObject({
      verdict: 'broken',
      why: [expect.stringContaining('calls may answer so that the way goes round for ever')],
    });
    const timed = waits('find', on, { timers: [{ afterMs: 9000, do: { to: 'x/end' } }] });
    expect((await standing(made(timed))).verdicts).toEqual({ 'nobody-stuck': 'proved' });
    const led = waits('find', { ok: { to: 'x/end' }, anew: { to: 'x/end' } });
    expect((await standing(made(led))).verdicts).toEqual({ 'nobody-stuck': 'proved' });
  });

  test('P15 who is offered rows chooses any of them; where there is none, or what brings them failed, nobody goes on', async () => {
    const row: JsonObject = { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] };
    const files = {
      'schemas/api/operations/bring.json': {
        name: 'bring',
        kind: 'rest',
        method: 'POST',
        path: '/bring',
        input: { type: 'object', properties: {}, additionalProperties: false },
        value: { type: 'object', properties: { rows: { type: 'array', items: row } }, required: ['rows'] },
        access: 'public',
        timeoutMs: 1000,
        outcomes: { ok: 'Made up', none: 'Made up' },
      },
    };
    const from = { var: 'results.brought.rows' };
    const offered = { type: 'string', control: 'radio', choices: { from, value: 'id', label: 'id' } };
    const pick = (more: JsonObject, to: JsonObject = {}): JsonObject =>
      asking(
        { name: offered },
        { load: [{ call: 'bring', as: 'brought', on: { none: { stay: true } } }], ...more, ...to },
      );
    const leave = { id: 'none', label: 'None of these', validates: false, next: [{ to: 'x/end' }] };
    const go = { id: 'go', label: 'Go' };
    const stuck = async (step: JsonObject, after = page()) =>
      (await standing({ steps: { pick: step, after }, files })).verdicts['nobody-stuck'];
    expect(await stuck(pick({}))).toBe('broken');
    expect(await stuck(pick({ actions: [go, leave] }))).toBe('proved');
    const unless = (id: string): JsonObject => page({ actions: [{ ...go, when: { '!=': [answer('name'), id] } }] });
    // What a row says is told apart as what is typed: one of those named, or any other.
    expect(await stuck(pick({ actions: [go, leave] }), unless('shut'))).toBe('broken');
  });

  test('P45 where a way on hangs on nothing nobody is stuck, whatever sums come to; one that hangs on something, or leads back to what is asked, is none', async () => {
    const count: JsonObject = { type: 'integer', minimum: 0, maximum: 9, control: 'money' };
    const isSum = (operator: string): JsonObject => ({ [operator]: [{ var: 'values.total' }, 7] });
    const stuck = async (link: JsonObject, more: Pick<Made, 'steps'>['steps'] = {}): Promise<unknown> => {
      const ask = asking(
        { n: count, m: count },
        { actions: [{ id: 'go', label: 'Go', when: { or: [isSum('<'), isSum('>')] } }] },
      );
      const steps = { ask: { ...ask, layout: ['n', 'm', link] }, ...more };
      const { verdicts } = await standing({ steps, files: total }, numbers);
      return verdicts['nobody-stuck'];
    };
    const total = {
      'flows/x/values/total.json': {
        says: 'Both numbers',
        type: 'integer',
        value: { '+': [answer('n'), answer('m')] },
      },
    };
    const away = { link: 'Not now', leave: 'away' };
    expect(await stuck({ copy: 'Made up.' })).toBe('tried');
    expect(await stuck(away)).toBe('proved');
    expect(await stuck({ ...away, when: isSum('>') })).toBe('tried');
    expect(await stuck({ link: 'Back', to: 'x/after' }, { after: page() })).toBe('tried');
    // Of each page it is asked.
    expect(await stuck(away, { after: page() })).toBe('tried');
  });

  test('P31 a duty is data: it is held to its schema as every file is', () => {
    const files = filesOf({ steps: { ask: page() }, duties: {} });
    const problems = checkedRules({ ...files, 'schemas/duties/odd.json': '{ "says": "Odd", "citation": "None" }' });
    expect(problems.map(({ file, message }) => `${file}: ${message}`)).toContain(
      'schemas/duties/odd.json: This duty does not say whom it is owed.',
    );
  });
});
