/** What app.json loads for the session: calls that only ask, over facts that are there before any page is. */
import type { JsonObject } from '../../runtime/core/facts.ts';
import { at, type CompileRule, type Finding } from '../checks/check.ts';
import { readsOf, readsOfRule } from '../checks/unfolded.ts';
import { isObject, list, member, text } from '../json-types.ts';
import type { Scene, World } from '../world.ts';

/** What is known of the person and the site before a page is shown. */
const KNOWN = ['session', 'customer', 'application', 'brand', 'flags', 'cookies', 'device', 'today'];

export const RULE: CompileRule = {
  codes: ['session'],
  severity: 'refused',
  says: 'A call that app.json makes for the session does more than ask, hangs on what only a page knows, or gives its result a name that a call of a journey gives, too.',
  remedy:
    'Load what only asks (a query, a GET, a stand-in that names no application), let it read the person, the application, the brand, flags, cookies and the loads before it, and give its result a name of its own.',
  bad: [
    [
      'flows/app.json',
      '"home"',
      '"session": { "load": [{ "call": "version", "as": "server", "when": »{ "answered": "answers.loan.amount" } }] },\n  "home"',
    ],
  ],
  good: [
    [
      'flows/app.json',
      '"home"',
      '"session": { "load": [{ "call": "version", "as": "server", "when": { "answered": "session.email" } }] },\n  "home"',
    ],
  ],
  *find(world) {
    for (const scene of world.scenes) if (!scene.flow) yield* loadsOf(scene, world);
  },
};

function* loadsOf(scene: Scene, { source, scenes }: World): Generator<Finding> {
  const brought: string[] = [];
  const elsewhere = new Set(
    scenes
      .filter(({ brand, flow }) => flow && brand.id === scene.brand.id)
      .flatMap(({ uses }) => uses.calls.map(({ call }) => text(call['as']))),
  );
  for (const call of list(member(scene.brand.app['session'], 'load')).filter(isObject)) {
    const name = text(call['call']) ?? '';
    const operation = source.operations[name];
    if (operation && !onlyAsks(operation, source.graphql[name]))
      yield at(call, 'call', {
        message: `"${name}" does more than ask, and what the session loads is asked again and again.`,
        fix: 'Call it from a page, when somebody has pressed something.',
      });
    yield* strangers(call, 'when', { read: readsOfRule(call['when'], scene), brought });
    yield* strangers(call, 'with', { read: readsOf(call['with'], scene), brought });
    const as = text(call['as']);
    if (as === undefined) continue;
    if (brought.includes(as) || elsewhere.has(as))
      yield at(call, 'as', {
        message: `Another call gives its result the name "${as}", too.`,
        fix: 'Give what the session loads a name of its own.',
      });
    brought.push(as);
  }
}

function* strangers(
  call: JsonObject,
  key: 'when' | 'with',
  { read, brought }: { readonly read: readonly string[]; readonly brought: readonly string[] },
): Generator<Finding> {
  const stranger = read.find((path) => {
    const [root = '', name = ''] = path.split('.');
    return root === 'results' ? !brought.includes(name) : !KNOWN.includes(root);
  });
  if (stranger !== undefined)
    yield at(call, key, {
      message: `What the session loads is asked before any page is there, and "${stranger}" is not known then.`,
      fix: `Let it read ${KNOWN.join(', ')}, or the result of a load before it.`,
    });
}

function onlyAsks(operation: JsonObject, document: string | undefined): boolean {
  switch (operation['kind']) {
    case 'standIn':
      return operation['application'] === undefined;
    case 'rest':
      return (operation['method'] ?? 'GET') === 'GET';
    case 'identity':
      return false;
    default:
      return /^\s*(query\b|\{)/.test(document ?? '');
  }
}
