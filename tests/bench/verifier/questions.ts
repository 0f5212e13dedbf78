/** Questions that ask nothing of each other, with a page each: they must not be multiplied. */
import { readFiles } from '../../../compile/disk.ts';
import type { Json } from '../../../compile/index.ts';
import { sharedFiles } from '../../verifier/brute/made-flow.ts';
import { explored, load, type Effort } from './growth.ts';

/** What exploring so many boxes on one page costs, each with a page for who ticks it. */
export async function questions(count: number): Promise<Effort> {
  const names = Array.from({ length: count }, (_, index) => `b${index}`);
  const page = { kind: 'form', actions: [{ id: 'go', label: 'Go' }], layout: [{ copy: 'Made up.' }] };
  const docs: Readonly<Record<string, Json | string>> = {
    ...sharedFiles('x'),
    'flows/app.json': {
      home: [{ to: 'x/ask' }],
      signIn: { to: 'x/ask' },
      unknownPath: { leave: 'away' },
      errors: [{ on: ['unauthenticated', 'unavailable', 'failed'], leave: 'away' }],
      addresses: { away: '/away' },
    },
    'flows/x/flow.json': {
      id: 'x',
      title: 'Made up',
      base: '/x',
      access: 'public',
      saves: 'application',
      line: ['ask', ...names.map((name) => `p${name}`), 'end'],
      outcomes: ['done'],
      answers: {
        type: 'object',
        properties: {
          m: { type: 'object', properties: Object.fromEntries(names.map((name) => [name, { type: 'boolean' }])) },
        },
      },
    },
    'flows/x/steps/ask.json': {
      ...page,
      id: 'ask',
      title: 'Ask',
      layout: names,
      fields: Object.fromEntries(
        names.map((name) => [
          name,
          { bind: `m.${name}`, type: 'boolean', control: 'checkbox', required: false, label: name },
        ]),
      ),
    },
    ...Object.fromEntries(
      names.map((name) => [
        `flows/x/steps/p${name}.json`,
        { ...page, id: `p${name}`, title: name, when: { '==': [{ var: `answers.m.${name}` }, true] } },
      ]),
    ),
    'flows/x/steps/end.json': {
      id: 'end',
      kind: 'form',
      title: 'End',
      layout: [{ copy: 'Made up.' }],
      outcome: 'done',
    },
  };
  const files = Object.entries(docs).map(([file, doc]) => [file, typeof doc === 'string' ? doc : JSON.stringify(doc)]);
  return explored(await load({ ...readFiles([]), ...Object.fromEntries(files) }));
}
