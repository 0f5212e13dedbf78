import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { parseCommand } from '../../cli/command.ts';
import { verb } from '../../cli/verbs/explain.ts';
import { projectDir } from '../../compile/disk.ts';

const dir = mkdtempSync(join(tmpdir(), 'waymark-explain-'));
mkdirSync(join(dir, 'compliance/disclosures/florida-notice'), { recursive: true });
writeFileSync(
  join(dir, 'compliance/disclosures/florida-notice/1.md'),
  '---\nidTag: florida-notice\ntitle: Notice for Florida\ntype: notice\nfrom: 2026-01-01\nstates: [FL]\n---\nWords\n',
);
afterAll(() => rmSync(dir, { recursive: true, force: true }));

async function said(name: string) {
  const err: string[] = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => err.push(String(text)) > 0);
  const code = await verb(parseCommand(['explain', 'approved-texas', name, '--content', `${projectDir}:${dir}`]));
  vi.restoreAllMocks();
  return [code, err.join('')];
}

test('explain says of a document that no page shows that it exists, and of another name that there is none', async () => {
  expect(await said('florida-notice')).toEqual([
    1,
    'The document "florida-notice" exists (compliance/disclosures/florida-notice/1.md), but no page of the brand payday shows it: none has { "disclosure": "florida-notice" } in its layout.\n',
  ]);
  expect(await said('florida-note')).toEqual([1, expect.stringMatching(/^There is nothing called "florida-note"/)]);
}, 60_000);
