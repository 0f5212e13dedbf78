/**
 * Envelope encryption of single values: a data key for each value, wrapped by a key-encryption key, AES-256-GCM both
 * times.
 * The authenticated context is the value's table, column and row: a blob that was moved does not open.
 */
import { createCipheriv, createDecipheriv, createHmac, createSecretKey, hkdfSync, randomBytes } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type { KeyRing } from '../config/index.ts';

export interface SealContext {
  readonly table: string;
  readonly column: string;
  readonly row: string;
}

/** Wraps data keys: locally by a key ring; a key management service has the same shape. */
export interface KeyEncryption {
  wrap(context: Buffer): Promise<{ readonly keyId: string; readonly dataKey: Buffer; readonly wrapped: Buffer }>;
  unwrap(keyId: string, wrapped: Buffer, context: Buffer): Promise<Buffer>;
}

/** The value was moved, changed, cut, or sealed by a key that is not in the ring. */
export class CannotUnseal extends Error {
  constructor(why: string, options?: ErrorOptions) {
    super(`A sealed value cannot be opened: ${why}`, options);
    this.name = 'CannotUnseal';
  }
}

// Keys are handed to the ciphers as key objects: a cipher that is made with a Buffer takes ten times as long (Node 24).
export class LocalKeyEncryption implements KeyEncryption {
  readonly #ring: KeyRing;
  readonly #made = new Map<string, KeyObject>();
  constructor(ring: KeyRing) {
    this.#ring = ring;
  }
  async wrap(context: Buffer): Promise<{ keyId: string; dataKey: Buffer; wrapped: Buffer }> {
    const dataKey = randomBytes(32);
    return { keyId: this.#ring.current, dataKey, wrapped: encrypt(this.#key(this.#ring.current), dataKey, context) };
  }
  async unwrap(keyId: string, wrapped: Buffer, context: Buffer): Promise<Buffer> {
    return decrypt(this.#key(keyId), wrapped, context);
  }
  #key(id: string): KeyObject {
    const made = this.#made.get(id);
    if (made) return made;
    const key = Object.hasOwn(this.#ring.keys, id) ? this.#ring.keys[id] : undefined;
    if (key === undefined)
      throw new CannotUnseal(`the key ${JSON.stringify(id)} is not in FIELD_KEYS; add it behind the current one`);
    const object = createSecretKey(key);
    this.#made.set(id, object);
    return object;
  }
}

const version = 1;

export class FieldCipher {
  readonly #keys: KeyEncryption;
  readonly #index: Buffer;
  #indexKey: KeyObject | undefined;

  /** @param index 32 bytes; the root of blind indexes and derived keys */
  constructor(keys: KeyEncryption, index: Buffer) {
    this.#keys = keys;
    this.#index = index;
  }

  /** Seals a text for one place; out comes base64url: version, key id, wrapped data key, then the ciphertext. */
  async seal(text: string, context: SealContext): Promise<string> {
    return (await this.sealBytes(Buffer.from(text, 'utf8'), context)).toString('base64url');
  }

  /** The same for bytes, which stay bytes. */
  async sealBytes(clear: Buffer, context: SealContext): Promise<Buffer> {
    const place = placeOf(context);
    const { keyId, dataKey, wrapped } = await this.#keys.wrap(place);
    const id = Buffer.from(keyId);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(wrapped.length);
    const head = Buffer.concat([Buffer.from([version, id.length]), id, length, wrapped]);
    return Buffer.concat([head, encrypt(createSecretKey(dataKey), clear, Buffer.concat([head, place]))]);
  }

  /**
   * Opens what was sealed for the same place.
   * @throws CannotUnseal for a value that was moved, changed, cut, or whose key is gone
   */
  async unseal(blob: string, context: SealContext): Promise<string> {
    return (await this.unsealBytes(Buffer.from(blob, 'base64url'), context)).toString('utf8');
  }

  /** The same for what `sealBytes` sealed. */
  async unsealBytes(bytes: Buffer, context: SealContext): Promise<Buffer> {
    if (bytes[0] !== version || bytes.length < 4) throw new CannotUnseal('it has an unknown form');
    const idEnd = 2 + (bytes[1] ?? 0);
    if (bytes.length < idEnd + 2) throw new CannotUnseal('it is cut short');
    const headEnd = idEnd + 2 + bytes.readUInt16BE(idEnd);
    const place = placeOf(context);
    const dataKey = await this.#keys.unwrap(
      bytes.subarray(2, idEnd).toString(),
      bytes.subarray(idEnd + 2, headEnd),
      place,
    );
    return decrypt(
      createSecretKey(dataKey),
      bytes.subarray(headEnd),
      Buffer.concat([bytes.subarray(0, headEnd), place]),
    );
  }

  /**
   * A keyed hash by which equal values are found without being read; `kind` keeps indexes of different things apart.
   */
  blindIndex(kind: string, value: string): string {
    this.#indexKey ??= createSecretKey(this.derive('blind-index'));
    return createHmac('sha256', this.#indexKey).update(`${kind}\0${value}`).digest('base64url');
  }

  /** A 32 byte key for one purpose (HKDF-SHA-256, RFC 5869). */
  derive(purpose: string): Buffer {
    return Buffer.from(hkdfSync('sha256', this.#index, Buffer.alloc(0), purpose, 32));
  }
}

function placeOf({ table, column, row }: SealContext): Buffer {
  return Buffer.from(JSON.stringify([table, column, row]));
}

/** iv (12) | ciphertext | tag (16) */
function encrypt(key: KeyObject, clear: Buffer, context: Buffer): Buffer {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  cipher.setAAD(context);
  return Buffer.concat([iv, cipher.update(clear), cipher.final(), cipher.getAuthTag()]);
}

function decrypt(key: KeyObject, sealed: Buffer, context: Buffer): Buffer {
  if (sealed.length < 28) throw new CannotUnseal('it is cut short');
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12), { authTagLength: 16 });
  decipher.setAAD(context);
  decipher.setAuthTag(sealed.subarray(-16));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()]);
  } catch (error) {
    throw new CannotUnseal('it was changed or moved to another table, column or row', { cause: error });
  }
}
