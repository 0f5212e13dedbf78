/** The seat of one person before one screen: what a fixture may do, whatever is behind it. */
import { places } from '../../contract/places.ts';
import type { Field } from '../../runtime/core/definition.ts';
import type { Json } from '../../runtime/core/facts.ts';
import type { Do } from '../../verifier/fixture/fixture.ts';

export interface Seat {
  /** Opens an address of the product in a fresh document, e.g. `/application/personal`. */
  open(path: string): Promise<void>;
  /** `flow/step` that is shown now; undefined while a flow is being opened or the person has left the site. */
  current(): Promise<string | undefined>;
  /** Pages in the order they came, consecutive repeats once. */
  seen(): readonly string[];
  /**
   * Whether `calls` are those the page asked for, or those that came through the network: what is asked again and again
   * may be answered without it.
   */
  readonly watches: 'calls' | 'network';
  /** Operations in the order they were called. */
  calls(): readonly string[];
  /** idTags of the documents that were on a page so far. */
  disclosures(): ReadonlySet<string>;
  /** Addresses outside of the journeys that the person was sent to. */
  left(): readonly string[];
  /** What targets told analytics and reached the network, by name. */
  tracked(): readonly string[];
  /**
   * Names of the fields of the form that the person left with, in the order of letters; none: they did not leave with
   * one.
   */
  posted(): readonly string[];
  /** Forgets pages, calls and documents so far. */
  forget(): void;
  /** Every call of the page's own has been answered and every answer that waited is stored. */
  settled(): Promise<void>;
  answer(step: string, field: Field, value: Json): Promise<void>;
  /** Whether the page says the answer instead of asking for it, since there is one choice alone. */
  settles(field: Field): Promise<boolean>;
  press(action: string): Promise<void>;
  pressInDialog(action: string): Promise<void>;
  /** Follows a link of the page by its words. */
  follow(words: string): Promise<void>;
  /** Follows the header's link that signs out. */
  signOut(): Promise<void>;
  emit(sent: Extract<Do, { kind: 'widget' }>): Promise<void>;
  reload(): Promise<void>;
  back(): Promise<void>;
  /** Whether a connection of the page stands over which it is told news. */
  connected(): boolean;
  /** Lets time pass for the page, in which nothing is done: what waits for it happens, real time does not. */
  elapse(seconds: number): Promise<void>;
  /**
   * What stands on the page, line by line; a seat that can only look for words gives those of `expected` that it finds.
   */
  lines(expected: readonly string[]): Promise<readonly string[]>;
  /** The words of app.json's links in header and footer. */
  links(): Promise<readonly string[]>;
  /** Field -> the message shown at it. */
  errors(): Promise<Readonly<Record<string, string>>>;
  /** The page has just come, nothing is done on it yet. */
  arrived?(place: string): Promise<void>;
  /** The journey ends here. */
  ended?(place: string): Promise<void>;
  close(): Promise<void>;
}

/** What a fixture asks for cannot be done, or did not come true: a failure of the fixture, in one sentence. */
export class Impossible extends Error {}

/** How long a person would wait before giving up, in milliseconds. */
export const patience = 20_000;

interface Waiting {
  /** What is so instead. */
  readonly told?: () => string | Promise<string>;
  /** Milliseconds after which it counts as not coming. */
  readonly waits?: number;
}

/** How often somebody who waits looks, in milliseconds: soon at first; to look at a page costs its browser time. */
const [firstLook, seldomLook] = [10, 60];

/** How long a look may take before it counts as having seen nothing, in milliseconds. */
export const glance = 5_000;

/** What a promise comes to, or `late` where it takes longer than some milliseconds. */
export function within<T, L>(milliseconds: number, promise: Promise<T>, late: () => L): Promise<T | L> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<L>((resolve, reject) => {
    timer = setTimeout(() => {
      try {
        resolve(late());
      } catch (reason) {
        reject(reason);
      }
    }, milliseconds);
  });
  return Promise.race([promise, limit]).finally(() => clearTimeout(timer));
}

/**
 * Waits until something holds, looking again and again. A look may be lost: a browser never answers what it was asked
 * of a document that went away in that moment. It is looked again then.
 * @throws Impossible, naming what was waited for and what is so instead
 */
export async function until(
  what: string,
  holds: () => boolean | Promise<boolean>,
  { told = () => '', waits = patience }: Waiting = {},
): Promise<void> {
  const end = performance.now() + waits;
  const look = (): Promise<boolean> => within(glance, Promise.resolve(holds()), () => false);
  for (let pause = firstLook; !(await look()); pause = Math.min(pause * 1.5, seldomLook)) {
    if (performance.now() > end) {
      const instead = await within(glance, Promise.resolve(told()), () => 'The page does not answer.');
      throw new Impossible(`waited ${waits / 1000} s in vain for ${what}. ${instead}`);
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

/** Adds to a list of pages what differs from its last entry. */
export function note(pages: string[], page: string | undefined): void {
  if (page !== undefined && pages.at(-1) !== page) pages.push(page);
}

/** What a request tells analytics in a definition's name: nothing where the runtime itself says something. */
function eventsIn(url: string, body: string): readonly string[] {
  if (new URL(url).pathname !== places.analytics) return [];
  const { name, with: told } = JSON.parse(body) as { readonly name: string; readonly with?: unknown };
  return told === undefined ? [] : [name];
}

/** What a seat notes of a journey, and how it tells it. */
export function notebook() {
  const [pages, called, left]: readonly [string[], string[], string[]] = [[], [], []];
  const shown = new Set<string>();
  const posted: string[] = [];
  const tracked: string[] = [];
  const told: Pick<Seat, 'seen' | 'calls' | 'disclosures' | 'left' | 'posted' | 'tracked' | 'forget'> = {
    tracked: () => tracked,
    posted: () => posted.toSorted(),
    seen: () => pages,
    calls: () => called,
    disclosures: () => shown,
    left: () => left,
    forget() {
      pages.length = 0;
      called.length = 0;
      shown.clear();
      tracked.length = 0;
    },
  };
  return {
    pages,
    called,
    shown,
    left,
    posted,
    told,
    noteReport: (url: string, body: string) => tracked.push(...eventsIn(url, body)),
  };
}
