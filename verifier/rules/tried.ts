/** Which values of a flow's answers stand for all, given everything that is asked of them: conditions, limits of fields, and what actions set. */
import type { Source } from '../../compile/content.ts';
import type { ResolvedFlow } from '../../compile/resolve.ts';
import type { CompiledFlow } from '../../runtime/core/definition.ts';
import { afterSets } from '../domain/assigned.ts';
import { atomsOf, operation, readsOf, variable, type Atom, type Logic } from '../domain/atoms.ts';
import { isExact, isOneColumn } from '../domain/exactness.ts';
import { representatives, type FactSchema, type Tables, type Value } from '../domain/representatives.ts';
import { together, type Kind, type Together } from '../domain/together.ts';
import { writtenIn, type Limit } from './written.ts';

export interface Tried extends Pick<Together, 'valuesOf' | 'isSettled'> {
  /** Everything by which values of facts are told apart. */
  readonly rules: readonly Logic[];
  /** Comparisons of a condition, also after actions have set what it reads, whose every outcome is not certain to be among the values tried. */
  readonly sampled: (logic: Logic) => readonly Atom[];
  /** Limits of fields that are worked out of facts of which some values are tried, not all. */
  readonly loose: readonly Limit[];
}

export interface TriedInput {
  readonly source: Source;
  readonly resolved: ResolvedFlow;
  readonly flow: CompiledFlow;
  /** Conditions, named rules unfolded. */
  readonly rules: readonly Logic[];
  readonly schemaOf: (step: string, field: string) => FactSchema;
  /** Values of a field that nothing depends on. */
  readonly ordinary: (step: string, field: string) => readonly Value[];
  readonly tables: Tables;
  readonly today: string;
}

/** Choices that are tried whole, at most. */
const MANY = 12;

export function triedIn({
  source,
  resolved,
  flow,
  rules: conditions,
  schemaOf,
  ordinary,
  tables,
  today,
}: TriedInput): Tried {
  const { sets, limits, offers } = writtenIn(source, resolved);
  const asked = [...conditions, ...afterSets(conditions, sets)];
  const read = new Set(asked.flatMap((rule) => [...readsOf(rule)]));
  // A limit tells values apart only where the limited answer is read by something else: between limits all are alike.
  const own = limits.filter(({ path }) => read.has(path));
  // So does what a choice hangs on: one that no condition names is no longer like another where it is not offered.
  const limiting = [
    ...own.flatMap(({ path, limit }) => asRules(path, limit)),
    ...offers.filter(({ path }) => read.has(path)).map(({ path, value }): Logic => ({ '==': [{ var: path }, value] })),
  ];
  const rules = [...asked, ...limiting, ...afterSets(limiting, sets)];

  const kindOf = (path: string): Kind | undefined => {
    const fields = path.startsWith('answers.') ? (flow.binds[path.slice('answers.'.length)] ?? []) : [];
    const [first, ...more] = fields.map(({ step, field }): Kind | undefined =>
      ofSchema(path, schemaOf(step, field), ordinary(step, field)),
    );
    if (fields.length === 0) return path.startsWith('answers.') ? { kind: 'set' } : undefined;
    return more.every((other) => JSON.stringify(other) === JSON.stringify(first)) ? first : undefined;
  };
  const ofSchema = (path: string, schema: FactSchema, usual: readonly Value[]): Kind | undefined => {
    const listed = schema.type === 'boolean' ? [true, false] : schema.enum;
    if (listed) return listed.length <= MANY ? { kind: 'choice', values: listed } : undefined;
    const whole = schema.type === 'integer' && schema.multipleOf === undefined;
    if (!whole && !(schema.type === 'string' && schema.format === 'date')) return undefined;
    const cuts = representatives(path, schema, rules, tables, today).values;
    const { minimum, maximum } = schema;
    return {
      kind: 'ordered',
      cuts,
      ordinary: usual,
      ...(minimum !== undefined && { minimum }),
      ...(maximum !== undefined && { maximum }),
    };
  };
  const groups = together(rules.flatMap(atomsOf), kindOf);
  const exact = (atom: Atom): boolean => isExact(atom) || groups.isExact(atom);
  return {
    rules,
    valuesOf: groups.valuesOf,
    isSettled: groups.isSettled,
    sampled: (logic) => [logic, ...afterSets([logic], sets)].flatMap(atomsOf).filter((atom) => !exact(atom)),
    loose: own.filter(({ path, limit }) => !isFollowed(path, limit, exact)),
  };
}

/** A limit as conditions that tell the same facts apart. */
function asRules(path: string, limit: Logic): readonly Logic[] {
  const node = operation(limit);
  if (node?.operator === 'if' || node?.operator === '?:')
    return node.operands.flatMap((operand, index) =>
      index % 2 === 0 && index < node.operands.length - 1 ? [operand] : asRules(path, operand),
    );
  return [variable(limit) === undefined ? { '==': [limit, null] } : { '<=': [{ var: path }, limit] }];
}

/** Whether every value of a limit that differs is among those that come up: a constant, a cell of a row, an answer compared with the limited one; chosen by exact conditions. */
function isFollowed(path: string, limit: Logic, exact: (atom: Atom) => boolean): boolean {
  const node = operation(limit);
  if (node?.operator === 'if' || node?.operator === '?:')
    return node.operands.every((operand, index) =>
      index % 2 === 0 && index < node.operands.length - 1
        ? atomsOf(operand).every(exact)
        : isFollowed(path, operand, exact),
    );
  const [atom] = atomsOf({ '<=': [{ var: path }, limit] });
  return (
    readsOf(limit).size === 0 ||
    isOneColumn(limit) ||
    (variable(limit) !== undefined && atom !== undefined && exact(atom))
  );
}
