import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compileContent } from '../../compile/index.ts';
import { readFiles } from '../../compile/disk.ts';
import type { CompiledContent } from '../../compile/types.ts';
import type { CompiledFlow } from '../../runtime/core/definition.ts';
import { keepAhead } from '../../server/definitions/ahead.ts';
import { createDefinitions, type Definitions } from '../../server/definitions/definitions.ts';
import type { Archive } from '../../server/definitions/archive.ts';
import { piecesOf } from '../../compile/emit/module.ts';
import type { Stored } from '../../compile/load.ts';
import { createModuleStore, type ModuleStore } from '../../server/definitions/store.ts';
import { copyContent, edit } from './support/content.ts';
import { openApplication } from './support/applicant.ts';
import { boot, signUp } from './support/person.ts';
import { startTestServer, temporaryFolder } from './support/server.ts';

const contentDir = copyContent();
// What was compiled on this machine before is not compiled again: this content never was.
writeFileSync(join(contentDir, 'flows/README.md'), randomUUID());
const folders = [contentDir];
const folder = (): string => {
  const made = temporaryFolder();
  folders.push(made);
  return made;
};
afterAll(() => folders.forEach((one) => rmSync(one, { recursive: true, force: true })));

describe('a pinned version is stored whole or not at all', () => {
  let content: CompiledContent;
  let known: Stored;
  beforeAll(() => {
    content = compileContent(readFiles([contentDir]), { env: 'local', today: '2026-11-20' }).content as CompiledContent;
    const module = content.brands['payday']?.flows['apply'];
    if (module === undefined) throw new Error('The content has no flow to pin.');
    known = { module, kit: content.kit, pieces: module.pieces ?? [] };
  }, 60_000);
  const archive = async (hash: string): Promise<Stored | undefined> => {
    await Promise.resolve();
    return hash === known.module.hash ? known : undefined;
  };
  const flowOf = (store: ModuleStore): Promise<CompiledFlow | undefined> => store.load<CompiledFlow>(known.module.hash);

  test('eighteen folders, each loaded by four at once: nobody ever gets half a file, and none is left behind', async () => {
    for (let trial = 0; trial < 18; trial++) {
      const directory = folder();
      // Two processes beside each other on one folder, each with two requests.
      const stores = [createModuleStore(directory, archive), createModuleStore(directory, archive)];
      const found = await Promise.all([...stores, ...stores].map(flowOf));
      expect(found.map((flow) => Object.keys(flow?.steps ?? {}).length > 0)).toEqual([true, true, true, true]);
      expect(readdirSync(directory).filter((name) => name.endsWith('.part'))).toEqual([]);
    }
  });

  test.each(['module', 'kit', 'piece'] as const)(
    'half a %s that an ended process left is replaced before it is run',
    async (which) => {
      const directory = folder();
      const of = which === 'piece' ? known.pieces?.at(-1) : known[which];
      if (of === undefined) throw new Error('The flow has no pieces.');
      const { hash, code } = of;
      mkdirSync(directory, { recursive: true });
      writeFileSync(join(directory, which === 'kit' ? `kit-${hash}.js` : `${hash}.js`), code.slice(0, code.length / 2));
      expect((await flowOf(createModuleStore(directory, archive)))?.hash).toBe(known.module.hash);
    },
  );

  test('a version lacks a piece in the archive: it is not run without it, and is there again with it', async () => {
    const kept: Parameters<Archive['keep']>[0][number][] = [];
    const rows = new Map<string, (typeof kept)[number]>();
    const open = async (): Promise<Definitions> =>
      await createDefinitions({
        contentDirs: [contentDir],
        env: 'local',
        addresses: { notFound: undefined, maintenance: undefined },
        directory: folder(),
        archive: {
          keep: (all) => Promise.resolve(void kept.push(...all)),
          find: (hash) => Promise.resolve(rows.get(hash)),
        },
        today: '2026-11-20',
      });
    const { hash } = known.module;
    await (await open()).pin(hash);
    const pieces = piecesOf(known.module.code);
    expect(pieces.length).toBeGreaterThan(2);
    expect(kept.map((one) => one.hash).sort()).toEqual([known.kit.hash, ...pieces, hash].sort());
    // Another content: nothing of the version is in memory any more.
    edit(contentDir, 'flows/apply/steps/submit.json', { from: 'Check your answers', to: 'Look at it' });
    try {
      const later = await open();
      for (const row of kept) if (row.hash !== pieces.at(-1)) rows.set(row.hash, row);
      await expect(later.flow(hash)).rejects.toThrow(/needs the piece/);
      for (const row of kept) rows.set(row.hash, row);
      expect(Object.keys((await later.flow(hash))?.steps ?? {})).toEqual(
        Object.keys((await flowOf(createModuleStore(folder(), archive)))?.steps ?? {}),
      );
      expect(await later.moduleText(pieces[0] ?? '')).toBe(known.pieces?.[0]?.code);
    } finally {
      edit(contentDir, 'flows/apply/steps/submit.json', { from: 'Look at it', to: 'Check your answers' });
    }
  }, 60_000);

  test('what nobody has, and what could not be asked for, is asked for again the next time', async () => {
    let archived: () => Promise<Stored | undefined> = () => Promise.resolve(undefined);
    const store = createModuleStore(folder(), () => archived());
    expect(await flowOf(store)).toBeUndefined();
    archived = () => Promise.reject(new Error('The database is away.'));
    await expect(flowOf(store)).rejects.toThrow('away');
    archived = () => Promise.resolve(known);
    expect((await flowOf(store))?.hash).toBe(known.module.hash);
  });

  test('text that does not have its hash is refused, and asked for again when it is mended', async () => {
    const directory = folder();
    const right = known.module;
    let code = `${right.code}//`;
    const store = createModuleStore(directory, () => Promise.resolve({ ...known, module: { hash: right.hash, code } }));
    await expect(flowOf(store)).rejects.toThrow(/does not have this hash/);
    code = right.code;
    expect((await flowOf(store))?.hash).toBe(right.hash);
  });
});

