/** The content of a git revision, read into memory; the work tree is not touched. */
import type { SpawnSyncReturns } from 'node:child_process';
import { CONTENT, PROVIDED, readFiles } from '../compile/disk.ts';
import type { Files } from '../compile/index.ts';

/** Runs git in the repository: arguments and what it reads; gives its status and output. */
export type Git = (args: readonly string[], input?: string) => SpawnSyncReturns<Buffer>;
export type Revision = { readonly ok: true; readonly files: Files } | { readonly ok: false; readonly why: string };

const FOLDERS = [...CONTENT, ...PROVIDED.map(([folder]) => folder)];
/** The files `readFiles` would take. */
const isContent = (path: string): boolean =>
  /\.(json|md|graphql)$/.test(path) &&
  !/(^|\/)\./.test(path) &&
  PROVIDED.every(([folder, only]) => only === undefined || !path.startsWith(`${folder}/`) || path.endsWith(`/${only}`));

/**
 * Every content file of the revision, as `readFiles` would give them. `folder` is the project, which may lie below the
 * repository's root.
 */
export function filesAt(revision: string, folder: string, git: Git): Revision {
  const top = git(['rev-parse', '--show-prefix']);
  if (top.error || top.status !== 0)
    return { ok: false, why: `${revision} is no folder, and ${folder} is in no git repository.` };
  const commit = git(['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`]);
  if (commit.status !== 0)
    return { ok: false, why: `${revision} is neither a folder nor a revision of the repository.` };
  const id = commit.stdout.toString('utf8').trim();
  const listed = git(['ls-tree', '-r', '-z', id, '--', ...FOLDERS]);
  if (listed.status !== 0)
    return { ok: false, why: `git cannot list ${revision}: ${listed.stderr.toString('utf8').trim()}` };
  const blobs = listed.stdout
    .toString('utf8')
    .split('\0')
    .flatMap((line) => {
      const found = /^\d+ blob ([0-9a-f]+)\t(.+)$/s.exec(line);
      return found?.[1] !== undefined && found[2] !== undefined && isContent(found[2])
        ? [{ blob: found[1], path: found[2] }]
        : [];
    });
  const read = git(['cat-file', '--batch'], blobs.map(({ blob }) => `${blob}\n`).join(''));
  if (read.status !== 0)
    return { ok: false, why: `git cannot read ${revision}: ${read.stderr.toString('utf8').trim()}` };
  const files: Record<string, string> = {};
  let at = 0;
  for (const { path } of blobs) {
    const end = read.stdout.indexOf(0x0a, at);
    const size = Number(read.stdout.subarray(at, end).toString('utf8').split(' ')[2]);
    files[path] = read.stdout.subarray(end + 1, end + 1 + size).toString('utf8');
    at = end + 1 + size + 1;
  }
  if (blobs.length === 0) return { ok: false, why: `${revision} holds no content: none of ${FOLDERS.join(', ')}.` };
  return { ok: true, files: { ...todays(files), ...files } };
}

/**
 * What today's project provides where the revision does not say it yet: one from before a kind of file was invented is
 * still read.
 */
function todays(files: Files): Files {
  const said = (folder: string): boolean => Object.keys(files).some((path) => path.startsWith(`${folder}/`));
  const unsaid = PROVIDED.flatMap(([folder]) => (said(folder) ? [] : [`${folder}/`]));
  return Object.fromEntries(
    Object.entries(readFiles([])).filter(([path]) => unsaid.some((folder) => path.startsWith(folder))),
  );
}
