/**
 * Law 14: what both doors say is said once. Every word of the wire that `contract/` gives a name stands in no other
 * room.
 */
import { describe, expect, test } from 'vitest';
import { at, literal, parse, root, sources, visit, type Node, type Source } from './source.ts';

const all = sources(root);
const isContract = ({ file }: Source): boolean => /^contract\/[\w-]+\.ts$/.test(file);
const isElsewhere = ({ file }: Source): boolean =>
  /^(runtime|widgets|server|compile|cli|verifier|scripts)\//.test(file);

/** Only what nobody writes by chance: an address, a header, a name of several words, a code in capitals. */
const isOfTheWire = (text: string): boolean =>
  /^\/[\w.{}/-]+$/.test(text) ||
  /^[a-z]+([-.:][a-z]+)+$/.test(text) ||
  /^[A-Z]{4,}(_[A-Z]+)*$/.test(text) ||
  /^[a-z]+([A-Z][a-z]+){2,}$/.test(text);
/** `/idp` and `/idp/`, `/a/{b}` and `/a/:b` are the same place. */
const plain = (text: string): string => text.replace(/(.)\/$/, '$1').replaceAll(/:(\w+)/g, '{$1}');

/** Words that the contract's tables give a name: the values of its constants. */
function named(source: Source): readonly string[] {
  const words: string[] = [];
  for (const statement of source.tree['body'] as readonly Node[]) {
    const declared =
      statement.type === 'ExportNamedDeclaration' ? (statement['declaration'] as Node | null) : statement;
    if (declared?.type !== 'VariableDeclaration') continue;
    visit(declared, (node, around) => {
      const text = literal(node);
      const isInside = around.some(({ type }) => /Function/.test(type));
      const isKey = around.at(-1)?.['key'] === node;
      if (text !== undefined && !isInside && !isKey && isOfTheWire(text)) words.push(plain(text));
    });
  }
  return words;
}
/** Where a word stands as a text, or as the beginning of one that is put together. */
function places(source: Source, words: ReadonlySet<string>): readonly string[] {
  const found: string[] = [];
  visit(source.tree, (node, around) => {
    if (/^(Import|Export)/.test(around.at(-1)?.type ?? '')) return;
    const text =
      literal(node) ??
      (node.type === 'TemplateElement' ? (node['value'] as { readonly cooked: string }).cooked : undefined);
    if (text !== undefined && words.has(plain(text.trim()))) found.push(`${at(source, node.start)}: ${text}`);
  });
  return found;
}

describe('what both doors say is said once', () => {
  const words = new Set(all.filter(isContract).flatMap(named));

  test('the words are read from the contract: addresses, headers, channels, cookies, codes', () => {
    for (const word of ['/graphql', 'x-brand-key', '/ws/application', 'waymark-clock', 'IDEMPOTENCY_MISMATCH'])
      expect([...words]).toContain(word);
    expect(words.size).toBeGreaterThan(20);
  });

  test('none of them stands in a room that can import the contract', () => {
    expect(all.filter(isElsewhere).flatMap((source) => places(source, words))).toEqual([]);
  });

  test.each([
    ['an address', "export const f = (a: (path: string) => void) => a('/graphql');"],
    ['an address behind an origin', 'export const f = (origin: string) => `${origin}/analytics`;'],
    ['a prefix', "export const prefix = '/idp';"],
    ['a header', "export const f = (all: Record<string, string>) => all['x-session-id'];"],
    ['a code', "export const f = (code: string) => code === 'CONFLICT';"],
    ['a registration', "export const f = () => ({ action: 'registerApplicationListener' });"],
  ])('planted: %s', (_, text) => {
    expect(places(parse('server/planted.ts', text), words)).toHaveLength(1);
  });
});
