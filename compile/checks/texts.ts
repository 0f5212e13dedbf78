/** Texts of pages, dialogs and documents that are never there, or that print the name of a fact. */
import { wordsOf } from '../document-words.ts';
import type { ParsedDocument } from '../documents.ts';
import { pieces } from '../emit/text.ts';
import { list, member } from '../json-types.ts';
import type { Sight } from '../uses.ts';
import type { Scene, World } from '../world.ts';
import { at, atPlace, type Check, type Finding } from './check.ts';
import { shownByBrand } from './shown.ts';
import { inSingleBraces, missingOf, neverWritten, type Wordless } from './wordless.ts';

const NOTHING: Sight = { typed: [], item: false, payload: false, arithmetic: false };

const placeholders = (words: string) => pieces(words).filter((piece) => typeof piece !== 'string');

type Shown = ReadonlyMap<Scene, ReturnType<typeof shownByBrand>>;

function* ofPages(scene: Scene, world: World, shownIn: Shown): Generator<Finding> {
  const shown = shownIn.get(scene);
  for (const use of scene.uses.texts) {
    const braces = inSingleBraces(use.text, use.sight, scene);
    if (braces) yield at(use.holder, use.key, { message: braces.message, fix: braces.fix });
    for (const one of placeholders(use.text)) {
      const wrong =
        neverWritten(one, use.sight, { scene, world }) ?? (shown?.(use) ? missingOf(scene.brand, one) : undefined);
      if (wrong) yield at(use.holder, use.key, wrong);
    }
  }
}

/** The scenes of the brands for which a document holds. */
function scenesOf({ front }: ParsedDocument, { scenes }: World): readonly Scene[] {
  return scenes.filter(({ brand }) => front.brands?.includes(brand.id) ?? true);
}

/** Whether a scene shows a document, whatever the facts of the brand are. */
function shows(scene: Scene, idTag: string, shownIn: Shown): boolean {
  if (!scene.flow && list(member(scene.brand.app['footer'], 'disclosures')).includes(idTag)) return true;
  const shown = shownIn.get(scene);
  return scene.uses.items.some(
    (use) =>
      use.item['disclosure'] === idTag &&
      shown?.(use.item['when'] === undefined ? use : { ...use, around: [...use.around, use.item['when']] }),
  );
}

/** A document may stand in any flow: it is wrong when it is in every one that knows the fact. */
function everywhere(
  scenes: readonly Scene[],
  path: string,
  wrong: (scene: Scene) => Wordless | undefined,
): Wordless | undefined {
  const found = scenes.filter((scene) => scene.facts.find(path, NOTHING).found).map(wrong);
  return found.every((one) => one !== undefined) ? found[0] : undefined;
}

function* ofDocument(document: ParsedDocument, world: World, shownIn: Shown): Generator<Finding> {
  const scenes = scenesOf(document, world);
  const brands = [
    ...new Set(scenes.filter((scene) => shows(scene, document.front.idTag, shownIn)).map(({ brand }) => brand)),
  ];
  for (const { text: words, place } of wordsOf(document)) {
    const say = ({ message, fix, cause }: Wordless): Finding => ({
      ...atPlace(place, message, fix),
      ...(cause !== undefined && { cause }),
    });
    const braces = scenes.flatMap((scene) => inSingleBraces(words, NOTHING, scene) ?? []);
    if (braces[0]) yield say(braces[0]);
    for (const one of placeholders(words)) {
      const wrong = everywhere(scenes, one.path, (scene) => neverWritten(one, NOTHING, { scene, world }));
      if (wrong) yield say(wrong);
      else
        for (const brand of brands) {
          const missing = missingOf(brand, one);
          if (missing)
            yield say({
              ...missing,
              fix: `Add it to brands/${brand.id}/brand.json, or say in the front matter for which "brands" the document is.`,
            });
        }
    }
  }
}

export const texts: Check = {
  *world(world) {
    const shownIn = new Map(world.scenes.map((scene) => [scene, shownByBrand(scene, world)]));
    for (const scene of world.scenes) yield* ofPages(scene, world, shownIn);
    for (const document of world.documents)
      if (document.front.until === undefined || document.front.until >= world.options.today)
        yield* ofDocument(document, world, shownIn);
  },
};
