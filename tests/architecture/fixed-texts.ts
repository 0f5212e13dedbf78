/**
 * Finds what a person would read and no definition says: fixed text in code that draws. Such a text stands in
 * `schemas/words.json`, or in the `words` of its control's or widget's folder.
 */
import { at, isNode, literal, visit, type Node, type Source } from './source.ts';

/** What a reader or a screen reader says of an element. */
const SAID = /^(aria-(label|description|placeholder|roledescription|valuetext)|title|placeholder|alt|label|summary)$/;
/** Attributes whose values are read by the machine alone. */
const UNSAID =
  /^(class(Name)?|id|type|role|d|style|viewBox|name|href|htmlFor|rel|target|tone|kind|as|autoComplete|inputMode|transform|points|preserveAspectRatio)$/;

const hasLetters = (text: string): boolean => /\p{L}/u.test(text);

/**
 * Written as people write: it begins with a capital that small letters follow, or has two words with a blank between.
 * Names of events, paths, keys and codes are not.
 */
const isProse = (text: string): boolean =>
  /^\s*[("']?\p{Lu}\p{Ll}+([\s.,:;!?)'"’-]|$)/u.test(text) || /\p{L}[,;.:]? \p{L}/u.test(text);

/** A list of elements for `querySelector`. */
const isSelector = (text: string): boolean => /^[a-z]+(, ([a-z]+|\[[\w=-]+\]))+$/.test(text);

/** What a bug says of itself goes to the log. */
const isError = (node: Node): boolean =>
  (node.type === 'NewExpression' || node.type === 'CallExpression') &&
  isNode(node['callee']) &&
  (node['callee'].type === 'Super' || String(node['callee']['name'] ?? '').endsWith('Error'));
/** Names of style sheets kept in a variable. */
const isClassName = (node: Node): boolean =>
  node.type === 'VariableDeclarator' && (node['id'] as Node)['name'] === 'className';

function attributeAround(around: readonly Node[]): string | undefined {
  const found = around.findLast(({ type }) => type === 'JSXAttribute' || type === 'JSXElement');
  if (found?.type !== 'JSXAttribute') return undefined;
  const name = found['name'] as Node;
  return name.type === 'JSXNamespacedName' ? '' : String(name['name']);
}

/** The name of a word, which is no text: `say('page.back')`, `words('remove')`. */
const isWordName = (node: Node): boolean =>
  node.type === 'CallExpression' &&
  isNode(node['callee']) &&
  /^(say|words|own)$/.test(String(node['callee']['name'] ?? ''));

const isComparison = (node: Node | undefined): boolean =>
  node?.type === 'BinaryExpression' && /^[=!]==?$|^in$/.test(String(node['operator']));
const isKey = (node: Node, parent: Node | undefined): boolean =>
  (parent?.type === 'Property' || parent?.type === 'PropertyDefinition') && parent['key'] === node;

/** What may be a text: the node and what it says. */
function words(node: Node): string | undefined {
  if (node.type === 'TemplateElement') return (node['value'] as { readonly cooked: string }).cooked;
  return node.type === 'TemplateLiteral' ? undefined : literal(node);
}

/** Fixed texts of a file, each with `file:line`. */
export function fixedTexts(source: Source): readonly string[] {
  const found: string[] = [];
  const tell = (node: Node, text: string): void =>
    void found.push(`${at(source, node.start)}: ${text.trim().replaceAll(/\s+/g, ' ')}`);
  visit(source.tree, (node, around) => {
    if (node.type === 'JSXText') {
      if (hasLetters(String(node['value']))) tell(node, String(node['value']));
      return;
    }
    const text = words(node);
    if (text === undefined || !hasLetters(text)) return;
    const parent = around.at(-1);
    if (isSelector(text) || isKey(node, parent) || isComparison(parent) || /^(Import|Export)/.test(parent?.type ?? ''))
      return;
    if (
      around.some(
        ({ type }) =>
          type.startsWith('TS') &&
          type !== 'TSAsExpression' &&
          type !== 'TSSatisfiesExpression' &&
          type !== 'TSNonNullExpression',
      )
    )
      return;
    if (around.some((one) => isError(one) || isWordName(one) || isClassName(one))) return;
    const attribute = attributeAround(around);
    if (attribute !== undefined && UNSAID.test(attribute)) return;
    if (
      attribute !== undefined && SAID.test(attribute) ? parent?.type === 'JSXAttribute' || isProse(text) : isProse(text)
    )
      tell(node, text);
  });
  return found;
}
