import type { JsonObject } from '../../runtime/core/facts.ts';
import type { CompiledContent } from '../../compile/types.ts';
import type { Brand } from './definitions.ts';

/** What a page needs before it can load anything; the same JSON at `/definitions/boot.json` and inside `index.html`. */
export interface Boot {
  readonly brand: string;
  readonly env: string;
  readonly version: string;
  readonly facts: JsonObject;
  readonly flags: JsonObject;
  readonly flows: Readonly<Record<string, BootFlow>>;
  readonly app: string;
  readonly compliance: string;
  readonly operations: CompiledContent['operations'];
  readonly identity: { readonly userPoolId: string; readonly clientId: string; readonly endpoint: string };
  /** Instant of the request; the test clock's in local mode. */
  readonly now: string;
}
type BootFlow = Omit<Brand['flows'][string], 'code' | 'id'>;

export function bootOf(
  key: string,
  brand: Brand,
  content: CompiledContent,
  facts: { env: string; version: string; identity: Boot['identity']; now: string },
): Boot {
  const flows: Record<string, BootFlow> = {};
  for (const [id, { hash, base, title, access, saves, routes }] of Object.entries(brand.flows))
    flows[id] = { hash, base, title, access, saves, routes };
  return {
    brand: key,
    env: facts.env,
    version: facts.version,
    facts: brand.facts,
    flags: brand.flags,
    flows,
    app: brand.app.hash,
    compliance: brand.compliance.hash,
    operations: content.operations,
    identity: facts.identity,
    now: facts.now,
  };
}

/** JSON that is safe inside a script element: no `<` can close it, no line separator can break it. */
export function inertJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<\u2028\u2029]/g,
    (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
