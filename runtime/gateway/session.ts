/**
 * Who has the page and what stands open on it, as a pure machine: events in, a new state and effects out. Everything
 * that takes time (tokens, look-ups, loading) is an effect whose answer comes back as an event; an answer to an opening
 * that was given up meanwhile changes nothing. The law it holds: what stands open belongs to the owner of now.
 */
import type { Target } from '../core/definition.ts';
import { ownerOf } from './owner.ts';
import type { Owner } from './owner.ts';
import type { Person } from './person.ts';
import type { Route, StoredApplication } from './world.ts';

/** A flow somebody wants to see. */
export interface Wanted {
  readonly flow: string;
  /** Content hash of the version that new applications begin with. */
  readonly hash: string;
  readonly saves: boolean;
  /** The name of the draft it saves to; absent: the loan application, or nothing. */
  readonly draft?: string;
  /** Statuses at which it has ended, and whoever is led to the flow begins another. */
  readonly again?: readonly string[];
  /** `address` asks for its own step, `target` leads to where the person stopped. */
  readonly by: 'target' | 'address';
  readonly step?: string;
  readonly pathname?: string;
  readonly route: Route;
}
/** A flow that is on the page. */
export interface Standing {
  readonly ticket: number;
  readonly owner: Owner;
  readonly flow: string;
  readonly hash: string;
  readonly saves: boolean;
  readonly draft?: string;
  /** What the flow saves to. */
  readonly application?: StoredApplication;
}
interface Known {
  /** Who is signed in. */
  readonly person?: Person;
  /** The application the person can go on with; null: none, absent: nobody asked yet. */
  readonly openApplication?: StoredApplication | null;
  /** Id of the one who sits here unsigned. */
  readonly visitor: string;
  /** The session before this one was ended by the server. */
  readonly timedOut: boolean;
  /** Openings and sign-ins begun so far. */
  readonly tickets: number;
}
type Stage = 'identifying' | 'finding' | 'loading' | 'creating';
export type Session = Known &
  (
    | { readonly at: 'signedOut' }
    | {
        readonly at: 'opening';
        readonly ticket: number;
        readonly stage: Stage;
        /** Absent: the home of the site, which is decided once it is known who is there. */
        readonly want?: Wanted;
        /** Set when the opening is what follows a sign-in on the flow that stands. */
        readonly joining?: true;
        readonly application?: StoredApplication;
        /** What stays on the page meanwhile. */
        readonly standing?: Standing;
      }
    | { readonly at: 'open'; readonly standing: Standing }
  );

/** Who is signed in now; `visitor`: the id of whoever sits here if it is somebody else than before. */
export interface Seen {
  readonly person: Person | undefined;
  readonly visitor: string;
}
export type SessionEvent =
  | { readonly type: 'wanted'; readonly want?: Wanted }
  /** The person went back to what stands while something else was being opened. */
  | { readonly type: 'stayed' }
  | { readonly type: 'identified'; readonly ticket: number; readonly seen: Seen }
  | {
      readonly type: 'found';
      readonly ticket: number;
      readonly open: StoredApplication | null;
      /** The draft that was asked for. */
      readonly draft?: StoredApplication | null;
    }
  | { readonly type: 'loaded'; readonly ticket: number; readonly refused: Target | undefined }
  | { readonly type: 'created'; readonly ticket: number; readonly application: StoredApplication }
  | { readonly type: 'failed'; readonly ticket: number; readonly outcome: string }
  /** An identity call of the flow with this ticket ended. */
  | { readonly type: 'identityEnded'; readonly standing: number; readonly seen: Seen }
  /** What is stored was read again, because somebody saved elsewhere. */
  | { readonly type: 'readAgain'; readonly standing: number; readonly application: StoredApplication }
  /** The session ended; `visitor` is the id of whoever sits here from now on. */
  | { readonly type: 'signedOut'; readonly visitor: string }
  | { readonly type: 'expired'; readonly visitor: string };

