import { expect, test } from 'vitest';
import type { Kept } from '../../runtime/gateway/shelf.ts';
import { createShelf } from '../../runtime/gateway/shelf.ts';
import { memoryStorage } from './fakes.ts';

test.each(['as long as the document lives', 'after a reload'])(
  'what waits of another version of the flow is taken over without its consents, %s',
  (when) => {
    const storage = memoryStorage();
    const memory = new Map<string, Kept>();
    const shelf = (version: string) =>
      createShelf({
        storage,
        memory,
        name: 'b.f',
        keepable: () => true,
        version,
        carried: (path) => path !== 'agreed',
      });
    const waiting = (changes: object) => ({ key: 'k', alone: false, changes, journey: {} }) as never;
    shelf('one').write('person.ana', {
      id: 'a',
      batches: [waiting({ name: 'Ana', agreed: true }), waiting({ agreed: true })],
    });
    if (when === 'after a reload') memory.clear();
    expect(shelf('one').read('person.ana')?.batches).toHaveLength(2);
    expect(shelf('two').read('person.ana')).toMatchObject({ id: 'a', batches: [{ changes: { name: 'Ana' } }] });
    expect(shelf('two').read('person.ana')?.batches[0]?.changes).not.toHaveProperty('agreed');
  },
);
