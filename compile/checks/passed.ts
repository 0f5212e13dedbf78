/** Fields that every applicant is asked. */
import { list, text } from '../json-types.ts';
import type { FieldUse } from '../uses.ts';
import type { Scene, World } from '../world.ts';

/**
 * Whether a field is asked on every way that goes along the line: it has no condition, its page stands on the line
 * without one, and nothing leaps over that page.
 */
export function askedOfAll({ field, around, step }: FieldUse, scene: Scene, { scenes }: World): boolean {
  const { flow, brand } = scene;
  const line = list(flow?.flow['line']).map(String);
  const place = step === undefined ? -1 : line.indexOf(step);
  if (
    !flow ||
    place < 0 ||
    around.length > 0 ||
    field['when'] !== undefined ||
    line.indexOf(text(flow.flow['start']) ?? line[0] ?? '') > place
  )
    return false;
  return !scenes.some(
    (other) =>
      other.brand === brand &&
      other.uses.targets.some(({ target, step: from }) => {
        const [first = '', second] = (text(target['to']) ?? '').split('/');
        const to =
          second === undefined
            ? other === scene
              ? line.indexOf(first)
              : -1
            : first === flow.id
              ? line.indexOf(second)
              : -1;
        return to > place && (other !== scene || from === undefined || line.indexOf(from) < place);
      }),
  );
}
