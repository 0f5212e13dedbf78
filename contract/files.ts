/** What kinds of files there are: what their names end with, and what their content begins with. */

export interface FileType {
  /** As one says it. */
  readonly says: string;
  readonly endings: readonly string[];
  /** Whether a content that begins like this is one. */
  readonly begins: (head: Uint8Array) => boolean;
  /** A beginning of this kind: what tools make files with. */
  readonly example: readonly number[];
}

const bytes = (text: string): readonly number[] => [...text].map((one) => one.charCodeAt(0));
const at = (head: Uint8Array, place: number, wanted: readonly number[]): boolean =>
  wanted.every((one, index) => head[place + index] === one);
const magic = (...wanted: readonly number[]): Pick<FileType, 'begins' | 'example'> => ({
  begins: (head) => at(head, 0, wanted),
  example: wanted,
});

/** Brands of an ISO base media file that is a picture of an iPhone (ISO/IEC 23008-12). */
const heic = ['heic', 'heix', 'heim', 'heis', 'mif1', 'msf1'].map(bytes);

/** Every kind that can be accepted, by its media type. A kind that could hold a script (HTML, SVG) is none of them. */
export const fileTypes: Readonly<Record<string, FileType>> = {
  'application/pdf': { says: 'PDF', endings: ['.pdf'], ...magic(...bytes('%PDF-')) },
  'image/jpeg': { says: 'JPEG', endings: ['.jpg', '.jpeg'], ...magic(0xff, 0xd8, 0xff) },
  'image/png': { says: 'PNG', endings: ['.png'], ...magic(0x89, ...bytes('PNG\r\n'), 0x1a, 0x0a) },
  'image/heic': {
    says: 'HEIC',
    endings: ['.heic', '.heif'],
    begins: (head) => at(head, 4, bytes('ftyp')) && heic.some((brand) => at(head, 8, brand)),
    example: [0, 0, 0, 24, ...bytes('ftypheic')],
  },
  'image/webp': {
    says: 'WebP',
    endings: ['.webp'],
    begins: (head) => at(head, 0, bytes('RIFF')) && at(head, 8, bytes('WEBP')),
    example: [...bytes('RIFF'), 0, 0, 0, 0, ...bytes('WEBP')],
  },
};

/** Bytes of one file that a server takes unless its settings say less; no field promises more. */
export const mostFileBytes = 20_000_000;

/** So many bytes of the beginning tell what a file is. */
export const headBytes = 16;

/** The media type of a content by its first bytes; undefined for one that is no known kind. */
export function fileTypeOf(head: Uint8Array): string | undefined {
  return Object.keys(fileTypes).find((type) => fileTypes[type]?.begins(head));
}

/** A list of kinds as one says it: `PDF, JPEG or PNG`. */
export function sayFileTypes(types: readonly string[]): string {
  const said = types.map((type) => fileTypes[type]?.says ?? type);
  return said.length < 2 ? said.join('') : `${said.slice(0, -1).join(', ')} or ${said.at(-1)}`;
}

/** What the file door answers, by `error` of its body. */
export type FileError =
  | 'fileType'
  | 'fileSize'
  | 'fileEmpty'
  | 'fileLimit'
  /** No page of the flow asks for files there, or it takes no answers any more. */
  | 'fileNotAsked'
  /** An upload with the same key has not ended yet. */
  | 'fileUnderWay'
  | 'fileUnknown'
  /** A figure of a document is not known yet. */
  | 'notReady'
  | 'unauthenticated'
  | 'forbidden';

/** A name as it is kept: what stood after the last slash, without what cannot be shown, so many characters at most. */
export function fileName(given: string): string {
  const last = given.normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const shown = last.replace(/[\p{C}\u2028\u2029]/gu, '').trim();
  return [...shown].slice(0, 120).join('') || 'file';
}
