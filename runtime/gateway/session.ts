/** What the session of one page is made from, and what it holds now. */
import type { CompiledApp, CompiledCompliance } from '../core/app-definition.ts';
import type { Definitions } from './definitions.ts';
import type { Boot } from '../../contract/boot.ts';
import type { Identity } from './identity.ts';
import type { Person } from './person.ts';
import type { Journey } from './journey.ts';
import type { Caller } from './operations.ts';
import type { Page } from './page.ts';
import type { Ports } from './ports.ts';
import type { Reporter } from './report.ts';
import type { StoredApplication } from './world.ts';

export interface RuntimeParts {
  readonly ports: Ports;
  readonly page: Page;
  readonly boot: Boot;
  readonly app: CompiledApp;
  readonly compliance: CompiledCompliance;
  readonly definitions: Definitions;
  readonly identity: Identity;
  readonly caller: Caller;
  readonly reporter: Reporter;
  readonly sessionId: string;
  readonly campaignId: string | undefined;
}

/** Changed in place by the runtime, its save queues and its sign-ins: what one of them learns, the others see at once. */
export interface Session {
  /** The flow that is open; undefined while one is being opened. */
  current: Journey | undefined;
  /** What the open flow saves to. */
  application: StoredApplication | undefined;
  person: Person | undefined;
  /** Whether the server took a session away that the page still had. */
  timedOut: boolean;
  /** The application of the person that can be gone on with, in whichever flow; null when there is none, undefined until it was looked up. */
  openApplication: StoredApplication | null | undefined;
  /** Set while the answer of a sign-in is dispatched: whether the engine itself led somewhere. */
  signingIn: { moved: boolean } | undefined;
}

/** A session in which nothing has happened yet. */
export const newSession = (): Session => ({
  current: undefined,
  application: undefined,
  person: undefined,
  timedOut: false,
  openApplication: undefined,
  signingIn: undefined,
});

/** Where on the device stands what page the person was sent away from, to come back to after sign-in. */
export const RETURN_TO = 'waymark.return-to';
