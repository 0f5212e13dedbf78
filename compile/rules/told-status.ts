/** Statuses that an operation tells of the application are those that rules can read. */
import { tellsState } from '../../contract/operation.ts';
import { atKey, type CompileRule } from '../checks/check.ts';
import { entries, isObject, list, member } from '../json-types.ts';
import { didYouMean } from '../suggest.ts';

const FILE = 'schemas/api/operations/applicationState.json';
const ERROR = '"ESIGN_ERROR": "The signature could not be taken",';

export const RULE: CompileRule = {
  codes: ['told-status'],
  severity: 'concern',
  says: 'An outcome of an operation tells how an application stands, and is none of the values of "application.progress" in schemas/facts.json: no rule can name it, and no lock is ever read over it.',
  remedy: 'Add it to application.progress in schemas/facts.json, or spell it as it stands there.',
  bad: [[FILE, ERROR, `${ERROR}\n    »"PENDING_COSIGNER": "Somebody else signs, too",`]],
  good: [[FILE, ERROR, '"ESIGN_ERROR": "The signature was not taken",']],
  *find({ source: { operations, facts } }) {
    const known = member(member(member(facts['application'], 'properties'), 'progress'), 'enum');
    if (known === undefined) return;
    const statuses = list(known).map(String);
    for (const [name, operation] of Object.entries(operations)) {
      const { outcomes, draft, application } = operation;
      const isOfDraft = draft !== undefined && application === undefined;
      if (isOfDraft || !isObject(outcomes) || !tellsState(operation)) continue;
      for (const [outcome] of entries(outcomes))
        if (!statuses.includes(outcome))
          yield atKey(outcomes, outcome, {
            message: `"${name}" can tell that an application is "${outcome}", which is no value of application.progress.`,
            fix: didYouMean(outcome, statuses, 'Add it to application.progress in schemas/facts.json.'),
          });
    }
  },
};
