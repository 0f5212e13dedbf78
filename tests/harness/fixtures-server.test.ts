import { serverTests } from './fixture-tests.ts';

/**
 * The same fixture files as the engine runs, over GraphQL, REST, sockets and the identity protocol of the real server.
 */
serverTests();
