/** The server's lock refused a save or a call: the page says so, at the field where there is one (law 12). */
import type { CompiledFlow, Field, FieldId, StepId } from './definition.ts';
import type { Event } from './events.ts';
import { messageFor } from './validate.ts';
import { filtered, own } from './paths.ts';
import { pageFacts } from './page.ts';
import { come, look } from './place.ts';
import { change, changePage, stepHere, type Turn } from './turn.ts';
import { exit } from './leave.ts';
import { trace } from './walk.ts';

type Refused = Extract<Event, { type: 'refused' }>;

/** Ends the call that was refused, comes to the page of the answer or step at `path` and says there what is wrong. */
export function refused(turn: Turn, event: Refused): void {
  endCall(turn, event.call);
  const place = placeOf(turn, event.path);
  if (place !== undefined && place.step !== turn.state.page.step) come(turn, { want: place.step, replace: true, exit });
  const field = place?.field;
  const view = field === undefined ? undefined : own(turn.state.page.fields, field);
  const here = place !== undefined && turn.state.page.step === place.step;
  // At a field that is read-only now nobody looks for what is wrong with it: the page says why.
  if (here && field !== undefined && view?.visible && view.locked === undefined) {
    const definition = own(stepHere(turn).fields, field);
    const words =
      event.at ?? (definition ? messageFor(definition, keywordOf(definition), pageFacts(turn.state)) : event.text);
    changePage(turn, { asked: true, remarks: { ...turn.state.page.remarks, [field]: words } });
    look(turn);
    turn.effects.push({ type: 'focus', on: 'errors' });
    return;
  }
  changePage(turn, { notice: { text: event.text, tone: 'error' } });
  turn.effects.push({ type: 'focus', on: 'notice' });
}

/** The message that says what the field takes. */
const keywordOf = ({ messages }: Field): string =>
  Object.keys(messages).find((keyword) => keyword === 'invalid') ??
  Object.keys(messages).find((keyword) => keyword !== 'required') ??
  'invalid';

/** Without a call it was a save: whatever waited for that save is over. */
function endCall(turn: Turn, call: string | undefined): void {
  const { busy, ...idle } = turn.state.page;
  if (busy !== undefined && (call === undefined || busy.call === call)) change(turn, { page: idle });
  if (call === undefined) return;
  const index = own(turn.state.page.pending, call);
  if (index === undefined) return;
  changePage(turn, {
    loading: [],
    loaded: [...new Set([...turn.state.page.loaded, index])],
    pending: filtered(turn.state.page.pending, (id) => id !== call),
  });
}

/** Where the answer or the step at `path` stands on the way; the page of now comes first. */
function placeOf(
  turn: Turn,
  path: string | undefined,
): { readonly step: StepId; readonly field?: FieldId } | undefined {
  if (path === undefined) return undefined;
  const { flow, state } = turn;
  const way = trace(flow, state).path;
  const asked = bindsOf(flow, path).filter(({ step }) => step === state.page.step || way.includes(step));
  const found = asked.find(({ step }) => step === state.page.step) ?? asked.at(-1);
  if (found !== undefined) return found;
  return Object.hasOwn(flow.steps, path) && way.includes(path) ? { step: path } : undefined;
}

/** The fields that bind the path, or something above or below it. */
function bindsOf(flow: CompiledFlow, path: string): readonly { readonly step: StepId; readonly field: FieldId }[] {
  return (
    own(flow.binds, path) ??
    Object.entries(flow.binds).flatMap(([bind, places]) =>
      bind.startsWith(`${path}.`) || path.startsWith(`${bind}.`) ? places : [],
    )
  );
}
