/** An application is the fold of its acts: pure, the same when it is written and when it is proved again. */
import { drop, set } from '../../../runtime/core/paths.ts';
import type { Json } from '../../../runtime/core/facts.ts';
import type { OutcomeOf } from '../../../runtime/core/state.ts';
import { isFinal, start } from '../../status/graph.ts';
import type { Effect, Folded } from './act.ts';

/** What an application is before its first act. */
export const nothing: Folded = {
  owner: '',
  email: null,
  brand: '',
  flow: '',
  definition: '',
  application_type: 'STANDARD',
  channel: 'ONLINE',
  state_code: null,
  campaign_id: null,
  preferred_product_code: null,
  application_url: null,
  answers: {},
  journey: {},
  results: {},
  outcomes: {},
  revision: 0,
  is_open: true,
  status: start,
  draft: null,
  progress: {},
  origin: {},
  step: 0,
  created_at: '',
  modified_at: '',
  finished_at: null,
};

/**
 * What the application is after one more act.
 * @param at the act's instant; reading an answer (`results`, `outcomes` alone) changes nothing a person would call a
 *   change, so it leaves `modified_at`
 */
export function fold<Row extends Folded>(row: Row, effect: Effect, at: string): Row {
  const { answers, journey, outcomes, results, status, draft, progress, closes, saves, set: columns } = effect;
  const ends = (status !== undefined && isFinal(status)) || draft?.keptDays === null;
  const reads = Object.keys(effect).every((key) => key === 'outcomes' || key === 'results');
  return {
    ...row,
    ...(answers && { answers: Object.entries(answers).reduce(answered, row.answers) }),
    ...(journey && { journey: left(row.journey, journey) }),
    ...(outcomes && { outcomes: outcomes.reduce(happened, row.outcomes) }),
    ...(results && { results: { ...row.results, ...results } }),
    ...(progress && { progress: { ...row.progress, ...progress } }),
    ...(saves && { revision: row.revision + 1 }),
    ...(status !== undefined && { status }),
    ...(draft && { draft }),
    ...((status !== undefined || draft || closes) && { step: row.step + 1 }),
    ...((ends || closes) && { is_open: false }),
    ...(ends && { finished_at: at }),
    ...(!reads && { modified_at: at }),
    ...columns,
  };
}

const answered = (answers: Folded['answers'], [path, value]: [string, Json | null]): Folded['answers'] =>
  value === null ? drop(answers, path) : set(answers, path, value);

function left(journey: Folded['journey'], changes: NonNullable<Effect['journey']>): Folded['journey'] {
  const next = { ...journey };
  for (const [step, how] of Object.entries(changes)) {
    if (how === null) delete next[step];
    else next[step] = how;
  }
  return next;
}

function happened(outcomes: Folded['outcomes'], { operation, name }: OutcomeOf): Folded['outcomes'] {
  const known = outcomes[operation] ?? [];
  return known.includes(name) ? outcomes : { ...outcomes, [operation]: [...known, name] };
}
