/** One worker's part of the whole verification: everything about some brands, each flow explored once for check and prove. */
import { parentPort, workerData } from 'node:worker_threads';
import { productNamed } from '../../../cli/products.ts';
import type { Files } from '../../../compile/index.ts';
import { pathReport, type PathReport } from '../../../verifier/check/paths/index.ts';
import { coverOf } from '../../../verifier/cover/cover.ts';
import { surveysOf } from '../../../verifier/explore/survey.ts';
import { fixtureFiles, readFixture } from '../../../verifier/fixture/fixture.ts';
import { runFixture } from '../../../verifier/fixture/run.ts';
import { proveSurveys } from '../../../verifier/prove/prove-all.ts';
import { load } from './growth.ts';

export interface Job {
  readonly files: Files;
  readonly brands: readonly string[];
}
export interface Part {
  readonly reports: readonly PathReport[];
  readonly states: number;
  /** Seconds of each piece of work. */
  readonly seconds: Readonly<Record<'load' | 'explore' | 'check' | 'prove' | 'test' | 'cover', number>>;
  /** Obligations that do not hold, or that nobody meets. */
  readonly broken: readonly string[];
  readonly obligations: number;
  readonly fixtures: number;
  readonly failed: readonly string[];
}

/** Does the job and measures its pieces. */
export async function verify({ files, brands }: Job): Promise<Part> {
  const seconds = { load: 0, explore: 0, check: 0, prove: 0, test: 0, cover: 0 };
  let since = performance.now();
  const spent = (what: keyof typeof seconds): void => {
    const now = performance.now();
    seconds[what] += (now - since) / 1000;
    since = now;
  };
  const { resolved, products, options } = await load(files);
  const { source } = resolved;
  const fixtures = fixtureFiles(files).map((file) => readFixture(file, files[file] ?? '')).filter(({ brand }) => brands.includes(brand));
  spent('load');
  const reports: PathReport[] = [];
  const broken: string[] = [];
  let [states, obligations] = [0, 0];
  const inputs = brands.map((id) => {
    const brand = resolved.brands[id];
    if (!brand) throw new Error(`There is no brand ${id}; there are ${Object.keys(resolved.brands).join(', ')}.`);
    return { source, brand, product: productNamed(products, id), today: options.today };
  });
  for (const input of inputs) {
    const surveys = surveysOf(input);
    states += surveys.reduce((sum, { exploration }) => sum + exploration.nodes.length, 0);
    spent('explore');
    reports.push(...surveys.map((survey) => pathReport(survey, source)));
    spent('check');
    const found = proveSurveys(source, surveys, []);
    obligations += found.length;
    broken.push(...found.filter(({ verdict }) => verdict === 'broken' || verdict === 'vacuous').map(({ obligation }) => `${input.brand.id}: ${obligation}`));
    spent('prove');
  }
  const ran = fixtures.map((fixture) => runFixture(productNamed(products, fixture.brand), fixture));
  spent('test');
  for (const input of inputs) coverOf({ ...input, fixtures });
  spent('cover');
  return { reports, states, seconds, broken, obligations, fixtures: ran.length, failed: ran.filter(({ failures }) => failures.length > 0).map(({ fixture }) => fixture.file) };
}

if (parentPort) parentPort.postMessage(await verify(workerData as Job));
