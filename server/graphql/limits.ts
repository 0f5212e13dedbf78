import { Kind, visit as visitDocument, type ASTNode, type DocumentNode } from 'graphql';
import { isKeepable } from '../http/input.ts';

/** Limits of one document; generous for the client's own documents, small for anybody's tricks. */
const limits = { characters: 20_000, depth: 12, fields: 400, aliases: 30, nesting: 60 } as const;
/** A question about the schema names a type within a type within a type. */
const introspectionDepth = 20;

/**
 * Looks at the text before the parser does: the parser recurses, so nesting is bounded first; comments count as text.
 * Gives the reason, or undefined when the text is fine.
 */
export function textLimit(text: string): string | undefined {
  if (text.length > limits.characters) return 'The document is too long.';
  let depth = 0;
  for (const character of text) {
    if (character === '{' || character === '[' || character === '(') depth += 1;
    if (character === '}' || character === ']' || character === ')') depth -= 1;
    if (depth > limits.nesting) return 'The document is nested too deeply.';
  }
  return undefined;
}

/**
 * Depth, fields and aliases with fragments unfolded; a fragment that spreads itself is refused, and what nothing can
 * keep: text with NUL or half of a surrogate pair, a number beyond all numbers (`1e999`).
 */
export function documentLimit(document: DocumentNode, introspects = false): string | undefined {
  const most = introspects ? introspectionDepth : limits.depth;
  const fragments = new Map(
    document.definitions.flatMap((one) =>
      one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one] as const] : [],
    ),
  );
  let fields = 0;
  let aliases = 0;
  const visit = (node: ASTNode, depth: number, open: ReadonlySet<string>): string | undefined => {
    if (depth > most) return 'The document asks too deeply.';
    if (fields > limits.fields) return 'The document asks for too many fields.';
    if (aliases > limits.aliases) return 'The document has too many aliases.';
    const selections = 'selectionSet' in node ? (node.selectionSet?.selections ?? []) : [];
    for (const selection of selections) {
      let problem: string | undefined;
      fields += 1; // spreads count too: fragments that double each other would never end
      if (selection.kind === Kind.FIELD) {
        if (selection.alias) aliases += 1;
        problem = visit(selection, depth + 1, open);
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        problem = visit(selection, depth, open);
      } else {
        const name = selection.name.value;
        const fragment = fragments.get(name);
        if (open.has(name)) return 'A fragment spreads itself.';
        if (fragment) problem = visit(fragment, depth, new Set([...open, name]));
      }
      if (problem !== undefined) return problem;
    }
    return undefined;
  };
  for (const definition of document.definitions) {
    const problem = definition.kind === Kind.OPERATION_DEFINITION ? visit(definition, 0, new Set()) : undefined;
    if (problem !== undefined) return problem;
  }
  return hasUnkeepable(document) ? 'The document holds a character or a number that cannot be kept.' : undefined;
}

function hasUnkeepable(document: DocumentNode): boolean {
  let found = false;
  const number = ({ value }: { readonly value: string }): void => {
    if (!Number.isFinite(Number(value))) found = true;
  };
  visitDocument(document, {
    StringValue({ value }) {
      if (!isKeepable(value)) found = true;
    },
    IntValue: number,
    FloatValue: number,
  });
  return found;
}

/** Whether a document asks the schema about itself; `__typename` is no such question. */
export function asksSchema(document: DocumentNode): boolean {
  let asks = false;
  visitDocument(document, {
    Field(field) {
      if (field.name.value === '__schema' || field.name.value === '__type') asks = true;
    },
  });
  return asks;
}
