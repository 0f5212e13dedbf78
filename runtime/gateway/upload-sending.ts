/** How a file that is held is sent: few pages ask for files, so it comes with the first. */
import type { FileError } from '../../contract/files.ts';
import { headerNames } from '../../contract/headers.ts';
import { places } from '../../contract/places.ts';
import type { FileRefusal, StoredFile } from '../core/index.ts';
import { personOwner } from './owner.ts';
import type { Uploaded } from './ports.ts';
import type { Sending, Sent, UploadParts } from './uploads.ts';

/** Progress is told in steps of so many parts of the whole: a screen shows no more. */
const STEPS = 50;

interface Underway {
  /** Told how many bytes are on their way. */
  readonly progress: (sent: number) => void;
  /** Told how to stop it, once it is on its way. */
  readonly started: (stop: () => void) => void;
}

/** Sends a content, and gives what came of it. */
export async function sendFile(
  { ports, boot, identity }: UploadParts,
  { id, name, step, field, application, owner, content }: Sending & { readonly content: Blob },
  { progress, started }: Underway,
): Promise<Sent> {
  const person = await identity.person();
  if (person === undefined || personOwner(person) !== owner || application === undefined)
    return { refusal: 'fileSignIn' };
  const url = new URL(places.files, ports.origin);
  for (const [part, value] of Object.entries({ application, step, field, key: id })) url.searchParams.set(part, value);
  let told = 0;
  const { answer, stop } = ports.upload({
    url: url.href,
    headers: {
      'content-type': 'application/octet-stream',
      [headerNames.brand]: boot.brand,
      [headerNames.idToken]: person.token,
      [headerNames.fileName]: encodeName(name),
    },
    content,
    progress(sent) {
      if (sent - told < content.size / STEPS) return;
      told = sent;
      progress(sent);
    },
  });
  started(stop);
  const came = await answer;
  return came.kind === 'http' && came.status === 200 ? { file: came.body as StoredFile } : refusalOf(came);
}

/** Half of a surrogate pair, which a name may hold, has no such writing. */
const encodeName = (name: string): string => encodeURIComponent(name.replace(/\p{Surrogate}/gu, ''));

const ofErrors: Readonly<Partial<Record<FileError, FileRefusal>>> = {
  fileType: 'fileType',
  fileSize: 'fileSize',
  fileEmpty: 'fileEmpty',
  fileLimit: 'fileLimit',
  fileUnderWay: 'fileLost',
  unauthenticated: 'fileSignIn',
};

function refusalOf(came: Uploaded): Extract<Sent, { readonly refusal: FileRefusal }> {
  if (came.kind === 'lost') return { refusal: 'fileLost' };
  const { error, most } = (came.body ?? {}) as { readonly error?: FileError; readonly most?: number };
  const refusal = (error !== undefined && ofErrors[error]) || (came.status === 429 ? 'fileLimit' : 'fileFailed');
  return { refusal, ...(most !== undefined && { most }) };
}
