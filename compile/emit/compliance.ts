/**
 * The compliance rows and documents in force on one day, as a module whose default export is a CompiledCompliance. Of
 * much of it what conditions read comes first, and all of it as its piece.
 */
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import type { Docs } from '../content.ts';
import type { Doc, ParsedDocument } from '../documents.ts';
import { withFields } from '../fields-from.ts';
import { canonical, isObject, list, text } from '../json-types.ts';
import type { Module } from '../types.ts';
import { contentHash } from './module.ts';
import { Writer } from './writer.ts';

/** Whether a day lies in `from` .. `until`, both included; no `until` is for ever. */
export function inForce(from: Json | undefined, until: Json | undefined, day: string): boolean {
  return typeof from === 'string' && from <= day && (typeof until !== 'string' || day <= until);
}

/** The row of each state in force on a day, by its abbreviation, as rules look it up. */
export function rowsOn(states: Docs, day: string): Readonly<Record<string, JsonObject>> {
  return Object.fromEntries(
    Object.entries(states).flatMap(([abbr, state]) => {
      const row = list(state['rows']).find(
        (one): one is JsonObject => isObject(one) && inForce(one['from'], one['until'], day),
      );
      if (!row) return [];
      const key = text(state['abbr']) ?? abbr;
      return [[key, { abbr: key, name: state['name'] ?? key, ...withFields(row) }] as const];
    }),
  );
}

/** The documents of a brand in force on a day. */
export function documentsOn(
  documents: readonly ParsedDocument[],
  brand: string,
  day: string,
): readonly ParsedDocument[] {
  return documents.filter(
    ({ front }) => inForce(front.from, front.until, day) && (!front.brands || front.brands.includes(brand)),
  );
}

interface ComplianceSource {
  readonly states: Docs;
  readonly documents: readonly ParsedDocument[];
  readonly values: Docs;
  /** The day whose rows and documents are written, `YYYY-MM-DD`. */
  readonly today: string;
  readonly kitHash: string;
  /** Columns of the rows that a condition of this brand reads. */
  readonly columns: ReadonlySet<string>;
  /** Documents that stand around every page. */
  readonly framed: readonly string[];
}

/** What one of the modules says of documents. */
interface Part {
  readonly of: readonly ParsedDocument[];
  readonly isLate: (idTag: string) => boolean;
  readonly pieces: readonly Module[];
}

/** Up to so many characters everything is one module. */
const WHOLE = 20_000;

export function writeCompliance(
  brand: string,
  { states, documents, values, today, kitHash, columns, framed }: ComplianceSource,
): Module & { readonly pieces?: readonly Module[] } {
  const rows = rowsOn(states, today);
  const chosen = documentsOn(documents, brand, today);
  const written = (table: unknown, { of, isLate, pieces }: Part): Module => {
    const writer = new Writer({ rules: {}, values, flow: '', kinds: {} });
    return writer.module.finish(kitHash, {
      ...(pieces.length > 0 && { pieces: writer.module.names(pieces) }),
      states: table,
      documents: Object.fromEntries(
        of.map(({ source, front, body }) => [
          front.idTag,
          {
            idTag: front.idTag,
            version: source.version,
            hash: contentHash(canonical({ front, source: source.text })),
            title: writer.words(front.title),
            ...(isLate(front.idTag) ? { body: [], late: true } : { body: body.map((node) => writeNode(node, writer)) }),
          },
        ]),
      ),
    });
  };
  const whole = written(rows, { of: chosen, isLate: () => false, pieces: [] });
  if (whole.code.length <= WHOLE) return whole;
  const read = Object.entries(rows).map(([state, row]) => [
    state,
    Object.fromEntries(Object.entries(row).filter(([column]) => columns.has(column))),
  ]);
  const pieces = [whole];
  // No page shows a mail: what a person's first page brings along need not name them.
  const shown = chosen.filter(({ front }) => front.type !== 'mail');
  const first = written(Object.fromEntries(read), { of: shown, isLate: (idTag) => !framed.includes(idTag), pieces });
  return { ...first, pieces };
}

function writeNode(node: Doc, writer: Writer): unknown {
  if (node.tag === 'text') return { tag: 'text', text: writer.words(node.text) };
  return { ...node, children: node.children.map((child) => writeNode(child, writer)) };
}
