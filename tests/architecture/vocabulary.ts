/** Finds places where code decides by a name that belongs to content. */
import { identityActions } from '../../contract/operation.ts';
import { readdirSync, existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { at, isNode, literal, visit, type Node, type Source } from './source.ts';

/** Kind of name -> the names content gives. */
export type Vocabulary = Readonly<Record<string, ReadonlySet<string>>>;

const list = (dir: string): string[] => (existsSync(dir) ? readdirSync(dir) : []);
const folders = (dir: string, holding: string): string[] =>
  list(dir).filter((name) => existsSync(join(dir, name, holding)));
const names = (dir: string): string[] =>
  list(dir)
    .filter((file) => file.endsWith('.json'))
    .map((file) => basename(file, '.json'));

/** Reads the ids that a content folder gives to brands, flows, steps, dialogs, widgets, operations and states. */
export function vocabulary(root: string): Vocabulary {
  const flows = folders(join(root, 'flows'), 'flow.json');
  return {
    brand: new Set(folders(join(root, 'brands'), 'brand.json')),
    flow: new Set(flows),
    step: new Set(flows.flatMap((flow) => names(join(root, 'flows', flow, 'steps')))),
    dialog: new Set(flows.flatMap((flow) => names(join(root, 'flows', flow, 'dialogs')))),
    widget: new Set(folders(join(root, 'widgets'), 'widget.json')),
    operation: new Set(names(join(root, 'schemas', 'api', 'operations'))),
    state: new Set(names(join(root, 'compliance', 'states'))),
  };
}

/** Words that are the runtime's own, whatever content is called. */
export interface OwnWords {
  /** Literal types of the contract: a comparison with one asks for a kind, not for a name. */
  readonly values: ReadonlySet<string>;
  /** Members that a type declares: an object with this key is a record of that type, not a table keyed by names. */
  readonly members: ReadonlySet<string>;
}

/**
 * @param contract the files that all rooms agree on.
 * @param declaring every file whose types may declare the members of a record.
 */
export function ownWords(contract: readonly Source[], declaring: readonly Source[]): OwnWords {
  const values = new Set<string>(identityActions);
  const members = new Set<string>();
  for (const source of contract) {
    visit(source.tree, (node) => {
      const word = node.type === 'TSLiteralType' ? literal(node['literal']) : undefined;
      if (word !== undefined) values.add(word);
    });
  }
  for (const source of declaring) {
    visit(source.tree, (node) => {
      if (/^TS(Property|Method)Signature$/.test(node.type) && isNode(node['key']))
        members.add(String(node['key']['name'] ?? node['key']['value']));
    });
  }
  return { values, members };
}

const comparing = new Set(['===', '!==', '==', '!=', 'in']);
const asking = new Set(['includes', 'has', 'get', 'startsWith', 'endsWith', 'indexOf', 'set', 'is']);

/** The string that a node decides by, if it decides by one. */
function decidesBy(
  node: Node,
  around: readonly Node[],
): { readonly word: string; readonly as: keyof OwnWords } | undefined {
  const word = comparedWith(node, around);
  if (word !== undefined) return { word, as: 'values' };
  const key = keyedBy(node, around);
  return key === undefined ? undefined : { word: key, as: 'members' };
}

function comparedWith(node: Node, around: readonly Node[]): string | undefined {
  const parent = around.at(-1);
  const word = literal(node);
  if (word !== undefined && parent !== undefined) {
    if (parent.type === 'BinaryExpression' && comparing.has(String(parent['operator']))) return word;
    if (parent.type === 'SwitchCase' && parent['test'] === node) return word;
    if (parent.type === 'ArrayExpression') return word;
    if (parent.type === 'CallExpression' && isNode(parent['callee']) && parent['callee'].type === 'MemberExpression') {
      const method = parent['callee']['property'];
      if (isNode(method) && asking.has(String(method['name']))) return word;
    }
  }
  return undefined;
}

function keyedBy(node: Node, around: readonly Node[]): string | undefined {
  if (
    node.type === 'Property' &&
    around.at(-1)?.type === 'ObjectExpression' &&
    node['computed'] !== true &&
    node['shorthand'] !== true
  ) {
    const key = node['key'];
    if (isNode(key)) return key.type === 'Identifier' ? String(key['name']) : literal(key);
  }
  return undefined;
}

/**
 * One sentence for every comparison, switch case, list or keyed table that holds an id of content.
 */
export function decisionsByName(source: Source, ids: Vocabulary, own: OwnWords): string[] {
  const places: string[] = [];
  visit(source.tree, (node, around) => {
    const found = decidesBy(node, around);
    if (found === undefined || own[found.as].has(found.word) || own.values.has(found.word)) return;
    const { word } = found;
    for (const [kind, known] of Object.entries(ids)) {
      if (known.has(word))
        places.push(`${at(source, node.start)}: decides by the ${kind} "${word}"; let content say it`);
    }
  });
  return places;
}
