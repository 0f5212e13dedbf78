/** First bytes by which a file of each accepted kind is known (ISO 32000-1 7.5.2, ISO 10918-1 B.1.1, ISO 15948 5.2). */
const kinds: readonly { readonly type: string; readonly starts: readonly number[] }[] = [
  { type: 'application/pdf', starts: [0x25, 0x50, 0x44, 0x46, 0x2d] },
  { type: 'image/jpeg', starts: [0xff, 0xd8, 0xff] },
  { type: 'image/png', starts: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
];

/** The media type that a file's own bytes say; undefined for a kind that is not accepted. What the sender calls it does not count. */
export function fileKind(bytes: Uint8Array): string | undefined {
  return kinds.find(({ starts }) => starts.every((byte, at) => bytes[at] === byte))?.type;
}
