/** Widgets and repeats of one page: what one tells must not be taken for the other's. */
import { at, type CompileRule } from '../checks/check.ts';
import { text } from '../json-types.ts';

const banks = (id: string): string => `{ "repeat": ["Oak"], "id": ${id}, "layout": [{ "copy": "{{item}}" }] }`;

export const RULE: CompileRule = {
  codes: ['part-name'],
  severity: 'refused',
  says: 'Two widgets or repeats of one page have the same name, or a repeat has none: what one of them tells would be answered by what the other says.',
  remedy: 'Give each an `id` of its own. A widget without one has the name of its folder.',
  bad: [
    [
      'flows/loan/steps/link.json',
      '"layout": ["bank", ',
      `"layout": ["bank", ${banks('"known"')}, ${banks('»"known"')}, `,
    ],
  ],
  good: [
    [
      'flows/loan/steps/link.json',
      '"layout": ["bank", ',
      `"layout": ["bank", ${banks('"known"')}, ${banks('"others"')}, `,
    ],
  ],
  *find({ scenes }) {
    for (const { uses } of scenes) {
      const known = new Map<string, ReadonlySet<string>>();
      for (const { item, kind, step, dialog, sight } of uses.items) {
        if ((kind !== 'widget' && kind !== 'repeat') || sight.item) continue;
        const key = item['id'] !== undefined ? 'id' : kind === 'repeat' ? 'of' : 'widget';
        const name = text(item[key]);
        const place = `${step ?? ''} ${dialog ?? ''}`;
        const others = known.get(place) ?? new Set<string>();
        if (name === undefined)
          yield at(item, 'repeat', { message: 'This repeat has no name.', fix: 'Give it an "id".' });
        else if (others.has(name))
          yield at(item, key, {
            message: `Two widgets or repeats of this page have the name "${name}".`,
            fix: 'Give one of them another "id".',
          });
        if (name !== undefined) known.set(place, new Set([...others, name]));
      }
    }
  },
};
