/** Files that a brand names: its logo, its icon, its type. */
import { at, type CompileRule, type Finding } from '../checks/check.ts';
import { entries, isObject, list, member, text } from '../json-types.ts';
import type { JsonObject } from '../../runtime/core/facts.ts';
import { didYouMean } from '../suggest.ts';

export const RULE: CompileRule = {
  codes: ['asset'],
  severity: 'concern',
  says: 'A brand names a file that does not lie in its folder `assets`: where its logo, icon or type belongs, people see nothing or another type.',
  remedy:
    'Put the file into brands/<brand>/assets/, or correct the name. `"asset"` in schemas/facts.json says which facts name a file.',
  bad: [
    ['brands/elm/assets/mark.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['brands/elm/brand.json', '"name"', '"logoImage": »"logo.svg", "imagePath": "/brands/elm/assets/", "name"'],
  ],
  good: [
    ['brands/elm/assets/mark.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['brands/elm/brand.json', '"name"', '"logoImage": "mark.svg", "imagePath": "/brands/elm/assets/", "name"'],
  ],
  *find({ source }) {
    for (const { id, brand, theme } of Object.values(source.brands)) {
      const folder = `brands/${id}/assets/`;
      const files = Object.keys(source.files).flatMap((file) =>
        file.startsWith(folder) ? [file.slice(folder.length)] : [],
      );
      const named = function* (holder: object, key: string | number, file: string): Generator<Finding> {
        if (!files.includes(file) && !file.startsWith('https://'))
          yield at(holder, key, {
            message: `There is no file "${file}" in ${folder}.`,
            fix: didYouMean(file, files, `Put it there${files.length > 0 ? `; there are ${files.join(', ')}` : ''}.`),
          });
      };
      for (const { holder, key, value, kind } of factsNaming(brand, source.facts['brand'])) {
        if (kind === 'file') yield* named(holder, key, value);
        else if (value !== `/${folder}` && !value.startsWith('https://'))
          yield at(holder, key, {
            message: `The files of the brand "${id}" are served under /${folder}, not under "${value}".`,
            fix: `Write "/${folder}".`,
          });
      }
      for (const face of list(theme['faces']))
        for (const [letters, file] of entries(member(face, 'files')))
          yield* named(member(face, 'files') as object, letters, text(file) ?? '');
    }
  },
};

/** Facts of a brand that are declared as the name of a file (`"asset": "file"`) or of their folder (`"folder"`). */
function* factsNaming(
  facts: JsonObject,
  declared: unknown,
): Generator<{ readonly holder: object; readonly key: string; readonly value: string; readonly kind: string }> {
  for (const [key, schema] of entries(member(declared, 'properties'))) {
    const value = facts[key];
    const kind = text(member(schema, 'asset'));
    if (kind !== undefined && typeof value === 'string') yield { holder: facts, key, value, kind };
    else if (isObject(value)) yield* factsNaming(value, schema);
  }
}
