/** Applications and the keys under which they are begun. */
import { expect, test } from 'vitest';
import type { Act } from '../../contract/act.ts';
import type { Outcome } from '../../contract/operation.ts';
import { createActs } from '../../runtime/gateway/acts.ts';
import { createApplications } from '../../runtime/gateway/applications.ts';
import type { Caller } from '../../runtime/gateway/operations.ts';
import { memoryStorage } from './fakes.ts';

const stored = { id: 'a1', flow: 'apply', definition: 'v1', revision: 0, answers: {}, journey: {}, results: {} };
const first = { flow: 'apply', definition: 'v1', campaignId: undefined, owner: 'person.ana' } as const;

let keysMade = 0;

/** A tab whose server gives these answers, one after the other; `keys` are those of what was begun. */
function tab(storage: ReturnType<typeof memoryStorage>, answers: readonly Outcome[]) {
  const keys: (string | undefined)[] = [];
  const left = [...answers];
  const caller: Caller = {
    repeats: () => 'keyed',
    isOfApplication: () => false,
    hand: () => undefined,
    call: async (name: string, _input: unknown, options?: { readonly act?: Act }) => {
      if (name === 'begin') keys.push(options?.act?.key);
      return left.shift() ?? { name: 'failed' };
    },
  };
  const acts = createActs(storage, () => `key-${(keysMade += 1)}`);
  return {
    keys,
    applications: createApplications({ open: 'open', create: 'begin', read: 'read', save: 'save' }, caller, acts),
  };
}

test('an application begun without an answer is begun with its key again after a reload, until it is found; the next one has another key', async () => {
  const storage = memoryStorage();
  const lost: Outcome = { name: 'unavailable' };
  const before = tab(storage, [lost]);
  await before.applications.create(first);

  const nothingYet = tab(storage, [{ name: 'ok', value: null }, lost]);
  await nothingYet.applications.find(first.owner);
  await nothingYet.applications.create(first);
  expect(nothingYet.keys).toEqual(before.keys);

  const found = tab(storage, [
    { name: 'ok', value: stored },
    { name: 'ok', value: { ...stored, id: 'a2', definition: 'v2' } },
  ]);
  await found.applications.find(first.owner);
  expect(await found.applications.create({ ...first, definition: 'v2' })).toMatchObject({ application: { id: 'a2' } });
  expect(found.keys).not.toEqual(before.keys);
});