/** From 2030-06-02 on a notice that the row of California names is for another state. */
function spoilLater(dir: string): void {
  const notice = 'compliance/disclosures/california-notice';
  const text = readFileSync(join(dir, `${notice}/1.md`), 'utf8');
  edit(dir, `${notice}/1.md`, { from: 'until: null', to: 'until: 2030-06-01' });
  writeFileSync(
    join(dir, `${notice}/2.md`),
    text.replace(/^from: .*$/m, 'from: 2030-06-02').replace('states: [CA]', 'states: [NV]'),
  );
}

describe('days', () => {
  const open = async () =>
    await createDefinitions({
      contentDirs: [contentDir],
      env: 'local',
      addresses: { notFound: undefined, maintenance: undefined },
      directory: folder(),
      archive: { keep: () => Promise.resolve(), find: () => Promise.resolve(undefined) },
      today: '2026-11-20',
    });

  test('a day is compiled aside: the thread that answers requests goes on meanwhile, and both who ask get it', async () => {
    const definitions = await open();
    const before = definitions.content('2026-11-21');
    expect(before).toBe(definitions.content('2026-11-20'));
    let turns = 0;
    const turning = setInterval(() => (turns += 1), 5);
    await Promise.all([definitions.prepare('2026-11-21'), definitions.prepare('2026-11-21')]);
    clearInterval(turning);
    expect(turns).toBeGreaterThan(10);
    expect(definitions.content('2026-11-21')).not.toBe(before);
    expect(definitions.health('2026-11-21')).toEqual({ serving: '2026-11-21', problems: {} });
    // What does not differ between days is held once.
    expect(definitions.brand('payday', '2026-11-21')?.app).toBe(definitions.brand('payday', '2026-11-20')?.app);
  }, 60_000);

  test('nobody who asks waits for the compiler: until a day is ready the last good one answers, for whatever is asked', async () => {
    const definitions = await open();
    const day = '2026-11-22';
    let isReady = false;
    const preparing = definitions.prepare(day).then(() => (isReady = true));
    const today = await definitions.compliance('payday', '2026-11-20');
    expect(await definitions.compliance('payday', day)).toBe(today);
    await definitions.app('payday', day);
    await definitions.standIns(day);
    expect(definitions.brand('payday', day)).toBe(definitions.brand('payday', '2026-11-20'));
    expect([isReady, definitions.health(day).serving]).toEqual([false, '2026-11-20']);
    await preparing;
    expect(definitions.health(day).serving).toBe(day);
  }, 60_000);

  test.each([
    ['2026-11-20T15:00:00Z', ['2026-11-20', '2026-11-21']],
    // Five minutes after midnight: pages of yesterday are still open.
    ['2026-11-21T05:05:00Z', ['2026-11-21', '2026-11-20', '2026-11-22']],
  ])('at %s the days that requests will ask are compiled ahead', async (now, days) => {
    const prepared: string[] = [];
    const waits: (() => void)[] = [];
    const done = Promise.withResolvers<void>();
    const stop = keepAhead(
      { prepare: (day) => (prepared.push(day), Promise.resolve()) },
      {
        clock: () => new Date(now),
        timers: { after: (_, fn) => (waits.push(fn) > 1 && done.resolve(), () => undefined) },
      },
      done.reject,
    );
    waits[0]?.();
    await done.promise;
    stop();
    expect([...new Set(prepared)]).toEqual(days);
  });
});

