import { chmodSync, mkdirSync, statSync } from 'node:fs';

/**
 * Makes a folder that its owner alone may enter (mode 0700), and takes the others' rights from one that is there: the
 * files of the embedded engine are readable by everybody, and only the folder keeps other users of the machine out.
 * @throws an Error with `EPERM` when the folder belongs to somebody else
 */
export function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if ((statSync(folder).mode & 0o077) !== 0) chmodSync(folder, 0o700);
}
