/** Opening and creating an application end somewhere: what their operations declare is routed (law 6). */
import { at, type CompileRule, type Finding } from '../checks/check.ts';
import { entries, isObject, list, member } from '../json-types.ts';
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import { didYouMean } from '../suggest.ts';

/** Those whose outcome is led on by `errors` of app.json; reading again and saving are told by the page itself. */
const LEADS = ['open', 'create'];
const APP = 'flows/app.json';
const ERRORS = '"errors": [';
const NAMED =
  '"applications": { "open": "openApplication", "create": "createApplication", "read": "application", "save": "saveJourney" },';
const FULL = [
  'schemas/api/operations/createApplication.json',
  '"name": "createApplication",',
  '"name": "createApplication",\n  "outcomes": { "FULL": "There are too many" },',
] as const;

export const RULE: CompileRule = {
  codes: ['application'],
  severity: 'refused',
  says: 'An operation by which the runtime opens, creates, reads or saves an application is none, or opening or creating can end with an outcome for which "errors" of app.json has no route: whoever opens a page then stands nowhere.',
  remedy: 'Name an operation, and give each outcome that it declares a route in "errors" of app.json.',
  bad: [FULL, [APP, ERRORS, `${NAMED.replace('"createApplication"', '»"createApplication"')}\n  ${ERRORS}`]],
  good: [FULL, [APP, ERRORS, `${NAMED}\n  ${ERRORS}{ "on": ["FULL"], "leave": "not-found" }, `]],
  *find({ scenes, source }) {
    for (const { flow, brand } of scenes) if (!flow) yield* unled(brand.app, source.operations);
  },
};

function* unled(app: JsonObject, operations: Readonly<Record<string, JsonObject>>): Generator<Finding> {
  const { applications } = app;
  if (!isObject(applications)) return;
  const routed = list(app['errors']).flatMap((route) => list(member(route, 'on')));
  for (const [use, name] of entries(applications)) {
    const operation: Json | undefined = operations[String(name)];
    if (operation === undefined)
      yield at(applications, use, {
        message: `There is no operation "${String(name)}".`,
        fix: didYouMean(String(name), Object.keys(operations), `Write schemas/api/operations/${String(name)}.json.`),
      });
    const lost = LEADS.includes(use)
      ? entries(member(operation, 'outcomes'))
          .map(([outcome]) => outcome)
          .filter((outcome) => outcome !== 'ok' && !routed.includes(outcome))
      : [];
    if (lost.length > 0)
      yield at(applications, use, {
        message: `When "${String(name)}" ends with ${lost.map((one) => `"${one}"`).join(' or ')}, nothing leads on.`,
        fix: 'Give each a route in "errors" of app.json.',
      });
  }
}
