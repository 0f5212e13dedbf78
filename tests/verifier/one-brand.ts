import type { Files } from '../../compile/index.ts';

/**
 * The content without all brands but one, and without the fixtures of those: for what is asked of every brand alike and
 * shown by one.
 */
export function oneBrand(files: Files, brand: string): Files {
  const isOther = (file: string, text: string): boolean =>
    file.startsWith('brands/')
      ? !file.startsWith(`brands/${brand}/`)
      : /^flows\/[^/]+\/fixtures\//.test(file) && (JSON.parse(text) as { readonly brand?: string }).brand !== brand;
  return Object.fromEntries(
    Object.entries(files)
      .filter(([file, text]) => !isOther(file, text))
      .flatMap(([file, text]) => ofBrand(file, text, brand)),
  );
}

/** A document or a fixture that names its brands names this one alone; a document of other brands is left out. */
function ofBrand(file: string, text: string, brand: string): readonly (readonly [string, string])[] {
  if (file.includes('/fixtures/')) return [[file, text.replace(/"alsoOn": \[[^\]]*\],/, '')]];
  const named = file.startsWith('compliance/') ? /^brands: \[(.*)\]$/m.exec(text) : null;
  if (!named) return [[file, text]];
  return named[1]?.split(', ').includes(brand) === true ? [[file, text.replace(named[0], `brands: [${brand}]`)]] : [];
}
