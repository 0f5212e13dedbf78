/** The policy of one document: the strict one of every answer, and what this document may do besides. */
import type { FastifyReply } from 'fastify';
import type { Origins } from '../../runtime/core/definition.ts';
import type { WidgetProvider } from '../../runtime/core/widget-contract.ts';

const HEADER = 'content-security-policy';
const directives: { readonly [K in keyof Origins]-?: string } = {
  script: 'script-src',
  style: 'style-src',
  frame: 'frame-src',
  connect: 'connect-src',
  image: 'img-src',
  font: 'font-src',
};

/** Lets the document of this answer use these sources for this directive, beside those it has. */
export function allow(reply: FastifyReply, directive: string, sources: readonly string[]): void {
  const policy = reply.getHeader(HEADER);
  if (sources.length === 0 || typeof policy !== 'string') return;
  const parts = policy.split(';');
  const at = parts.findIndex((part) => part.startsWith(`${directive} `));
  const more = sources.join(' ');
  void reply.header(
    HEADER,
    (at < 0 ? [...parts, `${directive} ${more}`] : parts.with(at, `${parts[at]} ${more}`)).join(';'),
  );
}

/** Lets the document load from the providers of these origins, each by its kind and wherever it is found from here. */
export function mayLoadFrom(
  reply: FastifyReply,
  origins: Origins,
  providers: Readonly<Record<string, WidgetProvider>>,
): void {
  for (const kind of Object.keys(directives) as (keyof Origins)[]) {
    const found = (origins[kind] ?? []).map((origin) => new URL(providers[origin]?.url ?? origin).origin);
    allow(reply, directives[kind], [...new Set(found)]);
  }
  // A provider in a frame may open a window of its own (a bank's log-in) and must hear what came of it.
  if (origins.frame !== undefined) void reply.header('cross-origin-opener-policy', 'same-origin-allow-popups');
}
