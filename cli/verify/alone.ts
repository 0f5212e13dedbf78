/**
 * One flow of one brand without the others: what is said of its ways hangs on this alone, so what was said once holds
 * for as long as this is the same.
 */
import { createHash } from 'node:crypto';
import type { Source } from '../../compile/content.ts';
import type { Files } from '../../compile/index.ts';
import type { ResolvedBrand } from '../../compile/resolve.ts';
import type { Product } from '../../verifier/fixture/product.ts';

/** A flow of a brand. */
export interface Journey {
  readonly brand: string;
  readonly flow: string;
}
/** What a flow is walked with. */
export interface Ground {
  readonly source: Source;
  readonly brand: ResolvedBrand;
  readonly product: Product;
}

const OF_A_FLOW = /^(?:brands\/([^/]+)\/)?flows\/([^/]+)\//;
const OVERLAY = /^brands\/([^/]+)\/flows\/([^/]+)\.json$/;
const OF_A_BRAND = /^brands\/([^/]+)\//;
/** Folders of `flows` that are no flow: what all of them share. */
const SHARED: ReadonlySet<string> = new Set(['rules', 'values']);
const OBLIGATION = /^compliance\/obligations\//;

/** Whether a file says something of this journey: it is no other flow's and no other brand's. */
export function concerns(file: string, { brand, flow }: Journey): boolean {
  const [, , of] = OVERLAY.exec(file) ?? OF_A_FLOW.exec(file) ?? [];
  if (of !== undefined && of !== flow && !SHARED.has(of)) return false;
  const [, owner] = OF_A_BRAND.exec(file) ?? [];
  return owner === undefined || owner === brand;
}

/** Whether an obligation is about another flow: the moment it names is a page or an end of that one. */
function isAboutAnother(obligation: unknown, flow: string): boolean {
  const { before } = (obligation ?? {}) as { readonly before?: unknown };
  const { step, outcome } = (before ?? {}) as { readonly step?: unknown; readonly outcome?: unknown };
  const moment = step ?? outcome;
  return typeof moment === 'string' && !moment.startsWith(`${flow}/`);
}

/** What a journey is walked with, and nothing of another flow or brand: what is not there can not be read. */
export function aloneWith({ source, brand, product }: Ground, flow: string): Ground {
  const journey = { brand: brand.id, flow };
  const isOwn = (file: string): boolean =>
    concerns(file, journey) && !(OBLIGATION.test(file) && isAboutAnother(source.docs[file], flow));
  const own = <T>(all: Readonly<Record<string, T>>): Record<string, T> => only(all, isOwn);
  const written = source.brands[brand.id];
  const one = <T>(all: Readonly<Record<string, T>>): Record<string, T> => only(all, (id) => id === flow);
  return {
    source: {
      ...source,
      files: own(source.files),
      docs: own(source.docs),
      flows: one(source.flows),
      obligations: only(source.obligations, (name) => !isAboutAnother(source.obligations[name], flow)),
      brands: written === undefined ? {} : { [brand.id]: { ...written, overlays: one(written.overlays) } },
    },
    brand: { ...brand, flows: one(brand.flows) },
    product: { ...product, flows: one(product.flows), ...(product.locks && { locks: one(product.locks) }) },
  };
}

const only = <T>(all: Readonly<Record<string, T>>, isWanted: (key: string) => boolean): Record<string, T> =>
  Object.fromEntries(Object.entries(all).filter(([key]) => isWanted(key)));

/** The hash of all files that concern a journey, names and texts. */
export function contentOfJourney(files: Files, journey: Journey): string {
  const hash = createHash('sha256');
  for (const file of Object.keys(files)
    .filter(
      (one) => concerns(one, journey) && !(OBLIGATION.test(one) && isAboutAnother(read(files[one]), journey.flow)),
    )
    .toSorted())
    hash.update(`${file}\n${textHash(files, file)}\n`);
  return hash.digest('hex');
}

/** Of a text that cannot be read nobody knows what it is about. */
function read(text = ''): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const texts = new WeakMap<Files, Map<string, string>>();
/** Of a text: worked out once for all journeys. */
function textHash(files: Files, file: string): string {
  const known = texts.get(files) ?? new Map<string, string>();
  texts.set(files, known);
  const found =
    known.get(file) ??
    createHash('sha256')
      .update(files[file] ?? '')
      .digest('hex');
  known.set(file, found);
  return found;
}
