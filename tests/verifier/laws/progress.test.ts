/** How far an application is: calls tell it, and conditions and locks that read it are followed as it changes. */
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../compile/index.ts';
import { answer, asking, filesOf, page, verdicts, warning, type Made } from './content.ts';

const far = { var: 'application.progress' };
const isSent = { '==': [far, 'SUBMITTING'] };
const agree: JsonObject = { type: 'boolean', control: 'checkbox', const: true };

/** A call that tells how far the application is, in either of two ways. */
const files = {
  'schemas/api/operations/send.json': {
    name: 'send',
    kind: 'rest',
    method: 'POST',
    path: '/send',
    input: { type: 'object', properties: {}, additionalProperties: false },
    value: { type: 'object', properties: { status: { type: 'string' }, applicationState: { type: 'string' } } },
    valueAt: 'application',
    outcomeAt: 'application.status',
    access: 'public',
    timeoutMs: 1000,
    outcomes: { SUBMITTING: 'It is sent', SUBMIT_DENIED: 'It is denied' },
  },
};
const sending = (to: string): JsonObject =>
  page({
    actions: [
      { id: 'go', label: 'Go', calls: [{ call: 'send', on: { SUBMITTING: { to }, SUBMIT_DENIED: { to: 'x/end' } } }] },
    ],
  });
/** Of people who are signed in: nobody else has an application. */
function signedIn(made: Made, more: JsonObject = {}): Made {
  const written = filesOf(made);
  const read = (file: string): JsonObject => JSON.parse(written[file] ?? '{}') as JsonObject;
  const { line: _, answers: __, ...flow } = read('flows/x/flow.json');
  return {
    ...made,
    files: {
      ...made.files,
      'flows/x/flow.json': { ...read('flows/x/flow.json'), access: 'customer', ...more },
      'flows/in/flow.json': { ...flow, id: 'in', base: '/in', saves: 'none', line: ['in'] },
      'flows/in/steps/in.json': { ...read('flows/x/steps/end.json'), id: 'in' },
      'flows/app.json': { ...read('flows/app.json'), signIn: { to: 'in/in' } },
    },
  };
}

describe('how far an application is', () => {
  test('P38 changes on the way: what was set before it was sent is read with what is so after', async () => {
    const isOpen = { or: [{ '!': { answered: 'application.progress' } }, { '!=': [far, 'SUBMITTING'] }] };
    const k = (value: number): JsonObject => ({ '==': [answer('k'), value] });
    const set = { 'answers.m.k': { if: [isOpen, 0, 1] } };
    const made = (warn: JsonObject): Made =>
      signedIn({
        steps: {
          choose: page({ actions: [{ id: 'go', label: 'Go', set }] }),
          send: sending('x/one'),
          one: warning(k(1)),
          none: warning(warn),
          sign: page(),
        },
        answers: { k: { type: 'integer' } },
        duties: { notice: { shown: 'notice', before: { step: 'x/sign' } } },
        files,
      });
    // Were it the same from the beginning to the end, each would be shown one of the two.
    expect(await verdicts(made({ and: [k(0), isOpen] }))).toEqual({ notice: 'broken' });
    expect(await verdicts(made(k(0)))).toEqual({ notice: 'proved' });
  });

  test('P38 brings a lock: whoever sent before the box was there passes its page without ticking it', async () => {
    const duties = {
      agreed: { holds: { '==': [answer('agree'), true] }, before: { step: 'x/sign' } },
    };
    const answers = { agree: { type: 'boolean' } };
    const locks = [{ when: isSent, answers: ['*'], why: 'It is sent.' }];
    const made = (steps: Made['steps']): Made =>
      signedIn({ steps: { ...steps, sign: page() }, answers, duties, files }, { locks });
    const box = asking({ agree });
    expect(await verdicts(made({ send: sending('x/box'), box }))).toEqual({ agreed: 'broken' });
    expect(await verdicts(made({ box, send: sending('x/sign') }))).toEqual({ agreed: 'proved' });
  });

  test('P38 that alone may lead away from the page whose call tells it: the judge follows who comes on so', async () => {
    const on = { SUBMITTING: { to: 'x/sign' }, SUBMIT_DENIED: { to: 'x/end' } };
    const hold: JsonObject = {
      kind: 'wait',
      layout: [{ copy: 'Made up.' }],
      when: { '!': isSent },
      load: [{ call: 'send', on }],
    };
    const made = (steps: Made['steps']): Made =>
      signedIn({
        steps: { ...steps, sign: page() },
        duties: { notice: { shown: 'notice', before: { step: 'x/sign' } } },
        files,
      });
    // Where it is sent the page is none of the way any more, and what follows it comes before what the call leads to.
    expect(await verdicts(made({ hold, one: warning() }))).toEqual({ notice: 'proved' });
    expect(await verdicts(made({ hold, one: warning({ '!': isSent }) }))).toEqual({ notice: 'broken' });
  });

  test('P38 ends with whatever is told next: a status that the facts do not list lifts a lock on the one before', async () => {
    const op = files['schemas/api/operations/send.json'];
    const outcomes = { ...op.outcomes, RECALCULATED: 'Its terms changed' };
    // Nobody comes back to a page that waits, so nothing is sent once more behind the box.
    const sendingAgain = (on: JsonObject): JsonObject => ({
      kind: 'wait',
      layout: [{ copy: 'Made up.' }],
      load: [{ call: 'send', on }],
    });
    const made = (after: string): Made =>
      signedIn(
        {
          steps: {
            send: sendingAgain({
              SUBMITTING: { to: 'x/again' },
              RECALCULATED: { to: 'x/end' },
              SUBMIT_DENIED: { to: 'x/end' },
            }),
            again: sendingAgain({
              SUBMITTING: { to: after },
              RECALCULATED: { to: 'x/box' },
              SUBMIT_DENIED: { to: 'x/end' },
            }),
            box: asking({ agree }),
            sign: page(),
          },
          answers: { agree: { type: 'boolean' } },
          duties: { agreed: { holds: { '==': [answer('agree'), true] }, before: { step: 'x/sign' } } },
          files: { 'schemas/api/operations/send.json': { ...op, outcomes } },
        },
        { locks: [{ when: isSent, answers: ['*'], why: 'It is sent.' }] },
      );
    expect(await verdicts(made('x/end'))).toEqual({ agreed: 'proved' });
    expect(await verdicts(made('x/box'))).toEqual({ agreed: 'broken' });
  });
});
