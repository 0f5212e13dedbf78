/**
 * The matrix of the lock, made out of the definitions: every call that the fixtures make, with each of its
 * preconditions left out one by one, and at every status. A cell says what is asked over what, and the reason for which
 * it is refused; core runs it, a server can.
 */
import { admitCall, locked, set, walk, type ActOver, type Stored } from '../../runtime/core/index.ts';
import { disclosuresOn } from '../../runtime/core/disclosures.ts';
import { drop, get } from '../../runtime/core/paths.ts';
import type { Call, CompiledFlow, Field, Step } from '../../runtime/core/definition.ts';
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import type { JudgedCall } from '../../verifier/fixture/back-end.ts';
import { groundOf } from './calls.ts';

export interface Cell {
  /** What is left out: operation, status and precondition. */
  readonly name: string;
  readonly kind: Kind;
  readonly flow: CompiledFlow;
  readonly stored: Stored;
  readonly over: ActOver;
  /** The reasons that are right, the path where there is one. */
  readonly reasons: readonly string[];
  readonly path?: string;
}
export type Kind =
  | 'field'
  | 'agreement'
  | 'check'
  | 'disclosure'
  | 'served'
  | 'record'
  | 'order'
  | 'argument'
  | 'extra'
  | 'missing'
  | 'status';

/** One call of each operation, step and status: the last that was made, after what was wrong in others is mended. */
export function distinct(calls: readonly JudgedCall[]): readonly JudgedCall[] {
  const found = new Map<string, JudgedCall>();
  for (const call of calls) {
    const key = `${call.flow.brand} ${call.act.operation} ${call.step} ${statusOf(call)} ${Object.keys(call.act.shown ?? {}).join()}`;
    found.set(key, call);
  }
  return [...found.values()];
}

const statusOf = ({ world }: JudgedCall): string => String(world.application['progress'] ?? 'none');

/** Whether an argument of a call of this step is what an event of the page brings. */
function isTold(within: unknown, operation: string, argument: string): boolean {
  if (typeof within !== 'object' || within === null) return false;
  const call = within as Partial<Call>;
  if (call.operation === operation && call.with?.[argument]?.reads.some((read) => /^(payload|item)\./.test(read)))
    return true;
  return Object.values(within).some((part) => isTold(part, operation, argument));
}

