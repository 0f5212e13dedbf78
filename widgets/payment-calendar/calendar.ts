/** One day of a calendar; `day` is `YYYY-MM-DD`. */
export interface Entry {
  readonly day: string;
  readonly title: string;
}

/** RFC 5545, 3.3.11: what has a meaning of its own in a text is escaped. */
const escaped = (text: string): string => text.replace(/[\\;,]/g, (sign) => `\\${sign}`).replace(/\r?\n/g, '\\n');

/** RFC 5545, 3.1: no line is longer than 75 octets; what follows begins with a space. */
function folded(line: string): string {
  const octets = new TextEncoder();
  const lines = [''];
  for (const sign of line) {
    const last = lines.length - 1;
    const longer = (lines[last] ?? '') + sign;
    if (octets.encode(longer).length > 75) lines.push(` ${sign}`);
    else lines[last] = longer;
  }
  return lines.join('\r\n');
}

/**
 * Days as a calendar file (RFC 5545): one entry of a whole day each, which takes none of its time. The same days give
 * the same names, so that a file that is opened twice puts nothing twice into a calendar.
 *
 * @param source who says so; part of the names
 */
export function calendarFile(entries: readonly Entry[], source: string): string {
  const name = source.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  const lines = entries.flatMap(({ day, title }, index) => {
    const date = day.replaceAll('-', '');
    return [
      'BEGIN:VEVENT',
      `UID:${date}-${index + 1}@${name}`,
      `DTSTAMP:${date}T000000Z`,
      `DTSTART;VALUE=DATE:${date}`,
      `SUMMARY:${escaped(title)}`,
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
    ];
  });
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', `PRODID:-//${escaped(source)}//payments//EN`, ...lines, 'END:VCALENDAR', '']
    .map(folded)
    .join('\r\n');
}
