/** Colors of a theme: each is one, and what is read on another can be read. */
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import { at, atKey, type CompileRule, type Told } from '../checks/check.ts';
import { contrast, isColor, luminance } from '../color.ts';
import type { Source } from '../content.ts';
import { entries, isObject, member } from '../json-types.ts';
import { placeOf } from '../places.ts';
import { nearest } from '../suggest.ts';

/** WCAG 2.2, 1.4.3: text of any size. */
const LEAST = 4.5;
/** Text, and all that it stands on, as the style sheets draw it (tests/compile/colors.test.ts). */
export const READ: Readonly<Record<string, readonly string[]>> = {
  'color-text': ['color-background', 'color-surface', 'tint', 'error-tint', 'success-tint', 'warning-tint'],
  'color-muted': ['color-background', 'color-surface', 'tint'],
  'color-primary': ['color-background', 'color-surface', 'tint'],
  'color-primary-strong': ['color-background', 'color-surface', 'tint'],
  'color-on-primary': ['color-primary', 'color-primary-strong'],
  'color-on-header': ['color-header'],
  'color-error': ['color-background', 'color-surface', 'error-tint'],
  'color-success': ['color-background', 'color-surface', 'success-tint'],
  'on-panel': ['panel', 'panel-total'],
  'panel-muted': ['panel', 'panel-total'],
};

export const RULE: CompileRule = {
  codes: ['colour'],
  severity: 'concern',
  says: 'A color of a theme, or of a fact of the brand that is one, is none, has a misspelt name, or text cannot be read on what it stands on: their contrast is under 4.5 (WCAG 2.2, 1.4.3). What the theme does not say is as runtime/react/styles/tokens.css says.',
  remedy: 'Write #rrggbb; make the text darker or what it stands on lighter, or the other way about.',
  bad: [['brands/elm/theme.json', '{ "color": { "primary": »"#f5c518" }, "font": {}, "radius": {} }']],
  good: [
    [
      'brands/elm/theme.json',
      '{ "color": { "primary": "#7a4b00", "primaryStrong": "#5c3800" }, "font": {}, "radius": {} }',
    ],
  ],
  *find({ source }) {
    const defaults = declared(source.files['runtime/react/styles/tokens.css'] ?? '');
    for (const { brand, theme } of Object.values(source.brands)) {
      for (const [key, value] of entries(brand))
        if (typeof value === 'string' && isFact(key, source) && !isColor(value)) yield at(brand, key, noColor(value));
      const own = new Map([...tokens(theme, '')].map((token) => [token.name, token]));
      const valueOf = (name: string, seen: readonly string[] = []): string | undefined => {
        const value = own.get(name)?.value ?? defaults.get(name);
        const other = /^var\(--([\w-]+)\)$/.exec(value ?? '')?.[1];
        return other === undefined || seen.includes(other) ? value : valueOf(other, [...seen, other]);
      };
      const isColored = (name: string): boolean => name.startsWith('color-') || isColor(followed(name, defaults));
      for (const { name, holder, key } of own.values()) {
        const near = name.startsWith('color-') && !defaults.has(name) ? nearest(name, defaults.keys()) : undefined;
        if (near !== undefined && !own.has(near))
          yield atKey(holder, key, {
            message: `Nothing is drawn in the color "${key}".`,
            fix: `Did you mean "${camel(near)}"?`,
          });
        const value = valueOf(name) ?? '';
        if (isColored(name) && !isColor(value)) yield at(holder, key, noColor(value));
      }
      for (const [front, backs] of Object.entries(READ))
        for (const back of backs) {
          const said = own.get(front) ?? own.get(back);
          const [text, ground] = [valueOf(front), valueOf(back)];
          const ratio = contrast(text, ground);
          if (!said || ratio === undefined || ratio >= LEAST) continue;
          const isLighter = (luminance(text) ?? 0) > (luminance(ground) ?? 0);
          yield {
            ...at(said.holder, said.key, {
              message: `"${camel(front)}" (${text}) on "${camel(back)}" (${ground}) has a contrast of ${ratio.toFixed(2)}: it cannot be read by everybody. At least ${LEAST} is needed.`,
              fix: `Make "${camel(front)}" ${isLighter ? 'lighter' : 'darker'}, or "${camel(back)}" ${isLighter ? 'darker' : 'lighter'}.`,
            }),
            cause: `color ${placeOf(theme).file} ${said.name}`,
          };
        }
    }
  },
};

/** What the style sheet says of a token, where it names another what it says of that. */
function followed(name: string, defaults: ReadonlyMap<string, string>, seen: readonly string[] = []): string {
  const value = defaults.get(name) ?? '';
  const other = /^var\(--([\w-]+)\)$/.exec(value)?.[1];
  return other === undefined || seen.includes(other) ? value : followed(other, defaults, [...seen, other]);
}

const noColor = (value: string): Told => ({
  message: `"${value}" is no color.`,
  fix: 'Write #rrggbb, such as #12355b.',
});

/** Whether a fact of the brand is declared as a color: schemas/facts.json says `"format": "color"`. */
const isFact = (key: string, { facts }: Source): boolean =>
  member(member(member(facts['brand'], 'properties'), key), 'format') === 'color';

interface Token {
  /** As the style sheet names it, without its dashes before. */
  readonly name: string;
  readonly value: string;
  readonly holder: object;
  readonly key: string;
}
/** Tokens of a theme by the names of their custom properties: nested keys joined, camelCase to kebab-case. */
function* tokens(group: JsonObject, prefix: string): Generator<Token> {
  for (const [key, value] of entries(group)) {
    if (key === '$schema' || key === 'faces') continue;
    const name = `${prefix}${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    if (isObject(value)) yield* tokens(value, `${name}-`);
    else if (isToken(value)) yield { name, value: String(value), holder: group, key };
  }
}
const isToken = (value: Json): value is string | number => typeof value === 'string' || typeof value === 'number';

/** What the style sheet says where a theme is silent: the first block of `:root`. */
function declared(css: string): ReadonlyMap<string, string> {
  const block = /:root \{([^}]*)\}/.exec(css)?.[1] ?? '';
  return new Map(
    [...block.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value.trim()]),
  );
}

/** The name of a token as theme.json writes it: `color-on-primary` is `onPrimary` of `color`. */
const camel = (name: string): string =>
  name.replace(/^color-/, '').replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
