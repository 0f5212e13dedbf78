import type { Json, JsonObject } from '../../runtime/core/facts.ts';

/**
 * A brand's theme tokens as custom properties on `:root`: nested keys joined by `-`, camelCase to kebab-case.
 * A token that could end its declaration is left out, so that a theme can never hold a rule of its own.
 */
export function themeCss(theme: JsonObject): string {
  const lines = [...tokens(theme, '-')].map(([name, value]) => `  ${name}: ${value};`);
  return `:root {\n${lines.join('\n')}\n}\n`;
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
function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
