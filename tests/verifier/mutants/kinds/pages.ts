/** What a page asks, offers, checks and does. */
import { isObject, listOf, put, spots, type Path } from '../edit.ts';
import { edited, mutant, type Content, type Doc, type Mutant } from '../mutant.ts';
import { place } from '../words.ts';

function* fieldsOf(steps: readonly Doc[]): Generator<{
  readonly doc: Doc;
  readonly name: string;
  readonly path: Path;
  readonly field: Readonly<Record<string, unknown>>;
}> {
  for (const doc of steps) {
    const fields = doc.json['fields'];
    if (!isObject(fields)) continue;
    for (const [name, field] of Object.entries(fields))
      if (isObject(field)) yield { doc, name, path: ['fields', name], field };
  }
}

/** What must be answered may be left out, and the other way round. */
export function* required({ steps }: Content): Generator<Mutant> {
  for (const { doc, name, path, field } of fieldsOf(steps)) {
    if (field['required'] === false)
      yield edited({ kind: 'required changed', what: `field ${name} required` }, doc, {
        path: [...path, 'required'],
        given: undefined,
      });
    else if (field['required'] === undefined)
      yield edited({ kind: 'required changed', what: `field ${name} optional` }, doc, {
        path: [...path, 'required'],
        given: false,
      });
  }
}

/** A choice is not offered. */
export function* choices({ steps }: Content): Generator<Mutant> {
  for (const { doc, name, path, field } of fieldsOf(steps)) {
    const offered = Array.isArray(field['choices']) ? field['choices'] : [];
    for (const [index, choice] of offered.entries()) {
      const value: unknown = isObject(choice) ? choice['value'] : choice;
      yield edited({ kind: 'choice dropped', what: `field ${name} without the choice ${String(value)}` }, doc, {
        path: [...path, 'choices', index],
        given: undefined,
      });
    }
  }
}

/** A field is neither drawn nor asked. */
export function* fieldsDropped({ steps }: Content): Generator<Mutant> {
  for (const { doc, name, path } of fieldsOf(steps)) {
    const drawn = [...spots(doc.json['layout'] ?? [])].find(
      ({ value, path: at }) => value === name && at.at(-1) !== 'consent',
    );
    if (!drawn) continue;
    yield mutant(
      { kind: 'field dropped', what: `field ${name} dropped` },
      doc,
      put(put(doc.json, ['layout', ...drawn.path], undefined), path, undefined),
    );
  }
}

/** An answer that is to be forgotten once it is not asked any more is kept; a limit that a fact gives is gone. */
export function* fieldRules({ steps }: Content): Generator<Mutant> {
  for (const { doc, name, path, field } of fieldsOf(steps)) {
    if (field['hidden'] === 'erase')
      yield edited({ kind: 'answer kept', what: `field ${name} kept when it is not asked` }, doc, {
        path: [...path, 'hidden'],
        given: undefined,
      });
    for (const limit of ['minimum', 'maximum', 'pattern', 'const']) {
      if (field[limit] !== undefined)
        yield edited({ kind: 'limit dropped', what: `field ${name} without ${limit}` }, doc, {
          path: [...path, limit],
          given: undefined,
        });
    }
  }
}

/** The answers of a page are not checked against each other. */
export function* checks({ steps }: Content): Generator<Mutant> {
  for (const doc of steps) {
    for (const [index, check] of listOf(doc.json['checks']).entries()) {
      const says = isObject(check) && typeof check['assert'] === 'string' ? check['assert'] : `${index + 1}`;
      yield edited({ kind: 'check dropped', what: `check ${says} dropped` }, doc, {
        path: ['checks', index],
        given: undefined,
      });
    }
  }
}

/** A call is not made; a button does not set what it should, or is not there. */
export function* actions({ steps, dialogs }: Content): Generator<Mutant> {
  for (const doc of [...steps, ...dialogs]) {
    for (const { path, value } of spots(doc.json)) {
      const list = path.at(-2);
      if ((list === 'calls' || list === 'load') && isObject(value))
        yield edited({ kind: 'call dropped', what: `${place(doc.json, path)} dropped` }, doc, {
          path,
          given: undefined,
        });
      if (path.at(-1) === 'set' && isObject(value))
        yield edited({ kind: 'set dropped', what: `${place(doc.json, path)} dropped` }, doc, {
          path,
          given: undefined,
        });
      if (path.at(-1) === 'confirm')
        yield edited({ kind: 'confirmation dropped', what: `${place(doc.json, path)} dropped` }, doc, {
          path,
          given: undefined,
        });
    }
  }
}
