/** Messages of errors that read a fact: whoever sees the error has that fact. */
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import { at, type CompileRule, type Finding } from '../checks/check.ts';
import { placeFields } from '../emit/fields.ts';
import { pieces } from '../emit/text.ts';
import { readsOf, readsOfRule } from '../checks/unfolded.ts';
import { isObject, list, member, text } from '../json-types.ts';
import type { Scene, World } from '../world.ts';

/** Roots of facts that may be missing for somebody; those that their schema requires are always there. */
const PERSONS = new Set(['session', 'customer', 'application', 'cookies', 'device', 'route']);

export const RULE: CompileRule = {
  codes: ['silent-error'],
  severity: 'concern',
  says: 'The message of an error, or of what stays on a page without being done, reads a fact that not everybody has who sees it. A text whose value is unknown is left out whole: what is wrong is then told in general words, or not at all.',
  remedy:
    'Leave the fact out of the message, or read one that everybody has there: a fact of the brand, an answer that must be given on this page or before. A target may say other words beside it, `otherwise`.',
  bad: [['flows/loan/steps/about.json', '"message": "You must be', '"message": »"{{session.firstName}}, you must be']],
  good: [['flows/loan/steps/about.json', '"message": "You must be', '"message": "{{brand.name}} asks: you must be']],
  *find(world) {
    for (const scene of world.scenes) yield* silent(scene, world);
  },
};

function* silent(scene: Scene, { source }: World): Generator<Finding> {
  const messages = messagesOf(scene);
  for (const { holder, key, text: words, step, around } of scene.uses.texts) {
    const own = messages.get(holder);
    if (!own || step === undefined) continue;
    // A limit that hangs on an unknown fact refuses nobody: whoever is refused by it has what it reads.
    const asked = new Set([
      ...around.flatMap((one) => readsOfRule(one, scene)),
      ...readsOf(own[key], scene),
      ...surely(scene, step),
      // What a button or an event sets before it stays is there.
      ...scene.uses.sets.map(({ path }) => path),
    ]);
    const lacking = pieces(words)
      .flatMap((piece) => (typeof piece === 'string' ? [] : readsOf({ var: piece.path }, scene)))
      .find((path) => !asked.has(path) && mayLack(path, source.facts) && !isAskedLater(path, step, scene));
    if (lacking !== undefined)
      yield at(holder, key, {
        message: `Not everybody who sees this error has "${lacking}": for them it has no words of its own.`,
        fix: 'Leave it out, or read what everybody has there.',
      });
  }
}

/**
 * Each object that holds messages of errors with what holds its limits: a check, of a page or of an item, the
 * `messages` of a question, of a page or of an item, and a target that stays and has no other words.
 */
function messagesOf({ flow, uses }: Scene): ReadonlyMap<object, JsonObject> {
  const fields = uses.fields.flatMap((use) => [use, ...use.parts]);
  const checks = [
    ...Object.values(flow?.steps ?? {}).flatMap((step) => list(step['checks'])),
    ...uses.fields.flatMap(({ field }) => list(member(field['item'], 'checks'))),
  ];
  const staying = uses.targets.flatMap(({ target }) => (target['otherwise'] === undefined ? [target] : []));
  return new Map<object, JsonObject>([
    ...[...checks.filter(isObject), ...staying].map((holder) => [holder, {}] as const),
    ...fields.flatMap(({ field }) => (isObject(field['messages']) ? [[field['messages'], field] as const] : [])),
  ]);
}

function mayLack(path: string, facts: JsonObject): boolean {
  const [root = '', name = ''] = path.split('.');
  if (root === 'answers') return true;
  return PERSONS.has(root) && !list(member(facts[root], 'required')).includes(name);
}

/** Whether an answer is asked on later pages alone: that it is never known here is told of itself. */
function isAskedLater(path: string, step: string, { flow, uses }: Scene): boolean {
  const line = list(flow?.flow['line']).map(String);
  const askers = uses.fields.filter(({ field }) => `answers.${text(field['bind']) ?? ''}` === path);
  return path.startsWith('answers.') && askers.every((use) => line.indexOf(use.step ?? '') > line.indexOf(step));
}

/** Answers that everybody has given who sees an error of a page: on it or before it, where nothing leaves them out. */
function surely(scene: Scene, step: string): readonly string[] {
  const { flow } = scene;
  if (!flow) return [];
  const line = list(flow.flow['line']).map(String);
  const before = line.slice(0, line.indexOf(step)).filter((id) => flow.steps[id]?.['when'] === undefined);
  return [...before, step].flatMap((id) => {
    const doc = flow.steps[id] ?? {};
    const placed = new Map<string, Json | undefined>();
    placeFields(list(doc['layout']), undefined, placed);
    return scene.uses.fields.flatMap(({ step: on, id: name, field }) =>
      on === id && field['when'] === undefined && placed.get(name) === undefined && (field['required'] ?? true) === true
        ? [`answers.${text(field['bind']) ?? ''}`]
        : [],
    );
  });
}
