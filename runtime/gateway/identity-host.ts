/** What a session that begins or ends means for the page: who the person is now, which application is theirs, and where it leads. */
import type { Target } from '../core/definition.ts';
import type { Facts } from '../core/facts.ts';
import { decide } from '../core/index.ts';
import type { Applications } from './applications.ts';
import type { Outcome } from '../../contract/operation.ts';
import type { Journey, JourneyHost } from './journey.ts';
import { RETURN_TO } from './session.ts';
import type { RuntimeParts, Session } from './session.ts';
import { identityFacts } from './world.ts';

/** What the identity host asks of the runtime around it. */
export interface IdentitySurroundings {
  readonly applications: Applications;
  facts(): Facts;
  go(target: Target, facts: Facts): void;
  /** Opens a flow anew at the page where what is stored stops. */
  resume(flow: string): Promise<void>;
  visit(): Promise<void>;
  unhandled(outcome: string): void;
  /** Repeats a call until it is answered by something else than an outage. */
  insist<T extends object>(
    attempt: () => Promise<T | { readonly outcome: Outcome }>,
  ): Promise<T | { readonly outcome: Outcome }>;
  /** Reports what threw outside of anybody's call. */
  broken(error: unknown): void;
}
export interface IdentityHost extends Pick<JourneyHost, 'identityEnded' | 'signedIn'> {
  /** Saves what waits, ends the session here and at the identity service, then goes where `then` says, else home. */
  signOut(then?: Target): Promise<void>;
  /** The server no longer takes this session: it ends here too, or the sign-in page would turn the person back. */
  expire(target: Target, facts: Facts): void;
}

export function createIdentityHost(parts: RuntimeParts, session: Session, around: IdentitySurroundings): IdentityHost {
  const { ports, page, app, identity, reporter, sessionId } = parts;
  const { applications, insist } = around;

  /** The application of a person who signed in on a page that saves; `over` when the page was left for where it stopped, or there is none to be had. */
  async function adopt(journey: Journey): Promise<'adopted' | 'over'> {
    const found = await insist(() => applications.find());
    const open = 'outcome' in found || found.open?.flow !== journey.flow.id ? undefined : found.open;
    if (open !== undefined && Object.keys(open.journey).length > 0) {
      await around.resume(journey.flow.id);
      return 'over';
    }
    const made =
      open === undefined
        ? await insist(() => applications.create(journey.flow.id, journey.flow.hash, parts.campaignId))
        : { application: open };
    if ('outcome' in made) {
      around.unhandled(made.outcome.name);
      return 'over';
    }
    session.application = made.application;
    session.openApplication = made.application;
    if (made.application.definition !== journey.flow.hash) {
      await around.resume(journey.flow.id); // the content changed while the page was open: it goes on with the new version
      return 'over';
    }
    return 'adopted';
  }

  return {
    async identityEnded(journey) {
      const before = session.person?.token;
      session.person = await identity.person();
      if (session.current !== journey) return 'over';
      if (session.person?.token === before) return 'same';
      session.timedOut = false;
      if (session.person !== undefined && journey.flow.saves === 'none') {
        const found = await insist(() => applications.find());
        if (session.current !== journey) return 'over';
        session.openApplication = 'outcome' in found ? undefined : found.open;
      }
      if (
        session.person !== undefined &&
        journey.flow.saves === 'application' &&
        session.application === undefined &&
        (await adopt(journey)) === 'over'
      )
        return 'over';
      const { person, application, openApplication } = session;
      journey.dispatch({
        type: 'world',
        change: identityFacts({ person, application, openApplication, sessionId, timedOut: false }),
      });
      if (session.application !== undefined) journey.saveTo(session.application);
      return session.person === undefined ? 'same' : 'began';
    },
    signedIn(journey, deliver) {
      const sign = { moved: false };
      session.signingIn = sign;
      try {
        deliver();
      } finally {
        session.signingIn = undefined;
      }
      if (journey.flow.saves !== 'none') return;
      const back = ports.storage.get(RETURN_TO);
      if (back !== undefined) {
        ports.storage.remove(RETURN_TO);
        page.navigate(back, { replace: false });
        void around.visit().catch(around.broken);
      } else if (!sign.moved) {
        const target = decide(app.afterSignIn, journey.facts());
        if (target !== undefined) around.go(target, journey.facts());
      }
    },
    async signOut(then) {
      const facts = around.facts();
      const settled = await session.current?.queue.settle();
      await identity.signOut();
      session.person = undefined;
      session.openApplication = undefined;
      if (settled === 'saved') session.current?.queue.clear();
      ports.storage.remove(RETURN_TO);
      const target = then ?? decide(app.home, facts);
      session.current?.stop();
      session.current = undefined;
      session.application = undefined;
      if (target !== undefined)
        around.go(target, {
          ...facts,
          ...identityFacts({
            person: undefined,
            application: undefined,
            openApplication: undefined,
            sessionId,
            timedOut: false,
          }),
        });
    },
    expire(target, facts) {
      session.timedOut = true;
      session.person = undefined;
      session.openApplication = undefined;
      void identity
        .signOut()
        .catch(reporter.thrown)
        .then(() => around.go(target, facts))
        .catch(around.broken);
    },
  };
}
