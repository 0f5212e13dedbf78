/** `npm run seed [-- --print]`: the test people and the documented inputs. */
await import('../../server/seed/main.ts');
export {};
