/** Opens, creates, reads and saves the application or draft of a flow that saves, by the operations app.json names. */
import type { CreateInput, Saved, SaveInput } from '../../contract/save.ts';
import type { CompiledApp } from '../core/app-definition.ts';
import type { JsonObject } from '../core/facts.ts';
import type { Outcome } from '../../contract/operation.ts';
import { isKnown } from './acts.ts';
import type { Acts, Press } from './acts.ts';
import type { Caller } from './operations.ts';
import type { Owner } from './owner.ts';
import type { Batch } from './save-batch.ts';
import type { SaveTarget, SendOptions } from './save-queue.ts';
import { readApplication } from './world.ts';
import type { StoredApplication } from './world.ts';

interface Creation {
  readonly flow: string;
  readonly definition: string;
  readonly campaignId: string | undefined;
  readonly owner: Owner;
}
export interface Applications {
  /**
   * The open application of this person, in whichever flow, or their open draft of this name; null when there is none.
   * A failure is the outcome.
   */
  find(
    owner: Owner,
    draft?: string,
  ): Promise<{ readonly open: StoredApplication | null } | { readonly outcome: Outcome }>;
  /**
   * This application as it is stored, also when it has ended and another was begun since; null when it is not theirs. A
   * failure is the outcome.
   */
  read(
    id: string,
    owner: Owner,
  ): Promise<{ readonly application: StoredApplication | null } | { readonly outcome: Outcome }>;
  /** Begins with this version, or with the one that took its place: look at the application's own `definition`. */
  create(first: Creation): Promise<{ readonly application: StoredApplication } | { readonly outcome: Outcome }>;
  /** Saves one batch; the value of a good outcome is the new revision. */
  save(target: SaveTarget, batch: Batch, options: SendOptions): Promise<Outcome>;
}

export function createApplications(names: CompiledApp['applications'], caller: Caller, acts: Acts): Applications {
  const begun = (owner: Owner, flow: string): Press => ({ owner, step: flow, by: 'begin', operation: names.create });
  return {
    async find(owner, draft) {
      const outcome = await caller.call(names.open, draft === undefined ? {} : { draft }, { owner });
      if (outcome.name !== 'ok') return { outcome };
      const open = readApplication(outcome.value) ?? null;
      // Who reloads before the answer to its beginning finds it here: the next one they begin is another.
      if (open !== null) acts.ended(begun(owner, open.flow));
      return { open };
    },
    async read(id, owner) {
      const outcome = await caller.call(names.read, { id }, { owner });
      return outcome.name === 'ok' ? { application: readApplication(outcome.value) ?? null } : { outcome };
    },
    async create({ flow, definition, campaignId, owner }) {
      const press = begun(owner, flow);
      const campaign = campaignId === undefined ? {} : { campaignId };
      const begin = (version: string): Promise<Outcome> => {
        const input: CreateInput = { application: { flow, definition: version, channel: 'ONLINE', ...campaign } };
        return caller.call(names.create, input, { owner, act: { key: acts.keyOf(press, input) } });
      };
      const first = await begin(definition);
      const { reason, definition: current } = first.detail ?? {};
      // The page was loaded before the content changed: the application begins with the version there is now.
      const outcome = reason === 'definition' && typeof current === 'string' ? await begin(current) : first;
      if (isKnown(outcome)) acts.ended(press);
      const created = outcome.name === 'ok' ? readApplication(outcome.value) : undefined;
      return created === undefined ? { outcome } : { application: created };
    },
    async save(target, batch, options) {
      const input: SaveInput = {
        id: target.id,
        flow: target.flow,
        definition: target.definition,
        revision: batch.sentAt ?? target.revision,
        key: batch.key,
        ...(batch.after === undefined ? {} : { after: batch.after }),
        changes: batch.changes,
        journey: batch.journey,
      };
      const outcome = await caller.call(names.save, input as unknown as JsonObject, {
        ...options,
        act: { key: batch.key },
      });
      if (outcome.name !== 'ok') return outcome;
      const revision = (outcome.value as Partial<Saved> | undefined)?.revision;
      if (typeof revision !== 'number')
        throw new Error(
          `Operation ${names.save} must answer with the new revision; its valueAt must lead to an object that has it.`,
        );
      return { name: 'ok', value: revision };
    },
  };
}
