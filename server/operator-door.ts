/**
 * The door of the machine's own operator beside a running server: a socket in the data directory, which none but the
 * server's own user may open. Whoever can open it could read the database and its keys as well.
 */
import Fastify from 'fastify';
import { chmodSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { CompiledFlow } from '../runtime/core/definition.ts';
import type { Evidence } from './journeys/evidence.ts';
import type { UnderWay } from './journeys/under-way.ts';
import type { Operator, VersionText } from './operator.ts';

/** A socket's name may have so many bytes. */
const longest = 100;

/** Where a server with this data directory has its door; undefined where the name would be too long for a socket. */
export function doorOf(dataDir: string): string | undefined {
  const path = join(dataDir, 'operator.sock');
  return Buffer.byteLength(path) > longest ? undefined : path;
}

/** Compiled modules go as text, each once. */
type Texts = Readonly<Record<string, VersionText>>;
export interface LookTold {
  readonly found: Omit<Evidence, 'flow' | 'versions' | 'contents'>;
  /** Hashes. */
  readonly flow: string;
  readonly versions: readonly string[];
  readonly contents: readonly string[];
  readonly texts: Texts;
}
export interface UnderWayTold {
  readonly all: readonly (Omit<UnderWay, 'version'> & { readonly version: string })[];
  readonly texts: Texts;
}
export interface LookAsked {
  readonly id: string;
  readonly by: string;
  readonly command: string;
}

/** Opens the door; gives the function that closes it. */
export async function openDoor(path: string, operator: Omit<Operator, 'close'>): Promise<() => Promise<void>> {
  const door = Fastify({ logger: false });
  const textsOf = async (hashes: Iterable<string>): Promise<Texts> => {
    const texts: Record<string, VersionText> = {};
    for (const hash of hashes) texts[hash] ??= await operator.textOf(hash);
    return texts;
  };
  door.post<{ Body: LookAsked }>('/look', async ({ body: { id, by, command } }, reply) => {
    const found = await operator.look(id, by, command);
    if (!found) return reply.code(404).send({});
    const { flow, versions, contents, ...rest } = found;
    const [ofFlow, ofContent] = [Object.keys(versions), Object.keys(contents)];
    const texts = await textsOf([flow.hash, ...ofFlow, ...ofContent]);
    const told: LookTold = { found: rest, flow: flow.hash, versions: ofFlow, contents: ofContent, texts };
    return reply.send(told);
  });
  door.post('/under-way', async (_, reply) => {
    const all: UnderWayTold['all'][number][] = [];
    const versions = new Map<string, CompiledFlow>();
    for await (const { version, ...one } of operator.underWay()) {
      versions.set(version.hash, version);
      all.push({ ...one, version: version.hash });
    }
    const told: UnderWayTold = { all, texts: await textsOf(versions.keys()) };
    return reply.send(told);
  });
  // Of a process that is gone: the lock of the directory is ours.
  rmSync(path, { force: true });
  await door.listen({ path });
  chmodSync(path, 0o600);
  return () => door.close();
}
