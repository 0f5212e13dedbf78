import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { productOf } from '../../cli/verbs/test.ts';
import { projectDir, readFiles } from '../../compile/disk.ts';
import { compileContent, resolveContent, type Files } from '../../compile/index.ts';
import { writeModules } from '../../compile/load.ts';
import { readFixture } from '../../verifier/fixture/fixture.ts';
import { runFixture } from '../../verifier/fixture/run.ts';
import { proveAll } from '../../verifier/prove/prove-all.ts';

const options = { env: 'local', today: '2026-11-21' } as const;
const real = readFiles([projectDir]);
const dirs: string[] = [];
afterAll(() => dirs.forEach((dir) => rmSync(dir, { recursive: true })));

/** The findings for the payday brand over content that differs from the project's own in one file. */
async function findings(change: Files, names: readonly string[] = []) {
  const files = { ...real, ...change };
  const { problems, content } = compileContent(files, options);
  if (!content) throw new Error(problems.map(({ file, message }) => `${file}: ${message}`).join('\n'));
  const { source, brands } = resolveContent(files, options);
  const dir = mkdtempSync(join(tmpdir(), 'waymark-prove-'));
  dirs.push(dir);
  writeModules(dir, content);
  const product = await productOf(dir, content, files, 'payday');
  const brand = brands['payday'];
  if (!brand) throw new Error('The payday brand is gone: mend this test.');
  return { product, found: proveAll(source, brand, product, names, options.today, () => true) };
}

describe('obligations of the loan application', () => {
  test('every path of every state shows what it must before what it must', async () => {
    const { found } = await findings({});
    expect(found.map(({ obligation, verdict }) => `${obligation}: ${verdict}`).filter((line) => /broken|vacuous/.test(line))).toEqual([]);
    expect(found.length).toBe(Object.keys(real).filter((file) => file.startsWith('compliance/obligations/')).length);
    for (const { states, moments } of found) expect([states > 500, moments > 0]).toEqual([true, true]);
  }, 240_000);

  test('a status that leads past the Truth in Lending page is found, with a fixture that runs into it', async () => {
    const file = 'flows/apply/steps/transition.json';
    const planted = (real[file] ?? '').replaceAll('"PENDING_ESIGN": { "to": "approved-agreements" }', '"PENDING_ESIGN": { "to": "esign" }');
    expect(planted).not.toBe(real[file]);
    const { product, found } = await findings({ [file]: planted }, ['tila-box-before-esign']);
    expect(found.map(({ verdict }) => verdict)).toEqual(['broken']);
    const fixture = found[0]?.counterexample;
    if (!fixture) throw new Error('A broken obligation without its counterexample.');
    const ran = runFixture(product, readFixture('counterexample.json', JSON.stringify({ ...fixture, expect: { end: 'apply/esign' } })));
    expect(ran.failures).toEqual([]);
  }, 240_000);
});
