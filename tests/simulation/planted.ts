/**
 * Mistakes that the simulation has to find, each a text of the product and what stands in its place. They are laid over
 * the files as they are loaded (`plant.ts`) and never written to them.
 */
export interface Planted {
  readonly name: string;
  readonly file: string;
  /** Occurs exactly once. */
  readonly text: string;
  readonly instead: string;
}

export const planted: readonly Planted[] = [
  {
    name: 'acknowledged before it is stored',
    file: 'server/journeys/perform.ts',
    text: 'if (!(await writeAct(services.db, linked, { answer: kept, files: judged.files }))) return undefined;',
    instead: 'void writeAct(services.db, linked, { answer: kept, files: judged.files });',
  },
  {
    name: 'a retry goes with a new key',
    file: 'runtime/gateway/open-flow.ts',
    text: 'const key = keys.get(effect) ?? host.acts.keyOf(press, effect.input);',
    instead: 'host.acts.ended(press);\n    const key = host.acts.keyOf(press, effect.input);',
  },
  {
    name: 'the idempotency key is not looked up',
    file: 'server/journeys/acts/store.ts',
    text: 'return { row, repeat: repeat ?? undefined, earlier: earlier ?? [] };',
    instead: 'return { row, repeat: undefined, earlier: earlier ?? [] };',
  },
  {
    name: 'a lease is taken while it holds',
    file: 'server/status/machine.ts',
    text: ' and (lease_until is null or lease_until < now())',
    instead: '',
  },
  {
    name: 'a lost lease is not noticed',
    file: 'server/journeys/acts/store.ts',
    text: '(${beside.lease ?? null}::text is null or lease_by = ${beside.lease ?? null}::text)',
    instead: '(${beside.lease ?? null}::text is null or true)',
  },
  {
    name: 'what waits is kept under no owner',
    file: 'runtime/gateway/shelf.ts',
    text: 'const keyOf = (owner: Owner): string => `waymark.waiting.${name}.${owner}`;',
    instead: 'const keyOf = (_: Owner): string => `waymark.waiting.${name}`;',
  },
  {
    name: 'the revision of a save is not checked',
    file: 'server/journeys/save.ts',
    text: 'if (!follows) throw conflict(row.revision);',
    instead: '',
  },
  {
    name: 'a conflict drops what waited',
    file: 'runtime/gateway/save-queue.ts',
    text: 'const revision = await options.conflicted();',
    instead: 'batches = [];\n        const revision = await options.conflicted();',
  },
  {
    name: 'a lost answer drops the save',
    file: 'runtime/gateway/save-queue.ts',
    text: "return retry(isOffline(outcome) ? 'offline' : code === 'unavailable' ? 'unavailable' : 'failed');",
    instead:
      "batches = batches.slice(1);\n        return retry(isOffline(outcome) ? 'offline' : code === 'unavailable' ? 'unavailable' : 'failed');",
  },
  {
    name: 'a stored save is sent for ever',
    file: 'runtime/gateway/save-queue.ts',
    text: 'reached(revision);\n        batches = batches.slice(1);',
    instead: 'reached(revision);',
  },
  {
    name: 'the page stays after a sign-out',
    file: 'runtime/gateway/session.ts',
    text: "{ at: 'signedOut', visitor, timedOut, tickets: session.tickets },\n    [...over(session), ...(standing ? [{ type: 'unmount', ticket: standing.ticket } as const] : [])],",
    instead:
      "{ at: 'signedOut', visitor, timedOut, tickets: session.tickets },\n    [...over(session), ...(standing ? [] : [])],",
  },
  {
    name: 'two acts get one number',
    file: 'server/journeys/acts/store.ts',
    text: 'and version = ${before.version} and (',
    instead: 'and version >= ${before.version} and (',
  },
  {
    name: 'a message is sent twice',
    file: 'server/status/notices.ts',
    text: 'await services.deliver({ ...message, id: messageId(row.id, kind) });',
    instead: 'for (const _ of [1, 2]) await services.deliver(message);',
  },
  {
    name: 'a notice is written down and never sent',
    file: 'server/status/notices.ts',
    text: '  await services.deliver({ ...message, id: messageId(row.id, kind) });',
    instead: '',
  },
  {
    name: 'a save counts no revision',
    file: 'server/journeys/acts/fold.ts',
    text: '...(saves && { revision: row.revision + 1 }),',
    instead: '',
  },
  {
    name: 'a withdrawn application stays open',
    file: 'server/journeys/acts/fold.ts',
    text: '...((ends || closes) && { is_open: false }),',
    instead: '...(ends && { is_open: false }),',
  },
  {
    name: 'an act does not hold the one before it',
    file: 'server/journeys/acts/store.ts',
    text: '    previous: before.head,',
    instead: "    previous: '',",
  },
  {
    name: 'work that was taken on is never due again',
    file: 'server/status/machine.ts',
    text: 'attempt = attempt + 1\n',
    instead: 'attempt = attempt + 1, due_at = null\n',
  },
  {
    name: 'a new application is told before it is stored',
    file: 'server/graphql/create.ts',
    text: ': await writeFirst(db, next, { answer: sealed });',
    instead: ': (void writeFirst(db, next, { answer: sealed }), true);',
  },
  {
    name: 'a withdrawal withdraws nothing',
    file: 'server/journeys/steps.ts',
    text: 'return { closes: true };',
    instead: 'return {};',
  },
];
