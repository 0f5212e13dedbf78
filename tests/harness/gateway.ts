/** The parts of the gateway that a test sits in front of. */
import { useOwnSrpInteger } from '../../scripts/lib/srp-integer.ts';

useOwnSrpInteger();

export {
  createCaller,
  createDefinitions,
  createIdentity,
  createReporter,
  createRuntime,
  createTab,
  identityProtocol,
  loadProvider,
} from '../../runtime/gateway/index.ts';
export type { Page, Ports, Runtime } from '../../runtime/gateway/index.ts';
export type { Definitions } from '../../runtime/gateway/definitions.ts';
