/** What analytics is told: declared by its name, with nothing of the person. */
import { at, atKey, type CompileRule, type Finding } from '../checks/check.ts';
import { readsOf } from '../checks/unfolded.ts';
import { schemaBelow } from '../facts.ts';
import { entries, isObject, member, text } from '../json-types.ts';
import { didYouMean } from '../suggest.ts';
import type { TargetUse } from '../used.ts';
import type { Scene, World } from '../world.ts';

/** Facts that may be told: they are the same for many people. */
const TELLING = ['brand', 'flags', 'device', 'today'];
/** What the back end calls an error; what it says of it may be the person's own. */
const CODE = 'problem.code';

export const RULE: CompileRule = {
  codes: ['track'],
  severity: 'refused',
  says: 'Analytics would be told what nobody declared, or something of the person, or by a target that no page takes.',
  remedy:
    'Declare the event in schemas/facts.json under `events` with all that is told of it; tell constants, and facts of the brand, the flags, the device and the day; and tell it by a target of a page or a dialog.',
  bad: [
    [
      'schemas/facts.json',
      '"events": {',
      '"events": { "signed": { "type": "object", "properties": { "way": { "type": "string" } } },',
    ],
    [
      'flows/loan/steps/about.json',
      '"id": "continue",',
      '"id": "continue",\n      "next": [{ "to": "money", "track": { "event": »"sigend", "with": { "way": "button" } } }],',
    ],
  ],
  good: [
    [
      'schemas/facts.json',
      '"events": {',
      '"events": { "signed": { "type": "object", "properties": { "way": { "type": "string" } } },',
    ],
    [
      'flows/loan/steps/about.json',
      '"id": "continue",',
      '"id": "continue",\n      "next": [{ "to": "money", "track": { "event": "signed", "with": { "way": "button" } } }],',
    ],
  ],
  *find(world) {
    for (const scene of world.scenes) for (const use of scene.uses.targets) yield* told(use, scene, world);
  },
};

function* told({ target, key, holder, step }: TargetUse, scene: Scene, { source }: World): Generator<Finding> {
  const { track } = target;
  const word = isObject(track) ? 'track' : 'tells';
  if (!isObject(target[word])) return;
  if (!scene.flow || key === 'then')
    yield at(target, word, {
      message: 'Nothing is told here: no page takes this target.',
      fix: 'Tell it by a target of a page or of a dialog.',
    });
  if (step !== undefined && holder === scene.flow?.steps[step]?.['next'])
    yield at(target, word, {
      message:
        'Nothing is told here: a page that only decides or waits is gone through again whenever the way is worked out.',
      fix: 'Tell it by the button, the outcome or the event that leads here.',
    });
  if (!isObject(track)) return;
  const event = text(track['event']) ?? '';
  const declared = entries(source.facts['events']).map(([name]) => name);
  if (!declared.includes(event)) {
    yield at(track, 'event', {
      message: `There is no event "${event}".`,
      fix: didYouMean(event, declared, 'Declare it in schemas/facts.json under "events".'),
    });
    return;
  }
  const schema = member(source.facts['events'], event);
  for (const [name, value] of entries(track['with'])) {
    const known = entries(member(schema, 'properties')).map(([one]) => one);
    if (!schemaBelow(schema, [name]))
      yield atKey(track['with'] as object, name, {
        message: `Nothing declares that "${name}" is told of "${event}".`,
        fix: didYouMean(name, known, `Add it to "events.${event}.properties" in schemas/facts.json.`),
      });
    const personal = readsOf(value, scene).find((read) => read !== CODE && !TELLING.includes(read.split('.')[0] ?? ''));
    if (personal !== undefined)
      yield atKey(track['with'] as object, name, {
        message: `Analytics would be told "${personal}", which is the person's own.`,
        fix: 'Tell plain words, or facts of the brand, the flags, the device and the day.',
      });
  }
}
