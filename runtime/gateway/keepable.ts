/** Which answers may be kept on the device: none that is sensitive or must never be kept (law 9). */
import type { CompiledFlow } from '../core/definition.ts';
import type { Path } from '../core/facts.ts';

/** @returns whether the value at a path, all of it, may be kept on the device */
export function keepableOf(flow: CompiledFlow): (path: Path) => boolean {
  const forbidden = new Set<Path>();
  for (const step of Object.values(flow.steps)) {
    for (const field of Object.values(step.fields))
      if (field.sensitive || field.keep === 'never') forbidden.add(field.bind);
  }
  return (path) =>
    [...forbidden].every((bind) => bind !== path && !bind.startsWith(`${path}.`) && !path.startsWith(`${bind}.`));
}
