/** Which answers of a flow are sensitive (law 9), and what may become of them. */
import type { CompiledFlow, Field, FieldHead } from '../runtime/core/definition.ts';
import type { Path } from '../runtime/core/facts.ts';

/** Of a flow in pieces all steps are asked, those that are not there yet too. */
const fieldsOf = ({ heads, steps }: CompiledFlow): readonly FieldHead[] =>
  Object.values(heads ?? steps).flatMap((step): FieldHead[] => Object.values(step.fields));

type Sensitive = ReadonlyMap<Path, Field['reveal']>;
const known = new WeakMap<CompiledFlow, Sensitive>();

/** Bind paths whose values are sensitive, and whether the owner sees all of one or its last four characters. */
export function sensitivePaths(flow: CompiledFlow): Sensitive {
  const before = known.get(flow);
  if (before) return before;
  const found = new Map<Path, Field['reveal']>();
  for (const field of Object.values(flow.steps).flatMap((step): Field[] => Object.values(step.fields)))
    if (field.sensitive && found.get(field.bind) !== 'lastFour') found.set(field.bind, field.reveal);
  known.set(flow, found);
  return found;
}

/**
 * Whether the value at a path, all of it, may be kept on the device: none that is sensitive, transient or must never be
 * kept.
 */
export function keepableOf(flow: CompiledFlow): (path: Path) => boolean {
  const forbidden = [
    ...new Set(
      fieldsOf(flow).flatMap((field) => (field.sensitive || field.keep !== 'application' ? [field.bind] : [])),
    ),
  ];
  return (path) =>
    forbidden.every((bind) => bind !== path && !bind.startsWith(`${path}.`) && !path.startsWith(`${bind}.`));
}
