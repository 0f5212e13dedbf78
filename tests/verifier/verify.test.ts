import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { parseCommand, type Verb } from '../../cli/command.ts';
import { projectDir } from '../../compile/disk.ts';
import { verb as check } from '../../cli/verbs/check.ts';
import { verb as cover } from '../../cli/verbs/cover.ts';
import { verb as prove } from '../../cli/verbs/prove.ts';
import { verb as testVerb } from '../../cli/verbs/test.ts';
import { verb as verify } from '../../cli/verbs/verify.ts';
import type { Files, Json } from '../../compile/index.ts';
import { generated } from './generated/index.ts';
import { choice, end, form, is, tripFiles } from './paths-content.ts';

/** Runs a verb as the terminal would and gives what it printed. */
async function run(verb: Verb, ...words: readonly string[]) {
  const said = { out: '', err: '' };
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => ((said.out += String(text)), true));
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => ((said.err += String(text)), true));
  // The server is played in tests/docs, where somebody reads what it says.
  const core = verb === prove || verb === verify ? ['--core'] : [];
  const code = await verb(parseCommand(['', ...words, ...core]));
  vi.restoreAllMocks();
  return { code, ...said };
}
const dirs: string[] = [];
/** A content folder with these files; the project's schemas go with it wherever it is read. */
function folder(files: Files): string {
  const dir = mkdtempSync(join(tmpdir(), 'waymark-verify-'));
  dirs.push(dir);
  for (const [file, text] of Object.entries(files)) {
    if (/^(schemas|widgets)\//.test(file)) continue;
    mkdirSync(dirname(join(dir, file)), { recursive: true });
    writeFileSync(join(dir, file), text);
  }
  return dir;
}
afterAll(() => dirs.forEach((dir) => rmSync(dir, { recursive: true })));

const kind = form(
  'kind',
  { kind: choice('kind', 'TRAIN', 'BOAT') },
  { actions: [{ id: 'continue', label: 'Continue', next: [{ when: is('kind', 'BOAT'), to: 'harbor' }] }] },
);
const bags = form(
  'bags',
  { size: choice('size', 'SMALL', 'LARGE') },
  { actions: [{ id: 'continue', label: 'Continue', next: [{ when: is('size', 'LARGE'), to: 'refused' }] }] },
);
const steps = [
  kind,
  bags,
  form('harbor', {}, { actions: [{ id: 'back', label: 'On', next: [{ to: 'done' }] }] }),
  end('refused', { outcome: 'refused' }),
  end('done'),
];
const good = tripFiles({ line: ['kind', 'bags', 'done'], steps });
/** A page that nobody comes to, and an obligation that the way by the harbor breaks. */
const wrong = tripFiles({
  line: ['kind', 'bags', 'never', 'done'],
  steps: [...steps, form('never', {}, { when: is('kind', 'PLANE') })],
  files: {
    'compliance/obligations/bags-first.json': JSON.stringify({
      says: 'Bags come before the end',
      before: { step: 'trip/done' },
      passed: 'trip/bags',
      citation: 'Made up',
    }),
  },
});
const fixture = (endsAt: string): string =>
  JSON.stringify({
    title: 'Somebody',
    brand: 'north',
    flow: 'trip',
    clock: '2026-11-21T17:00:00.000Z',
    given: { person: 'new-applicant' },
    do: [{ at: 'trip/kind', answer: { kind: 'TRAIN' } }, { press: 'continue' }],
    expect: { end: endsAt },
  });

describe('verify says at once what the four verbs say', () => {
  const files: Files = { ...wrong, 'flows/trip/fixtures/own.json': fixture('trip/done') };
  const broken = folder(files);

  test('as data: each part is what its own verb gives', async () => {
    const all = await run(verify, '--json', '--content', broken);
    const parts = JSON.parse(all.out) as Record<string, Json>;
    for (const [name, verb] of [
      ['check', check],
      ['prove', prove],
      ['test', testVerb],
      ['cover', cover],
    ] as const) {
      const { code, out } = await run(verb, '--json', '--content', broken);
      expect([name, code, parts[name]]).toEqual([name, 1, JSON.parse(out)]);
      expect(JSON.stringify(parts[name]).length).toBeGreaterThan(100);
    }
    expect(all.code).toBe(1);
  });

  test('in words: what is wrong in each, and how much there is, for all brands', async () => {
    const { code, out } = await run(
      verify,
      '--content',
      folder({
        ...files,
        'brands/south/brand.json': JSON.stringify({ key: 'south', name: 'South Trips', flows: ['trip'] }),
      }),
    );
    expect(code).toBe(1);
    expect(out).toContain('flows/trip/steps/never.json:');
    expect(out.match(/BROKEN: bags-first/g)).toHaveLength(2);
    expect(out).toContain('FAILED  flows/trip/fixtures/own.json');
    const covers = [...out.matchAll(/cover: (\w+)\/trip: (.*)/g)].map(([, brand, share]) => [brand, share]);
    expect(covers).toEqual([
      ['north', expect.not.stringContaining('steps 0 %')],
      ['south', covers[0]?.[1]],
    ]);
    expect(out).toContain('No fixture goes this way: step kind, press continue, to harbor.');
  });

  test('content in which nothing is wrong gives 0, once cover has written the fixtures that were missing', async () => {
    const dir = folder({ ...good, 'flows/trip/fixtures/own.json': fixture('trip/bags') });
    expect((await run(cover, '--write', '--content', dir)).out).toContain('written: flows/trip/fixtures/cover-');
    const { code, out } = await run(verify, '--content', dir);
    expect([code, out.match(/100 %/g)?.length]).toEqual([0, 4]);
  });

  test('content that does not compile, and names that do not exist, are told', async () => {
    const dir = folder({ ...good, 'flows/trip/steps/kind.json': '{' });
    const told = await run(verify, '--content', dir);
    expect([told.code, told.out]).toEqual([1, '']);
    expect(told.err).toContain('flows/trip/steps/kind.json:1:');
    const flow = await run(check, 'ghost', '--content', broken);
    expect([flow.code, flow.err]).toEqual([1, 'There is no flow ghost; there are trip.\n']);
  });
});

describe('Ctrl-C while ways are explored', () => {
  let dir = '';
  beforeAll(() => {
    dir = folder(generated({ routes: 64, rules: 64, states: 28, brands: 1, seed: 1 }, {}));
  });
  /** Starts the verb as the terminal does, and interrupts it when it first tells how far it is. */
  const interrupted = (
    verb: string,
  ): Promise<{ readonly code: number | null; readonly out: string; readonly err: string }> =>
    new Promise((resolve, reject) => {
      const said = { out: '', err: '' };
      const child = spawn(process.execPath, [join(projectDir, 'cli', 'main.ts'), verb, '--content', dir]);
      child.stdout.on('data', (text) => void (said.out += String(text)));
      child.stderr.on('data', (text) => {
        if (said.err === '') for (const _ of ['from the terminal', 'passed on by npm']) child.kill('SIGINT');
        said.err += String(text);
      });
      child.on('error', reject);
      child.on('close', (code) => resolve({ code, ...said }));
    });

  test.each([
    ['check', /^No problems so far\.\n$/],
    ['prove', /not every situation was looked at/],
    ['cover', /^/],
    ['verify', /^check: No problems so far\.\n/],
  ] as const)('%s ends, prints what it knows and says nothing of the flow it was at', async (verb, prints) => {
    const { code, out, err } = await interrupted(verb);
    const [flow = ''] = /^birch\/\w+(?=: \d+ situations\n)/.exec(err) ?? [];
    expect(flow).not.toBe('');
    expect(err).toContain('Interrupted: not everything was looked at.');
    expect(code).toBe(130);
    expect(out).toMatch(prints);
    expect(out).not.toMatch(/^proved: |[1-9]\d* proved/m);
    expect(out).not.toContain(`${flow}: steps`);
  });
});
