/**
 * A flow in pieces: steps that nobody is on the way to come later. What needs one that is not there yet is told which
 * piece it lacks, and is done anew once that is there; nothing is ever worked out without it.
 */
import type { CompiledApp, CompiledCompliance, Words } from './app-definition.ts';
import type { Bound, CompiledFlow, FlowPiece, Step, StepHead, StepId } from './definition.ts';
import type { Path } from './facts.ts';
import { own } from './paths.ts';

/** Leaves the engine by `needing` alone. */
class Absent extends Error {
  readonly piece: string;
  constructor({ id }: CompiledFlow, step: StepId, piece: string) {
    super(
      `Step ${step} of flow ${id} stands in the piece ${piece}, which is not there: ask by needing() and bring it.`,
    );
    this.piece = piece;
  }
}

/** A step by its id; asking for one that is not there is a bug of the caller. */
export function stepOf(flow: CompiledFlow, id: StepId): Step {
  const step = own(flow.steps, id);
  if (step) return step;
  const piece = flow.pieces?.[own(flow.heads ?? {}, id)?.piece ?? -1];
  if (piece !== undefined) throw new Absent(flow, id, piece);
  throw new Error(
    `Flow ${flow.id} (${flow.hash}) has no step ${id}; compile the flow again or look where the id came from.`,
  );
}

/** What is known of every step, whether its piece is there or not, in the order of the flow. */
export const headsOf = ({ heads, steps }: CompiledFlow): readonly StepHead[] => Object.values(heads ?? steps);

/** What is known of a step before its piece is there; undefined when the flow has no such step. */
export const headOf = ({ heads, steps }: CompiledFlow, id: StepId): StepHead | undefined =>
  own<StepHead>(heads ?? steps, id);

/** The piece that `work` lacks, or what it came to. A pure function can be asked again once the piece is there. */
export function needing<T>(work: () => T): { readonly comesTo: T } | { readonly lacks: string } {
  try {
    return { comesTo: work() };
  } catch (error) {
    if (error instanceof Absent) return { lacks: error.piece };
    throw error;
  }
}

/** The pieces that are not there, in the order in which they are needed. */
export function missing({ heads = {}, pieces = [], steps }: CompiledFlow): readonly string[] {
  const places = new Set(
    Object.values(heads).flatMap(({ id, piece }) => (piece === undefined || Object.hasOwn(steps, id) ? [] : [piece])),
  );
  return pieces.filter((_, place) => places.has(place));
}

/** Rows and documents with all that came later; the version stays that of what came first. */
export const completed = ({ hash }: CompiledCompliance, whole: CompiledCompliance): CompiledCompliance => ({
  ...whole,
  hash,
});

/** Puts the words of widgets to those that were there first. */
export const fillWords = ({ words }: Pick<CompiledApp, 'words'>, late: Words): Words => Object.assign(words, late);

/**
 * Puts the steps of a piece into their flow, and what they ask for into its `binds`; with the last of them both stand
 * in the order of the flow.
 */
export function fill(flow: CompiledFlow, piece: FlowPiece): void {
  const steps = flow.steps as Record<StepId, Step>;
  Object.assign(steps, piece.steps);
  const binds: Record<Path, Bound[]> = {};
  const all = { ...steps };
  for (const id of Object.keys(flow.heads ?? {})) {
    const step = own(all, id);
    if (step === undefined) continue;
    delete steps[id];
    steps[id] = step;
    for (const { bind, id: field } of Object.values(step.fields)) (binds[bind] ??= []).push({ step: id, field });
  }
  Object.assign(flow, { binds });
}
