/** What core offers at a state: each must be among the moves that the certificate lists. */
import { facts, get, itemsOf, timersAwaited, walk } from '../../runtime/core/index.ts';
import type { CompiledFlow, JsonObject, State, Step } from '../../runtime/core/index.ts';
import { sentAt } from '../../runtime/core/place.ts';
import { overlap, placementsAt, widgetId } from '../../runtime/core/shape.ts';
import type { Claim, Deed, Faults } from '../certificate.ts';
import { aheadOf } from './same.ts';
import { walked, type Stand } from './walk.ts';

/** Rows of a list on a page that are looked at, and calls whose answers may come in any order. */
const [ROWS, ANY_ORDER] = [3, 4];

/** Every combination of what these facts may be. */
export function combined(unknown: Claim['unknown'], paths: readonly string[]): readonly JsonObject[] {
  return paths.reduce<readonly JsonObject[]>(
    (all, path) => all.flatMap((some) => (unknown[path] ?? []).map((value) => ({ ...some, [path]: value }))),
    [{}],
  );
}

/** What may happen at a state and is not among the moves listed, a sentence each. */
export function uncovered(claim: Claim, stand: Stand, at: number): Faults {
  const { moves = [], open = {} } = claim.certificate.states[at] ?? {};
  const deeds = moves.flatMap((move) => move.deeds);
  const [first] = deeds;
  const wanted =
    first?.type === 'given'
      ? combined(claim.unknown, Object.keys(first.facts)).map((known): Deed => ({ type: 'given', facts: known }))
      : first?.type === 'supposed'
        ? (open[first.bind] ?? []).map((value): Deed => ({ ...first, value }))
        : offeredAt(claim, stand);
  const listed = new Set(deeds.map(nameOf));
  const hangs = first?.type === 'given' ? [] : aheadOf(claim.flow, stand.state.page.step).decisive;
  const seen = facts(claim.flow, stand.state) as unknown as JsonObject;
  const unasked = Object.keys(claim.unknown).filter(
    (path) => get(seen, path) === undefined && hangs.some((one) => overlap(one, path)),
  );
  if (unasked[0] !== undefined)
    return [`state ${at} (${stand.state.page.step}) does not tell apart what ${unasked.join(', ')} is`];
  const asks = first?.type === 'given' || first?.type === 'supposed';
  return wanted
    .filter((deed) => !listed.has(nameOf(deed)) && (asks || leads(claim.flow, stand, deed)))
    .map((deed) => `at state ${at} (${stand.state.page.step}) nothing is said of ${nameOf(deed)}`);
}

/** A deed without what it brings along: what is pressed, heard, answered or supposed, and what is given whole. */
function nameOf(deed: Deed): string {
  const { payload: _, value, ...name } = deed as Deed & { readonly payload?: unknown; readonly value?: unknown };
  const members = Object.entries(deed.type === 'supposed' ? { ...name, value: value ?? null } : name);
  return JSON.stringify(members.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** What a person, a call, a channel or the clock may do, whether or not core takes notice. */
export function offeredAt(claim: Claim, { state, calls }: Stand): readonly Deed[] {
  const { flow, outcomes } = claim;
  const step = flow.steps[state.page.step] as Step;
  const any = calls.length > ANY_ORDER ? calls.slice(0, 1) : calls;
  return [
    ...any.flatMap(({ id, call }) =>
      [...outcomes(call.operation), ...Object.keys(call.on)].map((outcome): Deed => ({ type: 'called', id, outcome })),
    ),
    ...(state.page.busy ? [] : onPage(claim, step, state)),
    ...step.listen.flatMap(({ channel, on, onGiveUp }): readonly Deed[] => [
      ...Object.keys(on).map((event): Deed => ({ type: 'heard', channel, event })),
      ...(onGiveUp ? [{ type: 'gaveUp', channel } as const] : []),
    ]),
    ...[...step.timers.keys(), ...timersAwaited(step, state.page)].map((timer): Deed => ({ type: 'elapsed', timer })),
  ];
}

function onPage({ flow, duties }: Claim, step: Step, state: State): readonly Deed[] {
  const { dialog } = state.page;
  const within = dialog === undefined ? {} : { dialog };
  const { path, at } = walk(flow, state, state.world);
  // What must be so again since a change is asked of whoever goes back, too; where it was sent it stands.
  const open = path.filter((id) => !sentAt(flow, state, id));
  const again = duties.flatMap(({ moment, since }) => (since ? open.filter((id) => moment.steps.has(id)) : []));
  const on = new Set(state.visiting === undefined ? again : [...again, at]);
  const { widgets = [], links = [] } = placementsAt(flow, step, dialog) ?? {};
  const rowsOf = (list: Parameters<typeof itemsOf>[0] | undefined) =>
    list ? Array.from(itemsOf(list, facts(flow, state)).slice(0, ROWS), ({ item }) => ({ item })) : [{}];
  const actions = dialog === undefined ? step.actions : (flow.dialogs[dialog]?.actions ?? []);
  return [
    ...actions.map(({ id }): Deed => ({ type: dialog === undefined ? 'pressed' : 'dialogPressed', action: id })),
    ...widgets.flatMap(({ item }) =>
      Object.keys(item.events).flatMap((event) =>
        rowsOf(item.kind === 'repeat' ? item : undefined).map(
          (row): Deed => ({ type: 'widget', widget: widgetId(item), event, ...within, ...row }),
        ),
      ),
    ),
    ...links.flatMap(({ repeat }, link) =>
      rowsOf(repeat).map((row): Deed => ({ type: 'followed', link, ...within, ...row })),
    ),
    ...Object.values(flow.steps).flatMap(({ id, entry }): readonly Deed[] =>
      (entry || on.has(id)) && id !== step.id ? [{ type: 'visited', step: id }] : [],
    ),
  ];
}

/** Whether a deed leads anywhere: to another page, out of the flow, into a dialog, to a call or to an answer. */
function leads(flow: CompiledFlow, { state, calls }: Stand, deed: Deed): boolean {
  const to = walked(flow, { state, calls }, [deed]);
  const told = ({ page, answers, journey }: State) => [page.step, page.dialog, page.busy, answers, journey];
  const before = [...told(state), calls.length, false, state.page.awaits];
  return [...told(to.state), to.calls.length, to.out, to.state.page.awaits].some((part, i) => part !== before[i]);
}
