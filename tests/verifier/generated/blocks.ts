/** Pages in blocks of three: a question, a page for one of its answers, and a page beside the line for another. */
import type { Json } from '../../../compile/index.ts';
import type { NamedRule } from './rules.ts';
import { is, range, type Docs } from './words.ts';

export interface Blocks {
  readonly steps: Docs;
  /** Step ids in the order of the line. */
  readonly line: readonly string[];
  /** Properties of the flow's own answers. */
  readonly answers: Docs;
}

const CHOICES = ['A', 'B', 'C'] as const;
const go = (next?: Json, calls?: Json): Json => ({
  id: 'continue',
  label: 'Continue',
  ...(calls !== undefined && { calls }),
  ...(next !== undefined && { next }),
});

/** How many blocks so many pages make. */
export const blockCount = (pages: number): number => Math.floor(pages / 3);

export interface Asked {
  readonly count: number;
  readonly bind: string;
  readonly after: string;
}
/**
 * @param count how many pages; what does not fill a block becomes plain pages
 * @param bind where the answers of the blocks stand below `answers`
 * @param rules names of the rules, spread over the blocks in turn: what is said on a page, what is asked there, and who
 *   gets the page for the first answer
 * @param notices disclosures for some, by the rule that shows them; they stand on the first page
 * @param after the step of the line that follows the blocks
 */
export function blocks(
  { count, bind, after }: Asked,
  rules: readonly NamedRule[],
  notices: readonly { readonly idTag: string; readonly when: Json }[],
): Blocks {
  const full = blockCount(count);
  const steps: Docs = {};
  const line: string[] = [];
  const answers: Docs = {};
  for (const index of range(full)) {
    const following = index + 1 < full ? `ask-${index + 1}` : count % 3 > 0 ? 'page-0' : after;
    const own = rules.filter((_, at) => at % full === index);
    // One rule alone decides who is spared a page: several might leave nobody who is shown it.
    const [spares] = own.filter(({ local }) => !local);
    const told = own.filter((rule) => rule !== spares);
    const notes = told
      .filter((_, at) => at % 2 === 0)
      .map(({ name }): Json => ({ note: `A note about ${name}`, when: name }));
    const asks = told.filter((_, at) => at % 2 === 1).map(({ name }) => name);
    const extra = (at: number): string => `extra${index}x${at}`;
    const shown = index === 0 ? notices.map(({ idTag, when }): Json => ({ disclosure: idTag, when })) : [];
    // Every third block asks its second page for what was chosen a block earlier: a fact that stays alive for a while.
    const decides = index % 3 === 2 ? index - 1 : index;
    answers[`choice${index}`] = { type: 'string', enum: [...CHOICES] };
    answers[`detail${index}`] = { type: 'string' };
    answers[`agreed${index}`] = { type: 'boolean' };
    for (const at of asks.keys()) answers[extra(at)] = { type: 'string' };
    steps[`ask-${index}`] = {
      id: `ask-${index}`,
      kind: 'form',
      title: `Question ${index}`,
      fields: {
        choice: {
          bind: `${bind}.choice${index}`,
          control: 'radio',
          label: 'Which?',
          enum: [...CHOICES],
          choices: CHOICES.map((value) => ({ value, label: value })),
        },
        ...Object.fromEntries(
          asks.map((rule, at) => [
            extra(at),
            {
              bind: `${bind}.${extra(at)}`,
              type: 'string',
              label: 'Anything to add?',
              required: false,
              maxLength: 40,
              when: rule,
            },
          ]),
        ),
      },
      layout: ['choice', ...asks.map((_, at) => extra(at)), ...notes, ...shown],
      actions: [
        go(
          [{ when: is(`answers.${bind}.choice${index}`, 'C'), to: `review-${index}` }],
          index % 4 === 1 ? [{ call: 'logMessage', with: { logLevel: 'info', message: 'asked' } }] : undefined,
        ),
      ],
    };
    steps[`detail-${index}`] = {
      id: `detail-${index}`,
      kind: 'form',
      title: `More about question ${index}`,
      when: { and: [is(`answers.${bind}.choice${decides}`, 'A'), ...(spares ? [{ '!': { rule: spares.name } }] : [])] },
      fields: {
        detail: {
          bind: `${bind}.detail${index}`,
          type: 'string',
          label: 'Tell us more',
          minLength: 2,
          maxLength: 40,
          examples: ['Some words'],
        },
      },
      layout: ['detail'],
      actions: [go()],
    };
    steps[`review-${index}`] = {
      id: `review-${index}`,
      kind: 'form',
      title: `Please check question ${index}`,
      fields: {
        agreed: {
          bind: `${bind}.agreed${index}`,
          type: 'boolean',
          const: true,
          control: 'checkbox',
          label: 'I have checked it',
        },
      },
      layout: ['agreed'],
      actions: [go([{ to: following }])],
    };
    line.push(`ask-${index}`, `detail-${index}`);
  }
  for (const index of range(count % 3)) {
    steps[`page-${index}`] = {
      id: `page-${index}`,
      kind: 'form',
      title: `Page ${index}`,
      layout: [{ copy: 'Something to read.' }],
      actions: [go()],
    };
    line.push(`page-${index}`);
  }
  return { steps, line, answers };
}
