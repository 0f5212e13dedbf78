/**
 * What a screen reader is given on the way from the first page to the money, page by page and state by state, used by
 * keyboard only: kept in `transcripts/`, and a word that changes there is seen by whoever reads the change
 * (`npx vitest run tests/harness/transcripts.test.ts -u` writes it anew).
 */
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readFiles } from '../../compile/disk.ts';
import { root } from '../../scripts/lib/paths.ts';
import { Inspector, type State } from './inspector.ts';
import { fixturesIn, openTheater, type Theater } from './theater.ts';

/** Listens to each page instead of looking at it. */
class Listener extends Inspector {
  readonly heard: string[] = [];

  override async axe(page: Page, place: string, state: State): Promise<string[]> {
    const dialog = page.locator('dialog[open]');
    // What stands around every page is told once.
    const own = page.locator(this.heard.length === 0 ? 'body' : 'main');
    // The list at the foot of a page is asked for after the page.
    await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).waitFor();
    const part = (await dialog.count()) > 0 ? dialog.last() : own;
    const said = (await part.ariaSnapshot())
      .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<id>')
      // A list of all states is told by how many there are.
      .replaceAll(/(\n +- option "[^"]*"(?! \[)){9,}/g, (all) => `\n (${all.split('\n').length - 1} options)`);
    this.heard.push(`## ${place}, ${state}: ${await page.title()}\n\n${said}\n`);
    return [];
  }
}

const listener = new Listener();
let theater: Theater;
beforeAll(async () => {
  theater = await openTheater('browser', {}, { eyes: listener });
});
afterAll(() => theater?.close());

test('the way from the first page to the money is told as it was', async () => {
  const file = 'flows/apply/fixtures/approved-texas.json';
  const [fixture] = fixturesIn(readFiles([root])).filter((one) => one.file === file);
  if (fixture === undefined) throw new Error(`There is no ${file}.`);
  expect(await theater.play(fixture)).toEqual([]);
  expect(listener.heard.length).toBeGreaterThan(20);
  const told = `# ${fixture.title}\n\n${listener.heard.join('\n')}`;
  await expect(told).toMatchFileSnapshot(join(root, 'tests/harness/transcripts/approved-texas.md'));
});
