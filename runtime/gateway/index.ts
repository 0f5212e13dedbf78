/** The gateway: everything outside the page's memory. */
export { createCaller } from './operations.ts';
export { createDefinitions, loadBoot } from './definitions.ts';
export { createIdentity, identityProtocol, loadProvider } from './identity.ts';
export { createReporter } from './report.ts';
export { createRuntime } from './runtime.ts';
export { browserPorts } from './ports.ts';
export { pageSecrets, withSecrets } from './secrets.ts';
export { createTab } from './tab.ts';
export type { Asked, Caller } from './operations.ts';
export type { OpenFlow } from './open-flow.ts';
export type { Page } from './page.ts';
export type { Ports } from './ports.ts';
export type { Reporter } from './report.ts';
export type { Runtime } from './runtime.ts';
