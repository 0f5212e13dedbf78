/** `test`: runs fixtures headless; names choose files by a part of their path; `--server` and `--browser` play them on the real product. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectDir } from '../../compile/disk.ts';
import { compileContent, type CompiledContent, type Files, type Json, type JsonObject } from '../../compile/index.ts';
import { loadModule, writeModules } from '../../compile/load.ts';
import type { CompiledApp, CompiledCompliance } from '../../runtime/core/app-definition.ts';
import type { CompiledFlow } from '../../runtime/core/definition.ts';
import { fixtureFiles, readFixture } from '../../verifier/fixture/fixture.ts';
import type { Person, Product } from '../../verifier/fixture/product.ts';
import { runFixture, type Ran } from '../../verifier/fixture/run.ts';
import { contentOf, type Command } from '../command.ts';

/** Prints one line a fixture and what differs; 1 when any fails. `--json`: the whole outcome of each. */
export async function verb(command: Command): Promise<number> {
  const real = (['server', 'browser'] as const).find((kind) => kind in command.options);
  // Loaded when asked for: it brings the whole product and a browser.
  if (real !== undefined) return (await import('../../tests/harness/play.ts')).play(real, command.content, command.names, command.json);
  const { files, options } = contentOf(command);
  const { problems, content } = compileContent(files, options);
  if (!content) {
    for (const { file, line, column, message, fix } of problems) process.stderr.write(`${file}:${line}:${column}: ${message} ${fix}\n`);
    return 1;
  }
  const chosen = fixtureFiles(files).filter((file) => command.names.length === 0 || command.names.some((name) => file.includes(name)));
  if (chosen.length === 0) {
    process.stderr.write(`No fixture matches ${command.names.join(', ')}. Fixtures stand in flows/<flow>/fixtures/.\n`);
    return 1;
  }
  const dir = mkdtempSync(join(tmpdir(), 'waymark-test-'));
  try {
    writeModules(dir, content);
    const ran: Ran[] = [];
    for (const file of chosen) {
      const fixture = readFixture(file, files[file] ?? '');
      ran.push(runFixture(await productOf(dir, content, files, fixture.brand), fixture));
    }
    report(ran, command.json);
    return ran.some(({ failures }) => failures.length > 0) ? 1 : 0;
  } finally {
    rmSync(dir, { recursive: true });
  }
}

/** The compiled modules of one brand and what stands beside them in the content. */
export async function productOf(dir: string, content: CompiledContent, files: Files, brandId: string): Promise<Product> {
  const brand = content.brands[brandId];
  if (!brand) throw new Error(`There is no brand ${brandId}; there are ${Object.keys(content.brands).join(', ')}.`);
  const flows = await Promise.all(Object.entries(brand.flows).map(async ([id, { hash }]) => [id, await loadModule<CompiledFlow>(dir, hash)] as const));
  const table = JSON.parse(files['schemas/api/answers.json'] ?? '{"operations":{}}') as { operations: JsonObject };
  return {
    flows: Object.fromEntries(flows),
    app: await loadModule<CompiledApp>(dir, brand.app.hash),
    compliance: await loadModule<CompiledCompliance>(dir, brand.compliance.hash),
    facts: brand.facts,
    flags: brand.flags,
    operations: content.operations,
    answers: table.operations,
    people: JSON.parse(readFileSync(join(projectDir, 'server/seed/people.json'), 'utf8')) as readonly Person[],
  };
}

function report(ran: readonly Ran[], json: boolean): void {
  if (json) {
    process.stdout.write(`${JSON.stringify(ran.map(({ fixture, ...rest }) => ({ file: fixture.file, title: fixture.title, ...rest })) satisfies Json[] | object, undefined, 2)}\n`);
    return;
  }
  for (const { fixture, failures } of ran) {
    process.stdout.write(`${failures.length === 0 ? 'passed' : 'FAILED'}  ${fixture.file}  ${fixture.title}\n`);
    for (const failure of failures) process.stdout.write(`        ${failure}\n`);
  }
  const failed = ran.filter(({ failures }) => failures.length > 0).length;
  process.stdout.write(`${ran.length - failed} passed, ${failed} failed\n`);
}
