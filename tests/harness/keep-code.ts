/**
 * Before every test file: what Node made of the sources (types taken out, code compiled) is written where
 * `NODE_COMPILE_CACHE` says, by the hash of their texts. Node does so when a process ends by itself; those of vitest
 * are ended by a signal, and each began with nothing.
 */
import { flushCompileCache } from 'node:module';
import { afterAll } from 'vitest';

afterAll(() => flushCompileCache());
