/** Counterexamples played again on the real server, without a screen: whether it goes the way that is said. */
import { mkdir } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import type { Fixture } from '../../verifier/fixture/fixture.ts';
import { distDir } from '../../scripts/lib/front-end.ts';
import { openTheater, playable } from './theater.ts';

/**
 * What the server makes of each fixture, in their order: the sentences by which it fails, or why it was not played.
 * @param content the folders that the server is started with
 */
export async function replay(
  content: readonly string[],
  fixtures: readonly Fixture[],
): Promise<readonly ({ readonly failures: readonly string[] } | { readonly unplayed: string })[]> {
  const only = 'only the engine can grant what it supposes';
  if (!fixtures.some((one) => playable(one, 'server'))) return fixtures.map(() => ({ unplayed: only }));
  // Without a screen nobody needs the pages that were built.
  if (!existsSync(distDir)) await mkdir(distDir, { recursive: true });
  const said = (reason: unknown): string => (reason instanceof Error ? reason.message : String(reason));
  const theater = await openTheater('server', { CONTENT_DIR: content.join(':') }).catch(said);
  if (typeof theater === 'string')
    return fixtures.map(() => ({ unplayed: `the server does not start with this content: ${theater}` }));
  const played: ({ readonly failures: readonly string[] } | { readonly unplayed: string })[] = [];
  try {
    for (const fixture of fixtures)
      played.push(
        playable(fixture, 'server')
          ? { failures: await theater.play(fixture).catch((reason: unknown) => [said(reason)]) }
          : { unplayed: only },
      );
  } finally {
    await theater.close();
  }
  return played;
}
