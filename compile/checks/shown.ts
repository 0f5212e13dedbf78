/**
 * What one brand shows, whatever its facts and flags say: parts of pages and dialogs to which no condition on the brand
 * belongs.
 */
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import type { Docs } from '../content.ts';
import { isObject, list, text } from '../json-types.ts';
import type { ItemUse, TargetUse, TextUse } from '../uses.ts';
import type { Scene, World } from '../world.ts';
import { readsOfRule } from './unfolded.ts';

type Placed = Pick<ItemUse | TargetUse | TextUse, 'step' | 'dialog' | 'around'>;

/**
 * Whether something stands where no condition asks for a fact of the brand or a flag, neither around it nor on every
 * way that leads there.
 */
export function shownByBrand(scene: Scene, { scenes }: World): (use: Placed) => boolean {
  const { flow, brand, uses } = scene;
  const known = new Map<Json, boolean>();
  const asksBrand = (when: Json): boolean => {
    const asks = known.get(when) ?? readsOfRule(when, scene).some((path) => /^(brand|flags)(\.|$)/.test(path));
    known.set(when, asks);
    return asks;
  };
  const steps = new Set(list(flow?.flow['line']).map(String));
  const dialogs = new Set<string>();
  for (const other of scenes) {
    if (other.brand !== brand || other === scene) continue;
    for (const { target } of other.uses.targets) {
      const [id, step] = (text(target['to']) ?? '').split('/');
      if (step !== undefined && id === flow?.id) steps.add(step);
    }
  }
  const shown = ({ step, dialog, around }: Placed): boolean =>
    (step === undefined || steps.has(step)) && (dialog === undefined || dialogs.has(dialog)) && !around.some(asksBrand);
  const confirms = [...places(flow?.steps ?? {}, 'step'), ...places(flow?.dialogs ?? {}, 'dialog')].flatMap(
    ({ doc, at }) =>
      list(doc['actions']).flatMap((action) =>
        isObject(action) && action['confirm'] !== undefined
          ? [
              {
                use: { ...at, around: action['when'] === undefined ? [] : [action['when']] },
                opens: text(action['confirm']) ?? '',
              },
            ]
          : [],
      ),
  );
  for (let size = -1; size !== steps.size + dialogs.size; ) {
    size = steps.size + dialogs.size;
    for (const use of uses.targets) {
      if (!shown(use)) continue;
      const to = (text(use.target['to']) ?? '').split('/').at(-1) ?? '';
      const dialog = text(use.target['dialog']);
      if (to !== '') steps.add(to);
      if (dialog !== undefined) dialogs.add(dialog);
    }
    for (const { use, opens } of confirms) if (shown(use)) dialogs.add(opens);
  }
  return shown;
}

function places(
  docs: Docs,
  kind: 'step' | 'dialog',
): readonly { readonly doc: JsonObject; readonly at: Partial<Record<'step' | 'dialog', string>> }[] {
  return Object.entries(docs).map(([id, doc]) => ({ doc, at: { [kind]: id } }));
}
