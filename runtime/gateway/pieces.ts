/**
 * Brings what of the definitions comes later: of a flow one piece where it is needed, all of them once the first page
 * is drawn. What the network does not bring is asked for again, as a flow is; meanwhile whoever needs it waits.
 */
import type { CompiledApp, CompiledCompliance } from '../core/app-definition.ts';
import type { CompiledFlow } from '../core/definition.ts';
import { completed, fill, fillWords, missing } from '../core/index.ts';
import type { Connection } from './connection.ts';
import type { Definitions } from './definitions.ts';

export interface Pieces {
  /** One of the flow's pieces is there. */
  bring(flow: CompiledFlow, piece: string): Promise<void>;
  /** All of them are there; at once where none is missing. */
  whole(flow: CompiledFlow): Promise<void>;
  /** Rows and documents with all that comes later; the same object where nothing does. */
  completed(compliance: CompiledCompliance): Promise<CompiledCompliance>;
  /** The words of widgets are there. */
  words(app: CompiledApp): Promise<void>;
}

export function createPieces(
  definitions: Pick<Definitions, 'piece' | 'compliance' | 'words'>,
  connection: Pick<Connection, 'brought'>,
): Pieces {
  const coming = new Map<string, Promise<void>>();
  function bring(flow: CompiledFlow, piece: string): Promise<void> {
    const known = coming.get(piece);
    if (known !== undefined) return known;
    const brought = connection
      .brought((again) => definitions.piece(piece, again))
      .then((found) => fill(flow, found))
      .finally(() => coming.delete(piece));
    coming.set(piece, brought);
    return brought;
  }
  return {
    async completed(compliance) {
      const [whole] = compliance.pieces ?? [];
      if (whole === undefined) return compliance;
      return completed(compliance, await connection.brought((again) => definitions.compliance(whole, again)));
    },
    async words(app) {
      for (const piece of app.pieces ?? [])
        fillWords(app, await connection.brought((again) => definitions.words(piece, again)));
    },
    bring,
    async whole(flow) {
      await Promise.all(missing(flow).map((piece) => bring(flow, piece)));
    },
  };
}
