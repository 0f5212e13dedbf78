/**
 * An address a message may go to. A line break would let a sender add recipients (RFC 5322 section 2.2), so nothing of
 * the kind passes.
 */
export function isAddress(channel: 'email' | 'sms', to: string): boolean {
  return channel === 'email'
    ? to.length <= 254 && /^[^\s@<>,;:"()[\]\\\p{Cc}]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$/u.test(to)
    : /^\+[1-9]\d{7,14}$/.test(to);
}
