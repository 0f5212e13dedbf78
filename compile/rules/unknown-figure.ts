/** Documents that tell of a figure: it is known on the page where they stand, to everybody who comes there. */
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import { at, type CompileRule, type Finding } from '../checks/check.ts';
import { valueOf } from '../checks/unfolded.ts';
import type { Doc, ParsedDocument } from '../documents.ts';
import { pieces } from '../emit/text.ts';
import { operations, reads } from '../expression-nodes.ts';
import { fieldSource } from '../field-source.ts';
import { isList, isObject, list, member, text } from '../json-types.ts';
import type { Scene, World } from '../world.ts';

const TERMS = 'compliance/disclosures/loan-terms/1.md';
const SIGN = 'flows/loan/steps/sign.json';
const FIGURE = [TERMS, 'Please read this.', 'You borrow {{results.loanOffer.principal | money}}.'] as const;
const LOAD =
  '"load": [{ "call": "loanOffer", "with": { "applicationId": { "var": "application.id" } }, "as": "loanOffer", "on": { "NOT_READY": { "stay": true } } }],';

export const RULE: CompileRule = {
  codes: ['unknown-figure'],
  severity: 'concern',
  says: 'A document stands on a page where a figure of it may not be known: nothing on the way brings it, or what brings it may leave it out. A document with a hole is shown to nobody and agreed to by nobody, so the page waits for it, perhaps for ever.',
  remedy:
    'Load the figure on the page where the document stands, by a call whose result always has it and whose other outcomes lead elsewhere; or ask for the answer before.',
  bad: [
    FIGURE,
    ['flows/loan/steps/signed.json', '"kind": "form",', `"kind": "form",\n  ${LOAD}`],
    [SIGN, '"disclosure": "loan-terms"', '"disclosure": »"loan-terms"'],
  ],
  good: [FIGURE, [SIGN, '"kind": "form",', `"kind": "form",\n  ${LOAD}`]],
  *find(world) {
    for (const scene of world.scenes) if (scene.flow) yield* unknown(scene, world);
  },
};

function* unknown(scene: Scene, world: World): Generator<Finding> {
  for (const { holder, key, step, idTag, asked } of placed(scene)) {
    for (const document of world.documents) {
      const { front } = document;
      if (front.idTag !== idTag || (front.brands && !front.brands.includes(scene.brand.id))) continue;
      const lacking = figuresOf(document).find((path) => mayLack(path, { step, asked }, { scene, world }));
      if (lacking === undefined) continue;
      yield at(holder, key, {
        message: `The document "${idTag}" tells of "${lacking}", which not everybody on this page has: for them it is not shown, and the page waits.`,
        fix: 'Let the page load it by a call whose result always has it, or ask for it before.',
      });
      break;
    }
  }
}

interface Placed {
  readonly holder: object;
  readonly key: string;
  readonly step: string;
  readonly idTag: string;
  /** Facts that are there wherever the document stands, because its condition asks for them. */
  readonly asked: readonly string[];
}

/** Every document that a page shows, or lists to be agreed to. */
function placed({ flow, uses, values, rules }: Scene): readonly Placed[] {
  const standing = uses.items.flatMap(({ item, step }): readonly Placed[] => {
    const idTag = text(item['disclosure']);
    return idTag === undefined || step === undefined
      ? []
      : [{ holder: item, key: 'disclosure', step, idTag, asked: askedBy(item['when'], rules) }];
  });
  const listed = uses.fields.flatMap(({ field, step }): readonly Placed[] => {
    const options = field['options'];
    const documents = isObject(options) ? options['documents'] : undefined;
    if (!isObject(options) || documents === undefined || step === undefined || !flow) return [];
    const tags = new Set(textsIn(documents, { values, rules }));
    return [...tags].map((idTag) => ({ holder: options, key: 'documents', step, idTag, asked: [] }));
  });
  return [...standing, ...listed];
}

/** The facts that are there whenever a condition holds: what it asks `answered` of, and each part of an `and`. */
function askedBy(when: Json | undefined, rules: Scene['rules'], within: readonly string[] = []): readonly string[] {
  const name = typeof when === 'string' ? when : isObject(when) ? when['rule'] : undefined;
  if (typeof name === 'string')
    return within.includes(name) ? [] : askedBy(rules[name]?.['rule'], rules, [...within, name]);
  if (!isObject(when)) return [];
  if (typeof when['answered'] === 'string') return [when['answered']];
  return list(when['and']).flatMap((part) => askedBy(part, rules, within));
}

