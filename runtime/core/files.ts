/** Files as an answer: what a page says of them, and which of them an answer may name. */
import type { Field, FileOf } from './definition.ts';
import type { Facts, Json } from './facts.ts';
import type { FileRefusal, FileView, PageView, State, StoredFile, Upload } from './state.ts';
import { isObject, own, same } from './paths.ts';
import { text } from './express.ts';

/** What of an answer are files; nothing for a field whose answer is none. */
export function filesOf(field: Pick<Field, 'file'>, value: Json | undefined): readonly StoredFile[] {
  return field.file && Array.isArray(value) ? (value as readonly Json[]).filter(isStoredFile) : [];
}

const isStoredFile = (one: Json): one is StoredFile =>
  isObject(one) &&
  typeof one['id'] === 'string' &&
  typeof one['name'] === 'string' &&
  typeof one['bytes'] === 'number' &&
  typeof one['type'] === 'string' &&
  typeof one['hash'] === 'string';

/** Files of a field that are on their way, or did not come. */
export const uploadsOf = ({ uploads }: Pick<PageView, 'uploads'>, field: string): readonly Upload[] =>
  (uploads && own(uploads, field)) ?? [];

/** Whether a file that the page asks for is on its way. */
export function isSending({ page }: Pick<State, 'page'>): boolean {
  return Object.entries(page.uploads ?? {}).some(
    ([field, uploads]) =>
      own(page.fields, field)?.visible === true && uploads.some(({ refused }) => refused === undefined),
  );
}

/** Whether every file that an answer names is one of these, the very same. */
export function areStored(field: Field, value: Json, stored: readonly StoredFile[]): boolean {
  const named = filesOf(field, value);
  return (
    Array.isArray(value) &&
    named.length === value.length &&
    new Set(named.map(({ id }) => id)).size === named.length &&
    named.every((one) => stored.some((file) => same(file, one)))
  );
}

/** What may be said at once of a file that was chosen; its content is judged where it is stored. */
export function refusalOf(
  { maxBytes, most }: FileOf,
  { bytes, beside }: { readonly bytes: number; readonly beside: number },
): FileRefusal | undefined {
  if (beside >= most) return 'maxItems';
  if (bytes === 0) return 'fileEmpty';
  return bytes > maxBytes ? 'fileSize' : undefined;
}

/** What a person may have tried once more without changing anything. */
const again: ReadonlySet<FileRefusal> = new Set<FileRefusal>(['fileLost', 'fileFailed', 'fileSignIn', 'fileLimit']);

/** The files of a field as its page shows them. */
export function fileViews(
  field: Field,
  {
    value,
    uploads,
    facts,
  }: { readonly value: Json | undefined; readonly uploads: readonly Upload[]; readonly facts: Facts },
): readonly FileView[] {
  return [
    ...filesOf(field, value).map(({ id, name, bytes }) => ({ id, name, bytes })),
    ...uploads.map(({ id, name, bytes, sent, refused, most }) =>
      refused === undefined
        ? { id, name, bytes, sent }
        : {
            id,
            name,
            bytes,
            problem: sayRefusal(field, { refused, most }, facts),
            ...(again.has(refused) && { again: true as const }),
          },
    ),
  ];
}

/** Why a file is not stored and what to do. @param most what the server told that it takes */
export function sayRefusal(
  field: Field,
  { refused, most = Infinity }: { readonly refused: FileRefusal; readonly most?: number | undefined },
  facts: Facts,
): string {
  const { words = {}, maxBytes = 0 } = field.file ?? {};
  const said = own(words, refused === 'fileSize' && most < maxBytes ? 'fileLarger' : refused);
  return (said === undefined ? '' : text(said, facts)) || text(field.label, facts);
}

/** A size as phones and computers show it, in thousands: the word that says it, and how many of it. */
export function byteSize(bytes: number): {
  readonly word: 'byte' | 'bytes' | 'kilobytes' | 'megabytes';
  readonly count: string;
} {
  if (bytes < 1000) return { word: bytes === 1 ? 'byte' : 'bytes', count: String(bytes) };
  const isSmall = bytes < 999_500;
  const size = bytes / (isSmall ? 1000 : 1_000_000);
  const count = size >= 10 ? String(Math.round(size)) : size.toFixed(1).replace(/\.0$/, '');
  return { word: isSmall ? 'kilobytes' : 'megabytes', count };
}
