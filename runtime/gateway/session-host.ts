/**
 * Performs what the session's machine asks for: who is signed in, which application is theirs, which flow is on the
 * page.
 */
import type { CompiledFlow, Target } from '../core/definition.ts';
import { isOfBrand } from '../../contract/person.ts';
import type { Outcome } from '../../contract/operation.ts';
import type { Applications } from './applications.ts';
import type { Connection } from './connection.ts';
import type { OpenFlow } from './open-flow.ts';
import type { Owner } from './owner.ts';
import type { Led, Loads } from './session-loads.ts';
import type { RuntimeParts } from './parts.ts';
import { happen, isBeingLeft, newSession, ownerNow } from './session.ts';
import type { Seen, Session, SessionEffect, SessionEvent, Standing, Wanted } from './session.ts';

/** What the host asks of the runtime around it. */
export interface SessionSurroundings {
  readonly applications: Applications;
  readonly connection: Connection;
  /** Repeats a call until it is answered by something else than an outage. */
  insist<T extends object>(
    attempt: () => Promise<T | { readonly outcome: Outcome }>,
  ): Promise<T | { readonly outcome: Outcome }>;
  /** What app.json loads for the session: asked before anybody is shown or refused anything. */
  readonly loads: Pick<Loads, 'ready'>;
  /** All of a flow and of what it is judged by is there. */
  whole(flow: CompiledFlow): Promise<void>;
  /** Whether a stranger can begin this flow with what is there of it: they left no page of it, and see its first. */
  begins(flow: CompiledFlow): boolean;
  /** Where this person must go instead of the step they want. */
  refused(flow: CompiledFlow, want: Wanted): Target | undefined;
  /** A journey through a flow; it begins once it is on the page. */
  make(standing: Standing, flow: CompiledFlow): OpenFlow;
  begin(journey: OpenFlow, standing: Standing, want: Wanted): void;
  /** A flow is on the page, or none is any more. */
  changed(): void;
  handOver(journey: OpenFlow, standing: Standing): void;
  /** What is loaded for the session is there. */
  loaded(journey: OpenFlow): void;
  goHome(): void;
  /** @param want what is led away from; absent: no page was asked for */
  turnAway(target: Target, want?: Wanted): void;
  unhandled(outcome: string): void;
}
export interface SessionHost {
  state(): Session;
  owner(): Owner;
  /** The flow that is on the page. */
  journey(): OpenFlow | undefined;
  /** Whether this journey is the one on the page, and nothing else is being opened in its place. */
  isOn(journey: OpenFlow): boolean;
  /** The answer comes once the event and all it leads to has been dealt with. */
  send(event: SessionEvent): Promise<void>;
  /** An identity call of this journey ended. */
  identityEnded(journey: OpenFlow): Promise<'began' | 'same' | 'over'>;
  /** Where what was loaded for the session that began last leads; told once. */
  takeLed(): Led | undefined;
}

