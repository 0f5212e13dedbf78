/** Sends files that the person chose. Their content stays in memory, under an id, until it is stored or given up. */
import type { Boot } from '../../contract/boot.ts';
import type { FileRefusal, StoredFile } from '../core/index.ts';
import type { Identity } from './identity.ts';
import type { Owner } from './owner.ts';
import type { Ports } from './ports.ts';

/** What is sent: for which field of which page, of whose application. */
export interface Sending {
  readonly id: string;
  readonly name: string;
  readonly step: string;
  readonly field: string;
  /** Undefined: there is none, because nobody is signed in. */
  readonly application: string | undefined;
  readonly owner: Owner;
}
export type Sent = { readonly file: StoredFile } | { readonly refusal: FileRefusal; readonly most?: number };

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

export interface UploadParts {
  readonly ports: Pick<Ports, 'upload' | 'id' | 'origin'>;
  readonly boot: Pick<Boot, 'brand'>;
  readonly identity: Pick<Identity, 'person'>;
}

export function createUploads(parts: UploadParts): Uploads {
  const held = new Map<string, Blob>();
  const underWay = new Map<string, () => void>();
  return {
    hold(content) {
      const id = parts.ports.id();
      held.set(id, content);
      return id;
    },
    drop(id) {
      held.delete(id);
      underWay.get(id)?.();
    },
    async send(sending, progress) {
      const { id } = sending;
      // Where the network does not bring this file it would not take the content either.
      const late = await import('./upload-sending.ts').catch(() => undefined);
      const content = held.get(id);
      if (content === undefined) return undefined;
      if (late === undefined) return { refusal: 'fileLost' };
      const sent = await late
        .sendFile(parts, { ...sending, content }, { progress, started: (stop) => underWay.set(id, stop) })
        .finally(() => underWay.delete(id));
      if (!held.has(id)) return undefined;
      if ('file' in sent) held.delete(id);
      return sent;
    },
  };
}
