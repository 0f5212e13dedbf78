/**
 * The smallest change to a fixture after which a thing that is shown is not, or the other way round; each try is a
 * journey played again.
 */
import type { Fixture } from '../fixture/fixture.ts';
import type { Product } from '../fixture/product.ts';
import type { Way } from '../graph/ways.ts';
import { isSetting, type Change } from './changes.ts';
import { endOf, standing, type Playthrough, type Standing } from './playthrough.ts';
import { rerun, type Rerun } from './rerun.ts';
import type { Thing } from './things.ts';
import type { Values } from './values.ts';

/** A changed journey in which the thing stands the other way. */
export interface Turned extends Rerun {
  /** One or two; none where the journey was only gone on with. */
  readonly changes: readonly Change[];
  readonly standing: Standing;
}
export interface Search {
  readonly turned?: Turned;
  /** Journeys played. */
  readonly tried: number;
  /** False when pairs were left untried. */
  readonly complete: boolean;
}
export interface Tried {
  readonly product: Product;
  readonly fixture: Fixture;
  readonly thing: Thing;
  readonly ways: readonly Way[];
  readonly now: Standing;
  /**
   * It was on the screen, and is hidden where the journey ends: then a journey that only stops there does not count as
   * showing it.
   */
  readonly seen: boolean;
  readonly changes: readonly Change[];
  /** Whether a change is one of a fact that the thing's rules read: tried first, and two at a time. */
  readonly near: (change: Change) => boolean;
  readonly valuesOf: (flow: string) => Values;
}

/** Pages that may be answered or left besides: by a change of what the thing's rules read, and by any other. */
const REPAIRS = 24;
const FEW = 4;
/** Pairs played at most. */
const PAIRS = 200;

/**
 * Tries every single change, then pairs. What may still come needs no change: the journey is gone on with by ordinary
 * answers, as far as a person's own acts lead.
 */
export function searchChange(input: Tried): Search {
  let tried = 0;
  const attempt = (changes: readonly Change[]): Turned | undefined => {
    tried += 1;
    const { product, thing, ways, now } = input;
    const changed = changes.reduce((fixture, change) => change.apply(fixture), input.fixture);
    const stands = (journey: Playthrough): Standing => standing(thing, endOf(product, journey, thing.flow), ways);
    const wanted: Standing = now === 'shown' ? 'hidden' : 'shown';
    const seen = (journey: Playthrough): boolean | undefined => {
      const found = stands(journey);
      if (found === wanted) return !input.seen;
      const here = journey.flow === thing.flow && journey.last.get(thing.flow)?.page.step === thing.step;
      return found === 'ahead' || (here && found === 'hidden') ? undefined : false;
    };
    const ran = rerun(product, changed, {
      changed: new Set(changes.map(({ what }) => what)),
      valuesOf: input.valuesOf,
      seen,
      repairs: changes.every(input.near) ? REPAIRS : FEW,
    });
    if (!ran || stands(ran.journey) !== wanted || (input.seen && ran.journey.ran.failures.length > 0)) return undefined;
    return { changes, standing: wanted, ...ran };
  };
  if (input.now === 'ahead') {
    const turned = attempt([]);
    return { ...(turned && { turned }), tried, complete: true };
  }
  const single = (some: readonly Change[]): Turned | undefined => {
    let best: Turned | undefined;
    for (const change of some) {
      const turned = attempt([change]);
      if (turned && (!best || turned.repairs < best.repairs)) best = turned;
      if (best?.repairs === 0) break;
    }
    return best;
  };
  const [settings, theirs] = [true, false].map((is) => input.changes.filter((change) => isSetting(change) === is));
  // A switch of the brand is no answer of an applicant: one is named where its own rules read it and nothing else
  // helps.
  const switched = (): Turned | undefined => single((settings ?? []).filter(input.near));
  for (const is of [true, false]) {
    const turned = single((theirs ?? []).filter((change) => input.near(change) === is && !change.idle));
    if (turned) return { turned, tried, complete: true };
  }
  const few = (theirs ?? []).filter(input.near);
  const singles = tried;
  for (const [index, first] of few.entries()) {
    for (const second of few.slice(index + 1)) {
      if (second.what === first.what) continue;
      if (tried - singles >= PAIRS) {
        const turned = switched();
        return { ...(turned && { turned }), tried, complete: false };
      }
      const turned = attempt([first, second]);
      if (turned) return { turned, tried, complete: true };
    }
  }
  const turned = switched();
  return { ...(turned && { turned }), tried, complete: true };
}
