/** Explorations that were made lately. */
import type { CompiledFlow } from '../../runtime/core/definition.ts';

/** Something that was explored. */
interface Explored {
  readonly exploration: { readonly legs: readonly unknown[] };
}

/** Moves of all explorations that are kept together: those of every flow of a few brands on a few days. */
const MOST = 150_000;

/**
 * Surveys by compiled flow and by what they were asked: the latest that together have no more than so many moves, and
 * always the last. A compiled flow is a module, which lives as long as the process: what hung on flows alone was never
 * let go, and who looks at thousands of them ran out of memory.
 */
export class Lately<T extends Explored> {
  readonly #most: number;
  #kept: readonly { readonly flow: CompiledFlow; readonly name: string; readonly survey: T }[] = [];

  constructor(most = MOST) {
    this.#most = most;
  }

  find(flow: CompiledFlow, name: string): T | undefined {
    return this.#kept.find((one) => one.flow === flow && one.name === name)?.survey;
  }

  keep(flow: CompiledFlow, name: string, survey: T): void {
    const all = [...this.#kept.filter((one) => one.flow !== flow || one.name !== name), { flow, name, survey }];
    let moves = 0;
    const first = all.findLastIndex((one) => (moves += one.survey.exploration.legs.length) > this.#most);
    this.#kept = all.slice(Math.min(first + 1, all.length - 1));
  }
}
