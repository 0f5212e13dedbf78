/** Fixed addresses of the server that a page asks. */
export const places = {
  boot: '/definitions/boot.json',
  graphql: '/graphql',
  identity: '/idp/',
  analytics: '/analytics',
  /** What pages tell Sentry, where a project is configured: `POST`, an envelope. */
  monitor: '/monitor',
  /** Files that people send: `POST` with the content, `GET {id}` gives an owner theirs back. */
  files: '/files',
  /** Documents of an application as PDF, with its own figures: `GET {application}/{idTag}`. */
  documents: '/documents',
  /** Legal links below every page (access document, section 7). */
  footerLinks: '/footer-links/{brand}',
} as const;

/** Those that no script of a page names: what a page has, each first page loads. */
export const unscriptedPlaces = {
  /** Phones that show by their own network whose they are: `GET {id}` leads out, `GET back/{proof}` back. */
  phoneChecks: '/phone-checks',
  /** What the provider of payments tells by itself: `POST`, signed. */
  payments: '/webhooks/payments',
  /** What the triggers of a user pool elsewhere ask: `POST`, with a secret. */
  identity: '/webhooks/identity',
  /** Pages of the server's own, where no address outside is configured for them. */
  notFound: '/not-found',
  maintenance: '/maintenance',
  noticeStyle: '/notice.css',
} as const;

/** Facts of every brand that the server gives where the brand has none: where its closed and its missing pages are. */
export const placesOfServer: readonly string[] = ['notFound', 'maintenance'].map((place) => `${place}Page`);

/** Whether a text can be the content hash of a compiled version. */
export function isContentHash(text: string): boolean {
  return /^[A-Za-z0-9_-]{8,128}$/.test(text);
}

/** Where the compiled module with this hash is served. */
export function modulePath(hash: string): string {
  return `/definitions/${hash}.js`;
}
