/** Where errors lead: each outcome that app.json routes is one that a call can have. */
import { at, type CompileRule } from '../checks/check.ts';
import { entries, isObject, list } from '../json-types.ts';
import { didYouMean } from '../suggest.ts';

/** What any call may come out as beside the outcomes that its operation declares. */
const ALWAYS = ['unauthenticated', 'unavailable', 'failed'];

export const RULE: CompileRule = {
  codes: ['outcome'],
  severity: 'refused',
  says: 'A route of "errors" in app.json is for an outcome that no operation has: it is never taken.',
  remedy: 'Name an outcome that an operation declares, or unauthenticated, unavailable or failed.',
  bad: [['flows/app.json', '"errors": [', '"errors": [{ "on": [»"unavailible"], "to": "loan/about" }, ']],
  good: [['flows/app.json', '"errors": [', '"errors": [{ "on": ["unavailable"], "to": "loan/about" }, ']],
  *find({ scenes, source }) {
    const known = [
      ...new Set([
        ...ALWAYS,
        ...Object.values(source.operations).flatMap(({ outcomes }) => entries(outcomes).map(([outcome]) => outcome)),
      ]),
    ].filter((outcome) => outcome !== 'ok');
    for (const { flow, brand } of scenes)
      for (const route of flow ? [] : list(brand.app['errors'])) {
        const outcomes = isObject(route) ? list(route['on']) : [];
        for (const [index, outcome] of outcomes.entries())
          if (!known.includes(String(outcome)))
            yield at(outcomes, index, {
              message: `No call ends with "${String(outcome)}" as an error: this route is never taken for it.`,
              fix: didYouMean(String(outcome), known, 'Name an outcome of an operation.'),
            });
      }
  },
};
