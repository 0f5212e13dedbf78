/** The values of a fact that some conditions tell apart, where there is no flow to say more of it than its schema. */
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import { atomsOf, type Logic } from './atoms.ts';
import { Classes, isDecided, valuesOf } from './classes.ts';
import { shapeFrom } from './schema.ts';
import { inSteps, type FactShape, type FactWorld, type Tables } from './shape.ts';

export interface ToldApart {
  /** One of each class; none where no condition reads the fact. */
  readonly values: readonly Json[];
  /** The comparison for which these values are a sample; undefined where they stand for all. */
  readonly sampled: string | undefined;
}

/**
 * What facts can be, by their schemas.
 * @param schemaOf JSON Schema of the fact at a path; undefined where nothing is declared
 * @param tables compliance tables with the rows in force
 */
export function worldOf({
  schemaOf,
  tables,
  today,
}: {
  readonly schemaOf: (path: string) => JsonObject | undefined;
  readonly tables: Tables;
  readonly today: string;
}): FactWorld {
  const known = new Map<string, FactShape>();
  return {
    shapeOf: (path) => {
      const shape = known.get(path) ?? (path === 'today' ? { enum: [today] } : shapeFrom(schemaOf(path) ?? {}));
      known.set(path, shape);
      return shape;
    },
    tables,
    today,
  };
}

/** What conditions tell apart of each fact. @param rules the conditions, names unfolded */
export function toldApart(rules: readonly Logic[], world: FactWorld): (path: string) => ToldApart {
  const atoms = rules.flatMap(atomsOf);
  const classes = new Classes(rules, world);
  return (path) => {
    const reading = atoms.filter((atom) => atom.reads.includes(path));
    const sampled = reading.find((atom) => !isDecided(atom.logic, world));
    const values = reading.length > 0 ? valuesOf(classes.of(path)) : [];
    return {
      values: [...new Set([...values, ...inSteps(values, world.shapeOf(path))])],
      sampled: sampled && `"${sampled.operator}" compares ${sampled.reads.join(' with ')}`,
    };
  };
}
