/** `graph <flow> [--brand b] [--out dir]`: the flow as SVG and as Mermaid, with what no fixture reaches marked. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { didYouMean } from '../../compile/suggest.ts';
import { brandsInOrder } from '../../verifier/cover/beside.ts';
import { gaugeOf } from '../../verifier/cover/measure.ts';
import { fixtureFiles, readFixture } from '../../verifier/fixture/fixture.ts';
import { layoutOf } from '../../verifier/graph/layout.ts';
import { mermaidOf } from '../../verifier/graph/mermaid.ts';
import { graphOf } from '../../verifier/graph/model.ts';
import { svgOf } from '../../verifier/graph/svg.ts';
import { contentOf, type Command } from '../command.ts';
import { loadOrTell, productNamed, type Loaded } from '../products.ts';

/**
 * Writes `<flow>.<brand>.svg` and `.mmd` into `--out` (default `.data/graphs` below the current folder) and prints
 * their paths. `--json` writes no file and prints `{ svg, mermaid }`.
 */
export async function verb(command: Command): Promise<number> {
  const [name] = command.names;
  const loaded = await loadOrTell(contentOf(command));
  if (!loaded) return 1;
  const { brands, source } = loaded.resolved;
  const brandId =
    command.options['brand'] ??
    brandsInOrder(brands).find(({ flows }) => name !== undefined && flows[name])?.id ??
    brandsInOrder(brands)[0]?.id ??
    '';
  const brand = brands[brandId];
  if (!brand)
    return tell(
      `There is no brand "${brandId}". ${didYouMean(brandId, Object.keys(brands), `There are ${Object.keys(brands).join(', ')}.`)}`,
    );
  const flow = brand.flows[name ?? ''];
  if (!flow)
    return tell(
      `${name === undefined ? 'Say which flow' : `The brand ${brand.id} has no flow "${name}"`}. ${didYouMean(name ?? '', Object.keys(brand.flows), `It has ${Object.keys(brand.flows).join(', ')}.`)}`,
    );
  const graph = graphOf({ source, env: loaded.options.env, flow, reached: reachedIn(loaded, brandId) });
  const svg = svgOf(graph, await layoutOf(graph));
  const mermaid = mermaidOf(graph);
  if (command.json) process.stdout.write(`${JSON.stringify({ svg, mermaid })}\n`);
  else {
    const out = command.options['out'] ?? join('.data', 'graphs');
    mkdirSync(out, { recursive: true });
    for (const [kind, text] of [
      ['svg', svg],
      ['mmd', mermaid],
    ] as const) {
      const file = join(out, `${flow.id}.${brand.id}.${kind}`);
      writeFileSync(file, text);
      process.stdout.write(`${file}\n`);
    }
  }
  return 0;
}

/** What the brand's fixtures reach. */
function reachedIn({ files, resolved, products }: Loaded, brandId: string): ReadonlySet<string> {
  const brand = resolved.brands[brandId];
  if (!brand) throw new Error(`The brand ${brandId} was looked up before and is gone: a bug of this verb.`);
  const gauge = gaugeOf(brand, productNamed(products, brandId));
  const fixtures = fixtureFiles(files)
    .map((file) => readFixture(file, files[file] ?? ''))
    .filter((fixture) => fixture.brand === brandId);
  return new Set(fixtures.flatMap((fixture) => [...gauge.measure(fixture).reached]));
}

function tell(sentence: string): number {
  process.stderr.write(`${sentence}\n`);
  return 1;
}
