/** `npm run flow -- <verb> [names] [--json]`: the verifier in the terminal. */
await import('../../cli/main.ts');
export {};
