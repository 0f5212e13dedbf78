/** State rows and obligations. */
import type { Json } from '../../../../runtime/core/facts.ts';
import { isObject, listOf, spots } from '../edit.ts';
import { edited, type Content, type Doc, type Mutant } from '../mutant.ts';

/**
 * A state is served or not; an age or an amount of it is another. One column a state in turn, so that every column is
 * changed often and the list stays short.
 */
export function* stateRows({ states }: Content): Generator<Mutant> {
  for (const [turn, doc] of states.entries()) {
    const index = listOf(doc.json['rows']).length - 1;
    const row = listOf(doc.json['rows'])[index];
    if (!isObject(row)) continue;
    yield edited({ kind: 'state served or not', what: row['served'] === true ? 'not served' : 'served' }, doc, {
      path: ['rows', index, 'served'],
      given: row['served'] !== true,
    });
    const numbers = Object.entries(row).filter((entry): entry is [string, number] => typeof entry[1] === 'number');
    const chosen = row['served'] === true ? numbers : numbers.filter((_, at) => at === turn % numbers.length);
    for (const [column, value] of chosen) {
      for (const other of row['served'] === true ? [value - 1, value + 1, value * 10] : [value + 1])
        yield edited({ kind: 'state row changed', what: `${column} ${other}, not ${value}` }, doc, {
          path: ['rows', index, column],
          given: other,
        });
    }
    if (row['served'] === true) yield* products(doc, index, row);
  }
}

function* products(doc: Doc, index: number, row: Readonly<Record<string, Json>>): Generator<Mutant> {
  for (const [channel, offered] of Object.entries(isObject(row['products']) ? row['products'] : {})) {
    for (const [at, product] of listOf(offered).entries())
      yield edited({ kind: 'state row changed', what: `${channel} without ${String(product)}` }, doc, {
        path: ['rows', index, 'products', channel, at],
        given: undefined,
      });
  }
  for (const [at, field] of listOf(row['requiredFields']).entries())
    yield edited(
      { kind: 'state row changed', what: `required field ${isObject(field) ? String(field['idTag']) : at} dropped` },
      doc,
      { path: ['rows', index, 'requiredFields', at], given: undefined },
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
      yield edited({ kind: 'obligation: other document', what: `${other}, not ${String(shown)}` }, doc, {
        path: ['shown'],
        given: other,
      });
    const step = isObject(before) && typeof before['step'] === 'string' ? before['step'] : undefined;
    if (step !== undefined) {
      const [flow = ''] = step.split('/');
      const names = steps.map(({ name }) => name).filter((name) => name.startsWith(`${flow}/`));
      for (const move of [-1, 1]) {
        const to = names.at((names.indexOf(step) + move) % names.length);
        if (to !== undefined && to !== step)
          yield edited({ kind: 'obligation: other moment', what: `before ${to}, not before ${step}` }, doc, {
            path: ['before', 'step'],
            given: to,
          });
      }
    }
    yield* demands(doc);
    for (const [index, state] of listOf(doc.json['states']).entries()) {
      if (state === '*')
        yield edited({ kind: 'obligation: fewer states', what: `in ${codes[0] ?? ''} alone` }, doc, {
          path: ['states'],
          given: [codes[0] ?? ''],
        });
      else
        yield edited(
          {
            kind: 'obligation: other state',
            what: `in ${codes[(codes.indexOf(String(state)) + 1) % codes.length] ?? ''}, not in ${String(state)}`,
          },
          doc,
          { path: ['states', index], given: codes[(codes.indexOf(String(state)) + 1) % codes.length] ?? '' },
        );
    }
  }
}

/** An obligation demands less or more of the facts, or is for everybody. */
function* demands(doc: Doc): Generator<Mutant> {
  if (doc.json['when'] !== undefined)
    yield edited({ kind: 'obligation: other demand', what: 'when dropped' }, doc, { path: ['when'], given: undefined });
  for (const { path, value } of spots(doc.json['holds'] ?? null, ['holds'])) {
    if (typeof value === 'number')
      for (const other of [value - 1, value + 1, value * 10])
        yield edited({ kind: 'obligation: other demand', what: `${value} for ${other}` }, doc, { path, given: other });
    const below = isObject(value) ? value['<='] : undefined;
    if (below !== undefined)
      yield edited({ kind: 'obligation: other demand', what: '<= for <' }, doc, { path, given: { '<': below } });
    const among = isObject(value) ? listOf(listOf(value['in'])[1]) : [];
    for (const [index, one] of among.entries())
      yield edited({ kind: 'obligation: other demand', what: `without ${String(one)}` }, doc, {
        path: [...path, 'in', 1, index],
        given: undefined,
      });
  }
}
