/** `schemas/api/groups.json` to one TypeScript table: what comes of a group of the identity service. */
import { entries, isObject, text } from './json-types.ts';
import type { JsonObject } from '../runtime/core/facts.ts';

const marks = ['mayActFor', 'enrolls', 'newcomers'] as const;

/**
 * The text of `contract/generated/groups.ts`.
 * @param file `schemas/api/groups.json`
 */
export function groupTable(file: JsonObject): string {
  const rows = entries(file['groups']).flatMap(([name, row]) => {
    if (!isObject(row)) return [];
    const access = text(row['access']) ?? 'customer';
    return [
      `  '${name}': { access: '${access}', ${marks.map((mark) => `${mark}: ${row[mark] === true}`).join(', ')} },`,
    ];
  });
  return `// Made from schemas/api/groups.json by \`npm run types\`; a test holds it to it. Do not edit.
import type { Access } from '../../runtime/core/definition.ts';

/** What somebody in a group may see, and what else comes of it: whether they may act for customers, are enrolling, or came by signing up. */
export const groups: Readonly<Record<string, { readonly access: Access } & Readonly<Record<${marks.map((mark) => `'${mark}'`).join(' | ')}, boolean>>>> = {
${rows.join('\n')}
};
`;
}
