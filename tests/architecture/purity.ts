/** What a pure room may not touch: the clock, chance, the network, the page, the machine. */
import { at, isNode, visit, type Node, type Source } from './source.ts';

const globals = new Set([
  'performance',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'clearTimeout',
  'clearInterval',
  'queueMicrotask',
  'requestAnimationFrame',
  'requestIdleCallback',
  'fetch',
  'XMLHttpRequest',
  'WebSocket',
  'EventSource',
  'BroadcastChannel',
  'Worker',
  'crypto',
  'window',
  'self',
  'globalThis',
  'document',
  'navigator',
  'location',
  'history',
  'localStorage',
  'sessionStorage',
  'indexedDB',
  'process',
  'Buffer',
  'require',
  'eval',
  'Function',
  'console',
  'alert',
  'React',
]);
/** Members that read the machine's clock, zone or language. */
const local = new Set([
  'getFullYear',
  'getMonth',
  'getDate',
  'getDay',
  'getHours',
  'getMinutes',
  'getSeconds',
  'getTimezoneOffset',
  'toLocaleDateString',
  'toLocaleTimeString',
  'toDateString',
  'toTimeString',
]);

const named = (node: unknown, name: string): boolean =>
  isNode(node) && node.type === 'Identifier' && node['name'] === name;

/** A name that is read as a value, not the name of a member, a key or a type. */
function isReference(node: Node, parent: Node | undefined): boolean {
  if (parent === undefined) return true;
  if (parent.type === 'MemberExpression') return parent['object'] === node || parent['computed'] === true;
  if (parent.type === 'Property') return parent['value'] === node;
  if (
    parent.type.startsWith('TS') &&
    parent.type !== 'TSAsExpression' &&
    parent.type !== 'TSNonNullExpression' &&
    parent.type !== 'TSSatisfiesExpression'
  )
    return false;
  return (
    parent.type !== 'PropertyDefinition' &&
    parent.type !== 'MethodDefinition' &&
    !parent.type.startsWith('Import') &&
    !parent.type.startsWith('Export')
  );
}

/** Names the file binds itself (parameters, variables, functions); such a name is not the global one. */
function bound(source: Source): Set<string> {
  const names = new Set<string>();
  const take = (node: unknown): void => {
    if (!isNode(node)) return;
    if (node.type === 'Identifier') names.add(String(node['name']));
    else
      for (const part of [
        node['left'],
        node['argument'],
        node['value'],
        ...((node['elements'] ?? node['properties'] ?? []) as unknown[]),
      ])
        take(part);
  };
  visit(source.tree, (node) => {
    if (node.type === 'VariableDeclarator') take(node['id']);
    if (/Function/.test(node.type)) {
      take(node['id']);
      for (const parameter of (node['params'] ?? []) as unknown[]) take(parameter);
    }
    if (node.type.startsWith('Import') && isNode(node['local'])) take(node['local']);
  });
  return names;
}

/** Whether a name stands in `crypto.subtle.digest`, which alone of all that is there is a function of what it gets. */
const isDigest = (around: readonly Node[]): boolean =>
  ['subtle', 'digest'].every((member, up) => {
    const outer = around.at(-1 - up);
    return outer?.type === 'MemberExpression' && named(outer['property'], member);
  });

/** One sentence for every impure thing in a file. */
export function impurities(source: Source): string[] {
  const found: string[] = [];
  const own = bound(source);
  visit(source.tree, (node, around) => {
    const say = (what: string) => found.push(`${at(source, node.start)}: ${what}; hand it in as a fact`);
    if (
      node.type === 'Identifier' &&
      globals.has(String(node['name'])) &&
      !own.has(String(node['name'])) &&
      isReference(node, around.at(-1)) &&
      !isDigest(around)
    )
      say(String(node['name']));
    if (node.type === 'MemberExpression') {
      const member = isNode(node['property']) ? String(node['property']['name'] ?? node['property']['value']) : '';
      if (named(node['object'], 'Date') && member !== 'UTC' && member !== 'parse') say(`Date.${member}`);
      if (named(node['object'], 'Math') && member === 'random') say('Math.random');
      if (local.has(member)) say(`.${member}()`);
    }
    const bare = ((node['arguments'] ?? []) as unknown[]).length === 0;
    if (node.type === 'NewExpression' && named(node['callee'], 'Date') && bare) say('new Date()');
    if (node.type === 'CallExpression' && named(node['callee'], 'Date')) say('Date()');
    if (node.type === 'JSXElement' || node.type === 'JSXFragment') say('JSX');
  });
  return found;
}

/** Text made into code at run time, wherever it stands (law 10). */
export function evaluations(source: Source): string[] {
  const found: string[] = [];
  visit(source.tree, (node) => {
    if (node.type === 'CallExpression' && named(node['callee'], 'eval')) found.push(`${at(source, node.start)}: eval`);
    if ((node.type === 'NewExpression' || node.type === 'CallExpression') && named(node['callee'], 'Function'))
      found.push(`${at(source, node.start)}: Function()`);
  });
  return found;
}