export type SessionEffect =
  /** Asks who is signed in, after what waits was sent. Answered by `identified`. */
  | { readonly type: 'identify'; readonly ticket: number }
  /** Asks for the loan application and, with a name, for that draft. Answered by `found` or `failed`. */
  | { readonly type: 'find'; readonly ticket: number; readonly draft?: string }
  /** Loads a version of a flow and asks whether this person may see the step. Answered by `loaded`. */
  | { readonly type: 'load'; readonly ticket: number; readonly hash: string; readonly want: Wanted }
  /** Answered by `created` or `failed`. */
  | { readonly type: 'create'; readonly ticket: number; readonly flow: string; readonly hash: string }
  /** Puts the flow on the page, in place of what stands there. */
  | { readonly type: 'mount'; readonly standing: Standing; readonly want: Wanted }
  /** Takes a flow off the page, with everything that is in memory of it. */
  | { readonly type: 'unmount'; readonly ticket: number }
  /** The flow that stands has another owner: its queue and its facts go over to them. */
  | { readonly type: 'handOver'; readonly standing: Standing; readonly from: Owner }
  /** Ends the waiting of an identity call: a session began with it, nothing changed, or its flow is over. */
  | { readonly type: 'joined'; readonly standing: number; readonly how: 'began' | 'same' | 'over' }
  | { readonly type: 'goHome' }
  | { readonly type: 'turnAway'; readonly target: Target; readonly want: Wanted }
  | { readonly type: 'unhandled'; readonly outcome: string };

export type Sessioned = readonly [Session, readonly SessionEffect[]];

export const newSession = (visitor: string): Session => ({ at: 'signedOut', visitor, timedOut: false, tickets: 0 });

export const standingOf = (session: Session): Standing | undefined =>
  session.at === 'signedOut' ? undefined : session.standing;

/** Whether what stands on the page is being left: it stands only until what is opened in its place is there. */
export const isBeingLeft = (session: Session): boolean => session.at === 'opening' && !session.joining;

/** Whose answers are typed, shown and sent now. */
export const ownerNow = (session: Session): Owner => ownerOf(session.person, session.visitor);

/** What `event` makes of the session, and what it asks for. */
export function happen(session: Session, event: SessionEvent): Sessioned {
  switch (event.type) {
    case 'wanted': {
      const before = standingOf(session);
      // Somebody signed in on it, and what follows that is cut short: what waits there goes to whoever is here now.
      const standing = before?.owner === ownerNow(session) ? before : undefined;
      const gone: readonly SessionEffect[] =
        before !== undefined && standing === undefined ? [{ type: 'unmount', ticket: before.ticket }] : [];
      const ticket = session.tickets + 1;
      const { want } = event;
      return [
        {
          ...known(session),
          tickets: ticket,
          at: 'opening',
          ticket,
          stage: 'identifying',
          ...(want && { want }),
          ...(standing && { standing }),
        },
        [...over(session), ...gone, { type: 'identify', ticket }],
      ];
    }
    case 'stayed':
      // What follows a sign-in goes on: the page would stay with nobody.
      return session.at === 'opening' && !session.joining ? giveUp(session) : [session, []];
    case 'identified':
      return session.at === 'opening' && session.ticket === event.ticket && session.stage === 'identifying'
        ? identified(session, event.seen)
        : [session, []];
    case 'found':
      return session.at === 'opening' && session.ticket === event.ticket && session.stage === 'finding'
        ? found(session, event)
        : [session, []];
    case 'loaded': {
      if (session.at !== 'opening' || session.ticket !== event.ticket || session.stage !== 'loading')
        return [session, []];
      const { want, application, ticket } = session;
      if (want === undefined) return [session, []];
      if (event.refused !== undefined) return giveUpAnd(session, [{ type: 'turnAway', target: event.refused, want }]);
      return want.saves && session.person !== undefined && application === undefined
        ? [{ ...session, stage: 'creating' }, [{ type: 'create', ticket, flow: want.flow, hash: want.hash }]]
        : mount(session, want);
    }
    case 'created': {
      if (session.at !== 'opening' || session.ticket !== event.ticket || session.stage !== 'creating')
        return [session, []];
      const { application } = event;
      const made = { ...session, application, ...(isLoan(application) && { openApplication: application }) };
      if (session.joining) return joinOr(made, application);
      if (session.want === undefined) return [session, []];
      return application.definition === session.want.hash
        ? mount(made, session.want)
        : loading(made, session.want, application);
    }
    case 'failed': {
      if (session.at !== 'opening' || session.ticket !== event.ticket) return [session, []];
      // Whether there is an application to go on with is no reason to keep somebody from a flow that saves nothing.
      if (session.joining && session.standing?.saves === false) return join(session);
      const { want } = session;
      if (session.stage === 'finding' && want?.saves === false && event.outcome === 'failed')
        return loading(session, want, undefined);
      return giveUpAnd(session, [{ type: 'unhandled', outcome: event.outcome }]);
    }
    case 'identityEnded':
      return identityEnded(session, event.standing, event.seen);
    case 'readAgain': {
      const standing = standingOf(session);
      if (session.at === 'signedOut' || standing?.ticket !== event.standing) return [session, []];
      const { application } = event;
      const next = { ...session, ...(isLoan(application) && { openApplication: application }) };
      return [{ ...next, standing: { ...standing, application } }, []];
    }
    case 'signedOut':
      return ended(session, event.visitor, false);
    case 'expired':
      return ended(session, event.visitor, true);
  }
}

