/** Facts that every brand must have: those that app.json names. */
import type { Json } from '../../runtime/core/facts.ts';
import { at, type CompileRule } from '../checks/check.ts';
import { list, member, text } from '../json-types.ts';

export const RULE: CompileRule = {
  codes: ['brand-facts'],
  severity: 'concern',
  says: 'A brand lacks a fact that every brand of this content must have (`brandFacts` of app.json).',
  remedy: 'Give the brand the fact, or take its name out of `brandFacts`.',
  bad: [['flows/app.json', '"home":', '"brandFacts": ["name", »"phoneNumber"],\n  "home":']],
  good: [['flows/app.json', '"home":', '"brandFacts": ["name", "key"],\n  "home":']],
  *find({ brands }) {
    for (const brand of Object.values(brands)) {
      const demanded = list(brand.app['brandFacts']);
      for (const [index, name] of demanded.entries()) {
        const path = text(name) ?? '';
        const found = path.split('.').reduce<Json | undefined>((holder, key) => member(holder, key), brand.facts);
        if (found !== undefined && found !== null && found !== '') continue;
        const file = `brands/${brand.id}/brand.json`;
        yield {
          ...at(brand.app['brandFacts'] as object, index, {
            message: `The brand "${brand.id}" has no "${path}", which every brand must have.`,
            fix: `Add it to ${file}.`,
          }),
          cause: `brand ${file} ${path.split('.')[0] ?? ''}`,
        };
      }
    }
  },
};
