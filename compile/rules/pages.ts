/** Steps with pages: what has no page to stand on, and what would have nobody to answer it. */
import { at, atKey, type CompileRule, type Finding } from '../checks/check.ts';
import { readsOfRule, touches } from '../checks/unfolded.ts';
import { entries, isObject, list, member, text } from '../json-types.ts';
import { fieldsOf, validates } from '../pages.ts';
import type { ResolvedFlow } from '../resolve.ts';
import { nearest } from '../suggest.ts';
import type { JsonObject } from '../../runtime/core/facts.ts';

const SPLIT = [
  '"layout": ["firstName", "birth", "state"]',
  '"pages": [{ "id": "name", "title": "Your name", "layout": ["firstName"] }, { "id": "home", "title": "Your home", "layout": ["birth", "state"] }]',
] as const;

export const RULE: CompileRule = {
  codes: ['pages'],
  severity: 'refused',
  says: 'A step with pages says something that none of its pages can carry out: a layout, a channel, a timer or an end of its own, a first or last page that may be passed over, a page without words for its button, a field on two pages, or a message at a field of another page than the one where its check is judged.',
  remedy:
    'Give each page its own layout; the first and the last are for everybody, in between "when" may pass one over. A check is judged on the last page that asks a field it reads, so let "at" name a field of that page. Channels, timers and ends belong to a step of their own.',
  bad: [
    [
      'flows/loan/steps/about.json',
      SPLIT[0],
      SPLIT[1].replace('"Your home",', '"Your home", »"when": "state-is-texas",'),
    ],
  ],
  good: [['flows/loan/steps/about.json', ...SPLIT]],
  *find({ brands }) {
    for (const brand of Object.values(brands))
      for (const flow of Object.values(brand.flows))
        for (const [id, step] of Object.entries(flow.written ?? {}))
          if (step['pages'] !== undefined) yield* pagesOfStep(id, step, flow);
  },
};

function* pagesOfStep(id: string, step: JsonObject, flow: ResolvedFlow): Generator<Finding> {
  if (step['kind'] !== 'form')
    yield at(step, 'kind', {
      message: `The step "${id}" has pages, but only a form has pages.`,
      fix: 'Say "kind": "form".',
    });
  if (step['layout'] !== undefined)
    yield atKey(step, 'layout', {
      message: `The step "${id}" has pages, so it has no page of its own for this layout.`,
      fix: 'Move it into "layout" of the pages.',
    });
  for (const key of ['listen', 'timers', 'next', 'outcome'])
    if (step[key] !== undefined)
      yield atKey(step, key, {
        message: `The step "${id}" has pages: nothing says on which of them "${key}" holds.`,
        fix: 'Make it a step of its own.',
      });
  const pages = list(step['pages']).filter((page): page is JsonObject => isObject(page));
  yield* shapeOfPages(
    pages,
    list(step['actions']).some((action) => validates(action)),
  );
  yield* placesOfChecks(step, pages, flow);
}

function* shapeOfPages(pages: readonly JsonObject[], hasButton: boolean): Generator<Finding> {
  const ids = new Set<string>();
  const placed = new Map<string, string>();
  for (const [i, page] of pages.entries()) {
    const id = text(page['id']) ?? '';
    if (ids.has(id)) yield at(page, 'id', { message: `There are two pages "${id}".`, fix: 'Give each its own id.' });
    ids.add(id);
    const isLast = i === pages.length - 1;
    if (page['when'] !== undefined && (i === 0 || isLast))
      yield atKey(page, 'when', {
        message: `The ${i === 0 ? 'first' : 'last'} page of a step is for everybody who comes to the step: "when" cannot pass it over.`,
        fix: 'Move the condition to the step, or let another page be the ' + (i === 0 ? 'first.' : 'last.'),
      });
    if (isLast && page['continue'] !== undefined)
      yield atKey(page, 'continue', {
        message: 'The last page has the actions of the step, not a button to a next page.',
        fix: 'Take it out.',
      });
    if (!isLast && page['continue'] === undefined && !hasButton)
      yield at(page, 'id', {
        message: `Nothing says how the button of the page "${id}" reads: the step has no action that validates.`,
        fix: 'Add "continue": "..." with its words.',
      });
    for (const field of fieldsOf(page)) {
      const other = placed.get(field);
      if (other !== undefined && other !== id)
        yield at(page, 'layout', {
          message: `The field "${field}" stands on the page "${other}" already.`,
          fix: 'Keep it on one page.',
        });
      placed.set(field, id);
    }
  }
}

function* placesOfChecks(step: JsonObject, pages: readonly JsonObject[], flow: ResolvedFlow): Generator<Finding> {
  const asked = pages.map((page) => fieldsOf(page));
  const fields = entries(step['fields']);
  for (const check of list(step['checks'])) {
    const shown = text(member(check, 'at'));
    if (!isObject(check) || shown === undefined || !fields.some(([id]) => id === shown)) continue;
    const reads = readsOfRule(check['assert'], flow);
    const read = new Set(
      fields.flatMap(([id, field]) =>
        reads.some((path) =>
          [`answers.${text(member(field, 'bind')) ?? ''}`, `typed.${id}`].some((own) => touches(own, path)),
        )
          ? [id]
          : [],
      ),
    );
    const judged = asked.findLastIndex((page) => [...page].some((id) => read.has(id)));
    const own = judged < 0 ? pages.length - 1 : judged;
    // A field that stands on no page is told as that; so is one that writes an answer nobody declared.
    const isTold =
      !asked.some((page) => page.has(shown)) ||
      (judged < 0 &&
        fields.some(([, field]) => reads.some((path) => nearest(`answers.${String(member(field, 'bind'))}`, [path]))));
    if (!isTold && !asked[own]?.has(shown))
      yield at(check, 'at', {
        message: `The check is judged on the page "${String(pages[own]?.['id'])}", the last that asks what it reads, and its message is to stand at a field of another page.`,
        fix: `Name a field of that page (${[...(asked[own] ?? [])].join(', ') || 'it has none'}), or leave "at" out.`,
      });
  }
}
