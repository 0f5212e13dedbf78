/** The words of the runtime's own parts to TypeScript: what each is said about. */
import { ownWords } from './words.ts';

/**
 * The text of `runtime/core/generated/words.ts`.
 * @param schema `schemas/meta/words.schema.json` as it stands
 */
export function wordTypes(schema: string): string {
  const members = Object.entries(ownWords({ 'schemas/meta/words.schema.json': schema })).flatMap(([part, table]) =>
    Object.entries(table).map(([name, { here }]) => {
      const reads = Object.entries(here).map(([one, type]) => `readonly ${one}: ${type}`);
      return `  readonly '${part}.${name}': ${reads.length === 0 ? 'null' : `{ ${reads.join('; ')} }`};`;
    }),
  );
  return `// Made from schemas/meta/words.schema.json by \`npm run types\`; a test holds it to it. Do not edit.

/** Each word of the runtime's own parts: what it is said about. */
export interface Spoken {
${members.join('\n')}
}
`;
}
