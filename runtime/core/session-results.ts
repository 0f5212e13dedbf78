/** Results that live as long as the person's session. */
import type { SessionResult, State } from './state.ts';

/** By name, each with the input it was asked with. */
export function sessionResults({ world, keeps, inputs }: State): Readonly<Record<string, SessionResult>> {
  return Object.fromEntries(
    Object.entries(world.results)
      .filter(([name]) => keeps[name] === 'session')
      .map(([name, value]) => [name, { value, input: inputs[name] ?? {} }]),
  );
}