/** The cells of one admitted call. */
export function cellsOf(call: JudgedCall, pool: ReadonlyMap<string, readonly Json[]>): readonly Cell[] {
  const { flow, stored, act, world, trail } = call;
  const step = flow.steps[call.step] as Step;
  const base: ActOver = { act, world, trail };
  const name = (kind: Kind, what: string) =>
    `${flow.brand} ${act.operation} of ${step.id} at ${statusOf(call)}: without ${kind} ${what}`;
  const cell = (kind: Kind, what: string, part: Partial<Cell> & Pick<Cell, 'reasons'>): Cell => ({
    name: name(kind, what),
    kind,
    flow,
    stored,
    over: base,
    ...part,
  });
  const cells: Cell[] = [];
  for (const [argument, value] of Object.entries(act.arguments)) {
    // What a widget or a row tells comes from the browser alone: the operation's input schema judges it, no state does.
    if (isTold(step, act.operation, argument)) continue;
    const { [argument]: _, ...rest } = act.arguments;
    cells.push(
      cell('missing', argument, {
        over: { ...base, act: { ...act, arguments: rest } },
        reasons: ['notTheArgument'],
        path: argument,
      }),
      cell('argument', argument, {
        over: { ...base, act: { ...act, arguments: { ...act.arguments, [argument]: forged(value) } } },
        reasons: ['notTheArgument'],
        path: argument,
      }),
    );
  }
  cells.push(
    cell('extra', 'nothing', {
      over: { ...base, act: { ...act, arguments: { ...act.arguments, forged: true } } },
      reasons: ['notTheArgument'],
      path: 'forged',
    }),
  );
  // A step before it that was never left: the way does not come to this one any more.
  for (const id of walk(flow, stored, world).path) {
    if (id === step.id) break;
    const { [id]: gone, ...journey } = stored.journey;
    if (gone === undefined) continue;
    cells.push(cell('record', id, { stored: { ...stored, journey }, reasons: ['notReached'] }));
  }
  const action =
    act.by && 'action' in act.by
      ? step.actions.find((one) => one.id === (act.by as { action?: string }).action)
      : undefined;
  if (!action) return cells;
  const index = action.calls.findIndex((one) => one.operation === act.operation);
  for (const before of action.calls.slice(0, index))
    if (before.when === undefined)
      cells.push(
        cell('order', before.operation, {
          over: { ...base, trail: trail.filter((one) => one.operation !== before.operation) },
          reasons: ['notInOrder'],
          path: before.operation,
        }),
      );
  if (!action.validates) return cells;
  for (const tag of Object.keys(disclosuresOf(call))) {
    const { [tag]: _, ...shown } = act.shown ?? {};
    const { [step.id]: __, ...journey } = stored.journey;
    cells.push(
      cell('disclosure', tag, {
        stored: { ...stored, journey },
        over: { ...base, act: { ...act, shown } },
        reasons: ['notShown'],
        path: tag,
      }),
    );
  }
  // What stands beside the disclosures, loaded for the application.
  for (const { as, keeps } of Object.keys(disclosuresOf(call)).length > 0 ? step.load : []) {
    if (as === undefined || keeps !== 'application' || world.results[as] === undefined) continue;
    const { [as]: _, ...results } = world.results;
    const unserved = { ...world, results };
    const over = { ...base, world: unserved };
    // A check of the page that reads it fails first: without the offer nobody is known to need no arbitration
    // agreement.
    const answers = walk(flow, stored, unserved).relevant;
    const failing = step.checks.find(({ assert }) => assert.of({ ...unserved, answers, typed: {} }) !== true);
    const bind = failing?.at === undefined ? undefined : step.fields[failing.at]?.bind;
    cells.push(
      failing
        ? cell('served', as, { over, reasons: ['notFinished'], ...(bind !== undefined && { path: bind }) })
        : cell('served', as, { over, reasons: ['notShown'], path: as }),
    );
  }
  for (const field of Object.values(step.fields)) {
    if (field.keep === 'never' || get(stored.answers, field.bind) === undefined || !asks(call, field)) continue;
    const without = { ...stored, answers: drop(stored.answers, field.bind) };
    if (field.required === true)
      cells.push(cell('field', field.id, { stored: without, reasons: ['notFinished'], path: field.bind }));
    const value = get(stored.answers, field.bind);
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      for (const tag of Object.keys(value))
        if ((value as JsonObject)[tag] === true)
          cells.push(
            cell('agreement', `${field.id}.${tag}`, {
              stored: { ...stored, answers: set(stored.answers, `${field.bind}.${tag}`, false) },
              reasons: ['notFinished'],
              path: field.bind,
            }),
          );
  }
  for (const [number, one] of step.checks.entries()) {
    const failing = one.assert.reads
      .filter((path) => path.startsWith('answers.'))
      .map((path) => path.slice('answers.'.length))
      .flatMap((path) => (pool.get(path) ?? []).map((value) => ({ path, value })))
      .map(({ path, value }) => ({ ...stored, answers: set(stored.answers, path, value) }))
      .find((changed) => {
        const { relevant } = walk(flow, changed, world);
        return one.assert.of({ ...world, answers: relevant, typed: {} }) === false;
      });
    if (failing) cells.push(cell('check', String(number), { stored: failing, reasons: ['notFinished', 'notReached'] }));
  }
  return cells;
}

/**
 * The same call again, once its page was left, at each status: refused as sent where nothing on the page is open any
 * more.
 */
