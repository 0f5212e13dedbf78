/** What is said of a verdict: counterexamples that were played again, and what could not be done. */
import { expect, test } from 'vitest';
import type { JsonObject } from '../../../compile/index.ts';
import { findingText } from '../../../cli/report/findings.ts';
import { replayed } from '../../../cli/verify/replayed.ts';
import { parseCommand } from '../../../cli/command.ts';
import { counted, remedies } from '../../../verifier/prove/left-out.ts';
import type { SampleOf } from '../../../verifier/explore/exploration.ts';
import { answer, asking, askOperation, page, said, warning } from './content.ts';

const whole: JsonObject = { type: 'integer', minimum: 0, maximum: 999_999, control: 'number' };
const notice = { shown: 'notice' };
/** A notice that a comparison of two answers decides. */
const comparing = (when: JsonObject, product?: JsonObject) =>
  said({
    files: product ? { 'flows/x/values/product.json': product } : {},
    steps: { ask: asking({ n: whole, k: whole }), warn: warning(when) },
    answers: { n: { type: 'integer' }, k: { type: 'integer' } },
    duties: { notice },
  });

test('P32 a counterexample was played again by core, and one that goes another way is told as a defect of the verifier', async () => {
  const [finding] = await comparing({ '>': [answer('n'), 5] });
  if (!finding) throw new Error('Nothing was found: mend this test.');
  expect(finding.replays).toEqual([{ by: 'core', same: true, failures: ['not shown: notice'] }]);
  expect(findingText(finding)).toContain('Played again: the engine goes this way.');
  const [core] = finding.replays ?? [];
  const other = findingText({
    ...finding,
    replays: [...(core ? [core] : []), { by: 'server', same: false, failures: ['end: came to x/end'] }],
  });
  expect(other).toContain(
    'DEFECT OF THE VERIFIER: played again, the running server does not go this way (end: came to x/end).',
  );
  const left = { by: 'server', unplayed: 'only the engine can grant what it supposes' } as const;
  expect(findingText({ ...finding, replays: [left] })).toContain(
    'Not played again by the running server: only the engine',
  );
});

test('P32 what core does not play the same is not taken to the server', async () => {
  const [finding] = await comparing({ '>': [answer('n'), 5] });
  if (!finding) throw new Error('Nothing was found: mend this test.');
  const odd = { ...finding, replays: [{ by: 'core', same: false, failures: [] } as const] };
  expect(await replayed(parseCommand(['prove']), [odd])).toEqual([odd]);
});

// The page of the offer comes again and stays passed: whoever opens the next address before the offer is there anew has
// another offer in a fixture, where every call is answered at once.
test('P32 a counterexample goes on before a call is answered, and core goes the same way', async () => {
  const offer = askOperation({ type: 'object', properties: { a: { type: 'boolean' } }, required: ['a'] }, ['ok']);
  const box: JsonObject = { type: 'boolean', control: 'checkbox' };
  const isPlain = { '==': [{ var: 'results.offer.a' }, false] };
  const [finding] = await said({
    steps: {
      ask: asking(
        { agree: { ...box, const: true } },
        {
          load: [{ call: 'offer', as: 'offer', keeps: 'application' }],
          layout: [{ disclosure: 'notice', consent: 'agree' }],
          checks: [{ assert: isPlain, message: 'Made up.' }],
        },
      ),
      sign: page({
        actions: [
          { id: 'go', label: 'Go', calls: [{ call: 'ask', on: { ok: { to: 'x/end' }, anew: { to: 'x/ask' } } }] },
        ],
      }),
    },
    answers: { agree: { type: 'boolean' } },
    files: {
      ...askOperation({}, ['ok', 'anew']),
      'schemas/api/operations/offer.json': {
        ...offer['schemas/api/operations/ask.json'],
        name: 'offer',
        path: '/offer',
      },
    },
    duties: { again: { agreed: 'notice', since: { outcomes: ['anew'] } } },
  });
  expect([finding?.verdict, finding?.replays]).toEqual([
    'broken',
    [{ by: 'core', same: true, failures: ['end: expected x/ask; came to x/end'] }],
  ]);
});

test('P33 what was a sample is counted, and each kind says what to change', async () => {
  const product = { says: 'Made up', type: 'integer', value: { '*': [answer('n'), answer('k')] } };
  const [finding] = await comparing({ '!=': [{ var: 'values.product' }, 999_983] }, product);
  if (!finding) throw new Error('Nothing was found: mend this test.');
  expect([finding.verdict, finding.except]).toEqual(['tried', '1 comparison']);
  const text = findingText(finding);
  expect(text).toContain('proved except for 1 comparison, of which a part was tried:');
  expect(text).toContain('what to change: Compare what is asked with a number');
  const sample = (of: SampleOf, says: string) => ({ of, says });
  expect(counted([sample('date', 'a'), sample('list', 'b'), sample('date', 'c')])).toBe('2 dates and 1 list');
  expect(remedies([sample('date', 'a'), sample('date', 'c')])).toHaveLength(1);
});
