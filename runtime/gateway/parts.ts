/** What the runtime of one page is made from. */
import type { Boot } from '../../contract/boot.ts';
import type { CompiledApp, CompiledCompliance } from '../core/app-definition.ts';
import type { Definitions } from './definitions.ts';
import type { Identity } from './identity.ts';
import type { Caller } from './operations.ts';
import type { Page } from './page.ts';
import type { Ports } from './ports.ts';
import type { Reporter } from './report.ts';
import type { Tab } from './tab.ts';

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
  readonly tab: Tab;
  readonly campaignId: string | undefined;
}
