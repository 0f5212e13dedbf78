/** What is asked of a journey without the others, asked anew only where it was not asked of the same content before. */
import { join } from 'node:path';
import { projectDir } from '../../compile/disk.ts';
import { pathReport, type PathReport } from '../../verifier/check/paths.ts';
import type { Survey } from '../../verifier/explore/survey.ts';
import { proveSurveys, type Finding } from '../../verifier/prove/prove-all.ts';
import type { Loaded } from '../products.ts';
import { contentOfJourney, type Ground } from './alone.ts';
import { keyOf, Shelf } from './shelf.ts';

interface Walk {
  /** Explores the flow of the ground, the only one it has. */
  readonly walk: (ground: Ground) => Survey;
  /** Whether everything was looked at that was asked for: of less nothing is said. */
  readonly whole: (survey: Survey) => boolean;
}

export interface Walked {
  readonly report: PathReport;
  /** Situations that were told apart. */
  readonly states: number;
}
const walked = new Shelf<Walked>(join(projectDir, '.cache', 'walked'));
const proved = new Shelf<readonly Finding[]>(join(projectDir, '.cache', 'proved'));

/** What is wrong with the ways of a journey; undefined where somebody interrupted before they were walked. */
export function walkedAlone({ files, options }: Loaded, ground: Ground, { walk, whole }: Walk): Walked | undefined {
  const journey = journeyOf(ground);
  const key = keyOf(contentOfJourney(files, journey), options, journey);
  const found = walked.find(key);
  if (found) return found;
  const one = walk(ground);
  if (!whole(one)) return undefined;
  const told = { report: pathReport(one, ground.source), states: one.exploration.nodes.length };
  if (one.exploration.complete) walked.keep(key, told);
  return told;
}

/**
 * What is known of the duties of a journey. A counterexample is played, and may lead through other flows: it is looked
 * for anew each time.
 * @param ground with the flows of its whole product, but source and brand of this journey alone
 * @param names of the obligations that are asked; all, and the standing duties, when empty
 */
export function provedAlone(
  { files, options }: Loaded,
  { ground, names }: { readonly ground: Ground; readonly names: readonly string[] },
  walk: Walk['walk'],
): readonly Finding[] {
  const journey = { ...journeyOf(ground), asked: names };
  const key = keyOf(contentOfJourney(files, journey), options, journey);
  const found = proved.find(key);
  if (found) return found;
  const one = walk(ground);
  const findings = proveSurveys(ground.source, [one], { names, standing: true });
  if (one.exploration.complete && findings.every(({ counterexample }) => counterexample === undefined))
    proved.keep(key, findings);
  return findings;
}

const journeyOf = ({ brand }: Ground): { readonly brand: string; readonly flow: string } => ({
  brand: brand.id,
  flow: Object.keys(brand.flows)[0] ?? '',
});
