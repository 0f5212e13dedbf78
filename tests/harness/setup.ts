/**
 * Runs once before the browser tests: a front end that is up to date, a browser that is unpacked, and a folder in which
 * it is noted which pages were inspected.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildFrontEnd, frontEndIsStale } from '../../scripts/lib/front-end.ts';
import { chromiumPath } from './browser.ts';

/** Gives what to do after the last test. */
export default async function setup(): Promise<() => Promise<void>> {
  if (frontEndIsStale()) await buildFrontEnd(false);
  // Resolved once here: two tests unpacking at the same time would write the same files.
  process.env['CHROMIUM_PATH'] = await chromiumPath();
  const inspected = await mkdtemp(join(tmpdir(), 'waymark-inspected-'));
  process.env['INSPECTED_DIR'] = inspected;
  return () => rm(inspected, { recursive: true, force: true });
}
