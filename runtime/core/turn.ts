/**
 * One event being worked on: the state so far and the effects asked for. It lives inside one `reduce` and is never seen
 * outside.
 */
import type { Call, CompiledFlow, Step } from './definition.ts';
import type { Effect } from './events.ts';
import type { Json, JsonObject, Path } from './facts.ts';
import type { Journey, Made, PageView, Shown, State } from './state.ts';
import { own, put } from './paths.ts';
import { isStored } from './saves.ts';
import { stepOf } from './pieces.ts';

export interface Turn {
  readonly flow: CompiledFlow;
  state: State;
  readonly effects: Effect[];
}

export function stepHere(turn: Turn): Step {
  return stepOf(turn.flow, turn.state.page.step);
}

export function change(turn: Turn, part: Partial<State>): void {
  turn.state = { ...turn.state, ...part };
}

export function changePage(turn: Turn, part: Partial<PageView>): void {
  turn.state = { ...turn.state, page: { ...turn.state.page, ...part } };
}

/** Asks for a save when the server keeps this flow's answers and there is something to save. */
export function save(
  turn: Turn,
  {
    changes,
    journey = {},
    alone,
  }: {
    readonly changes: Readonly<Record<Path, Json | null>>;
    readonly journey?: Readonly<Record<string, Journey[string] | null>>;
    readonly alone: boolean;
  },
): void {
  if (!isStored(turn.flow.saves) || (Object.keys(changes).length === 0 && Object.keys(journey).length === 0)) return;
  turn.effects.push({ type: 'save', changes, journey, ...(alone && { alone: true }) });
  change(turn, { saved: { ...turn.state.saved, status: 'saving' } });
}

/** Writes answers and gives the changes to save. */
export function write(turn: Turn, values: Readonly<Record<Path, Json | undefined>>): Record<Path, Json | null> {
  let answers = turn.state.answers;
  const changes: Record<Path, Json | null> = {};
  for (const [path, value] of Object.entries(values)) {
    const next = put(answers, path, value);
    if (next !== answers) changes[path] = value ?? null;
    answers = next;
  }
  if (answers !== turn.state.answers) change(turn, { answers });
  return changes;
}

/** Asks for a call; gives its id. */
export function makeCall(
  turn: Turn,
  call: Call,
  {
    by,
    input,
    shown,
    ...more
  }: {
    readonly by: Made['by'];
    readonly input: JsonObject;
    readonly shown?: Shown | undefined;
    readonly debounceMs?: number;
    readonly replaces?: string;
  },
): string {
  const calls = turn.state.calls + 1;
  const id = `${turn.state.page.serial}.${calls}`;
  change(turn, { calls });
  const made: Made = { step: turn.state.page.step, by, ...(shown && Object.keys(shown).length > 0 && { shown }) };
  turn.effects.push({ type: 'call', id, call, input, made, ...more });
  return id;
}

/** How a call ended, and what it brought. */
export interface Answer {
  readonly outcome: string;
  readonly value?: Json | undefined;
  /** What the back end said of an error, as it came. */
  readonly detail?: string | undefined;
  /** What the back end calls the error. */
  readonly code?: string | undefined;
}

/** Leads the draft on, and puts what a call brought among the results, under its name and with its keep. */
export function bring(turn: Turn, call: Call, came: Answer): void {
  if (came.outcome === 'ok') lead(turn, call);
  keep(turn, call, came);
}

/** A call that came out well leads the draft on, as its operation says. */
function lead(turn: Turn, { moves = {} }: Call): void {
  const { world } = turn.state;
  const to = own(moves, String(world.draft?.['status']));
  if (to !== undefined) change(turn, { world: { ...world, draft: { ...world.draft, status: to } } });
}

function keep(turn: Turn, call: Call, { outcome, value }: Answer): void {
  if (call.as === undefined || (value === undefined && outcome !== 'ok')) return;
  const { world, keeps } = turn.state;
  change(turn, {
    world: { ...world, results: { ...world.results, [call.as]: value ?? null } },
    keeps: { ...keeps, [call.as]: call.keeps },
  });
}
