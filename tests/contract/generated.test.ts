import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { groupTable } from '../../compile/group-table.ts';
import { operationTypes } from '../../compile/operation-types.ts';
import { statusTable } from '../../compile/status-table.ts';
import { wordTypes } from '../../compile/word-types.ts';
import { groupFile, operationFiles, statusFile } from '../../scripts/lib/operations.ts';
import { root } from '../../scripts/lib/paths.ts';

test('the types of the operations are those of their schemas: else run npm run types', () => {
  expect(readFileSync(join(root, 'contract/generated/operations.ts'), 'utf8')).toBe(operationTypes(operationFiles()));
});

test('the table of the statuses is that of schemas/api: else run npm run types', () => {
  expect(readFileSync(join(root, 'contract/generated/statuses.ts'), 'utf8')).toBe(
    statusTable(statusFile(), operationFiles()),
  );
});

test('the words of the runtime are those their schema demands: else run npm run types', () => {
  const schema = readFileSync(join(root, 'schemas/meta/words.schema.json'), 'utf8');
  expect(readFileSync(join(root, 'runtime/core/generated/words.ts'), 'utf8')).toBe(wordTypes(schema));
});

test('the table of the groups is that of schemas/api: else run npm run types', () => {
  expect(readFileSync(join(root, 'contract/generated/groups.ts'), 'utf8')).toBe(groupTable(groupFile()));
});

test('a schema becomes the type of what fits it', () => {
  const text = operationTypes({
    ask: {
      input: {
        type: 'object',
        properties: { 'a-b': { enum: ['x', "y'z", 1] }, list: { type: 'array', items: { type: ['string', 'null'] } } },
        required: ['a-b'],
        additionalProperties: false,
      },
      value: { anyOf: [{ type: 'null' }, { type: 'array', items: { type: 'object' } }] },
      outcomes: { DONE: 'It is done' },
    },
  });
  expect(text).toContain("readonly 'a-b': 'x' | 'y\\'z' | 1;");
  expect(text).toContain('readonly list?: readonly (string | null)[];');
  expect(text).toContain('readonly value: null | readonly JsonObject[];');
  expect(text).toContain("readonly outcome: 'ok' | 'DONE' | 'unauthenticated' | 'unavailable' | 'failed';");
});

test('what no type says is told, not passed over', () => {
  expect(() => operationTypes({ ask: { input: { $ref: '#/x' } } })).toThrow(/Operation ask: .*"\$ref"/);
});
