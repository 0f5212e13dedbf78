/** What an error says, quoted in a message. */
import { describe, expect, test } from 'vitest';
import { quoted } from '../../runtime/core/quoted.ts';
import type { Text } from '../../runtime/core/definition.ts';
import { action, call, flow, person, step } from './build.ts';

const message: Text = {
  reads: ['problem.detail'],
  of: (facts) => (facts.problem?.detail === undefined ? undefined : `It said: ${facts.problem.detail}`),
};
const refused = { kind: 'stay', message, otherwise: 'It failed.' } as const;
const end = step('end', { outcome: 'done', actions: [] });
const asking = (detail: number | undefined) => {
  const send = {
    ...call('send', { on: { REFUSED: refused, failed: refused } }),
    ...(detail !== undefined && { detail }),
  };
  const later = { ...call('later', { on: { ok: refused } }), ...(detail !== undefined && { detail }) };
  return flow([
    step('one', {
      actions: [action('continue', { validates: false, calls: [send, later], next: [{ target: { kind: 'stay' } }] })],
    }),
    end,
  ]);
};

/** What the page says once the call has come out so. */
function said(detail: number | undefined, outcome: string, says?: string): string | undefined {
  const who = person(asking(detail));
  who.press();
  const { id } = who.pending('send');
  who.send({ type: 'called', id, outcome, ...(says !== undefined && { detail: says }) });
  return who.state.page.notice?.text;
}

describe('what an error says', () => {
  test('L83 it is a fact in the message of its outcome, whichever error it is, where the operation declares it', () => {
    for (const outcome of ['REFUSED', 'failed'])
      expect(said(60, outcome, 'The account is closed.')).toBe('It said: The account is closed.');
    expect(said(undefined, 'REFUSED', 'The account is closed.')).toBe('It failed.');
  });
  test('L83 where nothing came, or nothing but spaces, `otherwise` is said', () => {
    for (const says of [undefined, '', ' \n\t ', '\u200b\u202e']) expect(said(60, 'REFUSED', says)).toBe('It failed.');
  });
  test('what the error is called is known beside it, also where it said nothing', () => {
    const one = (detail: string, code?: string) => quoted({ detail: 60 }, { outcome: 'REFUSED', detail, code }).problem;
    expect(one('Closed.', 'LimitExceededException')).toEqual({ detail: 'Closed.', code: 'LimitExceededException' });
    expect(one('', 'LimitExceededException')).toEqual({ detail: undefined, code: 'LimitExceededException' });
    expect(one('Closed.')).toEqual({ detail: 'Closed.', code: undefined });
  });
  test('L83 it is gone with its message: no later call and no state holds it', () => {
    const who = person(asking(60));
    who.press();
    who.send({ type: 'called', id: who.pending('send').id, outcome: 'ok', detail: 'Private words' });
    who.send({ type: 'called', id: who.pending('later').id, outcome: 'ok', detail: 'Private words' });
    expect(who.state.page.notice?.text).toBe('It failed.');
    expect(JSON.stringify(who.state)).not.toContain('Private words');
  });
  test('L83 it is one line of plain text, redacted, then cut by characters to what is declared', () => {
    const one = (detail: string, most = 60) =>
      quoted({ detail: most }, { outcome: 'failed', value: undefined, detail }).problem?.detail;
    expect(one('No\r\n such\u0000 user\u202e!')).toBe('No such user !');
    expect(one('ana@example.com has 123-45-6789, code 4711')).toBe('[email] has [number], code [number]');
    expect(one('<b>closed</b> {{answers.ssn}}')).toBe('<b>closed</b> {{answers.ssn}}');
    expect(one('x'.repeat(21), 20)).toBe(`${'x'.repeat(19)}…`);
    expect(one('x'.repeat(20), 20)).toBe('x'.repeat(20));
    expect(one('😀'.repeat(21), 20)).toBe(`${'😀'.repeat(19)}…`);
    // A number that the cut would halve is found before the cut.
    expect(one(`${'x '.repeat(8)}123456789`, 20)).toBe(`${'x '.repeat(8)}[nu…`);
    expect(one('y '.repeat(100_000), 30)).toHaveLength(30);
  });
});
