/** May this person see this step at all? Asked before a flow is walked. */
import type { CompiledApp } from './app-definition.ts';
import type { Access, CompiledFlow, StepId, Target } from './definition.ts';
import type { Facts } from './facts.ts';
import { decide } from './express.ts';
import { own } from './paths.ts';
import { headOf } from './pieces.ts';

const rank: Readonly<Record<Access, number>> = { public: 0, customer: 1, admin: 2 };

interface Asking {
  readonly facts: Facts;
  /** False once a reload has brought the same client again: another one would bring it, too. */
  readonly mayReload?: boolean | undefined;
}

/**
 * Where the person must go instead; undefined: they may stay. The app's guards in order first, then access and
 * assurance: `session.access` (`public`, `customer`, `admin`; missing is `public`) must reach what the step asks, else
 * the app's sign-in target;
 * `session.assurance` (missing is 0, nobody) must reach it, too, else whoever is signed in is led to `stepUp`. A step
 * that asks for `own` assurance asks for what this person wants it to (`session.assuranceAsked`).
 */
export function guard(
  app: CompiledApp,
  flow: CompiledFlow,
  { step, ...asking }: Asking & { readonly step: StepId },
): Target | undefined {
  const head = headOf(flow, step);
  if (!head) throw new Error(`Flow ${flow.id} has no step ${step}: nobody can be asked whether they may see it.`);
  const { access, assurance = 0 } = head;
  const { session } = asking.facts;
  const held = own(session, 'access');
  const has = held === 'customer' || held === 'admin' ? rank[held] : 0;
  const level = Number(own(session, 'assurance') ?? 0);
  const first = heldGuard(app, flow.id, asking);
  if (first !== undefined) return first;
  if (has < rank[access]) return app.signIn;
  const asked = assurance === 'own' ? Number(own(session, 'assuranceAsked') ?? 0) : assurance;
  return level < asked ? ((level > 0 ? app.stepUp : undefined) ?? app.signIn) : undefined;
}

/**
 * The target of the first guard that holds on the pages of a flow. A guard turns nobody away from the flow it leads to.
 */
export function heldGuard(app: CompiledApp, flow: string, { facts, mayReload = true }: Asking): Target | undefined {
  const asked = app.guards.filter(({ target }) =>
    target.kind === 'to' ? target.flow !== flow : target.kind !== 'reload' || mayReload,
  );
  return decide(asked, facts);
}
