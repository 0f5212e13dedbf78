/** What a refusal of the server says. */
import { errorCodes } from '../../contract/errors.ts';
import type { Outcome } from '../../contract/operation.ts';
import type { JsonObject } from '../core/facts.ts';

export interface Refusal {
  readonly reason: string;
  /** The answer, document or step it is about. */
  readonly path?: string;
  /** Words of the definition, where the server sent them: why something is locked. */
  readonly why?: string;
}
/** The key of an earlier press came with another body. */
export const MISMATCH = 'mismatch';

/** The refusal an outcome stands for; undefined when it is none. */
export function refusalIn(outcome: Outcome): Refusal | undefined {
  const code = outcome.name === 'failed' ? outcome.detail?.['code'] : outcome.name;
  if (code === errorCodes.idempotencyMismatch) return { reason: MISMATCH };
  return code === errorCodes.refused ? refusalOf(outcome.detail ?? {}) : undefined;
}

/** @param detail the `extensions` of the server's error */
export function refusalOf(detail: JsonObject): Refusal {
  const text = (name: string): string | undefined => (typeof detail[name] === 'string' ? detail[name] : undefined);
  const path = text('field') ?? text('path');
  const why = text('why');
  return {
    reason: text('reason') ?? '',
    ...(path === undefined ? {} : { path }),
    ...(why === undefined ? {} : { why }),
  };
}
