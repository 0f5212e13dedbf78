/** What a goal is, as a sentence for the one who writes fixtures. */
import type { Decides } from '../rules/placed.ts';
import type { Words } from '../words/words.ts';
import { sentence } from '../words/sentence.ts';
import type { Goal } from './goals.ts';

const DECIDES: Readonly<Record<Decides, string>> = {
  step: 'whether this step is on the way',
  field: 'whether a field is shown',
  item: 'whether a part of the page is shown',
  required: 'whether a field must be answered',
  choice: 'whether a choice is offered',
  check: 'whether the answers fit together',
  action: 'whether a button is there',
  call: 'whether a call is made',
  next: 'where the way goes',
  stage: 'whether a stage counts',
};

/**
 * E.g. `${who} comes to the step hold-esign.`; the condition in plain words, the way with what takes it.
 * @param who the subject: `No fixture`, or `Nobody` for what an exploration does not reach either
 */
export function saysOf(goal: Goal, words: Words, who: 'No fixture' | 'Nobody'): string {
  switch (goal.kind) {
    case 'step':
      return `${who} comes to the step ${goal.step}.`;
    case 'way': {
      const { step, dialog, by, leads } = goal.way;
      return `${who} goes this way: ${step === undefined ? `dialog ${dialog ?? ''}` : `step ${step}`}, ${by}, ${leads}.`;
    }
    case 'clause':
    case 'limit': {
      const { rule, atom, value } = goal.clause;
      const by = typeof rule.written === 'string' ? `, by the rule ${rule.written}` : '';
      const where =
        rule.step !== undefined
          ? ` (${rule.step}${rule.field === undefined ? '' : `.${rule.field}`}${rule.part === undefined ? '' : `, ${rule.part} of an item`}${by})`
          : rule.dialog !== undefined
            ? ` (dialog ${rule.dialog}${by})`
            : '';
      return `${who} asks ${DECIDES[rule.decides]}${where} while ${sentence(atom.logic, words, value)}${goal.kind === 'limit' ? ', with nothing to spare' : ''}.`;
    }
  }
}
