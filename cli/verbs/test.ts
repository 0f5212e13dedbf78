/**
 * `test`: runs fixtures headless; names choose files by a part of their path; `--server` and `--browser` play them on
 * the real product.
 */
import { fixtureFiles, isAmong, readFixture } from '../../verifier/fixture/fixture.ts';
import { onEachBrand } from '../../verifier/fixture/brands.ts';
import { runFixture, type Ran } from '../../verifier/fixture/run.ts';
import { contentOf, type Command } from '../command.ts';
import { loadOrTell, productNamed } from '../products.ts';
import { failed, ranData, ranSummary, ranText } from '../report/fixtures.ts';

/** Prints one line a fixture and what differs; 1 when any fails. `--json`: the whole outcome of each. */
export async function verb(command: Command): Promise<number> {
  const real = (['server', 'browser'] as const).find((kind) => kind in command.options);
  // Loaded when asked for: it brings the whole product and a browser.
  if (real !== undefined) return (await import('../../tests/harness/play.ts')).play(real, command);
  const loaded = await loadOrTell(contentOf(command));
  if (!loaded) return 1;
  const { files, options, products } = loaded;
  const chosen = fixtureFiles(files).filter((file) => isAmong(file, command.names));
  if (chosen.length === 0) {
    process.stderr.write(`No fixture matches ${command.names.join(', ')}. Fixtures stand in flows/<flow>/fixtures/.\n`);
    return 1;
  }
  const ran = chosen
    .flatMap((file) => onEachBrand(readFixture(file, files[file] ?? '')))
    .map((fixture): Ran => runFixture(productNamed(products, fixture.brand), fixture));
  process.stdout.write(
    command.json
      ? `${JSON.stringify(ran.map(ranData), undefined, 2)}\n`
      : `${ran.map((one) => ranText(one, files, options.today)).join('')}${ranSummary(ran)}`,
  );
  return ran.some(failed) ? 1 : 0;
}
