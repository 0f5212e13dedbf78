import type { CompiledContent } from '../../compile/types.ts';
import type { Boot, FlowMeta } from '../../contract/boot.ts';
import type { Brand } from './definitions.ts';

/** What a page needs before it can load anything; the same JSON at `/definitions/boot.json` and inside `index.html`. */
export function bootOf(
  key: string,
  { brand, content }: { readonly brand: Brand; readonly content: CompiledContent },
  facts: Pick<Boot, 'env' | 'version' | 'identity' | 'fingerprint' | 'monitored' | 'now'>,
): Boot {
  const flows: Record<string, FlowMeta> = {};
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
    operations: pageOperations(content.operations),
    identity: facts.identity,
    ...(facts.fingerprint !== undefined && { fingerprint: facts.fingerprint }),
    ...(facts.monitored !== undefined && { monitored: facts.monitored }),
    now: facts.now,
  };
}

type Operations = CompiledContent['operations'];
const ofPages = new WeakMap<Operations, Operations>();

/** The operations without what the server alone judges by; the same object each time. */
function pageOperations(operations: Operations): Operations {
  const known = ofPages.get(operations);
  if (known) return known;
  const made = Object.fromEntries(
    Object.entries(operations).map(([name, { requests: _requests, ...operation }]) => [name, operation]),
  );
  ofPages.set(operations, made);
  return made;
}

/** JSON that is safe inside a script element: no `<` can close it, no line separator can break it. */
export function inertJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<\u2028\u2029]/g,
    (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
