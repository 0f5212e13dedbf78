/** Small mistakes in a code file, by its syntax tree: each is the text with one place changed. */
import { parse, visit, type Node } from '../../architecture/source.ts';

export interface Mutation {
  readonly file: string;
  readonly line: number;
  readonly was: string;
  readonly is: string;
  readonly text: string;
}

const OPPOSITE: Readonly<Record<string, readonly string[]>> = {
  '===': ['!=='],
  '!==': ['==='],
  '<': ['<=', '>'],
  '>': ['>=', '<'],
  '<=': ['<'],
  '>=': ['>'],
  '+': ['-'],
  '-': ['+'],
  '&&': ['||'],
  '||': ['&&'],
};
const OTHER: Readonly<Record<string, string>> = { some: 'every', every: 'some', filter: 'slice' };

/** What may stand in place of a node; nothing where it is left alone. */
function otherwise(node: Node, text: string): readonly string[] {
  const of = (one: unknown): string => text.slice((one as Node).start, (one as Node).end);
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression': {
      const { left, right, operator } = node as Node & { readonly operator: string };
      const other = (OPPOSITE[operator] ?? []).map((one) => `(${of(left)} ${one} ${of(right)})`);
      return operator === '??' ? [`(${of(left)})!`] : other;
    }
    case 'UnaryExpression':
      return node['operator'] === '!' ? [`(${of(node['argument'])})`] : [];
    case 'ConditionalExpression':
      return [`(${of(node['consequent'])})`, `(${of(node['alternate'])})`];
    case 'Literal':
      if (typeof node['value'] === 'boolean') return [String(!node['value'])];
      return typeof node['value'] === 'number' ? [String(node['value'] + 1)] : [];
    case 'SpreadElement':
      return of(node['argument']).startsWith('(') ? ['...[]'] : [];
    case 'ExpressionStatement':
      return ['void 0;'];
    default:
      return [];
  }
}

export function mutationsOf(file: string, text: string): readonly Mutation[] {
  const found: Mutation[] = [];
  const add = ({ start, end }: Pick<Node, 'start' | 'end'>, is: string): void =>
    void found.push({
      file,
      line: text.slice(0, start).split('\n').length,
      was: text.slice(start, end),
      is,
      text: text.slice(0, start) + is + text.slice(end),
    });
  visit(parse(file, text).tree, (node, around) => {
    const above = around.at(-1);
    if (around.some(({ type }) => type.startsWith('TS') || type === 'ImportDeclaration')) return;
    for (const is of otherwise(node, text)) add(node, is);
    if (above?.type === 'IfStatement' && above['test'] === node) for (const is of ['true', 'false']) add(node, is);
    if (above?.type === 'MemberExpression' && above['property'] === node && around.at(-2)?.type === 'CallExpression') {
      const other = OTHER[text.slice(node.start, node.end)];
      if (other !== undefined) add(node, other === 'slice' ? 'concat([]).filter(() => true).concat' : other);
    }
  });
  return found.filter(({ is }) => !is.includes('concat'));
}