export function statusCells(call: JudgedCall): readonly Cell[] {
  const { flow, stored, act, trail } = call;
  const ground = groundOf(call);
  const step = flow.steps[call.step] as Step;
  if (step.kind !== 'form' || act.by?.by === 'load') return [];
  const shown = disclosuresOf(call);
  const by = act.by as { action?: string };
  const outcome = { operation: act.operation, name: 'ok' };
  const entry = { by: 'action', action: by.action ?? '', outcome, shown } as Stored['journey'][string];
  return ground.statuses.flatMap((status): readonly Cell[] => {
    const at = ground.at(status);
    const paths = [
      ...Object.values(step.fields)
        .filter((field) => field.keep !== 'never' && asks(call, field))
        .map(({ bind }) => bind),
      ...step.actions.flatMap((action) => action.set.map(({ path }) => path)),
    ];
    const closed = (flow.locks ?? []).some(
      (lock) => lock.answers.includes('*') && lock.when.of({ ...at, answers: {}, typed: {} }) === true,
    );
    if (!closed || !paths.every((path) => locked(flow, path, at))) return [];
    const left = { ...stored, journey: { ...stored.journey, [step.id]: entry } };
    // A status may lead elsewhere, before the page: whoever was denied is told so, wherever they had come to.
    const way = walk(flow, left, at).path;
    return [
      {
        name: `${flow.brand} ${act.operation} of ${step.id} again at ${status}`,
        kind: 'status',
        flow,
        stored: left,
        over: { act, world: at, trail },
        ...(way.includes(step.id) ? { reasons: ['locked'] } : { reasons: ['notReached'], path: way.at(-1) ?? '' }),
      },
    ];
  });
}

/** Whether the field stands on the page of the call. */
function asks(call: JudgedCall, field: Field): boolean {
  const { flow, stored, world } = call;
  return (
    field.when === undefined ||
    field.when.of({ ...world, answers: walk(flow, stored, world).relevant, typed: {} }) === true
  );
}

/** Another value of the same kind. */
function forged(value: Json): Json {
  if (typeof value === 'string') return `${value}-forged`;
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  if (Array.isArray(value)) return [...(value as readonly Json[]), 'forged'];
  // An email alone is of a type of its own, which takes no other member.
  const { email, ...others } = value as JsonObject;
  return typeof email === 'string' ? { ...others, email: `forged-${email}` } : { ...others, forged: 'forged' };
}

/** Every value an answer ever had among the calls. */
export function poolOf(calls: readonly JudgedCall[]): ReadonlyMap<string, readonly Json[]> {
  const pool = new Map<string, Map<string, Json>>();
  for (const { flow, stored } of calls)
    for (const path of Object.keys(flow.binds)) {
      const value = get(stored.answers, path);
      if (value === undefined) continue;
      const values = pool.get(path) ?? new Map<string, Json>();
      pool.set(path, values.set(JSON.stringify(value), value));
    }
  return new Map([...pool].map(([path, values]) => [path, [...values.values()]]));
}

/** Runs a cell in core: what is wrong with the answer, or nothing. */
export function run({ flow, stored, over, reasons, path }: Cell): string | undefined {
  const answer = admitCall(flow, stored, over);
  if (answer.ok) return 'admitted';
  if (!reasons.includes(answer.code)) return `${answer.code} (${answer.path ?? ''}) instead of ${reasons.join(' or ')}`;
  return path === undefined || answer.path === path
    ? undefined
    : `${answer.code} of ${answer.path ?? ''} instead of ${path}`;
}

/** The documents on the page of the call, idTag to hash. */
function disclosuresOf({ flow, stored, world, step }: JudgedCall): Readonly<Record<string, string>> {
  const answers = walk(flow, stored, world).relevant;
  return disclosuresOn(flow, flow.steps[step] as Step, { facts: { ...world, answers, typed: {} } });
}
