import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import { isObject } from '../../runtime/core/index.ts';

/**
 * Letters a font file carries, as the public subsets of the font families are cut; a page loads the files whose letters
 * it shows.
 */
const subsets: Readonly<Record<string, string>> = {
  latin:
    'U+0000-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+0304, U+0308, U+0329, U+2000-206F, U+20AC, U+2122, U+2191, U+2193, U+2212, U+2215, U+FEFF, U+FFFD',
  latinExt:
    'U+0100-02BA, U+02BD-02C5, U+02C7-02CC, U+02CE-02D7, U+02DD-02FF, U+0304, U+0308, U+0329, U+1D00-1DBF, U+1E00-1E9F, U+1EF2-1EFF, U+2020, U+20A0-20AB, U+20AD-20C0, U+2113, U+2C60-2C7F, U+A720-A7FF',
  vietnamese:
    'U+0102-0103, U+0110-0111, U+0128-0129, U+0168-0169, U+01A0-01A1, U+01AF-01B0, U+0300-0301, U+0303-0304, U+0308-0309, U+0323, U+0329, U+1EA0-1EF9, U+20AB',
};

/**
 * A brand's theme as CSS: its faces as `@font-face` (files below `assets`), its tokens as custom properties on `:root`,
 * nested keys joined by `-`, camelCase to kebab-case. A token that could end its declaration is left out, so that a
 * theme can never hold a rule of its own. `:root:root` wins over the defaults of the page wherever its own style sheet
 * stands.
 * @param assets address of the brand's assets, with a slash at its end.
 */
export function themeCss(theme: JsonObject, assets: string): string {
  const { faces, ...values } = theme;
  const lines = [...tokens(values, '-')].map(([name, value]) => `  ${name}: ${value};`);
  return `${fontFaces(faces)
    .map((face) => faceCss(face, assets))
    .join('')}:root:root {\n${lines.join('\n')}\n}\n`;
}

/**
 * The theme of a brand; the line above its header is in the color that its facts name, where the theme names no other.
 */
export function brandTheme({ theme, facts }: { readonly theme: JsonObject; readonly facts: JsonObject }): JsonObject {
  const { headerColor } = facts;
  if (typeof headerColor !== 'string') return theme;
  const own = isObject(theme['color']) ? theme['color'] : {};
  return { ...theme, color: { headerTop: headerColor, ...own } };
}

/** Addresses of the files without which no page of the brand is drawn right: the Latin letters of every face. */
export function preloadedFonts(theme: JsonObject, assets: string): readonly string[] {
  return fontFaces(theme['faces'])
    .flatMap((face) => face.files.filter(({ subset }) => subset === 'latin'))
    .map(({ file }) => assets + file);
}

interface FontFace {
  readonly family: string;
  readonly weight: string;
  readonly files: readonly { readonly subset: string; readonly file: string }[];
}

function fontFaces(value: Json | undefined): readonly FontFace[] {
  if (!Array.isArray(value)) return [];
  return value.filter(isObject).flatMap((face) => {
    const { family, weight, files } = face;
    if (typeof family !== 'string' || typeof weight !== 'string' || files === undefined || !isObject(files)) return [];
    const named = Object.entries(files).flatMap(([subset, file]) =>
      Object.hasOwn(subsets, subset) && typeof file === 'string' ? [{ subset, file }] : [],
    );
    return [{ family, weight, files: named }];
  });
}

function faceCss({ family, weight, files }: FontFace, assets: string): string {
  return files
    .map(
      ({ subset, file }) =>
        `@font-face {\n  font-family: ${JSON.stringify(family)};\n  src: url(${JSON.stringify(assets + file)}) format("woff2");\n` +
        `  font-weight: ${weight};\n  font-display: swap;\n  unicode-range: ${subsets[subset]};\n}\n`,
    )
    .join('');
}

function* tokens(value: JsonObject, prefix: string): Generator<[string, string]> {
  for (const [key, inner] of Object.entries(value)) {
    if (key.startsWith('$')) continue;
    const name = `${prefix}-${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    if (isObject(inner)) yield* tokens(inner, name);
    else if (
      (typeof inner === 'string' || typeof inner === 'number') &&
      !/[;{}<\\]/.test(String(inner)) &&
      /^--[a-z0-9-]+$/.test(name)
    )
      yield [name, String(inner)];
  }
}
