import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CompiledApp, CompiledCompliance } from '../../runtime/core/app-definition.ts';
import type { CompiledFlow, Text } from '../../runtime/core/definition.ts';
import type { Facts, JsonObject } from '../../runtime/core/facts.ts';
import { compileContent, type CompiledContent, type Files } from '../../compile/index.ts';
import { writeCompliance } from '../../compile/emit/compliance.ts';
import type { ParsedDocument } from '../../compile/documents.ts';
import { loadModule, modulesOf, storeModule, writeModules } from '../../compile/load.ts';
import { missing } from '../../runtime/core/index.ts';
import { changed, files, options, type Change } from './content.ts';

const dir = mkdtempSync(join(tmpdir(), 'modules-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

function compiled(from: Files, today = options.today as string): CompiledContent {
  const { content, problems } = compileContent(from, { ...options, today });
  if (!content) throw new Error(JSON.stringify(problems, undefined, 1));
  writeModules(dir, content);
  return content;
}
async function visit(...changes: readonly Change[]): Promise<CompiledFlow> {
  return loadModule<CompiledFlow>(dir, compiled(changed(...changes)).brands['oak']?.flows['visit']?.hash ?? '');
}
const facts = (answers: JsonObject, compliance: CompiledCompliance): Facts => ({
  answers,
  results: {},
  session: {},
  application: {},
  customer: {},
  brand: { name: 'Oak Visits' },
  flags: {},
  route: { params: {}, query: {} },
  cookies: {},
  device: {},
  compliance: { states: compliance.states, documents: {} },
  typed: {},
  today: '2026-11-20',
  now: '2026-11-20T15:00:00Z',
});
const words = (text: Text | undefined, of: Facts): string | undefined =>
  typeof text === 'object' ? text.of(of) : text;

describe('a compiled flow', () => {
  let content: CompiledContent;
  let flow: CompiledFlow;
  let compliance: CompiledCompliance;
  beforeAll(async () => {
    content = compiled(files);
    flow = await loadModule<CompiledFlow>(dir, content.brands['oak']?.flows['visit']?.hash ?? '');
    compliance = await loadModule<CompiledCompliance>(dir, content.brands['oak']?.compliance.hash ?? '');
  });

  test('has the shape of the contract', () => {
    expect([flow.id, flow.brand, flow.base, flow.line, flow.saves]).toEqual([
      'visit',
      'oak',
      '/visit',
      ['name', 'amount'],
      'application',
    ]);
    expect(flow.hash).toBe(content.brands['oak']?.flows['visit']?.hash);
    expect(flow.binds['visit.reason']).toEqual([{ step: 'amount', field: 'reason' }]);
    expect(content.brands['oak']?.flows['visit']?.routes[0]).toEqual({
      step: 'amount',
      kind: 'form',
      path: 'amount',
      access: 'public',
    });
  });
  test('rules and values are closures that say what they read', () => {
    const [check] = flow.steps['name']?.checks ?? [];
    expect([check?.assert.name, check?.assert.reads]).toEqual([
      'is-adult',
      ['answers.personalInformation.dateOfBirth', 'today'],
    ]);
    const born = (dateOfBirth: string): Facts => facts({ personalInformation: { dateOfBirth } }, compliance);
    expect([
      check?.assert.of(born('2000-01-01')),
      check?.assert.of(born('2015-01-01')),
      check?.assert.of(facts({}, compliance)),
    ]).toEqual([true, false, undefined]);
  });
  test('words take facts in, and are unknown while one is', () => {
    expect(words(flow.steps['amount']?.title, facts({ personalInformation: { firstName: 'Ana' } }, compliance))).toBe(
      'Why do you come, Ana?',
    );
    expect(words(flow.steps['amount']?.title, facts({}, compliance))).toBeUndefined();
  });
  test('validators name the keyword that fails', () => {
    const { firstName, birth, state } = flow.steps['name']?.fields ?? {};
    expect([firstName?.validate('Ana'), firstName?.validate('x'.repeat(41)), firstName?.validate(7)]).toEqual([
      undefined,
      { keyword: 'maxLength' },
      { keyword: 'type' },
    ]);
    expect([birth?.validate('2000-02-29'), birth?.validate('2001-02-29'), state?.validate('XX')]).toEqual([
      undefined,
      { keyword: 'format' },
      { keyword: 'enum' },
    ]);
    const { reason, agreed } = flow.steps['amount']?.fields ?? {};
    expect([reason?.validate('LOAN'), reason?.validate('X'), agreed?.validate(true), agreed?.validate(false)]).toEqual([
      undefined,
      { keyword: 'enum' },
      undefined,
      { keyword: 'const' },
    ]);
    expect(firstName?.validate({ sealed: 'x' })).toBeUndefined();
  });
  test('a keyword that takes a fact is handed over as a rule of its own', () => {
    const [pattern] = flow.steps['name']?.fields['idNumber']?.dynamic ?? [];
    expect([
      pattern?.keyword,
      pattern?.limit.of(facts({ contactInformation: { address: { stateCode: 'MO' } } }, compliance)),
    ]).toEqual(['pattern', '^[A-Z]\\d{5,9}$']);
  });
  test("a field's condition holds that of the group around it", () => {
    const when = flow.steps['name']?.fields['idNumber']?.when;
    expect(when?.reads).toEqual([
      'answers.personalInformation.dateOfBirth',
      'answers.personalInformation.firstName',
      'today',
    ]);
    expect(when?.of(facts({ personalInformation: { dateOfBirth: '2000-01-01' } }, compliance))).toBe(false);
  });
  test('one look-up by the changed answer gives the fields to look at again', () => {
    expect(flow.steps['name']?.affects['answers.contactInformation.address.stateCode']).toEqual(['idNumber']);
    expect(flow.steps['name']?.affects['answers.personalInformation.dateOfBirth']).toEqual(['birth', 'idNumber']);
    expect(flow.steps['name']?.affects['answers.personalInformation.firstName']).toEqual(['state', 'idNumber']);
  });
  test('a document is a tree with words, and has the hash of what it says', () => {
    const document = compliance.documents['visit-notice'];
    expect([
      document?.version,
      words(document?.title, facts({}, compliance)),
      document?.body.map((node) => node.tag),
    ]).toEqual(['1', 'Notice for Oak Visits', ['h2', 'p', 'ul']]);
    expect(JSON.stringify(document?.body)).toContain('"href":"https://example.com/ids"');
    expect(document?.hash).toMatch(/^[0-9a-f]{16}$/);
  });
  test('the compliance row is the one of the day', async () => {
    const earlier = await loadModule<CompiledCompliance>(
      dir,
      compiled(files, '2026-06-30').brands['oak']?.compliance.hash ?? '',
    );
    expect([compliance.states['MO']?.['minimumAge'], earlier.states['MO']?.['minimumAge']]).toEqual([19, 18]);
  });
  test('the app module leads where app.json says', async () => {
    const app = await loadModule<CompiledApp>(dir, content.brands['oak']?.app.hash ?? '');
    expect([
      app.home[0]?.target,
      app.unknownPath,
      app.addresses['away']?.of({ ...facts({}, compliance), brand: { notFoundPage: '/x' } }),
    ]).toEqual([{ kind: 'to', flow: 'visit', step: 'name' }, { kind: 'leave', address: 'away' }, '/x']);
  });
});

test('modules need no eval, import the kit only, and are written once', () => {
  const content = compiled(files);
  for (const { module } of modulesOf(content)) {
    expect(module.code).not.toMatch(/\beval\(|new Function|\brequire\(/);
    expect([...module.code.matchAll(/^import .* from '(.*)';/gm)].map((found) => found[1])).toEqual(
      module === content.kit ? [] : [`./kit-${content.kit.hash}.js`],
    );
  }
  const path = join(dir, `${content.brands['oak']?.app.hash ?? ''}.js`);
  const before = statSync(path).mtimeMs;
  writeModules(dir, content);
  expect([existsSync(path), statSync(path).mtimeMs, readdirSync(dir).filter((file) => file.endsWith('.part'))]).toEqual(
    [true, before, []],
  );
});
test('a hash that was never written is refused with what to do', async () => {
  await expect(loadModule(dir, '0123456789abcdef')).rejects.toThrow(/writeModules/);
});
test('the hash changes with what the flow says, not with how it is written', () => {
  const hash = (...changes: readonly Change[]): string | undefined =>
    compiled(changed(...changes)).brands['oak']?.flows['visit']?.hash;
  const plain = hash();
  expect(
    hash([
      'flows/visit/steps/done.json',
      '{ "outcome": "booked",\n\n "kind": "form", "title": "See you", "layout": [{ "copy": "You are {{values.age}}." }], "id": "done" }',
    ]),
  ).toBe(plain);
  expect(hash(['flows/visit/steps/done.json', 'See you', 'See you soon'])).not.toBe(plain);
});
test('a long flow comes in pieces: its hash is one of theirs, and loaded it has every step in its order', async () => {
  const steps = ['name', ...Array.from({ length: 40 }, (_, at) => `more-${at}`)];
  const long = (last: string) =>
    compiled(
      changed(
        [
          'flows/visit/flow.json',
          '"line": ["name", ',
          `"line": ["name", ${steps
            .slice(1)
            .map((id) => `"${id}"`)
            .join(', ')}, `,
        ],
        ...steps.slice(1).map(
          (id): Change => [
            `flows/visit/steps/${id}.json`,
            JSON.stringify({
              id,
              kind: 'form',
              title: id,
              layout: [{ copy: id === 'more-39' ? last : `${id} `.repeat(120) }],
              actions: [{ id: 'continue', label: 'Continue' }],
            }),
          ],
        ),
      ),
    );
  const content = long('the end');
  const written = content.brands['oak']?.flows['visit'];
  expect(written?.pieces?.length).toBeGreaterThan(2);
  const other = long('another end').brands['oak']?.flows['visit'];
  const pieces = [written, other].map((one) => one?.pieces?.map(({ hash }) => hash) ?? []);
  expect(other?.hash).not.toBe(written?.hash);
  expect(pieces[0]?.filter((hash) => !pieces[1]?.includes(hash))).toHaveLength(1);
  writeModules(dir, content);
  const flow = await loadModule<CompiledFlow>(dir, written?.hash ?? '');
  expect(Object.keys(flow.steps)).toEqual(Object.keys(flow.heads ?? {}));
  expect(Object.keys(flow.steps)).toEqual(expect.arrayContaining(steps));
  expect(missing(flow)).toEqual([]);
});

test('of many rows and documents those columns come first that a condition reads, and the words around every page', async () => {
  const columns = new Set(['minimumAge']);
  const long = (idTag: string): ParsedDocument => {
    const text = `${idTag} `.repeat(2000);
    return {
      source: { idTag, version: '1', text },
      front: { idTag, title: idTag, from: '2020-01-01' },
      body: [{ tag: 'p', children: [{ tag: 'text', text }] }],
    } as unknown as ParsedDocument;
  };
  const row = { from: '2020-01-01', minimumAge: 18, citation: 'The code' };
  const { kit } = compiled(files);
  const written = writeCompliance('oak', {
    states: { TX: { abbr: 'TX', name: 'Texas', rows: [row] } },
    documents: [long('below'), long('other')],
    values: {},
    today: '2026-11-20',
    kitHash: kit.hash,
    columns,
    framed: ['below'],
  });
  expect(written.pieces).toHaveLength(1);
  storeModule(dir, { module: written, kit, ...(written.pieces && { pieces: written.pieces }) });
  expect(written.code).toContain('states:{TX:{minimumAge:18}}');
  expect(written.code).toContain('title:"other",body:[],late:true');
  expect(written.code).toMatch(/title:"below",body:\[\{/);
  const whole = await loadModule<CompiledCompliance>(dir, written.hash);
  expect([whole.hash, whole.pieces, whole.states['TX']]).toEqual([
    written.hash,
    undefined,
    { abbr: 'TX', name: 'Texas', requiredFields: [], ...row },
  ]);
  for (const { hash, late, body } of Object.values(whole.documents))
    expect([written.code.includes(hash), late, body.length]).toEqual([true, undefined, 1]);
});

describe("a brand's overlay", () => {
  const OVERLAY = 'brands/oak/flows/visit.json';
  test('is told of the fault that it makes in a file that is right without it, at the change that makes it', () => {
    const change: Change = [
      OVERLAY,
      '{ "set": { "steps/name/title": "You",\n "steps/name/fields/firstName/when": { "==": [{ "var": "answers.visit.rason" }, "LOAN"] } },\n "unset": ["rules/is-adult"] }',
    ];
    const { problems } = compileContent(changed(change), options);
    expect([...new Set(problems.map(({ file }) => file))]).toEqual([OVERLAY]);
    const gone = problems.find(({ line }) => line === 3);
    expect(gone?.message).toMatch(/^This change makes a fault at flows\/visit\/steps\/name\.json:\d+: .*is-adult/);
    expect(gone?.fix).toMatch(/^Mend the change, or there: /);
  });
  test('removes, inserts, replaces, reorders and changes parts', async () => {
    const flow = await visit([
      OVERLAY,
      JSON.stringify({
        insert: [
          { after: 'name', step: { id: 'extra', kind: 'form', title: 'More', actions: [{ id: 'go', label: 'Go' }] } },
        ],
        replace: { done: { id: 'done', kind: 'form', title: 'Bye', outcome: 'booked' } },
        order: ['extra', 'name', 'amount'],
        set: {
          'steps/name/fields/firstName/label': 'Given name',
          'steps/amount/actions/book/label': 'Reserve',
          'flow/stages/you/title': 'You',
          'rules/is-adult/rule': { '>=': [{ var: 'values.age' }, 21] },
          'steps/name/fields/firstName/hint': 'As on your card',
        },
        unset: ['steps/waiting/load/state'],
      }),
    ]);
    expect([flow.line, flow.steps['done']?.title, flow.stages[0]?.title]).toEqual([
      ['extra', 'name', 'amount'],
      'Bye',
      'You',
    ]);
    expect([
      flow.steps['name']?.fields['firstName']?.label,
      flow.steps['name']?.fields['firstName']?.hint,
      flow.steps['amount']?.actions[0]?.label,
      flow.steps['waiting']?.load,
    ]).toEqual(['Given name', 'As on your card', 'Reserve', []]);
  });
  test.for<readonly [what: string, overlay: object, at: string, says: RegExp, fix: RegExp]>([
    ['removes what is not there', { remove: ['nmae'] }, '"nmae"', /no step "nmae" to remove/, /name/],
    [
      'inserts after a step that it removes',
      { remove: ['amount'], insert: [{ after: 'amount', step: { id: 'x', kind: 'form', outcome: 'booked' } }] },
      '"amount","step"',
      /this overlay removes it/,
      /line/,
    ],
    [
      'inserts a step that is there',
      { insert: [{ after: 'name', step: { id: 'done', kind: 'form', outcome: 'booked' } }] },
      '"done"',
      /already has a step "done"/,
      /replace/,
    ],
    [
      'changes a step that it removes',
      { remove: ['done'], set: { 'steps/done/title': 'Bye' } },
      '"steps/done/title"',
      /removes the step "done"/,
      /keep/,
    ],
    [
      'changes one part twice',
      { set: { 'steps/name/fields/firstName': {}, 'steps/name/fields/firstName/label': 'x' } },
      '"steps/name/fields/firstName/label"',
      /change the same part/,
      /one of the two/,
    ],
    [
      'changes what is not there',
      { set: { 'steps/name/fields/fristName/label': 'x' } },
      '"steps/name/fields/fristName/label"',
      /no "steps\/name\/fields\/fristName" to change/,
      /firstName/,
    ],
    ['orders another line', { order: ['name'] }, '["name"]', /lacks amount/, /name, amount/],
    [
      'gives a part a value of the wrong kind',
      { set: { 'steps/name/fields/firstName/maxLength': 'long' } },
      '"long"',
      /must be integer, but is string/,
      /characters/,
    ],
  ])('that %s is a problem at its place', ([, overlay, at, says, fix]) => {
    const text = JSON.stringify(overlay);
    const found = compileContent(changed([OVERLAY, text]), options).problems.find((problem) =>
      says.test(problem.message),
    );
    expect([found?.file, found?.line, found?.column]).toEqual([OVERLAY, 1, text.indexOf(at) + 1]);
    expect(found?.fix).toMatch(fix);
  });
});

test('fields that a state requires unfold into one field per name, each asked by its state', async () => {
  const flow = await visit(
    [
      'compliance/states/MO.json',
      '"minimumAge": 19,',
      '"minimumAge": 19, "requiredFields": [{ "idTag": "spouseName", "label": "Name of your spouse", "type": "string", "maxLength": 60 }],',
    ],
    [
      'flows/visit/steps/name.json',
      '"layout": ["firstName",',
      '"layout": [{ "fieldsFrom": { "lookup": ["states", { "var": "answers.contactInformation.address.stateCode" }, "requiredFields"] }, "bindUnder": "stateFields" }, "firstName",',
    ],
  );
  const field = flow.steps['name']?.fields['spouseName'];
  expect([field?.bind, field?.label, flow.steps['name']?.fieldOrder[0], flow.steps['name']?.layout[0]]).toEqual([
    'stateFields.spouseName',
    'Name of your spouse',
    'spouseName',
    { kind: 'field', field: 'spouseName' },
  ]);
  const asked = (stateCode: string, required: JsonObject['x'] & object): boolean | undefined =>
    field?.when?.of({
      ...facts({ contactInformation: { address: { stateCode } } }, { hash: '', states: {}, documents: {} }),
      compliance: { states: { MO: { requiredFields: required } }, documents: {} },
    });
  expect([asked('MO', [{ idTag: 'spouseName' }]), asked('MO', []), asked('TX', [])]).toEqual([true, false, undefined]);
});

test('the words of a field that a state requires, and the document that is shown with it, stand above it for whom it is asked', async () => {
  const flow = await visit(
    [
      'compliance/states/MO.json',
      '"minimumAge": 19,',
      `"minimumAge": 19, "requiredFields": [{ "idTag": "spouseName", "label": "Name of your spouse", "type": "string",
        "copy": "Whoever is married says so.", "disclosure": "visit-notice",
        "when": { "==": [{ "var": "answers.personalInformation.firstName" }, "Ana"] } }],`,
    ],
    [
      'flows/visit/steps/name.json',
      '"layout": ["firstName",',
      '"layout": [{ "fieldsFrom": { "lookup": ["states", { "var": "answers.contactInformation.address.stateCode" }, "requiredFields"] }, "bindUnder": "stateFields" }, "firstName",',
    ],
  );
  const { layout = [], fields = {} } = flow.steps['name'] ?? {};
  const [copy, document, field] = layout;
  expect([copy, document, field]).toMatchObject([
    { kind: 'copy', text: 'Whoever is married says so.' },
    { kind: 'disclosure', idTag: 'visit-notice' },
    { kind: 'field', field: 'spouseName' },
  ]);
  const conditions = [copy, document, fields['spouseName']].map((one) => (one && 'when' in one ? one.when : undefined));
  const asked = (firstName: string, required: JsonObject['x'] & object): readonly (boolean | undefined)[] =>
    conditions.map((when) =>
      when?.of({
        ...facts(
          { personalInformation: { firstName }, contactInformation: { address: { stateCode: 'MO' } } },
          { hash: '', states: {}, documents: {} },
        ),
        compliance: { states: { MO: { requiredFields: required } }, documents: {} },
      }),
    );
  expect([asked('Ana', [{ idTag: 'spouseName' }]), asked('Ana', []), asked('Bo', [{ idTag: 'spouseName' }])]).toEqual([
    [true, true, true],
    [false, false, false],
    [false, false, false],
  ]);
});

test('sixty steps with five fields each compile in well under a second', () => {
  const steps = Array.from({ length: 60 }, (_, i) => `s${i}`);
  const step = (id: string, i: number): Change => [
    `flows/visit/steps/${id}.json`,
    JSON.stringify({
      id,
      kind: 'form',
      title: 'Page {{values.age}}',
      fields: Object.fromEntries(
        Array.from({ length: 5 }, (_, n) => [
          `f${n}`,
          {
            bind: `many.a${i * 5 + n}`,
            type: 'string',
            label: `Question ${n}`,
            maxLength: 10 + i * 5 + n,
            when: { '!=': [{ var: `answers.many.a${Math.max(0, i * 5 + n - 1)}` }, 'no'] },
          },
        ]),
      ),
      layout: ['f0', 'f1', 'f2', 'f3', 'f4'],
      actions: [{ id: 'go', label: 'Go' }],
    }),
  ];
  const answers = {
    type: 'object',
    properties: {
      many: {
        type: 'object',
        properties: Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`a${n}`, { type: 'string' }])),
      },
    },
  };
  const rest = Object.fromEntries(
    Object.entries(files).filter(
      ([file]) => !file.startsWith('flows/visit/steps/') && !file.startsWith('flows/visit/flow'),
    ),
  );
  const made = {
    ...rest,
    'flows/app.json': (files['flows/app.json'] ?? '').replaceAll('visit/name', 'visit/s0'),
    'flows/visit/flow.json': JSON.stringify({
      id: 'visit',
      title: 'Long',
      base: '/visit',
      access: 'public',
      line: steps,
      answers,
    }),
    ...Object.fromEntries(steps.map((id, i) => step(id, i))),
  };
  const before = process.cpuUsage();
  const { problems, content } = compileContent(made, options);
  const { user, system } = process.cpuUsage(before);
  const took = (user + system) / 1000;
  expect(problems).toEqual([]);
  expect(content?.brands['oak']?.flows['visit']?.routes.length).toBe(60);
  console.info(`60 steps, 300 fields: ${Math.round(took)} ms of processor time`);
  expect(took).toBeLessThan(4000);
});
