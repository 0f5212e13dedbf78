/** What app.json loads for a person before any guard is judged: what is due next, and what is known of it. */
import type { CompiledApp } from './app-definition.ts';
import type { Call } from './definition.ts';
import type { Facts, Json, JsonObject } from './facts.ts';
import { evaluate, holds } from './express.ts';
import { same } from './paths.ts';

/** How a session load was asked, by its place in the list; without a value it brought nothing. */
export type SessionLoads = Readonly<Record<number, { readonly input: JsonObject; readonly value?: Json | undefined }>>;

export interface SessionLoaded {
  /** Name of the load to what it brought. */
  readonly results: JsonObject;
  /** The next that is to be asked; absent when everything is known that is to be known. */
  readonly due?: { readonly index: number; readonly call: Call; readonly input: JsonObject };
}

/**
 * What is known of the session loads over these facts. They are asked in order, each sees the results of those before
 * it; one whose condition does not hold brings nothing, and one that was asked with other input is asked again.
 */
export function sessionLoaded({ sessionLoads = [] }: CompiledApp, facts: Facts, asked: SessionLoads): SessionLoaded {
  let results: JsonObject = {};
  for (const [index, call] of sessionLoads.entries()) {
    const seen = { ...facts, results };
    if (!holds(call.when, seen)) continue;
    const input = evaluate(call.with, seen);
    const known = asked[index];
    if (known === undefined || !same(known.input, input)) return { results, due: { index, call, input } };
    if (call.as !== undefined && known.value !== undefined) results = { ...results, [call.as]: known.value };
  }
  return { results };
}
