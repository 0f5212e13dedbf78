import type { CompiledContent } from '../../compile/types.ts';
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import { isObject } from '../../runtime/core/index.ts';
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
  const given = readCookies(request.cookie);
  const remembered = rememberedBrand(content, given, byOrigin);
  const unknown = asked ?? (remembered === undefined ? given[cookies.brand.name] : undefined);
  const brand = (asked === undefined ? remembered : undefined) ?? byOrigin ?? defaultBrand(content);
  return { brand, remember: false, knownOrigin, ...(unknown === undefined ? {} : { unknown }) };
}

/**
 * The brand whose own cookie was sent along with its value, or with its key; of several, which no address of this site
 * leaves behind (brandCookies), the one whose origin it is. Without any, the one whose key stands under the name that
 * every brand shares: so a cookie says which was given out before the brand had a name of its own for it.
 */
function rememberedBrand(
  content: CompiledContent,
  given: Readonly<Record<string, string>>,
  byOrigin: string | undefined,
): string | undefined {
  const all = Object.entries(content.brands).flatMap(([key, { facts }]) => {
    const { name, value } = cookieOf(key, facts);
    return Object.hasOwn(given, name) && [key, value].includes(given[name] ?? '') ? [key] : [];
  });
  if (all.length > 0) return byOrigin !== undefined && all.includes(byOrigin) ? byOrigin : all[0];
  const shared = given[cookies.brand.name];
  return shared !== undefined && Object.hasOwn(content.brands, shared) ? shared : undefined;
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
/** The cookie of a brand: its own facts (`cookie` of brand.json), else the key under the name every brand shares. */
function cookieOf(
  key: string,
  facts: JsonObject,
): { readonly name: string; readonly value: string; readonly maxAge: number; readonly domain: string | undefined } {
  const own = isObject(facts['cookie']) ? facts['cookie'] : {};
  const { name, value, domain, maxAgeSeconds } = own;
  return {
    name: typeof name === 'string' ? name : cookies.brand.name,
    value: typeof value === 'string' ? value : key,
    maxAge: typeof maxAgeSeconds === 'number' ? maxAgeSeconds : cookies.brand.maxAge,
    domain: typeof domain === 'string' ? domain : undefined,
  };
}

interface At {
  readonly host: string | undefined;
  readonly secure: boolean;
}

/**
 * `Set-Cookie` for a brand that the parameter chose: its own, and the end of every other brand's. Their names are
 * apart, so on a host that shows several brands the one chosen before would go on beside it.
 */
export function brandCookies({ brands }: Pick<CompiledContent, 'brands'>, chosen: string, at: At): readonly string[] {
  const own = cookieOf(chosen, brands[chosen]?.facts ?? {});
  const others = Object.entries(brands)
    .map(([key, { facts }]) => cookieOf(key, facts))
    .filter(({ name }) => name !== own.name);
  return [line(own, at), ...others.map((one) => line({ ...one, value: '', maxAge: 0 }, at))];
}

/**
 * It is for the whole domain of the brand where the page is on it; a browser takes none for a domain of one word.
 */
function line({ name, value, maxAge, domain }: ReturnType<typeof cookieOf>, { host, secure }: At): string {
  const at = hostName(host);
  const isOn = domain?.includes('.') === true && (at === domain || at?.endsWith(`.${domain}`) === true);
  const parts = [`${name}=${encodeURIComponent(value)}`, 'Path=/', `Max-Age=${maxAge}`, 'SameSite=Lax'];
  return [...parts, ...(isOn ? [`Domain=${domain}`] : []), ...(secure ? ['Secure'] : [])].join('; ');
}
