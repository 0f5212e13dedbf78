/** The one way to the log: each line goes through the engine's redaction (law 9), whoever wrote it. */
import { redactError, redactText } from '../../runtime/core/redact.ts';

export interface Lines {
  write(line: string): void;
}

/** What the logger itself writes into a line, numbers and ids of its own making. */
const ofTheLogger: ReadonlySet<string> = new Set(['level', 'time', 'pid', 'hostname', 'reqId', 'responseTime', 'v']);

/** Takes JSON lines and hands them on without anything personal; a line that is no JSON is taken as text. */
export function redactingLog(out: Lines): Lines {
  return {
    write(line) {
      let read: unknown;
      try {
        read = JSON.parse(line);
      } catch {
        // Not written by the logger: text.
      }
      out.write(read === undefined ? redactText(line) : `${JSON.stringify(withoutPersons(read))}\n`);
    },
  };
}

/** An exception is known by its stack wherever it stands, one without a stack by the name that the logger gives it. */
function withoutPersons(value: unknown, isLine = true): unknown {
  if (typeof value === 'string') return redactText(value);
  if (Array.isArray(value)) return value.map((one) => withoutPersons(one, false));
  if (typeof value !== 'object' || value === null) return value;
  if (!isLine && 'stack' in value) return redactError({ ...value });
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]: [string, unknown]) => {
      if (isLine && ofTheLogger.has(name)) return [name, inner];
      const isError = (name === 'err' || name === 'error') && typeof inner === 'object' && inner !== null;
      return [name, isError ? redactError(inner as Readonly<Record<string, unknown>>) : withoutPersons(inner, false)];
    }),
  );
}