export function createSessionHost(parts: RuntimeParts, around: SessionSurroundings): SessionHost {
  const { definitions, identity, reporter, tab } = parts;
  const { applications, connection, insist, loads } = around;
  let session = newSession(tab.sessionId());
  let mounted: { readonly ticket: number; readonly journey: OpenFlow } | undefined;
  /** The version that the opening under way has loaded. */
  let loaded: { readonly ticket: number; readonly flow: CompiledFlow } | undefined;
  const tickets = new WeakMap<OpenFlow, number>();
  let led: Led | undefined;
  const joining = new Map<number, (how: 'began' | 'same' | 'over') => void>();

  async function seen(): Promise<Seen> {
    return { person: await connection.brought(() => identity.person()), visitor: parts.ports.id() };
  }
  async function send(event: SessionEvent): Promise<void> {
    const [next, effects] = happen(session, event);
    session = next;
    // Whoever pressed sees that it has begun, before anything of it has come.
    around.changed();
    tab.belongTo(session.visitor);
    await Promise.all(effects.map(perform));
  }

  async function perform(effect: SessionEffect): Promise<void> {
    switch (effect.type) {
      case 'identify': {
        // Without a session nothing can be saved now; what waits stays where it is.
        if (mounted !== undefined && session.person !== undefined) await mounted.journey.queue.allSaved();
        const { ticket } = effect;
        const now = await seen().catch(reporter.thrown);
        if (now !== undefined) return send({ type: 'identified', ticket, seen: now });
        // Who it is cannot be told: it is nobody from now on, and what was wanted is not shown.
        await identity.signOut().catch(reporter.thrown);
        return send({ type: 'failed', ticket, outcome: 'failed' });
      }
      case 'find': {
        const { ticket, draft } = effect;
        const { person } = session;
        // Of whoever is no customer of this brand there is nothing here, and the server would not hear them.
        const mayAsk = person === undefined || isOfBrand(person.claims, parts.boot.facts);
        const [answer, ofDraft] = await Promise.all([
          mayAsk ? insist(() => applications.find(ownerNow(session))) : { open: null },
          draft === undefined || !mayAsk ? undefined : insist(() => applications.find(ownerNow(session), draft)),
        ]);
        const failed = [answer, ofDraft].find((one) => one !== undefined && 'outcome' in one);
        if (failed !== undefined && 'outcome' in failed)
          return send({ type: 'failed', ticket, outcome: failed.outcome.name });
        if ('outcome' in answer) return;
        const found = ofDraft === undefined || 'outcome' in ofDraft ? {} : { draft: ofDraft.open };
        return send({ type: 'found', ticket, open: answer.open, ...found });
      }
      case 'load': {
        const [flow, away] = await Promise.all([
          connection.brought((again) => definitions.flow(effect.hash, again)),
          loads.ready(),
        ]);
        // Whoever is known may stand anywhere, and what is theirs is looked at as a whole.
        if (session.person !== undefined || !around.begins(flow)) await around.whole(flow);
        const { ticket } = effect;
        const wanted = session.at === 'opening' && session.ticket === ticket;
        if (wanted) loaded = { ticket, flow };
        if (away !== undefined && 'unhandled' in away) return send({ type: 'failed', ticket, outcome: away.unhandled });
        const refused = wanted ? (away === undefined ? around.refused(flow, effect.want) : away.target) : undefined;
        return send({ type: 'loaded', ticket, refused });
      }
      case 'create': {
        const { flow, hash, ticket } = effect;
        const answer = await insist(() =>
          applications.create({ flow, definition: hash, campaignId: parts.campaignId, owner: ownerNow(session) }),
        );
        return 'outcome' in answer
          ? send({ type: 'failed', ticket, outcome: answer.outcome.name })
          : send({ type: 'created', ticket, application: answer.application });
      }
      case 'mount': {
        const { standing, want } = effect;
        if (loaded?.ticket !== standing.ticket)
          throw new Error(`Flow ${standing.flow} is mounted before it is loaded.`);
        const { flow } = loaded;
        loaded = undefined;
        mounted?.journey.stop();
        const journey = around.make(standing, flow);
        tickets.set(journey, standing.ticket);
        mounted = { ticket: standing.ticket, journey };
        around.begin(journey, standing, want);
        if (mounted?.journey === journey) around.changed();
        return;
      }
      case 'unmount': {
        if (mounted?.ticket !== effect.ticket) return;
        mounted.journey.stop();
        mounted = undefined;
        around.changed();
        return;
      }
      case 'handOver': {
        if (mounted?.ticket === effect.standing.ticket) around.handOver(mounted.journey, effect.standing);
        return;
      }
      case 'joined': {
        if (effect.how === 'began') {
          led = await loads.ready();
          if (mounted?.ticket === effect.standing) around.loaded(mounted.journey);
        }
        joining.get(effect.standing)?.(effect.how);
        joining.delete(effect.standing);
        return;
      }
      case 'goHome': {
        const away = await loads.ready();
        if (away === undefined) return around.goHome();
        return 'target' in away ? around.turnAway(away.target) : around.unhandled(away.unhandled);
      }
      case 'turnAway':
        return around.turnAway(effect.target, effect.want);
      case 'unhandled':
        if (effect.outcome === 'failed') reporter.report({ kind: 'error', name: 'session.failed' });
        return around.unhandled(effect.outcome);
    }
  }

  return {
    state: () => session,
    owner: () => ownerNow(session),
    journey: () => mounted?.journey,
    isOn: (journey) => mounted?.journey === journey && !isBeingLeft(session),
    send,
    takeLed() {
      const taken = led;
      led = undefined;
      return taken;
    },
    async identityEnded(journey) {
      const standing = tickets.get(journey);
      if (standing === undefined) return 'over';
      await around.whole(journey.flow);
      const now = await seen();
      return new Promise((resolve, reject) => {
        joining.get(standing)?.('over');
        joining.set(standing, resolve);
        send({ type: 'identityEnded', standing, seen: now }).catch(reject);
      });
    },
  };
}
