/** Targets that open a step of their own flow anew, as its address does. */
import type { JsonObject } from '../../runtime/core/facts.ts';
import { at, type CompileRule, type Finding } from '../checks/check.ts';
import { isKeptByServer } from '../facts.ts';
import { entries, isObject, list, member, text } from '../json-types.ts';
import type { ResolvedFlow } from '../resolve.ts';
import type { Scene } from '../world.ts';

const SESSION = ['flows/loan/flow.json', '"saves": "application",', '"saves": "session",'] as const;
const ANEW = [
  'flows/loan/steps/link.json',
  '"label": "Continue" }',
  '"label": "Continue", "next": [{ "to": "declined", »"reenter": true }] }',
] as const;

export const RULE: CompileRule = {
  codes: ['reenter'],
  severity: 'refused',
  says: 'A target with `"reenter": true` opens no page: its step has no address at which a way begins, the server stores the journey and leads whoever comes back to where they stopped, or steps open one another without an act of a person and nobody ever comes to a page.',
  remedy:
    'Name a step of the same flow that is its first or says `"entry": true`, in a flow that says `"saves": "session"` or `"none"`, and let the way end at a page; else delete "reenter".',
  bad: [SESSION, ANEW],
  good: [
    SESSION,
    ['flows/loan/steps/declined.json', '"kind": "form",', '"kind": "form",\n  "entry": true,'],
    [ANEW[0], ANEW[1], ANEW[2].replace('»', '')],
  ],
  *find({ scenes }) {
    for (const scene of scenes) yield* reentries(scene);
  },
};

function* reentries({ flow, uses }: Scene): Generator<Finding> {
  for (const { target } of uses.targets) {
    if (target['reenter'] === undefined) continue;
    const to = stepOf(flow, target);
    if (flow === undefined || to === undefined)
      yield at(target, 'reenter', {
        message: `"${text(target['to']) ?? ''}" is no step of this flow: another flow is always entered anew.`,
        fix: 'Delete "reenter".',
      });
    else if (isKeptByServer(flow))
      yield at(target, 'reenter', {
        message: `The server stores the journey "${flow.id}": whoever comes back to it is led to where they stopped, not to "${to}".`,
        fix: 'Delete "reenter", or let flow.json say "saves": "session".',
      });
    else if (to !== list(flow.flow['line'])[0] && flow.steps[to]?.['entry'] !== true)
      yield at(target, 'reenter', {
        message: `No way begins at the address of "${to}": whoever opens it is led to the first page that they have not left.`,
        fix: `Let flows/${flow.id}/steps/${to}.json say "entry": true, or delete "reenter".`,
      });
  }
  if (flow) yield* rounds(flow);
}

/** The step of the flow that a target names; undefined: it names none. */
function stepOf(flow: ResolvedFlow | undefined, target: JsonObject): string | undefined {
  const [first = '', second] = (text(target['to']) ?? '').split('/');
  const id = second === undefined || first === flow?.id ? (second ?? first) : '';
  return Object.hasOwn(flow?.steps ?? {}, id) ? id : undefined;
}

/** Ways round that nobody's act is part of: what a page loads, or a step decides, opens a page that does so again. */
function* rounds(flow: ResolvedFlow): Generator<Finding> {
  const opened = new Map(Object.keys(flow.steps).map((id) => [id, openedBy(flow, id)]));
  for (const [id, targets] of opened) {
    for (const target of targets) {
      const first = stepOf(flow, target);
      const ahead = new Set(first === undefined ? [] : [first]);
      for (const step of ahead) for (const next of opened.get(step) ?? []) ahead.add(stepOf(flow, next) ?? step);
      if (ahead.has(id))
        yield at(target, 'reenter', {
          message: `From "${id}" this leads round and back to it without an act of a person.`,
          fix: 'Let the way end at a page that opens nothing by itself.',
        });
    }
  }
}

/** Targets by which a step opens another anew, or itself, with nobody's doing. */
function openedBy(flow: ResolvedFlow, id: string): readonly JsonObject[] {
  const step = flow.steps[id];
  const loaded = list(step?.['load']).flatMap((call) => entries(member(call, 'on')).map(([, target]) => target));
  const decided = (text(step?.['kind']) ?? 'form') === 'form' ? [] : list(step?.['next']);
  return [...loaded, ...decided].filter(
    (target): target is JsonObject => isObject(target) && target['reenter'] !== undefined,
  );
}