/** Whether it is the person's loan application: a draft stands beside it. */
const isLoan = ({ row }: StoredApplication): boolean => typeof row['draft'] !== 'string';

/** What is asked for before a flow is opened. */
const find = (ticket: number, { draft }: Pick<Wanted, 'draft'>): SessionEffect => ({
  type: 'find',
  ticket,
  ...(draft !== undefined && { draft }),
});

type Opening = Extract<Session, { at: 'opening' }>;

function known(session: Session): Known {
  const { person, openApplication, visitor, timedOut, tickets } = session;
  return {
    visitor,
    timedOut,
    tickets,
    ...(person && { person }),
    ...(openApplication !== undefined && { openApplication }),
  };
}

/** An identity call whose follow-up is cut short is told so. */
function over(session: Session): readonly SessionEffect[] {
  return session.at === 'opening' && session.joining && session.standing
    ? [{ type: 'joined', standing: session.standing.ticket, how: 'over' }]
    : [];
}

/** What stands stays, unless it is somebody else's by now. */
function giveUp(session: Opening): Sessioned {
  const { standing } = session;
  if (standing?.owner === ownerNow(session)) return [{ ...known(session), at: 'open', standing }, over(session)];
  return [
    { ...known(session), at: 'signedOut' },
    [...over(session), ...(standing ? [{ type: 'unmount', ticket: standing.ticket } as const] : [])],
  ];
}
function giveUpAnd(session: Opening, effects: readonly SessionEffect[]): Sessioned {
  const [next, more] = giveUp(session);
  return [next, [...more, ...effects]];
}

/**
 * The person of now; what is known of another one is forgotten, and nobody else inherits what was typed before they
 * came.
 */
function withPerson(session: Session, { person, visitor: next }: Seen): Known {
  const { timedOut, tickets } = session;
  const same = ownerOf(person, session.visitor) === ownerNow(session);
  const visitor = same || session.person === undefined ? session.visitor : next;
  return {
    visitor,
    tickets,
    timedOut: timedOut && person === undefined,
    ...(person && { person }),
    ...(same && session.openApplication !== undefined && { openApplication: session.openApplication }),
  };
}

function identified(session: Opening, seen: Seen): Sessioned {
  const { ticket, want, standing } = session;
  const { person } = seen;
  const now = withPerson(session, seen);
  const stays = standing !== undefined && standing.owner === ownerOf(person, now.visitor) ? standing : undefined;
  const effects: SessionEffect[] =
    standing !== undefined && stays === undefined ? [{ type: 'unmount', ticket: standing.ticket }] : [];
  const opening = { ...now, at: 'opening' as const, ticket, ...(want && { want }), ...(stays && { standing: stays }) };
  if (want === undefined) return giveUpAnd({ ...opening, stage: 'identifying' }, [...effects, { type: 'goHome' }]);
  // A flow that saves has changed what was known of the application.
  if (person !== undefined && (want.saves || stays?.saves === true || now.openApplication === undefined))
    return [{ ...opening, stage: 'finding' }, [...effects, find(ticket, want)]];
  const [next, more] = loading({ ...opening, stage: 'loading' }, want, undefined);
  return [next, [...effects, ...more]];
}

function loading(session: Opening, want: Wanted, application: StoredApplication | undefined): Sessioned {
  const { ticket } = session;
  return [
    { ...session, stage: 'loading', ...(application && { application }) },
    [{ type: 'load', ticket, hash: application?.definition ?? want.hash, want }],
  ];
}

function found(
  session: Opening,
  { open, draft }: Pick<Extract<SessionEvent, { type: 'found' }>, 'open' | 'draft'>,
): Sessioned {
  const next = { ...session, openApplication: open };
  /** What a flow goes on with: the draft of its name, or the loan application where it is this flow's. */
  const ofFlow = (wanted: Pick<Wanted, 'flow' | 'draft'>): StoredApplication | undefined =>
    (wanted.draft === undefined ? (open?.flow === wanted.flow ? open : undefined) : draft) ?? undefined;
  const { want, standing, ticket } = session;
  if (session.joining && standing !== undefined) {
    if (!standing.saves) return join(next);
    const mine = ofFlow(standing);
    if (mine === undefined)
      return [{ ...next, stage: 'creating' }, [{ type: 'create', ticket, flow: standing.flow, hash: standing.hash }]];
    return joinOr(next, mine);
  }
  if (want === undefined) return [session, []];
  const mine = want.saves ? ofFlow(want) : undefined;
  // The pages after its end are there by their own addresses still: a reload shows them.
  const gives = mine !== undefined && want.by === 'target' && want.again?.includes(String(mine.row['status'])) === true;
  return loading(next, want, gives ? undefined : mine);
}

