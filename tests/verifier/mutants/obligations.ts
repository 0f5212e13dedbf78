/**
 * What a changed obligation is worth: whether it still holds, and whether it still sees the mistakes that the
 * obligation as it is sees.
 */
import { loadContent, type Loaded } from '../../../cli/products.ts';
import type { JsonObject } from '../../../runtime/core/facts.ts';
import { survey } from '../../../verifier/explore/survey.ts';
import { OBLIGATIONS } from '../../../verifier/prove/questions.ts';
import { obligationsOf } from '../../../verifier/prove/obligation.ts';
import { verdictOf, type Verdict as Proof } from '../../../verifier/prove/verdict.ts';
import { filesWith, type Base } from './base.ts';
import type { Verdict } from './judge.ts';
import { mistakesOf } from './mistakes.ts';
import type { Mutant } from './mutant.ts';

type Versions = Readonly<Record<string, JsonObject>>;

/**
 * Verdicts of mutants of one obligation that the content is checked with all the same, in their order. An obligation
 * that is gone has no version of its own: it lets everything pass.
 * @param name the obligation
 */
export async function judgeObligation(
  base: Base,
  name: string,
  mutants: readonly Mutant[],
): Promise<readonly Verdict[]> {
  const own = JSON.parse(base.files[`compliance/obligations/${name}.json`] ?? '{}') as JsonObject;
  const versions: Versions = Object.fromEntries(
    mutants.flatMap(({ id, change }) =>
      Object.values(change).flatMap((text) => (text === '' ? [] : [[id, JSON.parse(text) as JsonObject]])),
    ),
  );
  const verdicts = new Map<string, Verdict>();
  for (const [id, kind] of proofs(base.loaded, versions)) {
    if (kind === 'broken' || kind === 'vacuous')
      verdicts.set(id, {
        by: 'prove',
        how: kind === 'broken' ? `${id.split(':')[0]} is broken` : `${id.split(':')[0]} asks nobody`,
      });
  }
  const caught: string[] = [];
  for (const mistake of mistakesOf(base.files, own)) {
    const open = mutants.filter(({ id }) => !verdicts.has(id));
    if (open.length === 0) break;
    const load = await loadContent(filesWith(base.files, mistake), base.options, base.modules);
    if ('problems' in load) continue;
    const left = Object.fromEntries(Object.entries(versions).filter(([id]) => !verdicts.has(id)));
    const found = proofs(load.loaded, { ...left, [name]: own });
    if (found.get(name) !== 'broken') continue;
    caught.push(mistake.id);
    for (const { id } of open)
      if (found.get(id) !== 'broken') verdicts.set(id, { by: 'mistake', how: `lets pass: ${mistake.id}` });
  }
  const why =
    caught.length === 0
      ? 'no mistake that was tried breaks the obligation as it is'
      : `sees what the obligation as it is sees: ${caught.join('; ')}`;
  return mutants.map(({ id }) => verdicts.get(id) ?? { by: 'nothing', how: why });
}

/**
 * What proving these obligations gives; the first of broken, tried and proved over brands and flows, vacuous where
 * nobody is ever asked.
 */
function proofs(
  { resolved: { source, brands }, products, options: { today } }: Loaded,
  obligations: Versions,
): ReadonlyMap<string, Proof['kind']> {
  const found = new Map<string, Proof['kind']>(Object.keys(obligations).map((id) => [id, 'vacuous']));
  const only = { ...source, obligations };
  for (const brand of Object.values(brands)) {
    const product = products[brand.id];
    if (!product) throw new Error(`The brand ${brand.id} was not loaded.`);
    for (const [id, flow] of Object.entries(product.flows)) {
      const resolved = brand.flows[id];
      const asked = resolved ? obligationsOf(only, resolved, flow) : [];
      if (asked.length === 0) continue;
      // Asked with something of its own, an exploration is not the one remembered for the content's own obligations.
      const one = survey({ source: only, brand, product, flow: id, today, questions: OBLIGATIONS, asked: [] });
      for (const obligation of asked) {
        const { kind } = verdictOf(one, obligation);
        // That nobody of a brand left out comes there says nothing of those who owe it.
        if (obligation.leftOut && kind !== 'broken') continue;
        if (kind !== 'vacuous' && found.get(obligation.name) !== 'broken') found.set(obligation.name, kind);
      }
    }
  }
  return found;
}
