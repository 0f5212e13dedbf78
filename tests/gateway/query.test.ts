/** What an address says comes back as what was handed on: a page loaded anew knows what it knew. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectDir } from '../../compile/disk.ts';
import { queryOf } from '../../runtime/gateway/query.ts';
import type { JsonObject } from '../../runtime/core/facts.ts';

const declared = (
  JSON.parse(readFileSync(join(projectDir, 'schemas/facts.json'), 'utf8')) as {
    readonly route: { readonly query: { readonly properties: Readonly<Record<string, { readonly type: string }>> } };
  }
).route.query.properties;
const booleans = Object.keys(declared).filter((name) => declared[name]?.type === 'boolean');

describe('a parameter of an address', () => {
  test.each(Object.entries(declared))('%s is of the type that facts.json declares: %j', (name, { type }) => {
    const said = (value: string | boolean): JsonObject =>
      queryOf(`?${new URLSearchParams({ [name]: String(value) }).toString()}`, booleans);
    for (const value of type === 'boolean' ? [true, false] : ['true', 'TX', ''])
      expect(said(value)).toEqual({ [name]: value });
    expect(['boolean', 'string']).toContain(type);
  });

  test('that is neither true nor false though it is declared to be says nothing', () => {
    expect(queryOf('?timeout=1&timeout2=true&from=true', ['timeout'])).toEqual({ timeout2: 'true', from: 'true' });
  });
});
