import { expect, test } from 'vitest';
import { redactingLog } from '../../server/log/redacting.ts';

/** What becomes of a line of the log. */
function told(line: unknown): unknown {
  const lines: string[] = [];
  redactingLog({ write: (one) => void lines.push(one) }).write(`${JSON.stringify(line)}\n`);
  return JSON.parse(lines.join(''));
}

const error = {
  type: 'DatabaseError',
  code: '22P02',
  message: 'invalid input syntax for type uuid: "Ana Ortiz"',
  stack: 'DatabaseError: invalid input syntax for type uuid: "Ana Ortiz"\n    at query (server/database/index.ts:12:3)',
  detail: 'Key (name)=(Ana Ortiz) exists.',
};
const right = {
  type: 'DatabaseError',
  code: '22P02',
  message: 'invalid input syntax for type uuid: [value]',
  stack: '    at query (server/database/index.ts:12:3)',
};

test('an exception is told by class, code and place alone, under whatever name and however deep it stands in a line', () => {
  const wraps: Readonly<Record<string, readonly [(one: unknown) => object, unknown]>> = {
    err: [(err) => ({ err }), { err: right }],
    error: [(one) => ({ error: one }), { error: right }],
    cause: [(cause) => ({ cause }), { cause: right }],
    list: [(one) => ({ failed: [one, { reason: one }] }), { failed: [right, { reason: right }] }],
    deep: [(one) => ({ a: { b: { c: [one] } } }), { a: { b: { c: [right] } } }],
  };
  for (const [name, [wrap, expected]] of Object.entries(wraps))
    expect([name, told({ level: 50, msg: 'failed', ...wrap(error) })]).toEqual([
      name,
      { level: 50, msg: 'failed', ...(expected as object) },
    ]);
  const { stack: _, ...without } = error;
  for (const name of ['err', 'error']) expect(JSON.stringify(told({ [name]: without }))).not.toMatch(/Ana|Ortiz/);
});

test('every text of a line is redacted at any depth, and what the logger itself writes is kept', () => {
  const secret = '219-09-9999 ana@example.com';
  expect(
    told({ level: 30, time: 1_790_000_000_000, pid: 4711, reqId: '4711', msg: secret, a: [secret, { b: secret }] }),
  ).toEqual({
    level: 30,
    time: 1_790_000_000_000,
    pid: 4711,
    reqId: '4711',
    msg: '[number] [email]',
    a: ['[number] [email]', { b: '[number] [email]' }],
  });
  const lines: string[] = [];
  redactingLog({ write: (one) => void lines.push(one) }).write(`no JSON of ${secret}\n`);
  expect(lines).toEqual(['no JSON of [number] [email]\n']);
});
