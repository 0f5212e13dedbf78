/** What answers, acts and outcomes empty. */
import type { Action } from './definition.ts';
import type { Json, Path } from './facts.ts';
import { awaitOne } from './appears.ts';
import { lockAt, locksOf } from './lock.ts';
import { filtered, get, own } from './paths.ts';
import { look } from './place.ts';
import { change, changePage, save, stepHere, write, type Turn } from './turn.ts';

/**
 * Empties what is named, and what answers that are emptied by it would empty in turn, as if nobody had ever answered
 * it: a default shows again. What a lock holds stays. Gives the changes to save; the page is to be looked at anew.
 */
export function clear(turn: Turn, paths: readonly Path[]): Record<Path, Json | null> {
  const { flow } = turn;
  const step = stepHere(turn);
  const locks = locksOf(flow, turn.state.world);
  const changes: Record<Path, Json | null> = {};
  const due = new Set(paths);
  for (const fact of due) {
    const [root, ...rest] = fact.split('.');
    const path = rest.join('.');
    const isTyped = root === 'typed';
    const held = isTyped ? own(turn.state.typed, path) : get(turn.state.answers, path);
    const fields = Object.values(step.fields).filter(({ id, bind }) => (isTyped ? id === path : bind === path));
    const ids = fields.map(({ id }) => id);
    const { remarks, cleared } = turn.state.page;
    changePage(turn, {
      remarks: filtered(remarks, (id) => !ids.includes(id)),
      cleared: cleared.filter((id) => !ids.includes(id.split('/')[0] as string)),
    });
    if (held === undefined || (!isTyped && lockAt(locks, path))) continue;
    if (isTyped) change(turn, { typed: filtered(turn.state.typed, (name) => name !== path) });
    else Object.assign(changes, write(turn, { [path]: undefined }));
    for (const { clears = [] } of fields) for (const one of clears) due.add(one);
  }
  return changes;
}

/**
 * What an act did is done, or a page stays after it: what is named is emptied, since the calls were given it, saved and
 * looked at; and a button that appears after a time has to be waited for again.
 */
export function settle(turn: Turn, { clears = [], appears }: Pick<Action, 'clears' | 'appears'>): void {
  if (appears !== undefined) awaitOne(turn, appears);
  if (clears.length === 0) return;
  save(turn, { changes: clear(turn, clears), alone: true });
  look(turn);
}