/** Every text that an expression names, named values unfolded. */
function textsIn(expression: Json, names: Pick<Scene, 'values' | 'rules'>): readonly string[] {
  if (typeof expression === 'string') return [expression];
  if (isList(expression)) return expression.flatMap((one) => textsIn(one, names));
  if (!isObject(expression)) return [];
  const named = [...reads(expression)].flatMap(({ path }) => {
    const value = path.startsWith('values.') ? valueOf(path, names) : undefined;
    return value === undefined ? [] : textsIn(value, names);
  });
  const spoken = [...operations(expression, false)].flatMap(({ name, args }) =>
    name === 'var' || name === 'rule' ? [] : args.filter((one) => !isObject(one)).flatMap((one) => textsIn(one, names)),
  );
  return [...named, ...spoken];
}

/** The facts that a document tells of, each once. */
function figuresOf({ front, body }: ParsedDocument): readonly string[] {
  const words = (nodes: readonly Doc[]): readonly string[] =>
    nodes.flatMap((node) => (node.tag === 'text' ? [node.text] : 'children' in node ? words(node.children) : []));
  const told = [front.title, ...words(body)].flatMap((one) => pieces(one));
  return [...new Set(told.flatMap((piece) => (typeof piece === 'string' ? [] : [piece.path])))];
}

/** Roots of facts that may be missing for somebody; those that their schema requires are always there. */
const PERSONS = new Set(['session', 'customer', 'application', 'cookies', 'device', 'route']);

function mayLack(
  path: string,
  { step, asked }: Pick<Placed, 'step' | 'asked'>,
  { scene, world }: { readonly scene: Scene; readonly world: World },
): boolean {
  const [root = '', name = '', ...rest] = path.split('.');
  if (root === 'brand') return get(scene.brand.facts, [name, ...rest]) === undefined;
  if (root === 'answers') return !isAsked([name, ...rest].join('.'), step, { scene, world });
  if (root === 'results') return !isBrought({ name, rest, asked }, step, { scene, world });
  return PERSONS.has(root) && !list(member(world.source.facts[root], 'required')).includes(name);
}

const get = (facts: JsonObject, names: readonly string[]): Json | undefined =>
  names.reduce<Json | undefined>((found, name) => (isObject(found) ? found[name] : undefined), facts);

/** Whether an answer has to be given on the page, or on another one that does not come after it. */
function isAsked(
  bind: string,
  step: string,
  { scene: { flow, uses }, world }: { readonly scene: Scene; readonly world: World },
): boolean {
  const line = list(flow?.flow['line']).map(String);
  const here = line.indexOf(step);
  return uses.fields.some(({ field, step: on = '' }) => {
    const isRequired = fieldSource(field, world.source.fragments)['required'] !== false;
    return field['bind'] === bind && isRequired && (here < 0 || line.indexOf(on) <= here);
  });
}

interface Result {
  readonly name: string;
  readonly rest: readonly string[];
  readonly asked: readonly string[];
}

/**
 * Whether a result is there: by a load of the page that nothing leaves out, else by a call of another page whose result
 * outlives it; and its operation never leaves out the part.
 */
function isBrought(
  { name, rest, asked }: Result,
  step: string,
  { scene, world }: { readonly scene: Scene; readonly world: World },
): boolean {
  const calls = scene.uses.calls.filter(({ call }) => call['as'] === name);
  const own = calls.filter(({ step: on, from, call }) => on === step && from === 'load' && call['when'] === undefined);
  const others = calls.filter(({ step: on, call }) => on !== step && (call['keeps'] ?? 'screen') !== 'screen');
  const bringing = own.length > 0 ? own : others;
  return (
    bringing.length > 0 &&
    bringing.every(({ call }) => {
      const schema = world.source.operations[String(call['call'])]?.['value'];
      return alwaysHas(schema, rest, { at: `results.${name}`, asked });
    })
  );
}

interface At {
  /** The path of what the schema is of. */
  readonly at: string;
  readonly asked: readonly string[];
}

/** Whether whatever this schema allows has the part, and is not null there; what is asked for is there. */
function alwaysHas(schema: Json | undefined, rest: readonly string[], { at: path, asked }: At): boolean {
  const isThere = (of: string): boolean => asked.some((one) => one === of || one.startsWith(`${of}.`));
  if (!isObject(schema) || (list(schema['type']).includes('null') && !isThere(path))) return false;
  const [first, ...others] = rest;
  if (first === undefined) return true;
  const inside = `${path}.${first}`;
  const isRequired = list(schema['required']).includes(first) || isThere(inside);
  return isRequired && alwaysHas(member(schema['properties'], first), others, { at: inside, asked });
}
