import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { loadContent, productNamed } from '../../../cli/products.ts';
import { readFiles } from '../../../compile/disk.ts';
import { check } from '../../../verifier/check/index.ts';
import { fixtureFiles, readFixture } from '../../../verifier/fixture/fixture.ts';
import { runFixture } from '../../../verifier/fixture/run.ts';
import { proveAll } from '../../../verifier/prove/prove-all.ts';
import { loadedOf } from '../lending.ts';

const options = { env: 'local', today: '2026-11-22' } as const;
const here = fileURLToPath(new URL('.', import.meta.url));
const names = readdirSync(here, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));

/** What is said of a content of this folder, and what its own fixtures do. */
async function judged(name: string) {
  const files = readFiles([`${here}${name}`]);
  const loaded = loadedOf(await loadContent(files, options));
  const { resolved, products } = loaded;
  const brand = resolved.brands['made'];
  if (!brand) throw new Error(`The content ${name} has no brand "made": mend it.`);
  const product = productNamed(products, 'made');
  return {
    product,
    findings: proveAll(resolved.source, brand, { product, names: [], today: options.today, goOn: () => true }),
    problems: check(loaded).map(({ message }) => message),
    ran: fixtureFiles(files).map((file) => runFixture(product, readFixture(file, files[file] ?? ''))),
  };
}

describe('a content whose own fixture does what its obligation forbids is not called proved', () => {
  test.each(names)('%s', async (name) => {
    const { product, findings, problems, ran } = await judged(name);
    expect(ran.flatMap(({ failures }) => failures)).toEqual([]);
    expect(findings.map(({ verdict }) => verdict).filter((verdict) => verdict !== 'broken')).toEqual([]);
    for (const { counterexample } of findings) {
      const again = runFixture(product, readFixture('counterexample.json', JSON.stringify(counterexample)));
      expect([again.stopped, again.failures.length]).toEqual([undefined, 1]);
    }
    expect(problems.filter((message) => message.startsWith('Nobody ever comes to'))).toEqual([]);
  });
});
