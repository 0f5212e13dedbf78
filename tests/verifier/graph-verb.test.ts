import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { parseCommand } from '../../cli/command.ts';
import { verb as explain } from '../../cli/verbs/explain.ts';
import { verb as graph } from '../../cli/verbs/graph.ts';
import { Copy } from '../docs/run.ts';

const copy = new Copy('payday');
afterAll(() => copy[Symbol.dispose]());

/** Runs a verb as the terminal would and gives what it printed. */
async function run(verb: typeof explain, words: readonly string[]) {
  const said = { out: '', err: '' };
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => ((said.out += String(text)), true));
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => ((said.err += String(text)), true));
  const code = await verb(parseCommand([...words, '--content', copy.dir]));
  vi.restoreAllMocks();
  return { code, ...said };
}

describe('on the command line', () => {
  const dir = mkdtempSync(join(tmpdir(), 'waymark-graph-'));
  afterEach(() => rmSync(dir, { recursive: true, force: true }));

  test('graph writes the drawing and the Mermaid text and prints where', async () => {
    const { code, out } = await run(graph, ['graph', 'login', '--brand', 'payday', '--out', dir]);
    const files = out.trim().split('\n');
    expect([code, files]).toEqual([0, [join(dir, 'login.payday.svg'), join(dir, 'login.payday.mmd')]]);
    expect(readFileSync(files[0] ?? '', 'utf8')).toMatch(/^<svg [^]*<\/svg>\n$/);
    const json = await run(graph, ['graph', 'login', '--json']);
    expect(Object.keys(JSON.parse(json.out) as object)).toEqual(['svg', 'mermaid']);
  }, 60_000);

  test('graph names the flows when it knows none of this name', async () => {
    const { code, err } = await run(graph, ['graph', 'aply']);
    expect([code, err]).toEqual([1, 'The brand payday has no flow "aply". Did you mean "apply"?\n']);
  }, 60_000);

  test('explain lists what an ambiguous name may mean, and suggests for a misspelt one', async () => {
    const two = await run(explain, ['explain', 'approved-texas', 'product']);
    expect([two.code, two.err]).toEqual([
      1,
      '2 things are called "product": apply/amount/product (field), apply/income/product (field). Say which.\n',
    ]);
    const none = await run(explain, ['explain', 'approved-texas', 'texas-occ-notice']);
    expect([none.code, none.err]).toEqual([
      1,
      'There is nothing called "texas-occ-notice". Did you mean "texas-occc-notice"?\n',
    ]);
    const fixture = await run(explain, ['explain', 'aproved-texas', 'product']);
    expect([fixture.code, fixture.err]).toEqual([
      1,
      'There is no fixture "aproved-texas". Did you mean "approved-texas"?\n',
    ]);
  }, 60_000);
});
