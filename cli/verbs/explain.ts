/**
 * `explain <fixture> <step, field, disclosure or button>`: why it is, or is not, shown in the fixture's journey, and
 * what would change it.
 */
import { explain } from '../../verifier/explain/explain.ts';
import { play } from '../../verifier/explain/playthrough.ts';
import { explanationJson, explanationLines } from '../../verifier/explain/text.ts';
import { fullName, named, thingsOf } from '../../verifier/explain/things.ts';
import { fixtureFiles, readFixture } from '../../verifier/fixture/fixture.ts';
import { didYouMean } from '../../compile/suggest.ts';
import { contentOf, type Command } from '../command.ts';
import { loadOrTell, productNamed } from '../products.ts';

/**
 * Prints the explanation; 1 when a name means nothing or more than one thing, or the fixture cannot be played.
 * `--json`: the same as data.
 */
export async function verb(command: Command): Promise<number> {
  const [fixtureName, name] = command.names;
  if (fixtureName === undefined || name === undefined)
    return tell('Say which fixture and what: explain <fixture> <step, field, disclosure or button>.');
  const loaded = await loadOrTell(contentOf(command));
  if (!loaded) return 1;
  const { files, options, products, resolved } = loaded;
  const all = fixtureFiles(files);
  const file = chosen(all, fixtureName);
  if (typeof file !== 'string')
    return tell(
      file.length > 1
        ? `${file.length} fixtures are called "${fixtureName}": ${file.join(', ')}. Say which.`
        : `There is no fixture "${fixtureName}". ${didYouMean(fixtureName, all.map(shortName), 'Fixtures stand in flows/<flow>/fixtures/.')}`,
    );
  const fixture = readFixture(file, files[file] ?? '');
  const product = productNamed(products, fixture.brand);
  const brand = resolved.brands[fixture.brand];
  if (!brand) throw new Error(`The brand ${fixture.brand} was compiled but not resolved: a bug of the loader.`);
  const { failures, path } = play(product, fixture).ran;
  if (failures.length > 0)
    return tell(`${file} cannot be played to its end, so there is no journey to explain: ${failures.join('; ')}`);
  const { found, fix } = named(thingsOf(brand, fixture.flow), name, { flow: fixture.flow, path });
  const [thing] = found;
  const document = thing ? undefined : resolved.source.documents.findLast(({ idTag }) => idTag === name);
  if (document)
    return tell(
      `The document "${name}" exists (${document.file}), but no page of the brand ${brand.id} shows it: none has { "disclosure": "${name}" } in its layout.`,
    );
  const elsewhere = Object.values(resolved.brands).flatMap((other) => {
    const [one] = thing ? [] : named(thingsOf(other, fixture.flow), name, { flow: fixture.flow, path }).found;
    return one ? [{ other: other.id, one }] : [];
  });
  const [has] = elsewhere;
  if (has)
    return tell(
      `The brand ${brand.id} has no ${has.one.kind} "${fullName(has.one)}", though ${elsewhere.map(({ other }) => other).join(' and ')} ${elsewhere.length > 1 ? 'have' : 'has'}: ${brand.flows[has.one.flow] ? `brands/${brand.id}/flows/${has.one.flow}.json takes it away, or what stands around it` : `it does not offer the journey "${has.one.flow}"`}.`,
    );
  if (!thing) return tell(`There is nothing called "${name}". ${fix}`);
  if (found.length > 1)
    return tell(
      `${found.length} things are called "${name}": ${found.map((one) => `${fullName(one)} (${one.kind})`).join(', ')}. Say which.`,
    );
  const explanation = explain({ source: resolved.source, brand, product, fixture, thing, today: options.today });
  process.stdout.write(
    command.json
      ? `${JSON.stringify(explanationJson(explanation), undefined, 2)}\n`
      : `${explanationLines(explanation).join('\n')}\n`,
  );
  return 0;
}

const shortName = (file: string): string => file.slice(file.lastIndexOf('/') + 1, -'.json'.length);

/** The fixture of this file, of this path, or of this short name; else those it may be. */
function chosen(all: readonly string[], name: string): string | readonly string[] {
  const exact = all.filter(
    (file) =>
      file === name ||
      shortName(file) === name ||
      file.endsWith(`/${name}.json`) ||
      `${file.split('/')[1] ?? ''}/${shortName(file)}` === name,
  );
  return exact.length === 1 ? (exact[0] ?? []) : exact;
}

function tell(sentence: string): number {
  process.stderr.write(`${sentence}\n`);
  return 1;
}
