/** State rows and obligations. */
import type { Json } from '../../../../runtime/core/facts.ts';
import { isObject, listOf, spots } from '../edit.ts';
import { edited, type Content, type Doc, type Mutant } from '../mutant.ts';

/** A state is served or not; an age or an amount of it is another. One column a state in turn, so that every column is changed often and the list stays short. */
export function* stateRows({ states }: Content): Generator<Mutant> {
  for (const [turn, doc] of states.entries()) {
    const index = listOf(doc.json['rows']).length - 1;
    const row = listOf(doc.json['rows'])[index];
    if (!isObject(row)) continue;
    yield edited(
      'state served or not',
      doc,
      row['served'] === true ? 'not served' : 'served',
      ['rows', index, 'served'],
      row['served'] !== true,
    );
    const numbers = Object.entries(row).filter((entry): entry is [string, number] => typeof entry[1] === 'number');
    const chosen = row['served'] === true ? numbers : numbers.filter((_, at) => at === turn % numbers.length);
    for (const [column, value] of chosen) {
      for (const other of row['served'] === true ? [value - 1, value + 1, value * 10] : [value + 1])
        yield edited('state row changed', doc, `${column} ${other}, not ${value}`, ['rows', index, column], other);
    }
    if (row['served'] === true) yield* products(doc, index, row);
  }
}

function* products(doc: Doc, index: number, row: Readonly<Record<string, Json>>): Generator<Mutant> {
  for (const [channel, offered] of Object.entries(isObject(row['products']) ? row['products'] : {})) {
    for (const [at, product] of listOf(offered).entries())
      yield edited(
        'state row changed',
        doc,
        `${channel} without ${String(product)}`,
        ['rows', index, 'products', channel, at],
        undefined,
      );
  }
  for (const [at, field] of listOf(row['requiredFields']).entries())
    yield edited(
      'state row changed',
      doc,
      `required field ${isObject(field) ? String(field['idTag']) : at} dropped`,
      ['rows', index, 'requiredFields', at],
      undefined,
    );
}

/** An obligation asks for another document, at another moment, of another state, or is not there. */
export function* obligations({ obligations: all, states, steps }: Content): Generator<Mutant> {
  const documents = [
    ...new Set(all.map(({ json }) => json['shown']).filter((shown): shown is string => typeof shown === 'string')),
  ];
  const codes = states.map(({ json }) => String(json['abbr']));
  for (const doc of all) {
    yield { id: `${doc.name}: dropped`, kind: 'obligation dropped', change: { [doc.file]: '' } };
    const { shown, before } = doc.json;
    const other = typeof shown === 'string' ? documents[(documents.indexOf(shown) + 1) % documents.length] : undefined;
    if (other !== undefined && other !== shown)
      yield edited('obligation: other document', doc, `${other}, not ${String(shown)}`, ['shown'], other);
    const step = isObject(before) && typeof before['step'] === 'string' ? before['step'] : undefined;
    if (step !== undefined) {
      const [flow = ''] = step.split('/');
      const names = steps.map(({ name }) => name).filter((name) => name.startsWith(`${flow}/`));
      for (const move of [-1, 1]) {
        const to = names.at((names.indexOf(step) + move) % names.length);
        if (to !== undefined && to !== step)
          yield edited('obligation: other moment', doc, `before ${to}, not before ${step}`, ['before', 'step'], to);
      }
    }
    yield* demands(doc);
    for (const [index, state] of listOf(doc.json['states']).entries()) {
      if (state === '*')
        yield edited('obligation: fewer states', doc, `in ${codes[0] ?? ''} alone`, ['states'], [codes[0] ?? '']);
      else
        yield edited(
          'obligation: other state',
          doc,
          `in ${codes[(codes.indexOf(String(state)) + 1) % codes.length] ?? ''}, not in ${String(state)}`,
          ['states', index],
          codes[(codes.indexOf(String(state)) + 1) % codes.length] ?? '',
        );
    }
  }
}

/** An obligation demands less or more of the facts, or is for everybody. */
function* demands(doc: Doc): Generator<Mutant> {
  if (doc.json['when'] !== undefined)
    yield edited('obligation: other demand', doc, 'when dropped', ['when'], undefined);
  for (const { path, value } of spots(doc.json['holds'] ?? null, ['holds'])) {
    if (typeof value === 'number')
      for (const other of [value - 1, value + 1, value * 10])
        yield edited('obligation: other demand', doc, `${value} for ${other}`, path, other);
    const below = isObject(value) ? value['<='] : undefined;
    if (below !== undefined) yield edited('obligation: other demand', doc, '<= for <', path, { '<': below });
    const among = isObject(value) ? listOf(listOf(value['in'])[1]) : [];
    for (const [index, one] of among.entries())
      yield edited('obligation: other demand', doc, `without ${String(one)}`, [...path, 'in', 1, index], undefined);
  }
}
