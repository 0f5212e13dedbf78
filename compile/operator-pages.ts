/**
 * What is made of what the operators say of themselves: docs/operators.md, and the part of the meta schema by which an
 * editor completes a rule.
 */
import type { Json, JsonObject } from '../runtime/core/facts.ts';
import { isObject } from './json-types.ts';
import type { Operator } from './operators/operator.ts';

/** An argument is an expression; several stand in a list. */
const ARGUMENTS: JsonObject = {
  if: { type: 'array' },
  then: { items: { $ref: 'common.schema.json#/definitions/expression' } },
  else: { $ref: 'common.schema.json#/definitions/logic' },
};

/** `schemas/meta/common.schema.json` with every operator that content may write, each with what it says. */
export function logicSchema(common: JsonObject, operators: readonly Operator[]): JsonObject {
  const definitions = common['definitions'];
  const logic = isObject(definitions) ? definitions['logic'] : undefined;
  if (!isObject(definitions) || !isObject(logic))
    throw new Error('schemas/meta/common.schema.json has no definition "logic": it is where the operators stand.');
  const properties = operators.flatMap(({ id, also = [], says }): [string, Json][] => [
    [id, { description: says, ...ARGUMENTS }],
    ...also.map((other): [string, Json] => [other, { description: `The same as "${id}".`, ...ARGUMENTS }]),
  ]);
  return {
    ...common,
    definitions: { ...definitions, logic: { ...logic, properties: Object.fromEntries(properties) } },
  };
}

/** The page of all operators: Markdown. */
export function operatorsPage(operators: readonly Operator[]): string {
  const parts = operators.map((one) => `## ${one.id}\n${one.says}\n\n${facts(one).join(' ')}\n\n${examples(one)}`);
  return `# The operators of rules and values\nMade by \`npm run types\` from the operators themselves: each is a folder of \`compile/operators/\`. A fact that is missing is unknown; what is unknown passes nobody.\n\n${parts.join('\n')}`;
}

function facts({ arity: [fewest, most], takes, gives, stands, standard, also = [] }: Operator): readonly string[] {
  const count = fewest === most ? `${fewest}` : most > 90 ? `${fewest} or more` : `${fewest} to ${most}`;
  const types = takes && !takes.every((one) => one === 'any') ? ` (${takes.join(', ')})` : '';
  return [
    `Takes ${count} argument${count === '1' ? '' : 's'}${types}${gives === undefined ? '' : `, gives ${gives}`}.`,
    ...(also.length > 0 ? [`Also written ${also.map((one) => `\`${one}\``).join(', ')}.`] : []),
    ...(stands === 'values' ? ['Stands in `values/` only.'] : []),
    ...(standard ? [] : ['Our own: json-logic has none of that name.']),
  ];
}

function examples({ examples: shown }: Operator): string {
  const rows = shown.map(({ rule, facts: over, is, words }) => {
    const given = Object.entries(over ?? {}).map(([path, value]) => `\`${path}\` is \`${JSON.stringify(value)}\``);
    return `| \`${JSON.stringify(rule)}\` | ${given.join(', ') || 'nothing is known'} | ${is === undefined ? 'unknown' : `\`${JSON.stringify(is)}\``} | ${words ?? ''} |`;
  });
  return `| expression | where | is | in words |\n| --- | --- | --- | --- |\n${rows.join('\n')}\n`;
}
