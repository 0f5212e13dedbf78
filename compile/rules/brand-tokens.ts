/** Tokens of a look that every brand must have: those that app.json names. */
import type { Json } from '../../runtime/core/facts.ts';
import { at, type CompileRule } from '../checks/check.ts';
import { list, member, text } from '../json-types.ts';

export const RULE: CompileRule = {
  codes: ['brand-tokens'],
  severity: 'concern',
  says: 'The theme of a brand lacks a token that every brand of this content must have (`brandTokens` of app.json): its pages would have the look of runtime/react/styles/tokens.css there, which is nobody’s.',
  remedy: 'Give the theme the token, or take its name out of `brandTokens`.',
  bad: [
    ['flows/app.json', '"home":', '"brandTokens": ["color.primary", »"color.header"],\n  "home":'],
    ['brands/elm/theme.json', '{ "color": { "primary": "#12355b" }, "font": {}, "radius": {} }'],
  ],
  good: [
    ['flows/app.json', '"home":', '"brandTokens": ["color.primary"],\n  "home":'],
    ['brands/elm/theme.json', '{ "color": { "primary": "#12355b" }, "font": {}, "radius": {} }'],
  ],
  *find({ brands, source }) {
    for (const brand of Object.values(brands)) {
      const theme = source.brands[brand.id]?.theme;
      for (const [index, name] of list(brand.app['brandTokens']).entries()) {
        const path = text(name) ?? '';
        const found = path.split('.').reduce<Json | undefined>((holder, key) => member(holder, key), theme);
        if (typeof found === 'number' || (typeof found === 'string' && found !== '')) continue;
        const file = `brands/${brand.id}/theme.json`;
        yield {
          ...at(brand.app['brandTokens'] as object, index, {
            message: `The theme of the brand "${brand.id}" has no "${path}", which every brand must have.`,
            fix: `Add it to ${file}.`,
          }),
          cause: `token ${file} ${path}`,
        };
      }
    }
  },
};
