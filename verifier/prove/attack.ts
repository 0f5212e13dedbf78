/**
 * A proof attacked by random people: they walk with core alone, answer whatever comes to mind, press anything, open any
 * address, and calls end in any declared way. Of each way that they went the duties are asked as of any other. Chance
 * comes from a seed: the same content is attacked in the same way.
 */
import type { Field } from '../../runtime/core/definition.ts';
import type { Json } from '../../runtime/core/facts.ts';
import { get, same } from '../../runtime/core/index.ts';
import type { Claim, Deed, Duty, Faults } from '../certificate.ts';
import { shiftDate } from '../domain/dates.ts';
import { leftSteps } from '../explore/equivalence/key.ts';
import { Asked, type Way } from '../judge/duty.ts';
import { offeredAt } from '../judge/offers.ts';
import { entered, walked, type Stand, type Walked } from '../judge/walk.ts';
import type { Survey } from '../explore/survey.ts';

/** Where chance comes from: a whole number from 0 up to, and without, `end`. */
type Chance = (end: number) => number;

/** Mulberry32: 32 bits of state, good enough to choose a way by. */
function chanceOf(seed: number): Chance {
  let state = seed >>> 0;
  return (end) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * end);
  };
}

export interface Attack {
  /** People who walked, and what they did together. */
  readonly people: number;
  readonly deeds: number;
  /** What they found, by the name of the duty. */
  readonly found: ReadonlyMap<string, Faults>;
  /** At how many moments each duty was asked. */
  readonly moments: ReadonlyMap<string, number>;
}

/** Moves of one person at most. */
const LONGEST = 120;

/** @param most deeds of all people together at which no further one begins */
export function attack(
  survey: Survey,
  claim: Claim,
  { seed, most }: { readonly seed: number; readonly most: number },
): Attack {
  const chance = chanceOf(seed);
  const found = new Map<string, Faults>();
  const moments = new Map<string, number>();
  // That somebody is stuck is seen of what could be done, not of what was.
  const duties = claim.duties.filter(({ moment }) => moment.kind !== 'stands');
  const asked = duties.map((duty): readonly [Duty, Asked] => [duty, new Asked(claim, duty)]);
  // Of what the certificate never asks nothing hangs; what it asks later is known of each person from the start.
  const tells = claim.certificate.states.flatMap(({ moves }) =>
    moves.slice(0, 1).flatMap(({ deeds: [first] }) => (first?.type === 'given' ? Object.keys(first.facts) : [])),
  );
  const told = [...new Set(tells)];
  let [people, deeds] = [0, 0];
  while (deeds < most) {
    const ways = new Walker(survey, claim, chance).ways(told);
    people += 1;
    deeds += ways.reduce((sum, { strides }) => sum + strides.length, 0);
    for (const [{ name }, one] of asked) {
      const { faults, moments: met } = one.over(ways);
      moments.set(name, (moments.get(name) ?? 0) + met);
      if (faults.length > 0 && !found.has(name)) {
        const pages = ways.map(({ state }) => state.page.step);
        found.set(name, [
          `person ${people} of seed ${seed} breaks it: ${pages.filter((id, i) => id !== pages[i - 1]).join(', ')}`,
        ]);
      }
    }
  }
  return { people, deeds, found, moments };
}

type Moves = Claim['certificate']['states'][number]['moves'];
interface Guided {
  readonly deeds: readonly Deed[];
  readonly to: number;
}

/** One person: each way leads from where the last one ended. */
class Walker {
  readonly #survey: Survey;
  readonly #claim: Claim;
  readonly #chance: Chance;

  constructor(survey: Survey, claim: Claim, chance: Chance) {
    this.#survey = survey;
    this.#claim = claim;
    this.#chance = chance;
  }

