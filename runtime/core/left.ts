/**
 * The shape of how a step was left, as it comes from outside: exactly the declared members, and nothing that names a
 * thing is long.
 */
import type { Transition } from './state.ts';

/** A name is the id of something that a definition declares; so long is none. */
const longestName = 100;
const longestHash = 128;
const mostDocuments = 100;

/** What each way of leaving a page says; exhaustive by type, so that a new one is added here, too. */
const members: { readonly [By in Transition['by']]: Readonly<Record<string, 'string' | 'number'>> } = {
  action: { action: 'string' },
  load: {},
  event: { channel: 'string', event: 'string' },
  giveUp: { channel: 'string' },
  timer: { index: 'number' },
  widget: { widget: 'string', event: 'string' },
  link: { index: 'number' },
  dialog: { dialog: 'string', action: 'string' },
};
/** What a way may say beside that. */
const more: { readonly [By in Transition['by']]?: Readonly<Record<string, 'string' | 'number'>> } = {
  widget: { dialog: 'string' },
  link: { dialog: 'string' },
};
/** Which ways make calls, and so may have an outcome; of a load it is all that is known. */
const outcomes: { readonly [By in Transition['by']]: 'must' | 'may' | 'never' } = {
  action: 'may',
  load: 'must',
  event: 'never',
  giveUp: 'never',
  timer: 'never',
  widget: 'may',
  link: 'never',
  dialog: 'may',
};

/**
 * Whether an unknown value says how a page is being left, no outcome yet: its kind, what that kind must say, and
 * nothing else.
 */
export function isWay(value: unknown): boolean {
  const by = kindOf(value);
  return by !== undefined && says(value, { by: 'string', ...members[by] }, more[by]);
}

/**
 * Whether an unknown value is the whole record of how a step was left: its way, the outcome, the documents that stood
 * on the page.
 */
export function isLeft(value: unknown): boolean {
  const by = kindOf(value);
  if (by === undefined || !isRecord(value)) return false;
  const { outcome, shown, ...way } = value;
  if (!isWay(way)) return false;
  if (outcome === undefined ? outcomes[by] === 'must' : outcomes[by] === 'never') return false;
  return (
    (outcome === undefined || says(outcome, { operation: 'string', name: 'string' })) &&
    (shown === undefined || isShown(shown))
  );
}

/** Whether an unknown value is a record of documents by idTag and content hash. */
export function isShown(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const documents = Object.entries(value);
  return (
    documents.length <= mostDocuments &&
    documents.every(
      ([idTag, hash]) => idTag.length <= longestName && typeof hash === 'string' && hash.length <= longestHash,
    )
  );
}

function kindOf(value: unknown): Transition['by'] | undefined {
  if (!isRecord(value) || typeof value['by'] !== 'string' || !Object.hasOwn(members, value['by'])) return undefined;
  return value['by'] as Transition['by'];
}

/** Whether a value has these members, of these types, and no other. */
function says(
  value: unknown,
  what: Readonly<Record<string, 'string' | 'number'>>,
  may: Readonly<Record<string, 'string' | 'number'>> = {},
): boolean {
  if (!isRecord(value)) return false;
  const fits = (one: unknown, type: string): boolean =>
    typeof one === 'string' ? type === 'string' && one.length <= longestName : typeof one === type;
  const at = (key: string): unknown => (Object.hasOwn(value, key) ? value[key] : undefined);
  return (
    Object.keys(value).every(
      (key) => Object.hasOwn(what, key) || Object.hasOwn(may, key) || value[key] === undefined,
    ) &&
    Object.entries(what).every(([key, type]) => fits(at(key), type)) &&
    Object.entries(may).every(([key, type]) => at(key) === undefined || fits(at(key), type))
  );
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
