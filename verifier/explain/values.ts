/**
 * Values worth supposing for a fact of a flow: those that some rule tells apart, and ordinary ones that a field
 * accepts.
 */
import type { CompiledFlow, Field } from '../../runtime/core/definition.ts';
import type { Facts, Json } from '../../runtime/core/facts.ts';
import { pagesOf } from '../../runtime/core/index.ts';
import type { Logic } from '../domain/atoms.ts';
import { sampleOf } from '../domain/sample.ts';
import type { Tables } from '../domain/shape.ts';
import { toldApart, worldOf } from '../domain/told-apart.ts';
import type { ValuesOf } from './sufficient.ts';
import type { Words } from '../words/words.ts';

export interface Values {
  /** Values of a fact that some rule of the flow reads, one of each class; none for others. */
  readonly of: (path: string) => readonly Json[];
  /** Values for some conditions only: a fact has fewer where fewer ask. */
  readonly for: ValuesOf;
  /** What a person may type into a field over these facts, the likeliest first. */
  readonly typed: (field: Field, facts: Facts) => readonly Json[];
}

/**
 * @param rules every condition of the flow, names unfolded
 * @param tables compliance tables with the rows in force
 */
export function valuesIn(
  rules: readonly Logic[],
  words: Words,
  { tables, today }: { readonly tables: Tables; readonly today: string },
): Values {
  const world = worldOf({ schemaOf: words.schema, tables, today });
  const told = toldApart(rules, world);
  const of = (path: string): readonly Json[] => told(path).values;
  return {
    of,
    for: (path, among) => {
      const { values, sampled } = toldApart(among, world)(path);
      return { values, ...(sampled !== undefined && { inexact: sampled }) };
    },
    typed: (field, facts) => {
      const limits = field.dynamic
        .flatMap(({ keyword, limit }) =>
          keyword === 'minimum' || keyword === 'maximum' || keyword === 'const'
            ? [limit.of(facts) as Json | undefined]
            : [],
        )
        .filter((value) => value !== undefined);
      return [
        ...sampleOf(words.schema(`answers.${field.bind}`), field, tables),
        ...limits,
        ...of(`answers.${field.bind}`),
      ];
    },
  };
}

/** Fields of a step, by the id of the flow and step `flow/step`. */
export const fieldsAt = (
  flows: Readonly<Record<string, CompiledFlow>>,
  place: string,
): Readonly<Record<string, Field>> => {
  const [flow = '', step = ''] = place.split('/');
  const own = flows[flow];
  if (!own) return {};
  return Object.assign({}, ...pagesOf(own, step).map((page) => own.steps[page]?.fields ?? {})) as Readonly<
    Record<string, Field>
  >;
};
