/** What core offers at a state: each must be among the moves that the certificate lists. */
import { facts, get, itemsOf, own, timersAwaited, walk } from '../../runtime/core/index.ts';
import type { CompiledFlow, Dialog, JsonObject, State, Step } from '../../runtime/core/index.ts';
import { awayFrom, fromTheBeginning, sentAt } from '../../runtime/core/place.ts';
import { overlap, placementsAt, widgetId } from '../../runtime/core/shape.ts';
import type { Certificate, Claim, Deed, Faults } from '../certificate.ts';
import { aheadOf } from './same.ts';
import { walked, type Stand } from './walk.ts';

/** A state that the certificate does not list. */
export const NOWHERE: Certificate['states'][number] = { moves: [], open: {} };

/** Every combination of what these facts may be. */
export const combined = (unknown: Claim['unknown'], paths: readonly string[]): readonly JsonObject[] =>
  paths.reduce<readonly JsonObject[]>(
    (all, path) => all.flatMap((some) => (own(unknown, path) ?? []).map((value) => ({ ...some, [path]: value }))),
    [{}],
  );

/** What may happen at a state and is not among the moves listed, a sentence each. */
export function uncovered(claim: Claim, stand: Stand, at: number): Faults {
  const { moves, open } = claim.certificate.states[at] ?? NOWHERE;
  const deeds = moves.flatMap((move) => move.deeds);
  const [first] = deeds;
  const asked =
    first?.type === 'given'
      ? combined(claim.unknown, Object.keys(first.facts)).map((known): Deed => ({ type: 'given', facts: known }))
      : first?.type === 'supposed'
        ? (own(open, first.bind) ?? []).map((value): Deed => ({ ...first, value }))
        : undefined;
  const typed = moves.flatMap(({ deeds: [one, ...then] }) => (one?.type === 'answered' ? then.map(nameAfter) : []));
  const away = (typed.length > 0 ? leftTyped(claim, stand.state) : []).filter((deed) => leads(claim.flow, stand, deed));
  const listed = new Set([...deeds.map(nameOf), ...typed]);
  const isNew = (deed: Deed): boolean => !listed.has(nameOf(deed)) && leads(claim.flow, stand, deed);
  const wanted = new Set([...(asked ?? offeredAt(claim, stand).filter(isNew)).map(nameOf), ...away.map(nameAfter)]);
  const hangs = first?.type === 'given' ? [] : aheadOf(claim.flow, stand.state.page.step).decisive;
  const seen = facts(claim.flow, stand.state) as unknown as JsonObject;
  const unasked = Object.keys(claim.unknown).filter(
    (path) => get(seen, path) === undefined && hangs.some((one) => overlap(one, path)),
  );
  if (unasked[0] !== undefined)
    return [`state ${at} (${stand.state.page.step}) does not tell apart what ${unasked.join(', ')} is`];
  return [
    ...without(wanted, listed).map((deed) => `at state ${at} (${stand.state.page.step}) nothing is said of ${deed}`),
    ...without(asked ? listed : wanted, wanted).map((deed) => `state ${at} asks of what is not open: ${deed}`),
  ];
}

/** Those that are not among others. */
export const without = (all: ReadonlySet<string>, others: ReadonlySet<string>): readonly string[] =>
  [...all].filter((one) => !others.has(one));

/** What something is, whatever order its members stand in. */
export const named = (one: object): string => JSON.stringify(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)));

/** A deed without what it brings along: what is pressed, heard, answered or supposed, and what is given whole. */
function nameOf(deed: Deed): string {
  const { payload: _, value, ...name } = deed as Deed & { readonly payload?: unknown; readonly value?: unknown };
  return named(deed.type === 'supposed' ? { ...name, value } : name);
}

/** The same, of what is done on a page after something was typed there. */
const nameAfter = (deed: Deed): string => `typed ${nameOf(deed)}`;

/** What a person, a call, a channel or the clock may do, whether or not core takes notice. */
export function offeredAt(claim: Claim, { state, calls }: Stand): readonly Deed[] {
  const { flow, outcomes } = claim;
  const step = flow.steps[state.page.step] as Step;
  return [
    ...calls.flatMap(({ id, call }) =>
      [...outcomes(call.operation), ...Object.keys(call.on)].map((outcome): Deed => ({ type: 'called', id, outcome })),
    ),
    ...onPage(claim, step, state),
    ...step.listen.flatMap(({ channel, on }): readonly Deed[] => [
      ...Object.keys(on).map((event): Deed => ({ type: 'heard', channel, event })),
      { type: 'gaveUp', channel },
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
  const on = new Set([...again, at, ...fromTheBeginning(flow, state)]);
  const { widgets, links } = placementsAt(flow, step, dialog) as NonNullable<ReturnType<typeof placementsAt>>;
  const rowsOf = (list: Parameters<typeof itemsOf>[0] | undefined) =>
    list ? Array.from(itemsOf(list, facts(flow, state)), ({ item }) => ({ item })) : [{}];
  const actions = dialog === undefined ? step.actions : (flow.dialogs[dialog] as Dialog).actions;
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

/** Opening an address before the page is left, where whoever comes again is asked of what they typed there. */
function leftTyped({ flow, duties }: Claim, state: State): readonly Deed[] {
  const { id, fields } = flow.steps[state.page.step] as Step;
  const asked = duties.filter(({ moment }) => moment.kind === 'arrives' && moment.steps.has(id));
  const read = JSON.stringify(asked.map(({ scope, holds }) => [scope, holds])).match(/answers\.[^"]*/g) ?? [];
  const isAsked = Object.values(fields).some(({ bind }) => read.some((path) => overlap(path, `answers.${bind}`)));
  return isAsked ? awayFrom(flow, state).map((step) => ({ type: 'visited', step })) : [];
}

/** Whether a deed leads anywhere: to another page, out of the flow, into a dialog, to a call or to an answer. */
function leads(flow: CompiledFlow, { state, calls }: Stand, deed: Deed): boolean {
  const to = walked(flow, { state, calls }, [deed]);
  const told = ({ page, answers, journey }: State) => [page.step, page.dialog, page.busy, answers, journey];
  const before = [...told(state), calls.length, false, state.page.awaits];
  return [...told(to.state), to.calls.length, to.out, to.state.page.awaits].some((part, i) => part !== before[i]);
}
