/** What an operator is told by a server that runs and holds the embedded database. */
import { request } from 'node:http';
import type { CompiledCompliance } from '../../runtime/core/app-definition.ts';
import type { CompiledFlow } from '../../runtime/core/definition.ts';
import type { LookAsked, LookTold, UnderWayTold } from '../../server/operator-door.ts';
import type { Operator, VersionText } from '../../server/operator.ts';
import { moduleOf } from './modules.ts';

/** @param path the server's door: a socket in its data directory */
export function operatorBeside(path: string): Operator {
  const texts = new Map<string, VersionText>();
  const modules = new Map<string, unknown>();
  const take = (told: Readonly<Record<string, VersionText>>): void => {
    for (const [hash, text] of Object.entries(told)) texts.set(hash, text);
  };
  const load = async <T>(hash: string): Promise<T> => {
    const text = texts.get(hash);
    if (!text) throw new Error(`The server told of the version ${hash} without its text.`);
    if (!modules.has(hash)) modules.set(hash, await moduleOf(hash, text));
    return modules.get(hash) as T;
  };
  const loadAll = async <T>(hashes: readonly string[]): Promise<Readonly<Record<string, T>>> => {
    const all: Record<string, T> = {};
    for (const hash of hashes) all[hash] = await load<T>(hash);
    return all;
  };
  return {
    async look(id, by, command) {
      const asked: LookAsked = { id, by, command };
      const told = (await ask(path, '/look', asked)) as LookTold | undefined;
      if (told === undefined) return undefined;
      take(told.texts);
      return {
        ...told.found,
        flow: await load<CompiledFlow>(told.flow),
        versions: await loadAll<CompiledFlow>(told.versions),
        contents: await loadAll<CompiledCompliance>(told.contents),
      };
    },
    async *underWay() {
      const told = (await ask(path, '/under-way', {})) as UnderWayTold;
      take(told.texts);
      for (const one of told.all) yield { ...one, version: await load<CompiledFlow>(one.version) };
    },
    textOf(hash) {
      const text = texts.get(hash);
      return text
        ? Promise.resolve(text)
        : Promise.reject(new Error(`The server told nothing of the version ${hash}.`));
    },
    close: () => Promise.resolve(),
  };
}

/** The answer of the door; undefined where it knows nothing of what is asked. */
function ask(socketPath: string, path: string, body: object): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const asked = request(
      { socketPath, path, method: 'POST', headers: { 'content-type': 'application/json' } },
      (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('error', reject);
        answer.on('end', () => {
          const text = Buffer.concat(parts).toString('utf8');
          if (answer.statusCode === 404) resolve(undefined);
          else if (answer.statusCode === 200) resolve(JSON.parse(text));
          else reject(new Error(`The running server answered ${answer.statusCode ?? 0}: ${text}`));
        });
      },
    );
    asked.on('error', reject);
    asked.end(JSON.stringify(body));
  });
}
