/**
 * Events of channels: a step that listens names events that its channel tells. What a poll of the channel asks declares
 * them as its outcomes.
 */
import { channels, isOfApplication, isOfDraft } from '../../contract/channels.ts';
import { statuses } from '../../contract/generated/statuses.ts';
import { isObject, list, member, text } from '../json-types.ts';
import { didYouMean } from '../suggest.ts';
import type { Scene, World } from '../world.ts';
import { draftOf } from '../facts.ts';
import { at, atKey, type Finding } from './check.ts';
import type { JsonObject } from '../../runtime/core/facts.ts';

/** What the state of an application may change to: told beside the status. */
const states: ReadonlySet<string> = new Set(Object.values(statuses).map(({ state }) => state));

/** Channel to the outcomes of the operations by which it is polled, in any flow of the brand. */
function toldBy(scene: Scene, world: World): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const flow of Object.values(scene.brand.flows)) {
    for (const listen of Object.values(flow.steps).flatMap((step) => list(step['listen']))) {
      const channel = text(member(listen, 'channel')) ?? '';
      const outcomes = world.source.operations[text(member(listen, 'poll')) ?? '']?.['outcomes'];
      if (isObject(outcomes)) found.set(channel, [...(found.get(channel) ?? []), ...Object.keys(outcomes)]);
    }
  }
  return found;
}

/** Every event a step of the scene listens for that its channel never tells. */
export function* events(scene: Scene, world: World): Generator<Finding> {
  const told = toldBy(scene, world);
  for (const listen of Object.values(scene.flow?.steps ?? {}).flatMap((step) => list(step['listen']))) {
    const channel = text(member(listen, 'channel')) ?? '';
    if (!Object.hasOwn(channels, channel)) {
      const names = Object.keys(channels);
      yield at(listen as JsonObject, 'channel', {
        message: `There is no channel "${channel}".`,
        fix: didYouMean(channel, names, `There are: ${names.join(', ')}.`),
      });
      continue;
    }
    const ofDraft = isOfDraft(channel);
    const draft = scene.flow && draftOf(scene.flow);
    if (ofDraft && !draft) {
      yield at(listen as JsonObject, 'channel', {
        message: 'This flow keeps no draft, so nothing is ever told of one.',
        fix: 'Say in flow.json which draft it "saves", or listen to "application".',
      });
      continue;
    }
    const [on, known] = [member(listen, 'on'), ofDraft && draft ? Object.keys(draft.statuses) : told.get(channel)];
    if (!isObject(on) || !known) continue;
    for (const event of Object.keys(on))
      if (!known.includes(event) && !(isOfApplication(channel) && states.has(event)))
        yield atKey(on, event, {
          message: `The channel "${channel}" never tells "${event}".`,
          fix: didYouMean(event, known, `It tells: ${[...new Set(known)].join(', ')}.`),
        });
  }
}
