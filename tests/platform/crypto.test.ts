import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { CannotUnseal, createFieldCipher, FieldCipher, LocalKeyEncryption, Sealed } from '../../server/crypto/index.ts';

const place = { table: 'applications', column: 'answers.personalInformation.documentNumber', row: 'a1' };
const key = randomBytes(32);
const index = randomBytes(32);
const cipher = new FieldCipher(new LocalKeyEncryption({ current: 'k1', keys: { k1: key } }), index);
const folder = mkdtempSync(join(tmpdir(), 'waymark-keys-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('what was sealed opens in its place only', async () => {
  const blob = await cipher.seal('219-09-9999', place);
  expect(blob).not.toContain('219');
  expect(await cipher.unseal(blob, place)).toBe('219-09-9999');
  for (const other of [
    { ...place, row: 'a2' },
    { ...place, column: 'answers.x' },
    { ...place, table: 'messages' },
  ])
    await expect(cipher.unseal(blob, other)).rejects.toThrow(CannotUnseal);
});

test('the same text is sealed differently each time', async () => {
  expect(await cipher.seal('x', place)).not.toBe(await cipher.seal('x', place));
});

test('a blob with any byte changed, cut anywhere, or made up does not open', async () => {
  const bytes = Buffer.from(await cipher.seal('secret', place), 'base64url');
  for (let at = 0; at < bytes.length; at += 1) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    await expect(cipher.unseal(changed.toString('base64url'), place)).rejects.toThrow(CannotUnseal);
    await expect(cipher.unseal(bytes.subarray(0, at).toString('base64url'), place)).rejects.toThrow(CannotUnseal);
  }
});

test('after a new key old blobs still open, and without the old key the error says which one is wanted', async () => {
  const blob = await cipher.seal('old', place);
  const next = randomBytes(32);
  const rotated = new FieldCipher(new LocalKeyEncryption({ current: 'k2', keys: { k2: next, k1: key } }), index);
  expect(await rotated.unseal(blob, place)).toBe('old');
  const forgetful = new FieldCipher(new LocalKeyEncryption({ current: 'k2', keys: { k2: next } }), index);
  await expect(forgetful.unseal(blob, place)).rejects.toThrow('"k1" is not in FIELD_KEYS');
  await expect(cipher.unseal(await rotated.seal('new', place), place)).rejects.toThrow('"k2" is not in FIELD_KEYS');
});

test('a blind index finds equal values, apart by kind and key', () => {
  expect(cipher.blindIndex('ssn', '219099999')).toBe(cipher.blindIndex('ssn', '219099999'));
  expect(cipher.blindIndex('ssn', '219099999')).not.toBe(cipher.blindIndex('account', '219099999'));
  const other = new FieldCipher(new LocalKeyEncryption({ current: 'k1', keys: { k1: key } }), randomBytes(32));
  expect(other.blindIndex('ssn', '219099999')).not.toBe(cipher.blindIndex('ssn', '219099999'));
});

test('the first start makes keys that only the owner may read, the next one uses them', async () => {
  const config = { dataDir: folder, keys: undefined };
  const blob = await createFieldCipher(config).seal('kept', place);
  expect(statSync(join(folder, 'keys', 'keys.json')).mode & 0o777).toBe(0o600);
  expect(await createFieldCipher(config).unseal(blob, place)).toBe('kept');
});

test('a value in clear does not print itself', () => {
  const sealed = new Sealed('219-09-9999');
  expect(`${sealed} ${JSON.stringify({ sealed })} ${inspect({ sealed })}`).not.toContain('219');
  expect(sealed.reveal()).toBe('219-09-9999');
});
