/**
 * The lock of the identity service: what its operations say of the rows a request stands on is what the service does
 * (decisions/0013).
 */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { handlers } from '../../server/identity/operations/index.ts';
import { requests } from '../../server/identity/requests.ts';
import { rowStates } from '../../server/identity/standing.ts';
import { identityAttacks, identityCells, identityMatrix, type IdentityMatrix } from './identity.ts';

test('every request that an operation declares is answered, and no other; each says at which states of a row', () => {
  expect(Object.keys(handlers).sort()).toEqual(Object.keys(requests).sort());
  for (const [name, { input: _, ...rows }] of Object.entries(requests))
    expect([name, Object.keys(rows).length > 0]).toEqual([name, true]);
});

test('the states of the rows are those that the meta schema lets an operation name', () => {
  const meta = JSON.parse(
    readFileSync(new URL('../../schemas/meta/operation.schema.json', import.meta.url), 'utf8'),
  ) as {
    properties: {
      requests: {
        additionalProperties: { properties: Record<string, { properties?: { from: { items: { enum: string[] } } } }> };
      };
    };
  };
  const { input: _, ...rows } = meta.properties.requests.additionalProperties.properties;
  expect(
    Object.fromEntries(Object.entries(rows).map(([row, { properties }]) => [row, properties?.from.items.enum])),
  ).toEqual(rowStates);
});

describe('the matrix of the identity service, a slice (all of it: npm run soak -- matrix)', () => {
  let matrix: IdentityMatrix;
  beforeAll(async () => void (matrix = await identityMatrix({ every: 12 })), 180_000);

  test('each request is performed at the states its operation says and refused at every other, with a member left out, forged or too much', () => {
    expect(matrix.wrong).toEqual([]);
    expect(identityCells().length).toBeGreaterThan(500);
    expect(matrix.cells).toBeGreaterThan(60);
  });
  test('every request is among them, performed', () => {
    expect([...matrix.requests].sort()).toEqual(Object.keys(requests).sort());
  });
});

test('a code and a sign-in under way are good for one request, however many come at once, and for minutes; whatever asks for a secret takes a few guesses and no more', async () => {
  const { asked, wrong } = await identityAttacks();
  expect(wrong).toEqual([]);
  expect(asked.length).toBeGreaterThan(7);
}, 120_000);