  /** @param told facts of the person that are known from the start */
  ways(told: readonly string[]): readonly Way[] {
    const { flow, world, unknown, certificate } = this.#claim;
    const start = this.#pick(certificate.starts);
    const entry = start.entry;
    const given = {
      ...Object.fromEntries(told.map((path) => [path, this.#pick(unknown[path] ?? [null])])),
      ...start.given,
    };
    let now: Walked = entered(flow, world, { given, ...(entry !== undefined && { entry }) });
    const ways: Way[] = [{ ...now, at: 'the start', leads: now.out ? 'out' : 0 }];
    // Part of the way goes along the certificate, which leads deep into the flow; from somewhere on nothing does.
    let along: number | undefined = start.to;
    const free = this.#chance(LONGEST);
    while (!now.out && ways.length < LONGEST) {
      if (ways.length > free) along = undefined;
      const guided: Guided | undefined = along === undefined ? undefined : this.#guided(now, along);
      const deeds = this.#progressed(now) ?? guided?.deeds ?? this.#next(now);
      if (guided && deeds === guided.deeds) along = guided.to;
      if (deeds.length === 0) {
        if (guided) continue;
        break;
      }
      const at = ways.length - 1;
      now = walked(flow, now, deeds);
      ways.push({ ...now, at, leads: now.out ? 'out' : at + 1 });
      const { page } = now.state;
      if (flow.steps[page.step]?.outcome !== undefined && this.#is(70)) break;
    }
    return ways;
  }

  readonly #pick = <T>(list: readonly T[]): T => list[this.#chance(list.length)] as T;
  /** Whether it happens, in so many of a hundred cases. */
  readonly #is = (percent: number): boolean => this.#chance(100) < percent;

  /** The server says how far the application is: what was sent is locked from then on. */
  #progressed({ state }: Stand): readonly Deed[] | undefined {
    const { flow } = this.#claim;
    const { domain } = this.#survey.model;
    const progress = leftSteps(flow, state).reduce<Json | undefined>((last, id) => {
      const record = state.journey[id];
      return (record && domain.progress(id, record)) ?? last;
    }, undefined);
    return progress === undefined || state.page.busy || state.world.application['progress'] === progress
      ? undefined
      : [{ type: 'given', facts: { 'application.progress': progress } }];
  }

  /** A move of the certificate from one of its states, as this person makes it; undefined where they are elsewhere. */
  #guided(stand: Stand, at: number): Guided | undefined {
    const { certificate } = this.#claim;
    const { nodes } = this.#survey.exploration;
    const node = nodes[at];
    const moves = certificate.states[at]?.moves ?? [];
    if (!node || node.step !== stand.state.page.step || moves.length === 0) return undefined;
    const { deeds, to } = this.#pick(moves);
    const [first] = deeds;
    // What this person is, and what they answered, is so already: the state that follows is one of several.
    if (first?.type === 'given' || first?.type === 'supposed') return { deeds: [], to: this.#fitting(stand, moves) };
    const made = deeds.flatMap((deed): readonly Deed[] => {
      if (deed.type !== 'called') return [deed];
      const operation = node.pending.find(({ id }) => id === deed.id)?.call.operation;
      const waiting = stand.calls.find(({ call }) => call.operation === operation);
      return waiting ? [{ ...deed, id: waiting.id }] : [];
    });
    if (made.length < deeds.length) return undefined;
    const begun = this.#begun(stand, made);
    return { deeds: begun, to: typeof to === 'string' || begun.length < made.length ? at : to };
  }

  /** As many of these as this person comes to: in the midst of them they may be led to another page, or out. */
  #begun(stand: Stand, deeds: readonly Deed[]): readonly Deed[] {
    const { flow } = this.#claim;
    let now: Stand & { readonly out?: boolean } = stand;
    const end = deeds.findIndex((deed) => {
      const isElsewhere = now.out === true || now.state.page.step !== stand.state.page.step;
      if (isElsewhere && deed.type !== 'returned' && (now.out === true || deed.type !== 'visited')) return true;
      now = walked(flow, now, [deed]);
      return false;
    });
    return end < 0 ? deeds : deeds.slice(0, end);
  }

  /** Of the states that differ by what is so of the person, the one that is so of this one; else any. */
  #fitting({ state }: Stand, moves: Moves): number {
    const isSo = ([deed]: readonly Deed[]): boolean =>
      deed?.type === 'given'
        ? Object.entries(deed.facts).every(([path, value]) => same(get(state.world, path) ?? null, value))
        : deed?.type === 'supposed' && same(get(state.answers, deed.bind) ?? null, deed.value ?? null);
    const { to } = moves.find(({ deeds }) => isSo(deeds)) ?? this.#pick(moves);
    return Number(to);
  }

  /** What happens next at a state; nothing where nothing can. */
  #next(stand: Stand): readonly Deed[] {
    const { flow } = this.#claim;
    const { state, calls } = stand;
    const call = calls.length > 0 && this.#is(90) ? this.#pick(calls) : undefined;
    if (call) return [this.#answered(call)];
    const step = flow.steps[state.page.step];
    const dialog = flow.dialogs[state.page.dialog ?? ''];
    if (dialog && dialog.actions.length > 0 && this.#is(90))
      return [{ type: 'dialogPressed', action: this.#pick(dialog.actions).id }];
    if (step && step.actions.length > 0 && this.#is(85)) {
      const action = this.#is(70) ? step.actions[0] : this.#pick(step.actions);
      return this.#begun(stand, [...this.#filled(stand), { type: 'pressed', action: action?.id ?? '' }]);
    }
    if (this.#is(25)) return [{ type: 'visited', step: this.#pick(Object.keys(flow.steps)) }];
    const offered = offeredAt(this.#claim, stand);
    if (offered.length === 0) return [];
    const deed = this.#pick(offered);
    if (deed.type === 'called') {
      const waiting = calls.find(({ id }) => id === deed.id);
      return waiting ? [this.#answered(waiting, deed.outcome)] : [];
    }
    const payload = deed.type === 'widget' ? this.#survey.model.domain.payload(deed.widget, deed.event) : undefined;
    return [payload === undefined ? deed : ({ ...deed, payload } as Deed)];
  }

  #answered({ id, call }: Stand['calls'][number], wanted?: string): Deed {
    const { domain } = this.#survey.model;
    const outcomes = [...new Set([...domain.outcomes(call.operation), ...Object.keys(call.on)])];
    const outcome = wanted ?? (outcomes.includes('ok') && this.#is(70) ? 'ok' : this.#pick(outcomes));
    const value = this.#pick([...domain.results(call, outcome), undefined].slice(0, -1)) ?? undefined;
    return { type: 'called', id, outcome, ...(value !== undefined && { value }) };
  }

  /** The page filled in: most questions with an answer that they take. What appears with an answer is asked, too. */
  #filled({ state, calls }: Stand): readonly Deed[] {
    const { flow } = this.#claim;
    const step = flow.steps[state.page.step];
    const deeds: Deed[] = [];
    let now: Stand = { state, calls };
    for (const id of step?.fieldOrder ?? []) {
      const view = now.state.page.fields[id];
      const field = step?.fields[id];
      if (!view?.visible || !field || (view.value !== undefined && this.#is(70)) || (!view.required && this.#is(40)))
        continue;
      const value = this.#value(step?.id ?? '', field, now);
      if (value === undefined) continue;
      const deed: Deed = { type: 'answered', field: id, value };
      const next = walked(flow, now, [deed]);
      if (next.out || next.state.page.step !== state.page.step) return [...deeds, deed];
      deeds.push(deed);
      now = next;
    }
    return deeds;
  }

  #value(step: string, field: Field, { state }: Stand): Json | undefined {
    const { domain } = this.#survey.model;
    const tries = Array.from({ length: 8 }, () =>
      this.#anything(domain.answers(step, field).values, field, state.page.fields[field.id]?.choices),
    );
    const fitting = tries.filter((one) => one !== undefined && field.validate(one) === undefined);
    return fitting.length > 0 && this.#is(95) ? this.#pick(fitting) : this.#pick(tries);
  }

  #anything(
    known: readonly Json[],
    { type }: Field,
    choices: readonly { readonly value: Json }[] | undefined,
  ): Json | undefined {
    if (choices && choices.length > 0 && type !== 'array') return this.#pick(choices).value;
    if (known.length > 0 && this.#is(60)) return this.#pick(known);
    const [like] = known;
    if (type === 'boolean') return this.#is(60);
    if (type === 'integer' || type === 'number') return this.#near(known);
    if (typeof like === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(like)) {
      const from = this.#is(50) ? this.#survey.today : like;
      return shiftDate(from, this.#chance(2) === 0 ? this.#chance(60) - 30 : -this.#chance(36_525));
    }
    return known.length > 0 ? this.#pick(known) : undefined;
  }

  /** A whole number of any size, or one near to one that is known. */
  #near(known: readonly Json[]): number {
    const numbers = known.filter((one) => typeof one === 'number');
    const size = 10 ** this.#chance(7);
    return numbers.length > 0 && this.#is(60) ? this.#pick(numbers) + this.#chance(5) - 2 : this.#chance(size);
  }
}
