/** Runs once before the browser tests: a front end that is up to date and a browser that is unpacked. */
import { buildFrontEnd, frontEndIsStale } from '../../scripts/lib/front-end.ts';
import { chromiumPath } from './browser.ts';

export default async function setup(): Promise<void> {
  if (frontEndIsStale()) await buildFrontEnd(false);
  // Resolved once here: two tests unpacking at the same time would write the same files.
  process.env['CHROMIUM_PATH'] = await chromiumPath();
}
