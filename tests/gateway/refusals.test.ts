import { expect, test } from 'vitest';
import type { Event } from '../../runtime/core/events.ts';
import type { OpenFlow } from '../../runtime/gateway/open-flow.ts';
import { MISMATCH } from '../../runtime/gateway/refusal.ts';
import { createRefusals } from '../../runtime/gateway/refusals.ts';
import { refusals, refusalWords } from '../../runtime/gateway/words.ts';
import { say } from '../harness/words.ts';

const reasons = [...Object.keys(refusals), MISMATCH, 'one that only a newer server knows'];
/** The reasons whose words speak of a document, and those that the field itself has words for. */
const ofTexts = reasons.filter((reason) => refusalWords(reason, say) === say('refused.shown'));
const ofTheField = ['notFinished', 'wrongType'];

/** What is done about a refusal, in order, and what the page is told. */
async function about(
  refusal: { readonly reason: string; readonly path?: string; readonly why?: string },
  { call, stays = true }: { readonly call?: string; readonly stays?: boolean } = {},
) {
  const done: string[] = [];
  const told: { readonly on: string; readonly event: Event }[] = [];
  const page = (on: string): OpenFlow =>
    ({ dispatch: (event: Event) => void told.push({ on, event }) }) as Partial<OpenFlow> as OpenFlow;
  const show = createRefusals({
    say,
    freshTexts: async () => void done.push('texts'),
    reload: async () => (done.push('reload'), stays),
    reopen: async () => (done.push('reopen'), stays ? page('the new one') : undefined),
  });
  await show(page('the page'), refusal, call);
  return { done, told };
}

test('before a refusal is shown the page is what the server has: texts where they changed, the version where that did, else what is stored', async () => {
  expect(ofTexts).toEqual(expect.arrayContaining(['shown', 'notShown']));
  for (const reason of reasons) {
    const { done, told } = await about({ reason });
    expect([reason, done]).toEqual([
      reason,
      [...(ofTexts.includes(reason) ? ['texts'] : []), reason === 'definition' ? 'reopen' : 'reload'],
    ]);
    expect(told.map(({ on }) => on)).toEqual([reason === 'definition' ? 'the new one' : 'the page']);
  }
});

test('every refusal is told in words, those of the definition first, at its place, and ends its call; at a field that has words of its own in these', async () => {
  for (const reason of reasons)
    for (const path of [undefined, 'person.name'])
      for (const why of [undefined, 'You have sent it.'])
        for (const call of [undefined, 'call-1']) {
          const { told } = await about({ reason, ...(path && { path }), ...(why && { why }) }, call ? { call } : {});
          const text = reason === MISMATCH ? refusalWords(reason, say) : (why ?? refusalWords(reason, say));
          expect(text.length).toBeGreaterThan(20 * Number(why === undefined));
          expect(told.map(({ event }) => event)).toEqual([
            {
              type: 'refused',
              text,
              ...(path && { path }),
              ...(!ofTheField.includes(reason) && { at: why ?? refusalWords(reason, say) }),
              ...(call && { call }),
            },
          ]);
        }
});

test('a page that is over, or could not be opened anew, is told nothing', async () => {
  for (const reason of reasons) expect((await about({ reason }, { stays: false })).told).toEqual([]);
});