/** Goes on with the flow that stands, unless the application has come further or goes by another version. */
function joinOr(session: Opening, application: StoredApplication): Sessioned {
  const { want, standing } = session;
  if (want === undefined || standing === undefined) return giveUp(session);
  if (Object.keys(application.journey).length === 0 && application.definition === standing.hash)
    return join({ ...session, application });
  const { joining: _, ...anew } = session;
  const [after, effects] = loading(anew, want, application);
  return [after, [...over(session), ...effects]];
}

function mount(session: Opening, want: Wanted): Sessioned {
  const { ticket, application } = session;
  const standing: Standing = {
    ticket,
    owner: ownerNow(session),
    flow: want.flow,
    hash: want.hash,
    saves: want.saves,
    ...(want.draft !== undefined && { draft: want.draft }),
    ...(application && { application }),
  };
  return [{ ...known(session), at: 'open', standing }, [{ type: 'mount', standing, want }]];
}

/** The flow that stands goes on with the person who signed in on it. */
function join(session: Opening): Sessioned {
  const { standing: before, application } = session;
  if (before === undefined) return giveUp(session);
  const standing: Standing = { ...before, owner: ownerNow(session), ...(application && { application }) };
  return [
    { ...known(session), at: 'open', standing },
    [
      { type: 'handOver', standing, from: before.owner },
      { type: 'joined', standing: standing.ticket, how: 'began' },
    ],
  ];
}

function identityEnded(session: Session, ticket: number, seen: Seen): Sessioned {
  const { person } = seen;
  const standing = standingOf(session);
  const gone: SessionEffect = { type: 'joined', standing: ticket, how: 'over' };
  if (person?.token === session.person?.token)
    return [session, [session.at === 'open' && standing?.ticket === ticket ? { ...gone, how: 'same' } : gone]];
  // Somebody signed in, or out, while another page was on its way: what is wanted is asked for again.
  if (session.at === 'opening') return again(session, session.want, [gone]);
  if (standing === undefined) return [{ ...withPerson(session, seen), at: 'signedOut' }, [gone]];
  if (standing.ticket !== ticket) return again(session, wantedAgain(standing), [gone]);
  const now: Session = { ...withPerson(session, seen), at: 'open', standing };
  const owner = ownerNow(now);
  if (standing.saves && owner === standing.owner && standing.application !== undefined)
    return join({ ...now, at: 'opening', ticket, stage: 'finding', standing });
  // A flow that holds what is somebody's application is taken from the page before the next one is looked at.
  if (standing.saves && (standing.application !== undefined || person === undefined))
    return again(session, wantedAgain(standing), [gone]);
  if (person === undefined) {
    const left: Standing = { ...standing, owner };
    return [
      { ...now, standing: left },
      [
        { type: 'handOver', standing: left, from: standing.owner },
        { ...gone, how: 'same' },
      ],
    ];
  }
  const next = session.tickets + 1;
  return [
    {
      ...known(now),
      tickets: next,
      at: 'opening',
      ticket: next,
      stage: 'finding',
      joining: true,
      want: wantedAgain(standing),
      standing,
    },
    [find(next, standing)],
  ];
}

const wantedAgain = ({ flow, hash, saves, draft }: Standing): Wanted => ({
  flow,
  hash,
  saves,
  ...(draft !== undefined && { draft }),
  by: 'target',
  route: { params: {}, query: {}, flow },
});

/** Asks anew who is there, for what is wanted. */
function again(session: Session, want: Wanted | undefined, effects: readonly SessionEffect[]): Sessioned {
  const [next, more] = happen(session, { type: 'wanted', ...(want && { want }) });
  return [next, [...effects, ...more]];
}

function ended(session: Session, visitor: string, timedOut: boolean): Sessioned {
  const standing = standingOf(session);
  return [
    { at: 'signedOut', visitor, timedOut, tickets: session.tickets },
    [...over(session), ...(standing ? [{ type: 'unmount', ticket: standing.ticket } as const] : [])],
  ];
}
