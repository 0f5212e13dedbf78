/** What app.json or a brand says otherwise of the runtime: words that exist, and that read what they are said about. */
import { at, atKey, type CompileRule, type Finding } from '../checks/check.ts';
import { pieces } from '../emit/text.ts';
import { isObject, member } from '../json-types.ts';
import type { JsonObject } from '../../runtime/core/facts.ts';
import { didYouMean } from '../suggest.ts';
import { declaredWords } from '../words.ts';
import type { World } from '../world.ts';

const progress = (part: string): readonly [string, string, string] => [
  'flows/app.json',
  '"home": [{ "to": "loan/about" }],',
  `"home": [{ "to": "loan/about" }],\n  "words": { "progress": { ${part} } },`,
];

export const RULE: CompileRule = {
  codes: ['word'],
  severity: 'refused',
  says: 'A text of the runtime itself is said otherwise under a name that the runtime does not say, or it reads a fact that is not known wherever it is said: on every page of every flow these are facts of the brand and what it is said about (`here`).',
  remedy:
    'Take a name from schemas/words.json, or from the "words" of the control or widget, and read what stands there.',
  bad: [progress('»"setp": "Step {{here.number}}"')],
  good: [progress('"step": "Step {{here.number}} of {{here.total}}"')],
  *find(world) {
    for (const scene of world.scenes)
      if (!scene.flow)
        for (const part of Object.keys(scene.brand.app['words'] ?? {})) yield* told(part, scene.brand.app, world);
  },
};

function* told(part: string, app: JsonObject, { source }: World): Generator<Finding> {
  const table = member(app['words'], part);
  const declared = declaredWords(source);
  const known = Object.hasOwn(declared, part) ? declared[part] : undefined;
  if (!known) {
    yield atKey(app['words'] as JsonObject, part, {
      message: `Nothing in the runtime is called "${part}".`,
      fix: didYouMean(part, Object.keys(declared), 'Take a part of schemas/words.json, a control or a widget.'),
    });
    return;
  }
  if (!isObject(table)) return;
  for (const [name, words] of Object.entries(table)) {
    if (!Object.hasOwn(known, name))
      yield atKey(table, name, {
        message: `"${part}" does not say "${name}".`,
        fix: didYouMean(name, Object.keys(known), `It says ${Object.keys(known).join(', ') || 'nothing'}.`),
      });
    if (typeof words !== 'string') continue;
    const foreign = pieces(words).find((piece) => typeof piece !== 'string' && !/^(here|brand)\./.test(piece.path));
    if (foreign !== undefined && typeof foreign !== 'string')
      yield at(table, name, {
        message: `"${foreign.path}" is not known wherever "${part}/${name}" is said.`,
        fix: `Read facts of the brand${
          Object.keys(known[name]?.here ?? {}).length > 0
            ? `, or ${Object.keys(known[name]?.here ?? {})
                .map((one) => `{{here.${one}}}`)
                .join(', ')}`
            : ''
        }.`,
      });
  }
}
