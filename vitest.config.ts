import { defineConfig } from 'vitest/config';
import react from '@vitejs/plugin-react';

const browser = ['tests/e2e/**/*.test.{ts,tsx}', 'tests/harness/**/*.test.{ts,tsx}', 'tests/react/**/*.test.{ts,tsx}'];

/** Two projects: what needs nothing but Node, then what drives a server and a browser. */
export default defineConfig({
  plugins: [react()],
  test: {
    maxWorkers: 2,
    pool: 'forks',
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: [...browser, '**/node_modules/**'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: browser,
          globalSetup: ['tests/harness/setup.ts'],
          testTimeout: 240_000,
          hookTimeout: 120_000,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
