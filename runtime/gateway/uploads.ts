/** Sends files that the person chose. Their content stays in memory, under an id, until it is stored or given up. */
import type { Boot } from '../../contract/boot.ts';
import type { FileError } from '../../contract/files.ts';
import { headerNames } from '../../contract/headers.ts';
import { places } from '../../contract/places.ts';
import type { FileRefusal, StoredFile } from '../core/index.ts';
import type { Identity } from './identity.ts';
import { personOwner } from './owner.ts';
import type { Owner } from './owner.ts';
import type { Ports, Uploaded } from './ports.ts';

/** What is sent: for which field of which page, of whose application. */
interface Sending {
  readonly id: string;
  readonly name: string;
  readonly step: string;
  readonly field: string;
  /** Undefined: there is none, because nobody is signed in. */
  readonly application: string | undefined;
  readonly owner: Owner;
}
type Sent = { readonly file: StoredFile } | { readonly refusal: FileRefusal; readonly most?: number };

export interface Uploads {
  /** Takes a content into memory; its id is what the engine knows of it. */
  hold(content: Blob): string;
  /**
   * Sends a content that is held; the same id again is the same upload. `progress` is told how many bytes are on their
   * way. Undefined when it was dropped meanwhile.
   */
  send(sending: Sending, progress: (sent: number) => void): Promise<Sent | undefined>;
  /** Nobody waits for it any more: what is under way ends, what is held is forgotten. */
  drop(id: string): void;
}

/** Progress is told in steps of so many parts of the whole: a screen shows no more. */
const STEPS = 50;

export function createUploads({
  ports,
  boot,
  identity,
}: {
  readonly ports: Pick<Ports, 'upload' | 'id' | 'origin'>;
  readonly boot: Pick<Boot, 'brand'>;
  readonly identity: Pick<Identity, 'person'>;
}): Uploads {
  const held = new Map<string, Blob>();
  const underWay = new Map<string, () => void>();
  return {
    hold(content) {
      const id = ports.id();
      held.set(id, content);
      return id;
    },
    drop(id) {
      held.delete(id);
      underWay.get(id)?.();
    },
    async send({ id, name, step, field, application, owner }, progress) {
      const content = held.get(id);
      if (content === undefined) return undefined;
      const person = await identity.person();
      if (person === undefined || personOwner(person) !== owner || application === undefined)
        return { refusal: 'fileSignIn' };
      const url = new URL(places.files, ports.origin);
      for (const [part, value] of Object.entries({ application, step, field, key: id }))
        url.searchParams.set(part, value);
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
      underWay.set(id, stop);
      try {
        const came = await answer;
        if (!held.has(id)) return undefined;
        if (came.kind === 'http' && came.status === 200) {
          held.delete(id);
          return { file: came.body as StoredFile };
        }
        return refusalOf(came);
      } finally {
        underWay.delete(id);
      }
    },
  };
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
