/**
 * Performs what app.json loads for whoever is here: before any guard is judged, once for each person, assurance and
 * input.
 */
import type { Outcome } from '../../contract/operation.ts';
import type { CompiledApp } from '../core/app-definition.ts';
import type { Call, Target } from '../core/definition.ts';
import type { Facts, JsonObject } from '../core/facts.ts';
import { own, sessionLoaded, type SessionLoads } from '../core/index.ts';

/** Where an outcome that brought nothing leads: its own target, or the app's error routes. */
export type Led = { readonly target: Target } | { readonly unhandled: string };

export interface Loads {
  /** Asks for everything that is due. Gives where an outcome leads away; calls of two openings wait for each other. */
  ready(): Promise<Led | undefined>;
  /** What is known by now. */
  results(): JsonObject;
  /** The same as a change of the facts: null for what is not known, so that nothing of somebody else stays. */
  change(): JsonObject;
  /** All of it is asked anew the next time. */
  forget(): void;
}
export interface LoadsParts {
  readonly app: CompiledApp;
  /** The facts of now, without results. */
  readonly facts: () => Facts;
  /** Whose session it is: another name, another asking. */
  readonly whose: () => string;
  readonly call: (call: Call, input: JsonObject) => Promise<Outcome>;
}

export function createLoads({ app, facts, whose, call }: LoadsParts): Loads {
  const { sessionLoads = [] } = app;
  let asked: SessionLoads = {};
  let askedFor: string | undefined;
  let last: Promise<Led | undefined> = Promise.resolve(undefined);

  function known(): SessionLoads {
    const now = whose();
    if (now !== askedFor) asked = {};
    askedFor = now;
    return asked;
  }
  async function ask(): Promise<Led | undefined> {
    for (;;) {
      const { due } = sessionLoaded(app, facts(), known());
      if (due === undefined) return undefined;
      const before = askedFor;
      const outcome = await call(due.call, due.input);
      if (whose() !== before) continue;
      const value = outcome.value ?? (outcome.name === 'ok' ? null : undefined);
      asked = { ...asked, [due.index]: { input: due.input, ...(value !== undefined && { value }) } };
      const led = leads(due.call, outcome.name);
      if (led !== undefined) return led;
    }
  }
  const results = (): JsonObject => (sessionLoads.length === 0 ? {} : sessionLoaded(app, facts(), known()).results);
  return {
    ready: () => (last = last.then(ask, ask)),
    results,
    change: () => ({
      ...Object.fromEntries(sessionLoads.flatMap(({ as }) => (as === undefined ? [] : [[as, null] as const]))),
      ...results(),
    }),
    forget() {
      asked = {};
    },
  };
}

/** `stay` goes on without what the call should have brought. */
function leads({ on }: Call, outcome: string): Led | undefined {
  const target = own(on, outcome);
  if (target !== undefined) return target.kind === 'stay' ? undefined : { target };
  return outcome === 'ok' ? undefined : { unhandled: outcome };
}
