import type { CompiledContent } from '../../compile/types.ts';
import type { Json } from '../../runtime/core/facts.ts';
import { cookies, readCookies } from '../../contract/cookies.ts';

export interface BrandChoice {
  readonly brand: string;
  /** The parameter named a brand: it is remembered in the brand cookie. */
  readonly remember: boolean;
  /** A brand that was asked for and does not exist; logged. */
  readonly unknown?: string;
  /** The origin belongs to a brand; in production nothing else is served. */
  readonly knownOrigin: boolean;
}

/**
 * Chooses the brand of a request: query parameter, then cookie, then origin, then the default
 * (resolution A of open question 4: the parameter is the deliberate choice and lets one host show every brand).
 */
export function chooseBrand(
  content: CompiledContent,
  request: { query: unknown; cookie: string | undefined; host: string | undefined },
): BrandChoice {
  const exists = (key: string | undefined): key is string => key !== undefined && Object.hasOwn(content.brands, key);
  const byOrigin = brandOfHost(content, request.host);
  const knownOrigin = byOrigin !== undefined;
  const asked = typeof request.query === 'string' && request.query !== '' ? request.query : undefined;
  if (exists(asked)) return { brand: asked, remember: true, knownOrigin };
  const remembered = readCookies(request.cookie)[cookies.brand.name];
  const unknown = asked ?? (exists(remembered) ? undefined : remembered);
  const brand = asked === undefined && exists(remembered) ? remembered : (byOrigin ?? defaultBrand(content));
  return { brand, remember: false, knownOrigin, ...(unknown === undefined ? {} : { unknown }) };
}

/** The brand everything falls back to: the one whose facts say `"default": true`, else the first by key. */
function defaultBrand(content: CompiledContent): string {
  const keys = Object.keys(content.brands).sort();
  const first = keys.find((key) => content.brands[key]?.facts['default'] === true) ?? keys[0];
  if (first === undefined) throw new Error('The content holds no brand: add brands/<brand>/brand.json to CONTENT_DIR.');
  return first;
}

function brandOfHost(content: CompiledContent, host: string | undefined): string | undefined {
  const wanted = hostName(host);
  if (wanted === undefined) return undefined;
  return Object.entries(content.brands).find(([, { facts }]) =>
    originsOf(facts).some((origin) => hostName(origin) === wanted),
  )?.[0];
}
function originsOf(facts: { readonly [key: string]: Json }): string[] {
  const many = facts['origins'];
  return [facts['originName'], facts['baseDomain'], ...(Array.isArray(many) ? (many as readonly Json[]) : [])].filter(
    (one): one is string => typeof one === 'string' && one !== '',
  );
}
function hostName(text: string | undefined): string | undefined {
  if (!text) return undefined;
  return text
    .replace(/^[a-z]+:\/\//, '')
    .replace(/[/:].*$/, '')
    .toLowerCase();
}
/** `Set-Cookie` for a brand that the parameter chose. */
export function brandCookie(brand: string, secure: boolean): string {
  return `${cookies.brand.name}=${encodeURIComponent(brand)}; Path=/; Max-Age=${cookies.brand.maxAge}; SameSite=Lax${secure ? '; Secure' : ''}`;
}
