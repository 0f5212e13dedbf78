/** Idempotency keys: one for each call of a press, the same for every repeat of it, over reloads of the page, too. */
import { errorCodes } from '../../contract/errors.ts';
import type { Outcome } from '../../contract/operation.ts';
import type { JsonObject } from '../core/facts.ts';
import type { Owner } from './owner.ts';
import type { KeyValue } from './ports.ts';
import { filtered } from '../core/paths.ts';

/** Which call of which press. */
export interface Press {
  readonly owner: Owner;
  /** `flow/step`. */
  readonly step: string;
  /** What was pressed. */
  readonly by: unknown;
  readonly operation: string;
  /** Whose application it is about, where it is known. */
  readonly subject?: string;
}
export interface Acts {
  /** The key of this call: that of the same one before, as long as nobody knows how it ended. */
  keyOf(press: Press, input: JsonObject): string;
  /** The call ended in a way that is known: pressed again it is another act. */
  ended(press: Press): void;
}

/** Name under which the tab keeps the keys of calls nobody knows the end of; no input is ever written there. */
const KEPT_UNDER = 'waymark.acts';

/**
 * On the device a key stands for what was pressed, not for what was sent with it (law 9). When the same is pressed
 * after a reload with another input, the server tells by the body it remembers (IDEMPOTENCY_MISMATCH).
 */
export function createActs(storage: KeyValue, id: () => string): Acts {
  let keys: Readonly<Record<string, string>> = read(storage.get(KEPT_UNDER));
  const inputs = new Map<string, string>();
  const write = (next: Readonly<Record<string, string>>): void => {
    keys = next;
    if (Object.keys(keys).length === 0) storage.remove(KEPT_UNDER);
    else storage.set(KEPT_UNDER, JSON.stringify(keys));
  };
  return {
    keyOf(press, input) {
      const place = placeOf(press);
      const text = JSON.stringify(input);
      const known = Object.hasOwn(keys, place) ? keys[place] : undefined;
      const before = inputs.get(place);
      if (known !== undefined && (before === undefined || before === text)) {
        inputs.set(place, text);
        return known;
      }
      const key = id();
      inputs.set(place, text);
      write({ ...keys, [place]: key });
      return key;
    },
    ended(press) {
      const place = placeOf(press);
      inputs.delete(place);
      write(filtered(keys, (one) => one !== place));
    },
  };
}

/** Whether the answer tells how the call ended; a lost answer and a fault of the server do not. */
export function isKnown({ name, detail }: Outcome): boolean {
  if (name === 'unavailable' || name === 'unauthenticated') return false;
  return name !== 'failed' || (detail?.['code'] !== undefined && detail['code'] !== errorCodes.internal);
}

const placeOf = ({ owner, subject, step, by, operation }: Press): string =>
  JSON.stringify([owner, subject ?? '', step, by, operation]);

/** What an earlier page of this tab left. Text that is not ours counts as nothing left. */
function read(text: string | undefined): Readonly<Record<string, string>> {
  if (text === undefined) return {};
  try {
    const kept: unknown = JSON.parse(text);
    return typeof kept === 'object' && kept !== null && Object.values(kept).every((key) => typeof key === 'string')
      ? (kept as Record<string, string>)
      : {};
  } catch {
    return {}; // not written here
  }
}
