import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { keepableOf, sensitivePaths } from '../../contract/sensitive.ts';
import type { Field } from '../../runtime/core/definition.ts';
import type { JsonObject } from '../../runtime/core/facts.ts';
import { get, set } from '../../runtime/core/paths.ts';
import { field, flow, step } from '../core/build.ts';

/** Every way in which a field can say what becomes of its answer. */
const ways = ([false, true] as const).flatMap((sensitive) =>
  (['owner', 'lastFour'] as const).flatMap((reveal) =>
    (['application', 'never'] as const).map(
      (keep): Pick<Field, 'sensitive' | 'reveal' | 'keep'> => ({ sensitive, reveal, keep }),
    ),
  ),
);

describe('what a flow says of its answers', () => {
  test('of two fields that ask one answer the one that shows less decides, on one page and on two, in either order', () => {
    for (const one of ways)
      for (const other of ways)
        for (const isOnePage of [true, false]) {
          const fields = [field('a', { bind: 'x', ...one }), field('b', { bind: 'x', ...other })] as const;
          const made = isOnePage
            ? flow([step('one', { fields })])
            : flow(fields.map((each) => step(each.id, { fields: [each] })));
          const said = [one, other].filter(({ sensitive }) => sensitive).map(({ reveal }) => reveal);
          const right = said.length === 0 ? [] : [['x', said.includes('lastFour') ? 'lastFour' : 'owner']];
          expect({ one, other, isOnePage, told: [...sensitivePaths(made)] }).toEqual({
            one,
            other,
            isOnePage,
            told: right,
          });
        }
  });

  test('what the device may keep holds nothing of an answer that is sensitive or never kept: neither it, nor what holds it, nor a part of it', () => {
    const name = fc.constantFrom('a', 'b', 'ab');
    const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('.'));
    fc.assert(
      fc.property(
        fc.uniqueArray(path, { minLength: 1, maxLength: 5 }),
        fc.array(fc.nat(7)),
        path,
        (binds, which, asked) => {
          const fields = binds.map((bind, at) => field(`f${at}`, { bind, ...ways[which[at] ?? 0] }));
          const secrets = fields.filter(({ sensitive, keep }) => sensitive || keep === 'never').map(({ bind }) => bind);
          // A value that holds its own secret at every depth: whatever is taken out of it shows whether it is one.
          const isSecret = secrets.some((bind) => {
            const document: JsonObject = set({}, bind, 'SECRET');
            const inside = set({}, asked, { whole: 'x' });
            return JSON.stringify(get(document, asked) ?? '').includes('SECRET') || get(inside, bind) !== undefined;
          });
          expect(keepableOf(flow([step('one', { fields })]))(asked)).toBe(!isSecret);
        },
      ),
      { numRuns: 500 },
    );
  });
});
