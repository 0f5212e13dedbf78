/** The rooms whose code is mutated, and the tests that are asked whether they notice. */
export interface MutatedRoom {
  /** Folders whose code is mutated. */
  readonly code: readonly string[];
  /** Folders of test files; of each mutant those run that come by it. */
  readonly tests: readonly string[];
}

export const rooms: Readonly<Record<string, MutatedRoom>> = {
  core: { code: ['runtime/core'], tests: ['core', 'constructs', 'trials', 'content', 'lock', 'gateway'] },
  gateway: { code: ['runtime/gateway'], tests: ['gateway', 'lock', 'platform', 'simulation'] },
  compile: { code: ['compile'], tests: ['compile', 'content', 'core', 'constructs', 'trials', 'verifier/operators'] },
  lending: { code: ['server/lending'], tests: ['server', 'lock'] },
  crypto: { code: ['server/crypto'], tests: ['server', 'platform', 'lock'] },
  journeys: { code: ['server/journeys'], tests: ['server', 'lock', 'platform'] },
  sockets: { code: ['server/sockets'], tests: ['server', 'platform', 'lock'] },
  domain: { code: ['verifier/domain'], tests: ['verifier'] },
  explorer: { code: ['verifier/explore'], tests: ['verifier'] },
};