test('a day whose content does not compile keeps the last good one serving, and readiness tells', async () => {
  const late = copyContent();
  folders.push(late);
  spoilLater(late);
  const server = await startTestServer({ contentDir: late });
  try {
    const get = async (path: string, clock?: string): Promise<Response> =>
      await fetch(
        `${server.address}${path}`,
        clock === undefined ? {} : { headers: { cookie: `waymark-clock=${clock}` } },
      );
    expect(await (await get('/readyz')).json()).toEqual({
      ready: true,
      content: { serving: '2026-11-20', problems: {} },
    });
    const today = (await (await get('/definitions/boot.json?brand=payday')).json()) as { compliance: string };
    const answer = await get('/definitions/boot.json?brand=payday', '2030-06-02T15:00:00Z');
    expect(answer.status).toBe(200);
    expect(((await answer.json()) as { compliance: string }).compliance).toBe(today.compliance);
    expect(await (await get('/readyz')).json()).toMatchObject({
      ready: true,
      content: {
        serving: '2026-11-20',
        problems: { '2030-06-02': [expect.stringContaining('"california-notice" is not for CA')] },
      },
    });
  } finally {
    await server.stop();
  }
}, 60_000);

test('a superseded version starts no new application; the refusal names the one that does', async () => {
  const changed = copyContent();
  folders.push(changed);
  const server = await startTestServer({ contentDir: changed });
  try {
    const person = await signUp(server);
    const old = (await boot(server)).flows['apply']?.hash ?? '';
    edit(changed, 'flows/apply/steps/bank.json', {
      from: '"title": "Your bank account"',
      to: '"title": "Where shall the money go?"',
    });
    expect(await server.reloadContent()).toEqual([]);
    const current = (await boot(server)).flows['apply']?.hash;
    expect(current).not.toBe(old);
    const refused = await person.ask('createApplication', { application: { flow: 'apply', definition: old } });
    expect(refused.errors?.[0]?.extensions).toMatchObject({
      code: 'REFUSED',
      reason: 'definition',
      definition: current,
    });
    expect((await openApplication(server, person)).definition).toBe(current);
  } finally {
    await server.stop();
  }
}, 60_000);
