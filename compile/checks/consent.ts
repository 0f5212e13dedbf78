/** A consent is given by the person: never a default, always a box. */
import { list, text } from '../json-types.ts';
import { at, type Check } from './check.ts';

export const consent: Check = {
  *scene(scene) {
    const consents = new Set(
      scene.uses.items.flatMap(({ item, step }) =>
        text(item['consent']) === undefined ? [] : [`${step ?? ''}/${String(item['consent'])}`],
      ),
    );
    for (const { id, field, step } of scene.uses.fields.flatMap((one) => [one, ...one.parts])) {
      const ticked =
        field['const'] === true ||
        (list(field['enum']).every((value) => value === true) && list(field['enum']).length > 0);
      if (field['default'] !== undefined && (consents.has(`${step ?? ''}/${id}`) || ticked))
        yield at(field, 'default', {
          message: `The consent "${id}" has a default.`,
          fix: 'Remove the default: only the person may tick it.',
        });
    }
  },
};
