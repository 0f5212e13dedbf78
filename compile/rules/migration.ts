/** What migrations.json says, against this version of its flow; what the earlier ones asked, publishing looks at. */
import { at, type CompileRule, type Finding } from '../checks/check.ts';
import { consentsOf } from '../emit/consents.ts';
import { readMove } from '../emit/migrations.ts';
import { declaredAnswer, isKeptByServer } from '../facts.ts';
import { fieldType, validationSchema } from '../field-source.ts';
import { isObject, list, text } from '../json-types.ts';
import { schemaFault, violations } from '../schema-check.ts';
import { didYouMean } from '../suggest.ts';
import type { Scene, World } from '../world.ts';
import type { Move } from '../../runtime/core/definition.ts';
import type { JsonObject } from '../../runtime/core/facts.ts';
import { ending } from '../../runtime/core/migration.ts';

const FILE = 'flows/loan/migrations.json';
const one = (move: string): string =>
  `{ "migrations": [{ "why": "The first name has another place.", "moves": [${move}] }] }`;

export const RULE: CompileRule = {
  codes: ['migration'],
  severity: 'refused',
  says: 'A migration leads an answer to a path that nobody asks in this version, gives one a value that its field refuses or that only the person may give, or drops one that is still asked: whoever began earlier would come to a state that no honest person reaches.',
  remedy:
    'Name a path that a field of this version binds or an act sets; to lose an answer that is still asked, say `"askAgain"`.',
  bad: [[FILE, one('{ "rename": "name.first", "to": »"personalInformation.firstNam" }')]],
  good: [[FILE, one('{ "rename": "name.first", "to": "personalInformation.firstName" }')]],
  *find(world) {
    for (const [id, { migrations }] of Object.entries(world.source.flows))
      if (migrations)
        yield* findings(migrations, {
          id,
          scenes: world.scenes.filter(({ flow }) => flow?.id === id),
          world,
        });
  },
};

interface Judged {
  readonly id: string;
  /** The flow as it is with each brand. */
  readonly scenes: readonly Scene[];
  readonly world: World;
}

function* findings(doc: JsonObject, { id, scenes, world }: Judged): Generator<Finding> {
  if (scenes.length === 0) return; // no brand offers it, and another rule says so
  if (!scenes.some(({ flow }) => flow && isKeptByServer(flow))) {
    yield at(doc, 'migrations', {
      message: `The server keeps nothing of the journey "${id}": there are no open applications to move.`,
      fix: 'Delete this file, or let flow.json say "saves": "application".',
    });
    return;
  }
  const fields = scenes.flatMap(({ uses }) => uses.fields);
  const taken = new Set([
    ...fields.flatMap(({ field }) => text(field['bind']) ?? []),
    ...scenes.flatMap(({ uses }) => uses.sets.map(({ path }) => path)),
  ]);
  const consents = new Set(
    scenes.flatMap(({ flow }) => Object.keys((flow && consentsOf(flow, world.source.fragments)) ?? {})),
  );
  const takes = (path: string): boolean => taken.has(path);
  const takesBelow = (path: string): boolean =>
    takes(path) || [...taken].some((answer) => answer.startsWith(`${path}.`));
  const written = list(doc['migrations'])
    .filter(isObject)
    .flatMap(({ moves }) => list(moves).filter(isObject))
    .map((move) => ({ move, is: readMove(move) }));

  for (const [index, { move, is }] of written.entries()) {
    const later = written.slice(index + 1).map((other) => other.is);
    const end = ending(later, target(is));
    const key = 'to' in is ? 'to' : is.kind;
    const many = is.kind === 'move' || is.kind === 'askAgain';
    if (is.kind === 'drop') {
      const given = later.some((other) => 'to' in other && meets(other.to, is.path));
      if (end !== undefined && takesBelow(end) && !given)
        yield at(move, key, {
          message: `This version still asks for "${is.path}".`,
          fix: 'Say "askAgain" if the answer of before counts no more; else leave this out.',
        });
    } else if (end !== undefined && !(many ? takesBelow(end) : takes(end)))
      yield at(move, key, {
        message: `Nobody asks for "${end}" in this version of "${id}".`,
        fix: didYouMean(
          end,
          taken,
          takesBelow(end) ? 'Several answers stand below it: say "move".' : 'Name the path that a field binds.',
        ),
      });
    if (is.kind !== 'default' || end === undefined) continue;
    if ([...consents].some((consent) => meets(consent, end)))
      yield at(move, 'default', {
        message: `"${end}" is a consent: only the person may give it.`,
        fix: 'Leave this out: it is asked.',
      });
    const asked = fields.find(({ field }) => field['bind'] === end)?.field;
    const [flow] = scenes.flatMap((scene) => scene.flow ?? []);
    if (asked === undefined || flow === undefined) continue;
    const type = fieldType(asked, declaredAnswer(world.source, flow, end));
    const schema = validationSchema(asked, type, world.source.fragments);
    if (schemaFault(schema) === undefined && violations(schema, is.value).length > 0)
      yield at(move, 'value', {
        message: `The field of "${end}" refuses this value.`,
        fix: 'Give one that a person could have answered.',
      });
  }
}

const target = (move: Move): string => ('to' in move ? move.to : move.path);
const meets = (a: string, b: string): boolean => a === b || a.startsWith(`${b}.`) || b.startsWith(`${a}.`);
