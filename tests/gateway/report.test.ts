import { expect, test } from 'vitest';
import { headerNames } from '../../contract/headers.ts';
import { createReporter } from '../../runtime/gateway/report.ts';
import { manualTimers } from './fakes.ts';

/** A reporter whose reports are caught on their way to the server. */
function listener(wished = false) {
  const timers = manualTimers();
  const sent: { readonly url: string; readonly init: RequestInit }[] = [];
  let session = 'session-1';
  const reporter = createReporter(
    {
      timers,
      origin: 'https://site.test',
      fetch: async (url, init = {}) => {
        sent.push({ url: String(url), init });
        throw new TypeError('the network is away');
      },
    },
    { brand: 'payday', sessionId: () => session, wished },
  );
  return { reporter, timers, sent, becomes: (next: string) => (session = next) };
}
const bodies = (sent: ReturnType<typeof listener>['sent']): readonly Record<string, unknown>[] =>
  sent.map(({ init }) => JSON.parse(String(init.body)) as Record<string, unknown>);

test('a report goes with its brand and the session of whoever sits here by then, outlives the page, and a lost one troubles nobody', async () => {
  const { reporter, timers, sent, becomes } = listener();
  reporter.report({ kind: 'event', name: 'page', step: 'apply/personal' });
  await timers.advance(999);
  expect(sent).toEqual([]);
  await timers.advance(1);
  becomes('session-2');
  reporter.report({ kind: 'error', name: 'save.refused', code: 'REFUSED' });
  reporter.flush();
  expect(sent.map(({ url, init: { method, headers, keepalive } }) => ({ url, method, headers, keepalive }))).toEqual(
    ['session-1', 'session-2'].map((session) => ({
      url: 'https://site.test/analytics',
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        [headerNames.brand]: 'payday',
        [headerNames.session]: session,
      },
      keepalive: true,
    })),
  );
  await timers.advance(5000);
  expect(sent).toHaveLength(2);
});

test('no word of a report holds anything but letters, digits and . - : _, none is long, and an exception is told by its class and place', () => {
  const { reporter, sent } = listener();
  const secret = 'ana@example.com $1,000 "Ortiz" <b> 💶\n\0';
  reporter.report({ kind: 'error', name: secret, code: secret });
  reporter.report({ kind: 'error', name: 'x'.repeat(500), code: 'y'.repeat(500) });
  for (const thrown of [new TypeError(secret), secret, { message: secret }, undefined]) reporter.thrown(thrown);
  reporter.flush();
  expect(sent).toHaveLength(6);
  for (const { name, code = '' } of bodies(sent)) {
    expect(name).toMatch(/^[\w.\-: ]{1,80}$/);
    expect(code).toMatch(/^[\w.\-: ]{0,60}$/);
    expect(`${String(name)}${String(code)}`).not.toMatch(/ana@|\$|Ortiz"/);
  }
  expect(bodies(sent)[2]?.['name']).toMatch(/^TypeError( [\w.-]+:\d+:\d+){2}$/);
  expect(
    bodies(sent)
      .slice(3)
      .map(({ name }) => name),
  ).toEqual(['thrown.value', 'thrown.value', 'thrown.value']);
});

test('a page that reports without end keeps the last fifty', () => {
  const { reporter, sent } = listener();
  for (let at = 0; at < 200; at += 1) reporter.report({ kind: 'event', name: `n${at}` });
  reporter.flush();
  expect(bodies(sent).map(({ name }) => name)).toEqual(Array.from({ length: 50 }, (_, at) => `n${150 + at}`));
});

test('of somebody who wants nobody to follow what they do, only what goes wrong is reported', () => {
  const { reporter, sent } = listener(true);
  reporter.report({ kind: 'event', name: 'page' });
  reporter.report({ kind: 'error', name: 'save.refused' });
  reporter.flush();
  expect(bodies(sent).map(({ kind }) => kind)).toEqual(['error']);
});

test('L84 what a definition tells of an event goes with it, and nothing of who wants nobody to follow what they do', () => {
  const told = { kind: 'event', name: 'asked', step: 'apply/personal', with: { way: 'button', mobile: true } } as const;
  for (const wished of [false, true]) {
    const { reporter, sent } = listener(wished);
    reporter.report(told);
    reporter.flush();
    expect(bodies(sent)).toEqual(wished ? [] : [told]);
  }
});

test('what a widget threw is reported by its class, its widget and its step: nothing of its text, which may hold answers', async () => {
  const { reporter, sent } = listener();
  reporter.thrown(new TypeError('Ana Ortiz, 219-09-9999, cannot be drawn'), {
    widget: 'bank-check',
    step: 'loan/bank',
  });
  reporter.flush();
  const [body] = bodies(sent);
  expect(body).toMatchObject({ kind: 'error', code: 'widget.bank-check', step: 'loan/bank' });
  expect(body?.['name']).toMatch(/^TypeError/);
  expect(String(sent[0]?.init.body)).not.toMatch(/Ana|Ortiz|219|9999/);
});
