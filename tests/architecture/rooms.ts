/**
 * Who may import whom, as data: the machine-readable twin of the table in AGENTS.md.
 * A room may always import itself. What is not listed is forbidden.
 */
export interface Room {
  /** Folder from the project's root. */
  readonly path: string;
  /** Rooms (or folders or files of rooms) whose code it may import. */
  readonly rooms: readonly string[];
  /** Rooms from which it may import types alone. */
  readonly types?: readonly string[];
  /** npm packages; a subpath of a listed package is allowed too. `all`: whatever its package.json declares. */
  readonly packages: readonly string[] | 'all';
  /** npm packages from which it may import types alone. */
  readonly typePackages?: readonly string[];
  /** Node's own modules: all files, no file, or the named ones. */
  readonly node: boolean | readonly string[];
  /** Files that import a place computed at run time, each for the reason that stands beside it. */
  readonly computed?: Readonly<Record<string, string>>;
  /** Each folder right below the room is a room of its own: no imports between them. */
  readonly apart?: true;
}

const page = ['react', 'react-dom', 'react-router-dom', '@tanstack/react-query'];

export const rooms: readonly Room[] = [
  { path: 'runtime/core', rooms: [], packages: [], node: false },
  { path: 'contract', rooms: [], types: ['runtime/core'], packages: [], node: false },
  {
    path: 'runtime/gateway',
    rooms: ['runtime/core', 'contract'],
    packages: [
      'graphql',
      'graphql-request',
      'aws-amplify',
      '@aws-amplify/core',
      '@tanstack/react-query',
      '@sentry/react',
    ],
    node: false,
    computed: { 'runtime/gateway/definitions.ts': 'compiled definitions are loaded by their content hash' },
  },
  { path: 'runtime/react', rooms: ['runtime/core'], packages: [...page, '@rjsf/core', '@rjsf/utils'], node: false },
  {
    path: 'runtime/app',
    rooms: ['runtime', 'widgets', 'contract'],
    packages: page,
    node: false,
    computed: {
      'runtime/app/main.tsx': 'compiled definitions are loaded by their content hash',
      'runtime/app/fingerprints/fingerprint/index.ts': 'the program of a provider comes from where it is configured',
    },
  },
  {
    path: 'widgets',
    // A box of a widget takes and reads what is typed as the runtime's own lines do.
    rooms: ['runtime/core/figures.ts', 'runtime/core/taken.ts'],
    types: ['runtime/core'],
    packages: [
      'react',
      'react-plaid-link',
      '@react-google-maps/api',
      'd3-geo',
      'topojson-client',
      'us-atlas',
      'react-pdf',
      'pdfjs-dist',
    ],
    node: false,
    apart: true,
  },
  {
    path: 'compile',
    rooms: ['runtime/core', 'contract'],
    packages: [
      'ajv',
      'rolldown',
      '@rjsf/validator-ajv8',
      'json-logic-js',
      '@humanwhocodes/momoa',
      'mdast-util-from-markdown',
      'graphql',
      'recheck',
    ],
    typePackages: ['mdast', '@types/mdast'],
    // The last three hash, reach a CommonJS part of ajv, and load recheck when it is first needed; none touches the
    // disk.
    node: [
      'compile/disk.ts',
      'compile/load.ts',
      'compile/rule-folder.ts',
      'compile/emit/module.ts',
      'compile/validators.ts',
      'compile/runaway.ts',
    ],
    computed: {
      'compile/load.ts': 'compiled definitions are loaded by their content hash',
      'compile/rule-folder.ts': 'each rule of check is a file of its folder, loaded by its name',
    },
  },
  { path: 'verifier', rooms: ['runtime/core', 'contract', 'compile'], packages: ['graphql', 'elkjs'], node: false },
  {
    path: 'cli',
    rooms: ['runtime/core', 'contract', 'compile', 'verifier', 'server', 'tests/harness', 'scripts/lib'],
    packages: [],
    node: true,
    computed: { 'cli/main.ts': 'each verb is a file of cli/verbs, loaded by its name' },
  },
  {
    path: 'server',
    rooms: ['runtime/core', 'contract', 'compile'],
    packages: [
      'fastify',
      '@fastify/compress',
      '@fastify/helmet',
      '@fastify/rate-limit',
      '@fastify/static',
      'graphql',
      'graphql-yoga',
      'kysely',
      'pg',
      '@openfeature/server-sdk',
      '@openfeature/ofrep-core',
      'plaid',
      '@electric-sql/pglite',
      'jose',
      '@smithy/signature-v4',
      '@aws-crypto/sha256-js',
      'aws-lambda',
      'ws',
      'nodemailer',
      'pdfkit',
      '@expo-google-fonts/source-sans-3',
      'ajv',
      'json-logic-js',
    ],
    node: true,
    computed: { 'server/database/migrate.ts': 'each migration is a file of its own, loaded by its name' },
  },
  {
    path: 'scripts',
    rooms: ['server', 'cli', 'compile', 'contract', 'tests/harness', 'runtime/core'],
    packages: ['vite', 'vitest'],
    node: true,
    computed: {
      'scripts/lib/make/index.ts': 'a kind of thing that npm run new makes is a file of kinds/, found there',
    },
  },
  {
    path: 'tests',
    rooms: ['runtime', 'contract', 'widgets', 'compile', 'verifier', 'cli', 'server', 'scripts', 'tests/bench/peers'],
    packages: [
      ...page,
      'vitest',
      'playwright',
      '@axe-core/playwright',
      '@stryker-mutator/instrumenter',
      '@sparticuz/chromium',
      'fast-check',
      'html-validate',
      'vite',
      '@vitejs/plugin-react',
      'ajv',
      'json-logic-js',
      'graphql',
      'graphql-http',
      'graphql-request',
      'jose',
      'smtp-server',
      '@smithy/signature-v4',
      '@aws-crypto/sha256-js',
      'kysely',
      'ws',
      'fastify',
      '@electric-sql/pglite',
      'pg',
      'aws-amplify',
      '@rjsf/core',
      '@rjsf/utils',
      '@humanwhocodes/momoa',
      'vscode-json-languageservice',
      'elkjs',
    ],
    node: true,
    computed: {
      'tests/components/main.tsx': 'compiled definitions are loaded by their content hash',
      'tests/harness/library.ts': 'compiled definitions are loaded by their content hash',
      'tests/gateway/seat.ts': 'compiled definitions are loaded by their content hash',
      'tests/gateway/srp-integer.test.ts': 'what is compared with is inside a package, whose exports do not name it',
      'tests/harness/user-pool.ts': 'a Lambda is loaded as the vendor loads what was uploaded',
      'tests/harness/new.test.ts': 'a widget that was just made is drawn from where it was made',
      'tests/docs/run.ts': 'a verb is found by its name, as cli/main.ts finds it',
      'tests/verifier/judge/worker.ts': 'mutants of the judge are written to a folder of their own',
    },
  },
  // Other projects' forms, for comparison: a package.json of its own, installed by the benchmark alone.
  { path: 'tests/bench/peers', rooms: ['tests/bench', 'tests/harness'], packages: 'all', node: true },
];

/** Code files at the root of the project, and what they may import. */
export const rootFiles: Readonly<Record<string, readonly string[]>> = {
  'vite.config.ts': ['vite', '@vitejs/plugin-react', 'scripts/lib/first-page.ts', 'scripts/lib/srp-integer.ts'],
  'vitest.config.ts': ['vitest'],
};

/** Rooms of content: JSON, Markdown and pictures; never a code file. */
export const contentRooms = ['flows', 'brands', 'compliance', 'schemas'];
