/** Which facts of the world must be known where: the explorer asks for them when they first matter, and no sooner. */
import type { CompiledFlow, Step, StepId } from '../../../runtime/core/definition.ts';
import type { Path } from '../../../runtime/core/facts.ts';
import { overlap } from '../../../runtime/core/shape.ts';
import type { Domain, Terrain } from '../exploration.ts';
import type { Ground } from './matter.ts';
import type { Reading } from './reads.ts';

/**
 * The world facts that must be known at a step, or before entering (`start`): its own reads, and those that decide
 * where it leads.
 * @param tags disclosures of which it is remembered that they were shown
 */
export function needsAt(
  from: StepId | 'start',
  { flow, domain }: Terrain,
  { ground: { followers, reads }, tags }: { readonly ground: Ground; readonly tags: ReadonlySet<string> },
): readonly Path[] {
  const wanted = new Set<Path>();
  const take = (readings: readonly Reading[]): void =>
    readings.forEach((reading) => reading.reads.forEach((path) => wanted.add(path)));
  const inside = (id: StepId): void => {
    const mine = reads.get(id);
    if (!mine) return;
    take([...mine.inside, ...mine.checks, ...mine.sets.map(({ value }) => value)]);
    for (const { idTag, readings } of mine.disclosures) if (tags.has(idTag)) take(readings);
  };
  take(locksIn(flow, domain));
  inside(from);
  take(reads.get(from)?.entering ?? []);
  const passed = new Set<StepId>(followers.get(from) ?? []);
  for (const id of passed) {
    take(reads.get(id)?.entering ?? []);
    domain.asked.forEach(({ at, scope, memory }) => {
      if (!at.includes(id)) return;
      take(scope);
      // Where coming is the moment the page come to may show the document, too.
      for (const { idTag, readings } of reads.get(id)?.disclosures ?? [])
        if (memory?.tags.includes(idTag) === true) take(readings);
    });
    if (!passesBy(flow.steps[id])) continue;
    inside(id);
    followers.get(id)?.forEach((further) => passed.add(further));
  }
  return Object.keys(domain.world).filter((path) => [...wanted].some((one) => overlap(one, path)));
}

/** What locks hang on; those on how far an application is only where the domain says so. */
export const locksIn = (flow: CompiledFlow, { locks }: Domain): readonly Reading[] =>
  locks ??
  (flow.locks ?? []).flatMap(({ when }) => (when.reads.some((path) => path.startsWith('application.')) ? [] : when));

/** Whether the engine may go past the step in the same breath, without an answer, an act or an event. */
function passesBy(step: Step | undefined): boolean {
  return (
    step !== undefined &&
    (step.kind === 'route' ||
      (step.kind === 'wait' && step.next.length > 0 && step.load.every(({ when }) => when !== undefined)))
  );
}
