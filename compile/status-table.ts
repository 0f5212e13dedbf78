/**
 * `schemas/api/statuses.json` and the `from` and `to` of operations to one TypeScript table: who leads from which
 * status to which.
 */
import { entries, isObject, list, text } from './json-types.ts';
import type { Json, JsonObject } from '../runtime/core/facts.ts';

/**
 * The text of `contract/generated/statuses.ts`.
 * @param file `schemas/api/statuses.json`
 * @param operations by name, as they stand in `schemas/api/operations/`
 */
export function statusTable(file: JsonObject, operations: Readonly<Record<string, JsonObject>>): string {
  const rows = entries(file['statuses']).flatMap(([status, row]) => {
    if (!isObject(row)) return [];
    const asked = entries(operations).flatMap(([name, operation]) =>
      isObject(operation)
        ? entries(operation['to']).flatMap(([from, to]) => (from === status ? [[name, [to]] as const] : []))
        : [],
    );
    const of = (by: readonly (readonly [string, Json | readonly Json[]])[]): string =>
      by.length === 0 ? '{}' : `{ ${by.map(([act, to]) => `${act}: ${names(to)}`).join(', ')} }`;
    return [
      `  ${status}: {`,
      `    state: ${quote(row['state'])},`,
      `    applicant: ${of(asked)},`,
      `    lender: ${of(entries(row['lender']))},`,
      `    reviewer: ${of(entries(row['reviewer']))},`,
      ...(typeof row['keptDays'] === 'number' ? [`    keptDays: ${row['keptDays']},`] : []),
      '  },',
    ];
  });
  return `// Made from schemas/api/statuses.json and schemas/api/operations/*.json by \`npm run types\`; a test holds it to them. Do not edit.

/** Where an application can stand: its coarse state, and what everybody can do there, each act with the statuses it leads to; keptDays: days without a change after which it ends of itself. */
export const statuses = {
${rows.join('\n')}
} as const;

/** The status of a new application. */
export const startStatus = ${quote(file['start'])};
`;
}

const names = (to: Json | readonly Json[]): string => `[${list(to).map(quote).join(', ')}]`;
const quote = (value: Json | undefined): string => `'${text(value) ?? ''}'`;
