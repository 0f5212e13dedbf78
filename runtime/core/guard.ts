/** May this person see this step at all? Asked before a flow is walked. */
import type { CompiledApp } from './app-definition.ts';
import type { Access, CompiledFlow, StepId, Target } from './definition.ts';
import type { Facts } from './facts.ts';
import { decide } from './express.ts';
import { own } from './paths.ts';
import { stepOf } from './shape.ts';

const rank: Readonly<Record<Access, number>> = { public: 0, customer: 1, admin: 2 };

/**
 * Where the person must go instead; undefined: they may stay. The app's guards in order first, then access: `session.access`
 * (`public`, `customer`, `admin`; missing is `public`) must reach what the step asks, else the app's sign-in target.
 */
export function guard(
  app: CompiledApp,
  flow: CompiledFlow,
  { step, facts }: { readonly step: StepId; readonly facts: Facts },
): Target | undefined {
  const held = own(facts.session, 'access');
  const has = held === 'customer' || held === 'admin' ? rank[held] : 0;
  return decide(app.guards, facts) ?? (has < rank[stepOf(flow, step).access] ? app.signIn : undefined);
}
