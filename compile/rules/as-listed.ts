/** Options of a widget that a list of the same page shows too. */
import { at, atKey, type CompileRule } from '../checks/check.ts';
import { canonical, entries, isObject, member, text } from '../json-types.ts';
import { didYouMean } from '../suggest.ts';

const page = (list: string): readonly [string, string, string] => [
  'flows/loan/steps/link.json',
  '"layout": ["bank", ',
  `"layout": ["bank", { "widget": "agreements", "options": { "documents": ["loan-terms"] }, "asListed": { "documents": ${list} } }, { "repeat": ["loan-terms"], "id": "papers", "layout": [{ "copy": "{{item}}" }] }, `,
];

export const RULE: CompileRule = {
  codes: ['as-listed'],
  severity: 'refused',
  says: 'A widget is to show a list as a repeat of its page does, and the page has no such repeat, or the option is not given that list, or the widget writes a field: the one would show what the other does not, as a map with pins of stores that nobody finds in the list beside it.',
  remedy:
    'Name in `asListed` an option that `options` gives the same list as the `repeat`, and the `id` of that repeat, which stands on the same page and in no dialog.',
  bad: [page('»"paper"')],
  good: [page('"papers"')],
  *find({ scenes }) {
    for (const { uses } of scenes) {
      const repeats = uses.items.filter(({ kind, dialog, sight }) => kind === 'repeat' && !dialog && !sight.item);
      for (const { item, kind, step, dialog } of uses.items) {
        if (kind !== 'widget' || !isObject(item['asListed'])) continue;
        if (dialog !== undefined || step === undefined) {
          yield at(item, 'asListed', {
            message:
              'This widget stands in a dialog, or beside the pages of a flow, where no list is shown a few at a time.',
            fix: 'Leave "asListed" out, or place the widget on the page of the list.',
          });
          continue;
        }
        if (item['field'] !== undefined)
          yield at(item, 'field', {
            message: 'A widget that shows a list of the page writes a field.',
            fix: 'Let it tell an event, and set the answer in "events".',
          });
        const here = new Map(
          repeats.filter((one) => one.step === step).map((one) => [text(one.item['id']) ?? '', one.item] as const),
        );
        for (const [option, id] of entries(item['asListed'])) {
          const repeat = here.get(String(id));
          const given = member(item['options'], option);
          if (repeat === undefined)
            yield atKey(item['asListed'], option, {
              message: `This page has no list "${String(id)}".`,
              fix: didYouMean(String(id), [...here.keys()], 'Name the "id" of a repeat of this page.'),
            });
          else if (given === undefined || canonical(given) !== canonical(repeat['repeat']))
            yield atKey(item['asListed'], option, {
              message: `The option "${option}" is not given the list that "${String(id)}" shows.`,
              fix: `Write "${option}": ${JSON.stringify(repeat['repeat'])} in "options".`,
            });
        }
      }
    }
  },
};
