/** `test`: runs fixtures headless; names choose files by a part of their path; `--server` and `--browser` play them on the real product. */
import type { Json } from '../../compile/index.ts';
import { fixtureFiles, readFixture } from '../../verifier/fixture/fixture.ts';
import { runFixture, type Ran } from '../../verifier/fixture/run.ts';
import { contentOf, type Command } from '../command.ts';
import { loadOrTell, productNamed } from '../products.ts';

/** Prints one line a fixture and what differs; 1 when any fails. `--json`: the whole outcome of each. */
export async function verb(command: Command): Promise<number> {
  const real = (['server', 'browser'] as const).find((kind) => kind in command.options);
  // Loaded when asked for: it brings the whole product and a browser.
  if (real !== undefined) return (await import('../../tests/harness/play.ts')).play(real, command.content, command.names, command.json);
  const loaded = await loadOrTell(contentOf(command));
  if (!loaded) return 1;
  const { files, products } = loaded;
  const chosen = fixtureFiles(files).filter((file) => command.names.length === 0 || command.names.some((name) => file.includes(name)));
  if (chosen.length === 0) {
    process.stderr.write(`No fixture matches ${command.names.join(', ')}. Fixtures stand in flows/<flow>/fixtures/.\n`);
    return 1;
  }
  const ran = chosen.map((file): Ran => {
    const fixture = readFixture(file, files[file] ?? '');
    return runFixture(productNamed(products, fixture.brand), fixture);
  });
  report(ran, command.json);
  return ran.some(({ failures }) => failures.length > 0) ? 1 : 0;
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
