/** What must be shown is not shown, shown elsewhere, or shown to fewer or to more people. */
import type { Json } from '../../../../runtime/core/facts.ts';
import { isObject, listOf, put, spots, type Path } from '../edit.ts';
import { edited, mutant, type Content, type Doc, type Mutant } from '../mutant.ts';
import { short } from '../words.ts';

interface Shown {
  readonly doc: Doc;
  readonly idTag: string;
  readonly path: Path;
  readonly item: Readonly<Record<string, Json>>;
}

export function* disclosures(content: Content): Generator<Mutant> {
  for (const shown of shownBy(content.steps)) {
    const { doc, idTag, path, item } = shown;
    yield edited({ kind: 'disclosure dropped', what: `disclosure ${idTag} dropped` }, doc, { path, given: undefined });
    if (item['when'] !== undefined)
      yield edited({ kind: 'disclosure widened', what: `disclosure ${idTag} shown to everybody` }, doc, {
        path: [...path, 'when'],
        given: undefined,
      });
    for (const [says, condition] of narrowings(content, item))
      yield edited({ kind: 'disclosure narrowed', what: `disclosure ${idTag} only where ${says}` }, doc, {
        path: [...path, 'when'],
        given: condition,
      });
    for (const to of neighbours(content, doc)) yield moved(shown, to);
  }
}

function* shownBy(steps: readonly Doc[]): Generator<Shown> {
  for (const doc of steps) {
    for (const { path, value } of spots(doc.json['layout'] ?? [])) {
      const idTag = isObject(value) ? value['disclosure'] : undefined;
      if (isObject(value) && typeof idTag === 'string') yield { doc, idTag, path: ['layout', ...path], item: value };
    }
  }
}

/** The condition it has and one more: each named rule of its flow that says a state, and a customer of before. */
function* narrowings(content: Content, item: Shown['item']): Generator<readonly [string, Json]> {
  const own = item['when'];
  const both = (more: Json): Json =>
    own === undefined ? more : { and: [typeof own === 'string' ? { rule: own } : own, more] };
  const first = firstState(content);
  if (first !== undefined)
    yield [`the state is not ${first.state}`, both({ '!=': [{ var: first.path }, first.state] })];
  yield ['the customer is new', both({ '==': [{ var: 'customer.customerType' }, 'NEW'] })];
  yield ['an email is given', both({ answered: 'answers.userInformation.email' })];
}

/** The first state that a rule names, with the path by which the rule reads it. */
function firstState(content: Content): { readonly path: string; readonly state: string } | undefined {
  for (const { json } of content.rules) {
    for (const { value } of spots(json)) {
      const [left, right] = isObject(value) ? listOf(value['==']) : [];
      const path = isObject(left) ? left['var'] : undefined;
      if (
        typeof path === 'string' &&
        typeof right === 'string' &&
        content.states.some((state) => state.json['abbr'] === right)
      )
        return { path, state: right };
    }
  }
  return undefined;
}

/**
 * The pages before and after on the line; for a page that is not on the line, the flow's first and last page of the
 * line.
 */
function neighbours(content: Content, doc: Doc): readonly Doc[] {
  const [flow = '', step = ''] = doc.name.split('/');
  const line = listOf(content.flows.find(({ name }) => name === flow)?.json['line']).map(String);
  const forms = line.flatMap((id) =>
    content.steps.filter(
      ({ name, json }) =>
        name === `${flow}/${id}` &&
        json['kind'] === 'form' &&
        json['layout'] !== undefined &&
        listOf(json['actions']).length > 0,
    ),
  );
  const at = forms.findIndex(({ name }) => name === `${flow}/${step}`);
  const chosen = at < 0 ? [forms[0], forms.at(-1)] : [forms[at - 1], forms[at + 1]];
  return chosen.filter((one) => one !== undefined && one !== doc) as Doc[];
}

function moved({ doc, idTag, path, item }: Shown, to: Doc): Mutant {
  const plain = Object.fromEntries(Object.entries(item).filter(([key]) => key !== 'consent'));
  const taken = mutant(
    { kind: 'disclosure moved', what: `disclosure ${idTag} moved to ${short(to.name)}` },
    doc,
    put(doc.json, path, undefined),
  );
  return {
    ...taken,
    change: {
      ...taken.change,
      [to.file]: JSON.stringify(put(to.json, ['layout'], [...listOf(to.json['layout']), plain]), undefined, 2),
    },
  };
}
